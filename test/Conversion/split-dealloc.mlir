// RUN: fused-opt %s --fused-split-dealloc | FileCheck %s

// What is retained is not released, and what it is owned by is known.
// CHECK-LABEL: func.func @own_buffers(
// CHECK: %[[A:.*]] = memref.alloc()
// CHECK: %[[B:.*]] = memref.alloc()
// CHECK: %[[C:.*]] = memref.alloc()
// CHECK-NEXT: bufferization.dealloc (%[[A]] : memref<4xf32>) if (%true)
// CHECK-NEXT: bufferization.dealloc (%[[C]] : memref<4xf32>) if (%arg0)
// CHECK-NEXT: %[[NO:.*]] = arith.constant false
// CHECK-NEXT: return %[[NO]], %arg1
func.func @own_buffers(%c: i1, %d: i1, %x: memref<4xf32>) -> (i1, i1) {
  %true = arith.constant true
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  %2 = memref.alloc() : memref<4xf32>
  %3:2 = bufferization.dealloc (%0, %1, %2 : memref<4xf32>, memref<4xf32>, memref<4xf32>)
      if (%true, %d, %c) retain (%x, %1 : memref<4xf32>, memref<4xf32>)
  return %3#0, %3#1 : i1, i1
}

// Arguments may be the same buffer.
// CHECK-LABEL: func.func @arguments(
// CHECK: %[[A:.*]] = memref.alloc()
// CHECK-NEXT: bufferization.dealloc (%[[A]] : memref<4xf32>) if (%arg2)
// CHECK-NEXT: bufferization.dealloc (%arg0, %arg1 : memref<4xf32>, memref<4xf32>) if (%arg2, %arg3)
// CHECK-NEXT: return
func.func @arguments(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1, %d: i1) {
  %0 = memref.alloc() : memref<4xf32>
  bufferization.dealloc (%x, %0, %y : memref<4xf32>, memref<4xf32>, memref<4xf32>)
      if (%c, %c, %d)
  return
}

// CHECK-LABEL: func.func @retained_argument(
// CHECK: %[[A:.*]] = memref.alloc()
// CHECK-NEXT: bufferization.dealloc (%[[A]] : memref<4xf32>) if (%arg2)
// CHECK-NEXT: %[[OWNED:.*]] = bufferization.dealloc (%arg0 : memref<4xf32>) if (%arg2) retain (%arg1 : memref<4xf32>)
// CHECK-NEXT: return %[[OWNED]]
func.func @retained_argument(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1) -> i1 {
  %0 = memref.alloc() : memref<4xf32>
  %1 = bufferization.dealloc (%x, %0 : memref<4xf32>, memref<4xf32>)
      if (%c, %c) retain (%y : memref<4xf32>)
  return %1 : i1
}

// A view of a buffer keeps it.
// CHECK-LABEL: func.func @no_split_of_retained_view(
// CHECK: bufferization.dealloc (%{{.*}} : memref<8xf32>) if (%arg0) retain (%{{.*}} : memref<4xf32>)
func.func @no_split_of_retained_view(%c: i1) -> i1 {
  %0 = memref.alloc() : memref<8xf32>
  %1 = memref.alloc() : memref<8xf32>
  %2 = memref.subview %0[0] [4] [1] : memref<8xf32> to memref<4xf32>
  %3 = bufferization.dealloc (%0, %1 : memref<8xf32>, memref<8xf32>)
      if (%c, %c) retain (%2 : memref<4xf32>)
  return %3 : i1
}

// One of two may be the other.
// CHECK-LABEL: func.func @no_split_of_selected(
// CHECK: bufferization.dealloc (%{{.*}}, %{{.*}} : memref<8xf32>, memref<8xf32>) if (%arg0, %arg1)
func.func @no_split_of_selected(%c: i1, %d: i1, %x: memref<8xf32>) {
  %0 = memref.alloc() : memref<8xf32>
  %1 = arith.select %d, %0, %x : memref<8xf32>
  bufferization.dealloc (%0, %1 : memref<8xf32>, memref<8xf32>) if (%c, %d)
  return
}

// Functions may return what they are given.
// CHECK-LABEL: func.func @no_split_of_passed(
// CHECK: bufferization.dealloc (%{{.*}}, %{{.*}} : memref<8xf32>, memref<8xf32>) if (%arg0, %arg0)
func.func private @unknown(memref<8xf32>) -> memref<8xf32>
func.func @no_split_of_passed(%c: i1) {
  %0 = memref.alloc() : memref<8xf32>
  %1 = call @unknown(%0) : (memref<8xf32>) -> memref<8xf32>
  bufferization.dealloc (%0, %1 : memref<8xf32>, memref<8xf32>) if (%c, %c)
  return
}

// The same buffer twice is released once.
// CHECK-LABEL: func.func @no_split_of_duplicates(
// CHECK: bufferization.dealloc (%[[A:.*]], %[[A]] : memref<8xf32>, memref<8xf32>) if (%arg0, %arg1)
func.func @no_split_of_duplicates(%c: i1, %d: i1) {
  %0 = memref.alloc() : memref<8xf32>
  bufferization.dealloc (%0, %0 : memref<8xf32>, memref<8xf32>) if (%c, %d)
  return
}
