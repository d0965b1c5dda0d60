// RUN: fused-opt %s --fused-tensors-to-linalg | FileCheck %s

// A reshape between known sizes. The elements of the shape are those sizes.
// CHECK-LABEL: func.func @reshape(
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1]] : tensor<4x6xf32> into tensor<24xf32>
// CHECK: tensor.expand_shape %[[FLAT]] {{\[\[}}0, 1, 2]] output_shape [2, 3, 4] : tensor<24xf32> into tensor<2x3x4xf32>
func.func @reshape(%x: tensor<4x6xf32>, %shape: tensor<3xi32>) -> tensor<2x3x4xf32> {
  %0 = tensor.reshape %x(%shape) : (tensor<4x6xf32>, tensor<3xi32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @reshape_number(
// CHECK: %[[ONE:.*]] = tensor.expand_shape %arg0 [] output_shape [1] : tensor<f32> into tensor<1xf32>
// CHECK: tensor.expand_shape %[[ONE]] {{\[\[}}0, 1]] output_shape [1, 1]
func.func @reshape_number(%x: tensor<f32>, %shape: tensor<2xi32>) -> tensor<1x1xf32> {
  %0 = tensor.reshape %x(%shape) : (tensor<f32>, tensor<2xi32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}

// CHECK-LABEL: func.func @reshape_to_number(
// CHECK: %[[ONE:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1]] : tensor<1x1xf32> into tensor<1xf32>
// CHECK: tensor.collapse_shape %[[ONE]] [] : tensor<1xf32> into tensor<f32>
func.func @reshape_to_number(%x: tensor<1x1xf32>, %none: tensor<0xi32>) -> tensor<f32> {
  %0 = tensor.reshape %x(%none) : (tensor<1x1xf32>, tensor<0xi32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @computed_reshape(
// CHECK-NEXT: tensor.reshape
func.func @computed_reshape(%x: tensor<?xf32>, %shape: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = tensor.reshape %x(%shape) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
