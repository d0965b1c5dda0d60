// RUN: fused-opt %s --fused-raise-contractions | FileCheck %s

// linalg.generic with the body of a contraction, over any number of loops.

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#mk2 = affine_map<(m, k) -> (m, k)>
#m2 = affine_map<(m, k) -> (m)>

// CHECK-LABEL: func.func @batch_time_features
// CHECK: %[[A:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2]] : tensor<8x32x128xf32> into tensor<256x128xf32>
// CHECK: %[[D:.*]] = fused.matmul epilog(default) ins(%[[A]], %arg1 : tensor<256x128xf32>, tensor<128x96xf32>)
// CHECK: tensor.expand_shape %[[D]] {{\[\[}}0, 1], [2]] output_shape [8, 32, 96]
func.func @batch_time_features(%x: tensor<8x32x128xf32>, %w: tensor<128x96xf32>)
    -> tensor<8x32x96xf32> {
  %z = arith.constant dense<0.0> : tensor<8x32x96xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, t, n, k) -> (b, t, k)>,
                       affine_map<(b, t, n, k) -> (k, n)>,
                       affine_map<(b, t, n, k) -> (b, t, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<8x32x128xf32>, tensor<128x96xf32>)
      outs(%z : tensor<8x32x96xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = arith.mulf %in, %in_0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<8x32x96xf32>
  return %0 : tensor<8x32x96xf32>
}

// CHECK-LABEL: func.func @dynamic_batch_time_features
// CHECK: tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2]] : tensor<?x?x128xf32> into tensor<?x128xf32>
// CHECK: fused.matmul epilog(default) {{.*}} c(%{{.*}} : tensor<?x96xf32>)
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [%{{.*}}, %{{.*}}, 96]
func.func @dynamic_batch_time_features(
    %x: tensor<?x?x128xf32>, %w: tensor<128x96xf32>, %c: tensor<?x?x96xf32>)
    -> tensor<?x?x96xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, t, n, k) -> (b, t, k)>,
                       affine_map<(b, t, n, k) -> (k, n)>,
                       affine_map<(b, t, n, k) -> (b, t, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<?x?x128xf32>, tensor<128x96xf32>)
      outs(%c : tensor<?x?x96xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = arith.mulf %in, %in_0 : f32
    %2 = arith.addf %1, %out : f32
    linalg.yield %2 : f32
  } -> tensor<?x?x96xf32>
  return %0 : tensor<?x?x96xf32>
}

// Attention scores: Q of [batch, time, head, features] with K of the same.
// CHECK-LABEL: func.func @attention_scores
// CHECK-DAG: %[[Q:.*]] = linalg.transpose ins(%arg0 : tensor<2x16x4x8xbf16>) {{.*}} permutation = [0, 2, 1, 3]
// CHECK-DAG: %[[K:.*]] = linalg.transpose ins(%arg1 : tensor<2x12x4x8xbf16>)
// CHECK: fused.matmul epilog(default) {{.*}} -> tensor<8x16x12xbf16>
// CHECK: tensor.expand_shape {{.*}} {{\[\[}}0, 1], [2], [3]] output_shape [2, 4, 16, 12]
func.func @attention_scores(%q: tensor<2x16x4x8xbf16>, %k: tensor<2x12x4x8xbf16>)
    -> tensor<2x4x16x12xbf16> {
  %z = arith.constant dense<0.0> : tensor<2x4x16x12xbf16>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, h, q, k, d) -> (b, q, h, d)>,
                       affine_map<(b, h, q, k, d) -> (b, k, h, d)>,
                       affine_map<(b, h, q, k, d) -> (b, h, q, k)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel",
                        "reduction"]}
      ins(%q, %k : tensor<2x16x4x8xbf16>, tensor<2x12x4x8xbf16>)
      outs(%z : tensor<2x4x16x12xbf16>) {
  ^bb0(%in: bf16, %in_0: bf16, %out: bf16):
    %1 = arith.mulf %in, %in_0 : bf16
    %2 = arith.addf %out, %1 : bf16
    linalg.yield %2 : bf16
  } -> tensor<2x4x16x12xbf16>
  return %0 : tensor<2x4x16x12xbf16>
}

