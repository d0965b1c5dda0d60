// RUN: fused-opt %s --fused-lower-dealloc | FileCheck %s

// CHECK-LABEL: func.func @one(
// CHECK-NEXT: arith.constant true
// CHECK-NEXT: scf.if %arg1 {
// CHECK-NEXT: memref.dealloc %arg0
func.func @one(%a: memref<4xf32>, %c: i1) {
  bufferization.dealloc (%a : memref<4xf32>) if (%c)
  return
}

// CHECK-LABEL: func.func @retained(
// CHECK: %[[A:.*]] = memref.extract_aligned_pointer_as_index %arg0
// CHECK: %[[R:.*]] = memref.extract_aligned_pointer_as_index %arg2
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[A]], %[[R]]
// CHECK: %[[OTHER:.*]] = arith.xori %{{.*}}, %true
// CHECK: %[[RELEASED:.*]] = arith.andi %arg1, %[[OTHER]]
// CHECK: %[[OWNED:.*]] = arith.andi %{{.*}}, %arg1
// CHECK: scf.if %[[RELEASED]] {
// CHECK-NEXT: memref.dealloc %arg0
func.func @retained(%a: memref<4xf32>, %c: i1, %r: memref<4xf32>) -> i1 {
  %0 = bufferization.dealloc (%a : memref<4xf32>) if (%c) retain (%r : memref<4xf32>)
  return %0 : i1
}

// Of two that are the same buffer, one is released.
// CHECK-LABEL: func.func @two(
// CHECK: %[[A:.*]] = memref.extract_aligned_pointer_as_index %arg0
// CHECK: %[[B:.*]] = memref.extract_aligned_pointer_as_index %arg1
// CHECK: arith.cmpi eq, %[[B]], %[[A]]
// CHECK: memref.dealloc %arg0
// CHECK: memref.dealloc %arg1
func.func @two(%a: memref<4xf32>, %b: memref<4xf32>, %c: i1, %d: i1) {
  bufferization.dealloc (%a, %b : memref<4xf32>, memref<4xf32>) if (%c, %d)
  return
}
