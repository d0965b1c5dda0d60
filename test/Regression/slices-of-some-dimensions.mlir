// RUN: fused-run %s --verify | FileCheck %s
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --verify=quick | FileCheck %s %}

// Slices with steps that drop one of their dimensions of size 1 and keep another.

// CHECK: verification: PASS

func.func @main(%x: tensor<4x3x8xf32>, %y: tensor<3x1xf32>, %s: tensor<1x4xf32>)
    -> (tensor<1x3xf32>, tensor<1xf32>, tensor<f32>, tensor<4x3x8xf32>) {
  %0 = tensor.extract_slice %x[1, 2, 1] [1, 1, 3] [1, 1, 3] : tensor<4x3x8xf32> to tensor<1x3xf32>
  %1 = tensor.extract_slice %y[1, 0] [1, 1] [2, 1] : tensor<3x1xf32> to tensor<1xf32>
  %2 = tensor.extract_slice %y[2, 0] [1, 1] [2, 1] : tensor<3x1xf32> to tensor<f32>
  %3 = tensor.insert_slice %s into %x[3, 1, 0] [1, 1, 4] [1, 1, 2] : tensor<1x4xf32> into tensor<4x3x8xf32>
  return %0, %1, %2, %3 : tensor<1x3xf32>, tensor<1xf32>, tensor<f32>, tensor<4x3x8xf32>
}
