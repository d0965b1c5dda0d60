// RUN: fused-opt %s --fused-split-blocks | FileCheck %s

// Values are the same on both sides; loops within loops stay.

// CHECK-LABEL: func.func @two_loops(
// CHECK: %[[X:.*]] = memref.load
// CHECK: scf.for
// CHECK:   scf.if
// CHECK: cf.br ^[[NEXT:.*]]
// CHECK: ^[[NEXT]]:
// CHECK-NEXT: memref.store %[[X]]
// CHECK-NEXT: scf.if
// CHECK: cf.br ^[[LAST:.*]]
// CHECK: ^[[LAST]]:
// CHECK-NEXT: return
func.func @two_loops(%n: index, %is_new: i1, %m: memref<4xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %m[%c0] : memref<4xindex>
  scf.for %i = %c0 to %n step %c1 {
    scf.if %is_new {
      memref.store %i, %m[%i] : memref<4xindex>
    }
  }
  memref.store %x, %m[%c1] : memref<4xindex>
  scf.if %is_new {
    memref.store %n, %m[%c0] : memref<4xindex>
  }
  return
}

// CHECK-LABEL: func.func @no_loop(
// CHECK-NOT: cf.br
func.func @no_loop(%n: index) -> index {
  return %n : index
}
