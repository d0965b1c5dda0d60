// Dimensions that together are the columns or the rows of a product, written in
// another order than the product has them: what is computed must not change.

// DEFINE: %{run} = fused-run %s --verify --entry

// RUN: %{run}=grouped_query | FileCheck %s
// RUN: %{run}=bias_of_permuted_columns | FileCheck %s
// RUN: %{run}=sum_of_permuted_columns | FileCheck %s
// RUN: %{run}=scale_of_permuted_heads | FileCheck %s
// RUN: %{run}=bias_of_collapsed_groups | FileCheck %s
// RUN: %{run}=bias_of_models_that_share_inputs | FileCheck %s
// RUN: %{run}=bias_of_some_columns | FileCheck %s
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

// Dimensions move in a circle, and a number scales the product behind it.
func.func @scale_of_permuted_heads(
    %a: tensor<6x5x4xf32>, %b: tensor<6x4x7xf32>) -> tensor<2x5x7x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x5x7xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<6x5x7xf32>)
      -> tensor<6x5x7xf32>
  %p = linalg.batch_matmul ins(%a, %b : tensor<6x5x4xf32>, tensor<6x4x7xf32>)
      outs(%z : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  %x = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf32> into tensor<2x3x5x7xf32>
  %r = tensor.empty() : tensor<2x5x7x3xf32>
  %t = linalg.generic {
      indexing_maps = [affine_map<(b, t, d, h) -> (b, h, t, d)>,
                       affine_map<(b, t, d, h) -> (b, t, d, h)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<2x3x5x7xf32>) outs(%r : tensor<2x5x7x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x5x7x3xf32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(b, t, d, h) -> (b, t, d, h)>,
                       affine_map<(b, t, d, h) -> (b, t, d, h)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%t : tensor<2x5x7x3xf32>) outs(%r : tensor<2x5x7x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %c = arith.constant 2.5 : f32
    %y = arith.divf %in, %c : f32
    linalg.yield %y : f32
  } -> tensor<2x5x7x3xf32>
  return %s : tensor<2x5x7x3xf32>
}

// A grouped convolution: groups and columns become one dimension. A vector
// along it, one along the columns of the result, and ReLU follow.
func.func @bias_of_collapsed_groups(
    %a: tensor<3x10x5xf32>, %b: tensor<3x5x4xf32>, %v: tensor<12xf32>,
    %u: tensor<2xf32>) -> tensor<12x2x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x10x4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x10x4xf32>)
      -> tensor<3x10x4xf32>
  %p = linalg.batch_matmul ins(%a, %b : tensor<3x10x5xf32>, tensor<3x5x4xf32>)
      outs(%z : tensor<3x10x4xf32>) -> tensor<3x10x4xf32>
  %x = tensor.expand_shape %p [[0], [1, 2], [3]] output_shape [3, 2, 5, 4]
      : tensor<3x10x4xf32> into tensor<3x2x5x4xf32>
  %et = tensor.empty() : tensor<2x5x3x4xf32>
  %t = linalg.transpose ins(%x : tensor<3x2x5x4xf32>)
      outs(%et : tensor<2x5x3x4xf32>) permutation = [1, 2, 0, 3]
  %c = tensor.collapse_shape %t [[0], [1], [2, 3]]
      : tensor<2x5x3x4xf32> into tensor<2x5x12xf32>
  %r = tensor.empty() : tensor<12x2x5xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(n, i, j) -> (i, j, n)>,
                       affine_map<(n, i, j) -> (n)>,
                       affine_map<(n, i, j) -> (n, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%c, %v : tensor<2x5x12xf32>, tensor<12xf32>)
      outs(%r : tensor<12x2x5xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %zero1 = arith.constant 0.0 : f32
    %sum = arith.addf %in, %bias : f32
    %relu = arith.maximumf %sum, %zero1 : f32
    linalg.yield %relu : f32
  } -> tensor<12x2x5xf32>
  %w = linalg.generic {
      indexing_maps = [affine_map<(n, i, j) -> (n, i, j)>,
                       affine_map<(n, i, j) -> (i)>,
                       affine_map<(n, i, j) -> (n, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y, %u : tensor<12x2x5xf32>, tensor<2xf32>)
      outs(%r : tensor<12x2x5xf32>) {
  ^bb0(%in: f32, %scale: f32, %out: f32):
    %m = arith.mulf %in, %scale : f32
    linalg.yield %m : f32
  } -> tensor<12x2x5xf32>
  return %w : tensor<12x2x5xf32>
}

// vmap of a layer over its weights: one product for all models.
func.func @bias_of_models_that_share_inputs(
    %x: tensor<21x9xf32>, %w: tensor<3x9x17xf32>, %b: tensor<3x17xf32>)
    -> tensor<3x21x17xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<21x3x17xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<21x3x17xf32>)
      -> tensor<21x3x17xf32>
  %p = linalg.contract
      indexing_maps = [affine_map<(m, e, n, k) -> (m, k)>,
                       affine_map<(m, e, n, k) -> (e, k, n)>,
                       affine_map<(m, e, n, k) -> (m, e, n)>]
      ins(%x, %w : tensor<21x9xf32>, tensor<3x9x17xf32>)
      outs(%z : tensor<21x3x17xf32>) -> tensor<21x3x17xf32>
  %r = tensor.empty() : tensor<3x21x17xf32>
  %t = linalg.transpose ins(%p : tensor<21x3x17xf32>)
      outs(%r : tensor<3x21x17xf32>) permutation = [1, 0, 2]
  %y = linalg.generic {
      indexing_maps = [affine_map<(e, m, n) -> (e, m, n)>,
                       affine_map<(e, m, n) -> (e, n)>,
                       affine_map<(e, m, n) -> (e, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%t, %b : tensor<3x21x17xf32>, tensor<3x17xf32>)
      outs(%r : tensor<3x21x17xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %sum = arith.addf %in, %bias : f32
    linalg.yield %sum : f32
  } -> tensor<3x21x17xf32>
  return %y : tensor<3x21x17xf32>
}

// A transposed convolution whose windows do not overlap: each window has the
// vector, which varies along some of the columns.
func.func @bias_of_some_columns(
    %a: tensor<6x5xf32>, %b: tensor<5x12xf32>, %v: tensor<3xf32>)
    -> tensor<4x6x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x12xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<6x12xf32>)
      -> tensor<6x12xf32>
  %p = linalg.matmul ins(%a, %b : tensor<6x5xf32>, tensor<5x12xf32>)
      outs(%z : tensor<6x12xf32>) -> tensor<6x12xf32>
  %x = tensor.expand_shape %p [[0, 1], [2, 3, 4]] output_shape [2, 3, 2, 2, 3]
      : tensor<6x12xf32> into tensor<2x3x2x2x3xf32>
  %et = tensor.empty() : tensor<2x2x3x2x3xf32>
  %t = linalg.transpose ins(%x : tensor<2x3x2x2x3xf32>)
      outs(%et : tensor<2x2x3x2x3xf32>) permutation = [0, 2, 1, 3, 4]
  %c = tensor.collapse_shape %t [[0, 1], [2, 3], [4]]
      : tensor<2x2x3x2x3xf32> into tensor<4x6x3xf32>
  %r = tensor.empty() : tensor<4x6x3xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(i, j, n) -> (i, j, n)>,
                       affine_map<(i, j, n) -> (n)>,
                       affine_map<(i, j, n) -> (i, j, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%c, %v : tensor<4x6x3xf32>, tensor<3xf32>)
      outs(%r : tensor<4x6x3xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %zero1 = arith.constant 0.0 : f32
    %sum = arith.addf %in, %bias : f32
    %relu = arith.maximumf %sum, %zero1 : f32
    linalg.yield %relu : f32
  } -> tensor<4x6x3xf32>
  return %y : tensor<4x6x3xf32>
}
