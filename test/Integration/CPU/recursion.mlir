// RUN: fused-run %s --verify | FileCheck %s

// A function that calls itself, so that nothing can be inlined.
// CHECK: verification: PASS

func.func @main(%arg0: i32, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.cmpi sle, %arg0, %c0_i32 : i32
  %1 = scf.if %0 -> (tensor<4xf32>) {
    scf.yield %arg1 : tensor<4xf32>
  } else {
    %2 = arith.subi %arg0, %c1_i32 : i32
    %3 = arith.addf %arg1, %arg1 : tensor<4xf32>
    %4 = func.call @main(%2, %3) : (i32, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %4 : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}
