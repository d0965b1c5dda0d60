// RUN: fused-opt %s --fused-release-early | FileCheck %s

// The last use may be of a view, and inside of another operation.

// CHECK-LABEL: func.func @last_use(
func.func @last_use(%condition: i1, %x: f32, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  // CHECK: %[[A:.*]] = memref.alloc() : memref<8xf32>
  // CHECK: %[[VIEW:.*]] = memref.subview %[[A]]
  // CHECK: scf.if
  // CHECK:   memref.store %{{.*}}, %[[VIEW]]
  // CHECK-NOT: dealloc
  // CHECK: }
  // CHECK-NEXT: memref.dealloc %[[A]]
  // CHECK-NEXT: memref.store
  %0 = memref.alloc() : memref<8xf32>
  %1 = memref.subview %0[0] [4] [1] : memref<8xf32> to memref<4xf32>
  scf.if %condition {
    memref.store %x, %1[%c0] : memref<4xf32>
  }
  memref.store %x, %y[%c0] : memref<4xf32>
  memref.dealloc %0 : memref<8xf32>
  return
}

// What is allocated elsewhere may be used elsewhere.

// CHECK-LABEL: func.func @elsewhere(
func.func @elsewhere(%x: f32, %y: memref<4xf32>, %z: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  // CHECK: memref.store
  // CHECK-NEXT: memref.store
  // CHECK-NEXT: memref.dealloc
  memref.store %x, %z[%c0] : memref<4xf32>
  memref.store %x, %y[%c0] : memref<4xf32>
  memref.dealloc %z : memref<4xf32>
  return
}
