// RUN: fused-opt %s --fused-prepare-bufferization | FileCheck %s

// CHECK-LABEL: func.func @concat(
// CHECK-SAME: tensor<4xf32> {bufferization.writable = false}
// CHECK-NOT: tensor.concat
// CHECK-COUNT-2: tensor.insert_slice
func.func @concat(%x: tensor<4xf32>, %s: f32) -> tensor<8xf32> {
  %0 = tensor.concat dim(0) %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @softmax(
// CHECK-NOT: linalg.softmax
// CHECK: arith.maxnumf
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: arith.divf
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tensor.empty() : tensor<4x8xf32>
  %1 = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%0 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// The callers of a private function are known.
// CHECK-LABEL: func.func private @private(
// CHECK-NOT: bufferization.writable
func.func private @private(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// Upstream could not tell which of the two dimensions a view with these steps
// has dropped.

// CHECK-LABEL: func.func @slice_that_drops_one_of_two_units(
// CHECK: %[[SLICE:.*]] = tensor.extract_slice %{{.*}}[1, 0] [1, 1] [2, 1] : tensor<3x1xf32> to tensor<1x1xf32>
// CHECK: tensor.collapse_shape %[[SLICE]] {{\[\[}}0, 1]] : tensor<1x1xf32> into tensor<1xf32>
func.func @slice_that_drops_one_of_two_units(%x: tensor<3x1xf32>) -> tensor<1xf32> {
  %0 = tensor.extract_slice %x[1, 0] [1, 1] [2, 1] : tensor<3x1xf32> to tensor<1xf32>
  return %0 : tensor<1xf32>
}

// CHECK-LABEL: func.func @insertion_that_drops_one_of_two_units(
// CHECK: %[[SLICE:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [1, 1, %{{.*}}] : tensor<1x?xf32> into tensor<1x1x?xf32>
// CHECK: tensor.insert_slice %[[SLICE]] into %{{.*}}[0, 1, 0] [1, 1, %{{.*}}] [1, 1, 2] : tensor<1x1x?xf32> into tensor<4x5x6xf32>
func.func @insertion_that_drops_one_of_two_units(%x: tensor<4x5x6xf32>, %s: tensor<1x?xf32>,
                                                 %n: index) -> tensor<4x5x6xf32> {
  %0 = tensor.insert_slice %s into %x[0, 1, 0] [1, 1, %n] [1, 1, 2] : tensor<1x?xf32> into tensor<4x5x6xf32>
  return %0 : tensor<4x5x6xf32>
}

// CHECK-LABEL: func.func @slice_that_drops_all_units(
// CHECK: tensor.extract_slice %{{.*}} : tensor<3x4xf32> to tensor<2xf32>
// CHECK-NOT: tensor.collapse_shape
func.func @slice_that_drops_all_units(%x: tensor<3x4xf32>) -> tensor<2xf32> {
  %0 = tensor.extract_slice %x[1, 0] [1, 2] [1, 2] : tensor<3x4xf32> to tensor<2xf32>
  return %0 : tensor<2xf32>
}

// Upstream infers a size of 0 for the first dimension of the result on memrefs.

// CHECK-LABEL: func.func @collapse_of_no_elements(
// CHECK: %[[EMPTY:.*]] = tensor.empty(%{{.*}}, %{{.*}}) : tensor<?x3x?xf32>
// CHECK: return %[[EMPTY]]
func.func @collapse_of_no_elements(%x: tensor<0x?x3x?x2xf32>) -> tensor<?x3x?xf32> {
  %0 = tensor.collapse_shape %x [[0, 1], [2], [3, 4]] : tensor<0x?x3x?x2xf32> into tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

// A constant that is updated is filled; one that is read stays.
// CHECK-LABEL: func.func @constant_that_is_updated(
// CHECK-DAG: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : tensor<9x2xf32>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<9x2xf32>
// CHECK: %[[FILLED:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%[[EMPTY]] : tensor<9x2xf32>)
// CHECK: fused.scatter {{.*}} outs(%[[FILLED]] : tensor<9x2xf32>)
// CHECK: arith.addf %{{.*}}, %[[ZEROS]]
func.func @constant_that_is_updated(%i: tensor<5x1xi32>, %u: tensor<5x1x2xf32>)
    -> tensor<9x2xf32> {
  %zeros = arith.constant dense<0.0> : tensor<9x2xf32>
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<5x1xi32>, tensor<5x1x2xf32>)
      outs(%zeros : tensor<9x2xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<9x2xf32>
  %1 = arith.addf %0, %zeros : tensor<9x2xf32>
  return %1 : tensor<9x2xf32>
}

// CHECK-LABEL: func.func @constant_that_a_loop_updates(
// CHECK: %[[FILLED:.*]] = linalg.fill ins(%{{.*}} : i8) outs(%{{.*}} : tensor<4xi8>)
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[FILLED]])
func.func @constant_that_a_loop_updates(%n: index) -> tensor<4xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ones = arith.constant dense<1> : tensor<4xi8>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %ones) -> tensor<4xi8> {
    %1 = arith.addi %x, %x : tensor<4xi8>
    scf.yield %1 : tensor<4xi8>
  }
  return %0 : tensor<4xi8>
}

// What moves dimensions of size one alone is a reshape: the attention of
// jax.nn.dot_product_attention has a dimension for the queries of a group.
// CHECK-LABEL: func.func @units
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<2x4x16x1x8xf32>
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[X]] {{\[}}[0], [1], [2], [3, 4]] : tensor<2x4x16x1x8xf32> into tensor<2x4x16x8xf32>
// CHECK-NEXT: %[[Y:.*]] = tensor.expand_shape %[[C]] {{\[}}[0, 1], [2], [3], [4]] output_shape [1, 2, 4, 16, 8] : tensor<2x4x16x8xf32> into tensor<1x2x4x16x8xf32>
// CHECK-NEXT: return %[[Y]]
func.func @units(%x: tensor<2x4x16x1x8xf32>) -> tensor<1x2x4x16x8xf32> {
  %0 = tensor.empty() : tensor<1x2x4x16x8xf32>
  %1 = linalg.transpose ins(%x : tensor<2x4x16x1x8xf32>) outs(%0 : tensor<1x2x4x16x8xf32>)
      permutation = [3, 0, 1, 2, 4]
  return %1 : tensor<1x2x4x16x8xf32>
}

// CHECK-LABEL: func.func @all_units
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<1x1xf32>
// CHECK-NEXT: return %[[X]]
func.func @all_units(%x: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %0 = tensor.empty() : tensor<1x1xf32>
  %1 = linalg.transpose ins(%x : tensor<1x1xf32>) outs(%0 : tensor<1x1xf32>) permutation = [1, 0]
  return %1 : tensor<1x1xf32>
}

// Other dimensions move, too, or may have any size.
// CHECK-LABEL: func.func @not_only_units
// CHECK-COUNT-2: linalg.transpose
func.func @not_only_units(%x: tensor<2x1x3xf32>, %y: tensor<?x1x3xf32>, %e: tensor<1x?x3xf32>)
    -> (tensor<1x3x2xf32>, tensor<1x?x3xf32>) {
  %0 = tensor.empty() : tensor<1x3x2xf32>
  %1 = linalg.transpose ins(%x : tensor<2x1x3xf32>) outs(%0 : tensor<1x3x2xf32>) permutation = [1, 2, 0]
  %2 = linalg.transpose ins(%y : tensor<?x1x3xf32>) outs(%e : tensor<1x?x3xf32>) permutation = [1, 0, 2]
  return %1, %2 : tensor<1x3x2xf32>, tensor<1x?x3xf32>
}
