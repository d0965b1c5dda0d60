// RUN: fused-run %s --verify | FileCheck %s

// Padding, also by negative numbers, and generation with what is computed from
// the indices.
// CHECK: verification: PASS

func.func @main(%arg0: tensor<4x5xf32>) -> (tensor<6x7xf32>, tensor<4x5xf32>, tensor<5x3xf32>) {
  %padded = tensor.pad %arg0 low[1, 2] high[1, 0] {
  ^bb0(%arg1: index, %arg2: index):
    %0 = arith.index_cast %arg1 : index to i32
    %1 = arith.sitofp %0 : i32 to f32
    tensor.yield %1 : f32
  } : tensor<4x5xf32> to tensor<6x7xf32>
  %generated = tensor.generate  {
  ^bb0(%arg1: index, %arg2: index):
    %extracted = tensor.extract %arg0[%arg1, %arg2] : tensor<4x5xf32>
    %0 = math.sin %extracted : f32
    tensor.yield %0 : f32
  } : tensor<4x5xf32>
  %cut = tensor.pad %arg0 low[-1, 1] high[2, -3] {
  ^bb0(%arg1: index, %arg2: index):
    %0 = arith.index_cast %arg2 : index to i32
    %1 = arith.sitofp %0 : i32 to f32
    tensor.yield %1 : f32
  } : tensor<4x5xf32> to tensor<5x3xf32>
  return %padded, %generated, %cut : tensor<6x7xf32>, tensor<4x5xf32>, tensor<5x3xf32>
}