// CHECK-LABEL: func.func @permuted_result
// CHECK: %[[D:.*]] = fused.matmul epilog(default) ins(%arg0, %arg1 : tensor<3x5x7xf32>, tensor<3x7x19xf32>)
// CHECK: linalg.transpose ins(%[[D]] : tensor<3x5x19xf32>) {{.*}} permutation = [1, 0, 2]
func.func @permuted_result(%a: tensor<3x5x7xf32>, %b: tensor<3x7x19xf32>)
    -> tensor<5x3x19xf32> {
  %z = arith.constant dense<0.0> : tensor<5x3x19xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>,
                       affine_map<(b, m, n, k) -> (b, k, n)>,
                       affine_map<(b, m, n, k) -> (m, b, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x19xf32>)
      outs(%z : tensor<5x3x19xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = arith.mulf %in, %in_0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<5x3x19xf32>
  return %0 : tensor<5x3x19xf32>
}

// CHECK-LABEL: func.func @k_split_in_two_loops
// CHECK-NOT: linalg.transpose
// CHECK-DAG: %[[A:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : tensor<5x3x4xf32> into tensor<5x12xf32>
// CHECK-DAG: %[[B:.*]] = tensor.collapse_shape %arg1 {{\[\[}}0, 1], [2]] : tensor<3x4x19xf32> into tensor<12x19xf32>
// CHECK: fused.matmul epilog(default) ins(%[[A]], %[[B]] :
func.func @k_split_in_two_loops(%a: tensor<5x3x4xf32>, %b: tensor<3x4x19xf32>)
    -> tensor<5x19xf32> {
  %z = arith.constant dense<0.0> : tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n, h, d) -> (m, h, d)>,
                       affine_map<(m, n, h, d) -> (h, d, n)>,
                       affine_map<(m, n, h, d) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<5x3x4xf32>, tensor<3x4x19xf32>)
      outs(%z : tensor<5x19xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = arith.mulf %in, %in_0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @factors_in_other_order
// CHECK: fused.matmul epilog(default) ins(%arg1, %arg0 : tensor<5x7xf32>, tensor<7x19xf32>)
func.func @factors_in_other_order(%b: tensor<7x19xf32>, %a: tensor<5x7xf32>)
    -> tensor<5x19xf32> {
  %z = arith.constant dense<0.0> : tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#kn, #mk, #mn],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%b, %a : tensor<7x19xf32>, tensor<5x7xf32>)
      outs(%z : tensor<5x19xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = arith.mulf %in, %in_0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @fma
// CHECK: fused.matmul epilog(default)
func.func @fma(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %0 = linalg.generic {
      indexing_maps = [#mk, #kn, #mn],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<5x19xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = math.fma %in_0, %in, %out : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @widened_in_the_body
// CHECK: fused.matmul epilog(default) ins(%arg0, %arg1 : tensor<5x7xbf16>, tensor<7x19xbf16>) {{.*}} -> tensor<5x19xf32>
func.func @widened_in_the_body(%a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>)
    -> tensor<5x19xf32> {
  %z = arith.constant dense<0.0> : tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mk, #kn, #mn],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%z : tensor<5x19xf32>) {
  ^bb0(%in: bf16, %in_0: bf16, %out: f32):
    %1 = arith.extf %in : bf16 to f32
    %2 = arith.extf %in_0 : bf16 to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %out, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// The product of 16-bit numbers is rounded before it is widened.
// CHECK-LABEL: func.func @no_raise_product_rounded_before_widening
// CHECK: linalg.generic
// CHECK-NOT: fused.matmul
func.func @no_raise_product_rounded_before_widening(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>) -> tensor<5x19xf32> {
  %z = arith.constant dense<0.0> : tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mk, #kn, #mn],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%z : tensor<5x19xf32>) {
  ^bb0(%in: bf16, %in_0: bf16, %out: f32):
    %1 = arith.mulf %in, %in_0 : bf16
    %2 = arith.extf %1 : bf16 to f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @unit_dimensions
// CHECK: fused.matmul epilog(default) ins(%{{.*}}, %{{.*}} : tensor<1x7xf32>, tensor<7x19xf32>)
func.func @unit_dimensions(%x: tensor<1x1x7xf32>, %w: tensor<7x19xf32>)
    -> tensor<1x1x19xf32> {
  %z = arith.constant dense<0.0> : tensor<1x1x19xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, t, n, k) -> (b, t, k)>,
                       affine_map<(b, t, n, k) -> (k, n)>,
                       affine_map<(b, t, n, k) -> (b, t, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<1x1x7xf32>, tensor<7x19xf32>)
      outs(%z : tensor<1x1x19xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = arith.mulf %in, %in_0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<1x1x19xf32>
  return %0 : tensor<1x1x19xf32>
}

// A K of zero leaves the init.
// CHECK-LABEL: func.func @empty_reduction
// CHECK: fused.matmul epilog(default) ins(%arg0, %arg1 : tensor<5x0xf32>, tensor<0x19xf32>) c(%arg2 :
func.func @empty_reduction(%a: tensor<5x0xf32>, %b: tensor<0x19xf32>,
                           %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x0xf32>, tensor<0x19xf32>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// Scores of attention: a factor that has to be permuted keeps the dimension in
// which it is contiguous, here that of the reduction, and is read transposed.
// CHECK-LABEL: func.func @keeps_contiguous_dimension(
// CHECK-SAME: %[[Q:.*]]: tensor<2x5x3x8xf32>, %[[K:.*]]: tensor<2x7x3x8xf32>
// CHECK: linalg.transpose ins(%[[Q]] : {{.*}} permutation = [0, 2, 1, 3]
// CHECK: linalg.transpose ins(%[[K]] : {{.*}} permutation = [0, 2, 1, 3]
// CHECK: fused.matmul epilog(default) transpose_b ins(%{{.*}}, %{{.*}} : tensor<6x5x8xf32>, tensor<6x7x8xf32>)
func.func @keeps_contiguous_dimension(
    %q: tensor<2x5x3x8xf32>, %k: tensor<2x7x3x8xf32>) -> tensor<2x3x5x7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3x5x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x5x7xf32>)
      -> tensor<2x3x5x7xf32>
  %d = linalg.contract
      indexing_maps = [affine_map<(b, h, q, k, d) -> (b, q, h, d)>,
                       affine_map<(b, h, q, k, d) -> (b, k, h, d)>,
                       affine_map<(b, h, q, k, d) -> (b, h, q, k)>]
      ins(%q, %k : tensor<2x5x3x8xf32>, tensor<2x7x3x8xf32>)
      outs(%f : tensor<2x3x5x7xf32>) -> tensor<2x3x5x7xf32>
  return %d : tensor<2x3x5x7xf32>
}

// The products of elements of rows, each of which is used once, are summed
// where they are computed. What is summed in 16 bits is a product: its sums are
// of f32. So is what one of the factors uses again, repeated or not.
// CHECK-LABEL: func.func @sums_of_rows(
// CHECK: linalg.generic
// CHECK: fused.matmul {{.*}} -> tensor<8x1x1xbf16>
// CHECK: fused.matmul
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @sums_of_rows(%a: tensor<8x7xf32>, %b: tensor<8x7xf32>, %c: tensor<8x7xbf16>, %v: tensor<7xf32>)
    -> (tensor<8xf32>, tensor<8xbf16>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %0 = linalg.generic {
      indexing_maps = [#mk2, #mk2, #m2], iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<8x7xf32>, tensor<8x7xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %zero16 = arith.constant 0.0 : bf16
  %e16 = tensor.empty() : tensor<8xbf16>
  %f16 = linalg.fill ins(%zero16 : bf16) outs(%e16 : tensor<8xbf16>) -> tensor<8xbf16>
  %1 = linalg.generic {
      indexing_maps = [#mk2, #mk2, #m2], iterator_types = ["parallel", "reduction"]}
      ins(%c, %c : tensor<8x7xbf16>, tensor<8x7xbf16>) outs(%f16 : tensor<8xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %out: bf16):
    %p = arith.mulf %x, %y : bf16
    %s = arith.addf %out, %p : bf16
    linalg.yield %s : bf16
  } -> tensor<8xbf16>
  %all0 = tensor.empty() : tensor<8x7xf32>
  %all = linalg.broadcast ins(%v : tensor<7xf32>) outs(%all0 : tensor<8x7xf32>) dimensions = [0]
  %2 = linalg.generic {
      indexing_maps = [#mk2, #mk2, #m2], iterator_types = ["parallel", "reduction"]}
      ins(%a, %all : tensor<8x7xf32>, tensor<8x7xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xbf16>, tensor<8xf32>
}
