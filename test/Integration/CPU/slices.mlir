// RUN: fused-run %s --verify | FileCheck %s

// Slices with strides, insertion, padding and concatenation.
// CHECK: verification: PASS

func.func @main(%arg0: tensor<9x10xf32>, %arg1: index) -> (tensor<3x5xf32>, tensor<9x10xf32>, tensor<13x12xf32>, tensor<18x10xf32>, tensor<?x10xf32>) {
  %extracted_slice = tensor.extract_slice %arg0[1, 0] [3, 5] [2, 2] : tensor<9x10xf32> to tensor<3x5xf32>
  %inserted_slice = tensor.insert_slice %extracted_slice into %arg0[2, 1] [3, 5] [1, 1] : tensor<3x5xf32> into tensor<9x10xf32>
  %cst = arith.constant 1.500000e+00 : f32
  %padded = tensor.pad %arg0 low[1, 2] high[3, 0] {
  ^bb0(%arg2: index, %arg3: index):
    tensor.yield %cst : f32
  } : tensor<9x10xf32> to tensor<13x12xf32>
  %concat = tensor.concat dim(0) %arg0, %inserted_slice : (tensor<9x10xf32>, tensor<9x10xf32>) -> tensor<18x10xf32>
  %extracted_slice_0 = tensor.extract_slice %concat[1, 0] [%arg1, 10] [1, 1] : tensor<18x10xf32> to tensor<?x10xf32>
  return %extracted_slice, %inserted_slice, %padded, %concat, %extracted_slice_0 : tensor<3x5xf32>, tensor<9x10xf32>, tensor<13x12xf32>, tensor<18x10xf32>, tensor<?x10xf32>
}
