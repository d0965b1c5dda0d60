// RUN: fused-run %s --verify | FileCheck %s

// A loop whose length the program computes.
// CHECK: verification: PASS

func.func @main(%arg0: tensor<4xf32>, %arg1: i32) -> (tensor<4xf32>, i32) {
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %0:2 = scf.while (%arg2 = %arg0, %arg3 = %c0_i32) : (tensor<4xf32>, i32) -> (tensor<4xf32>, i32) {
    %1 = arith.cmpi slt, %arg3, %arg1 : i32
    scf.condition(%1) %arg2, %arg3 : tensor<4xf32>, i32
  } do {
  ^bb0(%arg2: tensor<4xf32>, %arg3: i32):
    %1 = arith.addf %arg2, %arg2 : tensor<4xf32>
    %2 = arith.addi %arg3, %c1_i32 : i32
    scf.yield %1, %2 : tensor<4xf32>, i32
  }
  return %0#0, %0#1 : tensor<4xf32>, i32
}
