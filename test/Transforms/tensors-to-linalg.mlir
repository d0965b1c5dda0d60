// RUN: fused-opt %s --fused-tensors-to-linalg | FileCheck %s
// RUN: fused-opt %s --fused-tensors-to-linalg -o %t.found
// RUN: fused-opt %s --pass-pipeline='builtin.module(convert-elementwise-to-linalg,convert-tensor-to-linalg)' -o %t.expected
// RUN: diff %t.expected %t.found

// CHECK-LABEL: func.func @arithmetic(
// CHECK: linalg.generic
// CHECK: arith.addf %{{.*}} : f32
func.func @arithmetic(%x: tensor<4x?xf32>, %y: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = arith.addf %x, %y : tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// CHECK-LABEL: func.func @padding(
// CHECK: linalg.fill
// CHECK: tensor.insert_slice
func.func @padding(%x: tensor<4xf32>) -> tensor<7xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.pad %x low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<4xf32> to tensor<7xf32>
  return %0 : tensor<7xf32>
}

// CHECK-LABEL: func.func @no_scalars(
// CHECK-NEXT: arith.addf %arg0, %arg0 : f32
func.func @no_scalars(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @no_vectors(
// CHECK-NEXT: arith.addf %arg0, %arg0 : vector<4xf32>
func.func @no_vectors(%x: vector<4xf32>) -> vector<4xf32> {
  %0 = arith.addf %x, %x : vector<4xf32>
  return %0 : vector<4xf32>
}
