// RUN: fused-opt %s --fused-tensors-to-linalg --canonicalize | FileCheck %s

// Padding by a negative number leaves elements out, as torch-mlir writes the
// gradient of padding.

// CHECK-LABEL: func.func @only_left_out(
// CHECK-NEXT: %[[S:.*]] = tensor.extract_slice %arg0[0, 4] [3, 7] [1, 1]
// CHECK-NEXT: return %[[S]]
func.func @only_left_out(%x: tensor<3x11xf32>) -> tensor<3x7xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.pad %x low[0, -4] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<3x11xf32> to tensor<3x7xf32>
  return %0 : tensor<3x7xf32>
}

// CHECK-LABEL: func.func @moved(
// CHECK: %[[S:.*]] = tensor.extract_slice %arg0[2, 0] [1, 9] [1, 1]
// CHECK: tensor.insert_slice %[[S]] into %{{.*}}[0, 3] [1, 9] [1, 1]
// CHECK-SAME: into tensor<6x12xf32>
func.func @moved(%x: tensor<3x11xf32>) -> tensor<6x12xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.pad %x low[-2, 3] high[5, -2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<3x11xf32> to tensor<6x12xf32>
  return %0 : tensor<6x12xf32>
}

// All elements are left out, and two of the padding.
// CHECK-LABEL: func.func @nothing_left(
// CHECK: %[[F:.*]] = tensor.generate
// CHECK: return %[[F]]
func.func @nothing_left(%x: tensor<3xf32>) -> tensor<5xf32> {
  %one = arith.constant 1.0 : f32
  %0 = tensor.pad %x low[-5] high[7] {
  ^bb0(%i: index):
    tensor.yield %one : f32
  } : tensor<3xf32> to tensor<5xf32>
  return %0 : tensor<5xf32>
}

// CHECK-LABEL: func.func @unknown_batch(
// CHECK: %[[S:.*]] = tensor.extract_slice %arg0[0, 4] [%{{.*}}, 7] [1, 1]
// CHECK: return %[[S]]
func.func @unknown_batch(%x: tensor<?x11xf32>) -> tensor<?x7xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.pad %x low[0, -4] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x11xf32> to tensor<?x7xf32>
  return %0 : tensor<?x7xf32>
}
