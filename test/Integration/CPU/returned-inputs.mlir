// RUN: fused-run %s --verify | FileCheck %s

// Results that are inputs, constants or scalars.
// CHECK: verification: PASS

func.func @main(%arg0: tensor<3x4xf32>, %arg1: f32, %arg2: index, %arg3: i1) -> (tensor<3x4xf32>, tensor<3x4xf32>, f32, index, i1, tensor<12xf32>, tensor<2xi64>) {
  %collapsed = tensor.collapse_shape %arg0 [[0, 1]] : tensor<3x4xf32> into tensor<12xf32>
  %cst = arith.constant dense<[5, -7]> : tensor<2xi64>
  %0 = arith.addf %arg1, %arg1 : f32
  return %arg0, %arg0, %0, %arg2, %arg3, %collapsed, %cst : tensor<3x4xf32>, tensor<3x4xf32>, f32, index, i1, tensor<12xf32>, tensor<2xi64>
}
