// RUN: fused-run %s --verify | FileCheck %s

// A product inside a sequential loop, and a branch.
// CHECK: verification: PASS

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: index, %arg3: i1) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.250000e-01 : f32
  %0 = scf.for %arg4 = %c0 to %arg2 step %c1 iter_args(%arg5 = %arg0) -> (tensor<8x8xf32>) {
    %2 = tensor.empty() : tensor<8x8xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %4 = linalg.matmul ins(%arg5, %arg1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%3 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %splat = tensor.splat %cst_0 : tensor<8x8xf32>
    %5 = arith.mulf %4, %splat : tensor<8x8xf32>
    scf.yield %5 : tensor<8x8xf32>
  }
  %1 = scf.if %arg3 -> (tensor<8x8xf32>) {
    %2 = arith.addf %0, %arg1 : tensor<8x8xf32>
    scf.yield %2 : tensor<8x8xf32>
  } else {
    scf.yield %arg0 : tensor<8x8xf32>
  }
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
