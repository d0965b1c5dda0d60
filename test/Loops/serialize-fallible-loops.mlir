// RUN: fused-opt %s --fused-serialize-fallible-loops | FileCheck %s

// CHECK-LABEL: func.func @allocates(
// CHECK-NOT: scf.parallel
// CHECK: scf.for
// CHECK: memref.alloc
func.func @allocates(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %0 = memref.alloc() : memref<4xf32>
    memref.store %x, %0[%c0] : memref<4xf32>
  }
  return
}

// CHECK-LABEL: func.func @product(
// CHECK-NOT: scf.parallel
// CHECK: scf.for
// CHECK: fused.matmul
func.func @product(%n: index, %a: memref<4x4xf32>, %d: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    fused.matmul epilog(default) ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>)
        outs(%d : memref<4x4xf32>)
  }
  return
}

// CHECK-LABEL: func.func @cannot_fail(
// CHECK: scf.parallel
// CHECK-NOT: scf.for
func.func @cannot_fail(%n: index, %x: f32, %d: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %d[%i] : memref<?xf32>
  }
  return
}

// One level of threads: the outer one.
// CHECK-LABEL: func.func @nested(
// CHECK: scf.parallel
// CHECK-NOT: scf.parallel
// CHECK: scf.for
func.func @nested(%n: index, %x: f32, %d: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %x, %d[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// An outer loop that becomes sequential leaves the inner one parallel.
// CHECK-LABEL: func.func @outer_fails(
// CHECK: scf.for
// CHECK: memref.alloc
// CHECK: scf.parallel
func.func @outer_fails(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %0 = memref.alloc(%n) : memref<?xf32>
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %x, %0[%j] : memref<?xf32>
    }
  }
  return
}
