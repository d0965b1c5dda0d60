// Dimensions that together are the columns or the rows of a product, written in
// another order than the product has them: what is computed must not change.

// DEFINE: %{run} = fused-run %s --verify --entry

// RUN: %{run}=grouped_query | FileCheck %s
// RUN: %{run}=bias_of_permuted_columns | FileCheck %s
// RUN: %{run}=sum_of_permuted_columns | FileCheck %s
// CHECK: verification: PASS

// Scores of attention where two heads of queries share one of keys, as
// einsum('btghd,bsgd->bghts') is exported.
func.func @grouped_query(
    %q: tensor<2x11x2x3x8xf32>, %k: tensor<2x11x2x8xf32>)
    -> tensor<2x2x3x11x11xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2x11x11x3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2x11x11x3xf32>)
      -> tensor<2x2x11x11x3xf32>
  %s = linalg.contract
      indexing_maps = [affine_map<(b, g, s, t, h, d) -> (b, s, g, d)>,
                       affine_map<(b, g, s, t, h, d) -> (b, t, g, h, d)>,
                       affine_map<(b, g, s, t, h, d) -> (b, g, s, t, h)>]
      ins(%k, %q : tensor<2x11x2x8xf32>, tensor<2x11x2x3x8xf32>)
      outs(%z : tensor<2x2x11x11x3xf32>) -> tensor<2x2x11x11x3xf32>
  %r = tensor.empty() : tensor<2x2x3x11x11xf32>
  %0 = linalg.transpose ins(%s : tensor<2x2x11x11x3xf32>)
      outs(%r : tensor<2x2x3x11x11xf32>) permutation = [0, 1, 4, 3, 2]
  return %0 : tensor<2x2x3x11x11xf32>
}

func.func @bias_of_permuted_columns(
    %a: tensor<5x7xf32>, %b: tensor<7x33xf32>, %bias: tensor<3x11xf32>)
    -> tensor<5x3x11xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x33xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<5x33xf32>)
      -> tensor<5x33xf32>
  %p = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x33xf32>)
      outs(%z : tensor<5x33xf32>) -> tensor<5x33xf32>
  %x = tensor.expand_shape %p [[0], [1, 2]] output_shape [5, 11, 3]
      : tensor<5x33xf32> into tensor<5x11x3xf32>
  %r = tensor.empty() : tensor<5x3x11xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, h, t) -> (m, t, h)>,
                       affine_map<(m, h, t) -> (h, t)>,
                       affine_map<(m, h, t) -> (m, h, t)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %bias : tensor<5x11x3xf32>, tensor<3x11xf32>)
      outs(%r : tensor<5x3x11xf32>) {
  ^bb0(%v: f32, %w: f32, %out: f32):
    %y = arith.addf %v, %w : f32
    linalg.yield %y : f32
  } -> tensor<5x3x11xf32>
  return %0 : tensor<5x3x11xf32>
}

// The sums are in the order of a permuted copy of what is multiplied.
func.func @sum_of_permuted_columns(
    %a: tensor<5x7xf32>, %g: tensor<5x33xf32>)
    -> (tensor<7x33xf32>, tensor<3x11xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x33xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<7x33xf32>)
      -> tensor<7x33xf32>
  %p = linalg.contract
      indexing_maps = [affine_map<(m, n, k) -> (k, m)>,
                       affine_map<(m, n, k) -> (k, n)>,
                       affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %g : tensor<5x7xf32>, tensor<5x33xf32>)
      outs(%z : tensor<7x33xf32>) -> tensor<7x33xf32>
  %x = tensor.expand_shape %g [[0], [1, 2]] output_shape [5, 11, 3]
      : tensor<5x33xf32> into tensor<5x11x3xf32>
  %c = tensor.empty() : tensor<5x3x11xf32>
  %copy = linalg.transpose ins(%x : tensor<5x11x3xf32>)
      outs(%c : tensor<5x3x11xf32>) permutation = [0, 2, 1]
  %f = tensor.empty() : tensor<3x11xf32>
  %fz = linalg.fill ins(%zero : f32) outs(%f : tensor<3x11xf32>)
      -> tensor<3x11xf32>
  %sum = linalg.reduce ins(%copy : tensor<5x3x11xf32>)
      outs(%fz : tensor<3x11xf32>) dimensions = [0]
      (%in: f32, %acc: f32) {
    %s = arith.addf %in, %acc : f32
    linalg.yield %s : f32
  }
  return %p, %sum : tensor<7x33xf32>, tensor<3x11xf32>
}
