// RUN: fused-opt %s --fused-raise-contractions --canonicalize | FileCheck %s

// Factors that are read through what produces them.

#mn = affine_map<(m, n) -> (m, n)>
#nm = affine_map<(m, n) -> (n, m)>

// CHECK-LABEL: func.func @transposed_weights
// CHECK-NOT: linalg.transpose
// CHECK: fused.matmul epilog(default) transpose_b ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<19x7xf32>)
func.func @transposed_weights(%x: tensor<5x7xf32>, %w: tensor<19x7xf32>,
                              %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<7x19xf32>
  %t = linalg.transpose ins(%w : tensor<19x7xf32>) outs(%e : tensor<7x19xf32>)
      permutation = [1, 0]
  %0 = linalg.matmul ins(%x, %t : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @transposing_generic
// CHECK: fused.matmul epilog(default) transpose_a ins(%arg0, %arg1 :
func.func @transposing_generic(%x: tensor<7x5xf32>, %w: tensor<7x19xf32>,
                               %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x7xf32>
  %t = linalg.generic {
      indexing_maps = [#nm, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<7x5xf32>) outs(%e : tensor<5x7xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<5x7xf32>
  %0 = linalg.matmul ins(%t, %w : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @two_transposes
// CHECK: fused.matmul epilog(default) ins(%arg0, %arg1 :
func.func @two_transposes(%x: tensor<5x7xf32>, %w: tensor<7x19xf32>,
                          %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<7x5xf32>
  %f = tensor.empty() : tensor<5x7xf32>
  %t = linalg.transpose ins(%x : tensor<5x7xf32>) outs(%e : tensor<7x5xf32>)
      permutation = [1, 0]
  %u = linalg.transpose ins(%t : tensor<7x5xf32>) outs(%f : tensor<5x7xf32>)
      permutation = [1, 0]
  %0 = linalg.matmul ins(%u, %w : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @widened_by_producers
// CHECK: fused.matmul epilog(default) ins(%arg0, %arg1 : tensor<5x7xf16>, tensor<7x19xf16>) c(%arg2 : tensor<5x19xf32>)
func.func @widened_by_producers(%x: tensor<5x7xf16>, %w: tensor<7x19xf16>,
                                %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x7xf32>
  %a = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x7xf16>) outs(%e : tensor<5x7xf32>) {
  ^bb0(%in: f16, %out: f32):
    %1 = arith.extf %in : f16 to f32
    linalg.yield %1 : f32
  } -> tensor<5x7xf32>
  %f = tensor.empty() : tensor<7x19xf32>
  %b = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<7x19xf16>) outs(%f : tensor<7x19xf32>) {
  ^bb0(%in: f16, %out: f32):
    %1 = arith.extf %in : f16 to f32
    linalg.yield %1 : f32
  } -> tensor<7x19xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// There is no product of f16 and f32, so the wide copy stays.
// CHECK-LABEL: func.func @no_fold_widening_of_one_factor
// CHECK: %[[A:.*]] = linalg.generic
// CHECK: fused.matmul epilog(default) ins(%[[A]], %arg1 : tensor<5x7xf32>, tensor<7x19xf32>)
func.func @no_fold_widening_of_one_factor(
    %x: tensor<5x7xf16>, %w: tensor<7x19xf32>, %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x7xf32>
  %a = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x7xf16>) outs(%e : tensor<5x7xf32>) {
  ^bb0(%in: f16, %out: f32):
    %1 = arith.extf %in : f16 to f32
    linalg.yield %1 : f32
  } -> tensor<5x7xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// Narrowing is not undone by widening.
// CHECK-LABEL: func.func @no_fold_narrowing
// CHECK: arith.truncf
// CHECK: fused.matmul epilog(default) ins(%{{.*}}, %arg1 : tensor<5x7xbf16>, tensor<7x19xbf16>)
func.func @no_fold_narrowing(%x: tensor<5x7xf32>, %w: tensor<7x19xbf16>,
                             %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x7xbf16>
  %a = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x7xf32>) outs(%e : tensor<5x7xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %1 = arith.truncf %in : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<5x7xbf16>
  %0 = linalg.matmul ins(%a, %w : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// A factor that is repeated is not smaller than its source.
// CHECK-LABEL: func.func @no_fold_broadcast
// CHECK: %[[A:.*]] = linalg.broadcast
// CHECK: fused.matmul epilog(default) ins(%[[A]], %arg1 :
func.func @no_fold_broadcast(%x: tensor<7xf32>, %w: tensor<7x19xf32>,
                             %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x7xf32>
  %a = linalg.broadcast ins(%x : tensor<7xf32>) outs(%e : tensor<5x7xf32>)
      dimensions = [0]
  %0 = linalg.matmul ins(%a, %w : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @cast_producer
// CHECK: fused.matmul epilog(default) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x19xf32>)
func.func @cast_producer(%x: tensor<5x7xf32>, %w: tensor<7x19xf32>,
                         %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %a = tensor.cast %x : tensor<5x7xf32> to tensor<?x7xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<?x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// Weights that are repeated for a batch: its rows are those of one product.
// CHECK-LABEL: func.func @weights_of_a_batch(
// CHECK: %[[X:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2]]
// CHECK: fused.matmul epilog(default) ins(%[[X]], %arg1 : tensor<30x7xf32>, tensor<7x19xf32>)
func.func @weights_of_a_batch(%x: tensor<6x5x7xf32>, %w: tensor<7x19xf32>) -> tensor<6x5x19xf32> {
  %eb = tensor.empty() : tensor<6x7x19xf32>
  %b = linalg.broadcast ins(%w : tensor<7x19xf32>) outs(%eb : tensor<6x7x19xf32>) dimensions = [0]
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x5x19xf32>
  %c = linalg.fill ins(%z : f32) outs(%e : tensor<6x5x19xf32>) -> tensor<6x5x19xf32>
  %0 = linalg.batch_matmul ins(%x, %b : tensor<6x5x7xf32>, tensor<6x7x19xf32>)
      outs(%c : tensor<6x5x19xf32>) -> tensor<6x5x19xf32>
  return %0 : tensor<6x5x19xf32>
}

// One product would need a copy of the other factor: the batch shares it.
// CHECK-LABEL: func.func @inputs_of_a_batch(
// CHECK-NOT: linalg.broadcast
// CHECK: fused.matmul epilog(default) transpose_a ins(%arg0, %arg1 : tensor<6x7x5xf32>, tensor<7x19xf32>)
func.func @inputs_of_a_batch(%x: tensor<6x7x5xf32>, %w: tensor<7x19xf32>) -> tensor<6x5x19xf32> {
  %eb = tensor.empty() : tensor<6x7x19xf32>
  %b = linalg.broadcast ins(%w : tensor<7x19xf32>) outs(%eb : tensor<6x7x19xf32>) dimensions = [0]
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x5x19xf32>
  %c = linalg.fill ins(%z : f32) outs(%e : tensor<6x5x19xf32>) -> tensor<6x5x19xf32>
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, k, m)>,
                                      affine_map<(b, m, n, k) -> (b, k, n)>,
                                      affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%x, %b : tensor<6x7x5xf32>, tensor<6x7x19xf32>)
      outs(%c : tensor<6x5x19xf32>) -> tensor<6x5x19xf32>
  return %0 : tensor<6x5x19xf32>
}

// The product sums along the dimension that is repeated.
// CHECK-LABEL: func.func @no_fold_along_the_sum(
// CHECK: %[[B:.*]] = linalg.broadcast
// CHECK: fused.matmul epilog(default) ins(%arg0, %[[B]] : tensor<6x5x7xf32>, tensor<6x7x19xf32>)
func.func @no_fold_along_the_sum(%x: tensor<6x5x7xf32>, %w: tensor<6x19xf32>) -> tensor<6x5x19xf32> {
  %eb = tensor.empty() : tensor<6x7x19xf32>
  %b = linalg.broadcast ins(%w : tensor<6x19xf32>) outs(%eb : tensor<6x7x19xf32>) dimensions = [1]
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x5x19xf32>
  %c = linalg.fill ins(%z : f32) outs(%e : tensor<6x5x19xf32>) -> tensor<6x5x19xf32>
  %0 = linalg.batch_matmul ins(%x, %b : tensor<6x5x7xf32>, tensor<6x7x19xf32>)
      outs(%c : tensor<6x5x19xf32>) -> tensor<6x5x19xf32>
  return %0 : tensor<6x5x19xf32>
}

// A dimension of size one is dropped before elements are widened.
// CHECK-LABEL: func.func @widen_reshaped(
// CHECK-SAME: %[[X:.*]]: tensor<1x4x8xbf16>, %[[W:.*]]: tensor<8x3xbf16>
// CHECK: %[[A:.*]] = tensor.collapse_shape %[[X]]
// CHECK: fused.matmul epilog(default) ins(%[[A]], %[[W]] : tensor<4x8xbf16>, tensor<8x3xbf16>)
func.func @widen_reshaped(%x: tensor<1x4x8xbf16>, %w: tensor<8x3xbf16>) -> tensor<4x3xf32> {
  %zero = arith.constant 0.0 : f32
  %a = tensor.collapse_shape %x [[0, 1], [2]] : tensor<1x4x8xbf16> into tensor<4x8xbf16>
  %e = tensor.empty() : tensor<4x8xf32>
  %wide = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xbf16>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %f = tensor.empty() : tensor<8x3xf32>
  %wide_w = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<8x3xbf16>) outs(%f : tensor<8x3xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<8x3xf32>
  %d = tensor.empty() : tensor<4x3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%d : tensor<4x3xf32>) -> tensor<4x3xf32>
  %0 = linalg.matmul ins(%wide, %wide_w : tensor<4x8xf32>, tensor<8x3xf32>) outs(%z : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
