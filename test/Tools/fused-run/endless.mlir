// A function that calls itself without end fills the stack: whether it does is
// known when it runs, unless it does so in any case.
//
// RUN: rm -rf %t && mkdir %t
// RUN: not env TMPDIR=%t fused-run %s --entry=branch 2>&1 | FileCheck %s --check-prefix=STACK --implicit-check-not=Stack
// RUN: not fused-run %s --entry=branch --verify 2>&1 | FileCheck %s --check-prefix=STACK --implicit-check-not=Stack
// RUN: ls %t | count 0
// STACK: fused-run: error: the stack is full: functions of the program call themselves without end or too often
// RUN: not fused-run %s --entry=always 2>&1 | FileCheck %s --check-prefix=ALWAYS
// RUN: not fused-run %s --entry=always --report 2>&1 | FileCheck %s --check-prefix=ALWAYS
// ALWAYS: endless.mlir:[[@LINE+16]]:8: error: function 'always' never returns: it always calls itself

func.func @branch(%x: tensor<4xf32>, %n: i64) -> tensor<4xf32> {
  %zero = arith.constant 0 : i64
  %negative = arith.cmpi slt, %n, %zero : i64
  %0 = scf.if %negative -> tensor<4xf32> {
    scf.yield %x : tensor<4xf32>
  } else {
    %1 = func.call @branch(%x, %n) : (tensor<4xf32>, i64) -> tensor<4xf32>
    %2 = arith.addf %1, %x : tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

func.func @always(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @always(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
