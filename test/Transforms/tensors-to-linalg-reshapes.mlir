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

// Sizes that the program computes: they are read where the host needs them.
// CHECK-LABEL: func.func @computed_reshape(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4x?xf32>, %[[SHAPE:[a-z0-9]+]]: tensor<2xi32>
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1]] : tensor<4x?xf32> into tensor<?xf32>
// CHECK: %[[SIZE:.*]] = tensor.extract %[[SHAPE]][%{{.*}}] : tensor<2xi32>
// CHECK: %[[INDEX:.*]] = arith.index_cast %[[SIZE]] : i32 to index
// CHECK: tensor.expand_shape %[[FLAT]] {{\[\[}}0, 1]] output_shape [%[[INDEX]], 3] : tensor<?xf32> into tensor<?x3xf32>
func.func @computed_reshape(%x: tensor<4x?xf32>, %shape: tensor<2xi32>) -> tensor<?x3xf32> {
  %0 = tensor.reshape %x(%shape) : (tensor<4x?xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @sizes_of_elements(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<6xf32>, %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index
// CHECK-NOT: tensor.extract
// CHECK: %[[CAST:.*]] = tensor.cast %[[X]] : tensor<6xf32> to tensor<?xf32>
// CHECK: tensor.expand_shape %[[CAST]] {{\[\[}}0, 1]] output_shape [%[[M]], %[[N]]]
func.func @sizes_of_elements(%x: tensor<6xf32>, %m: index, %n: index) -> tensor<?x?xf32> {
  %shape = tensor.from_elements %m, %n : tensor<2xindex>
  %0 = tensor.reshape %x(%shape) : (tensor<6xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @to_known(
// CHECK: %[[CAST:.*]] = tensor.cast %arg0 : tensor<?xf32> to tensor<6xf32>
// CHECK: tensor.expand_shape %[[CAST]] {{\[\[}}0, 1]] output_shape [2, 3]
func.func @to_known(%x: tensor<?xf32>, %shape: tensor<2xi32>) -> tensor<2x3xf32> {
  %0 = tensor.reshape %x(%shape) : (tensor<?xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
