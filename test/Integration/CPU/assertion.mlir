// RUN: not fused-run %s --shape=0=3 --shape=1=3 2>&1 | FileCheck %s
// RUN: fused-run %s --shape=0=5 --shape=1=5 | FileCheck %s --check-prefix=HOLDS

// A failed assertion is a status with its message and place, not an abort.
// CHECK: assertion.mlir:[[#@LINE+9]]:3: too short
// HOLDS: result 0: 5xf32

func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %0 = arith.addf %a, %b : tensor<?xf32>
  %1 = arith.cmpi sgt, %n, %c4 : index
  cf.assert %1, "too short"
  %2 = arith.mulf %0, %b : tensor<?xf32>
  return %2 : tensor<?xf32>
}
