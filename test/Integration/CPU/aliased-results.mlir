// RUN: fused-run %s --verify | FileCheck %s

// Results that share a buffer inside the program are each the caller's own.
// CHECK: verification: PASS

func.func @main(%arg0: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<12xf32>, tensor<3x4xf32>) {
  %0 = arith.addf %arg0, %arg0 : tensor<3x4xf32>
  %collapsed = tensor.collapse_shape %0 [[0, 1]] : tensor<3x4xf32> into tensor<12xf32>
  return %0, %collapsed, %0 : tensor<3x4xf32>, tensor<12xf32>, tensor<3x4xf32>
}
