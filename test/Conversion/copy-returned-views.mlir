// RUN: fused-opt %s --fused-copy-returned-views | FileCheck %s

// Nothing is known of the strides but that they are those of the type.

// CHECK-LABEL: func.func @rows_of_unknown_length(
// CHECK: %[[VIEW:.*]] = memref.subview
// CHECK: %[[SIZE:.*]] = memref.dim %[[VIEW]]
// CHECK: %[[COPY:.*]] = memref.alloc(%[[SIZE]])
// CHECK: memref.copy %[[VIEW]], %[[COPY]]
// CHECK: return %[[COPY]]
func.func @rows_of_unknown_length(%x: memref<4x?xf32>, %n: index) -> memref<4x?xf32> {
  %0 = memref.subview %x[0, 0] [4, %n] [1, 1] : memref<4x?xf32> to memref<4x?xf32, strided<[?, 1]>>
  %1 = memref.cast %0 : memref<4x?xf32, strided<[?, 1]>> to memref<4x?xf32>
  return %1 : memref<4x?xf32>
}

// CHECK-LABEL: func.func @longer_rows(
// CHECK: memref.alloc
// CHECK: memref.copy
func.func @longer_rows(%x: memref<4x8xf32>) -> memref<4x?xf32> {
  %0 = memref.subview %x[0, 0] [4, 6] [1, 1] : memref<4x8xf32> to memref<4x6xf32, strided<[8, 1]>>
  %1 = memref.cast %0 : memref<4x6xf32, strided<[8, 1]>> to memref<4x?xf32>
  return %1 : memref<4x?xf32>
}

// Some of the rows are dense, and so is one column of one element.

// CHECK-LABEL: func.func @no_copy_of_rows(
// CHECK-NOT: memref.copy
func.func @no_copy_of_rows(%x: memref<?x8x1xf32>, %n: index) -> memref<?x8x1xf32> {
  %0 = memref.subview %x[0, 0, 0] [%n, 8, 1] [1, 1, 3] : memref<?x8x1xf32> to memref<?x8x1xf32, strided<[8, 1, 3]>>
  %1 = memref.cast %0 : memref<?x8x1xf32, strided<[8, 1, 3]>> to memref<?x8x1xf32, strided<[8, 1, ?]>>
  %2 = memref.cast %1 : memref<?x8x1xf32, strided<[8, 1, ?]>> to memref<?x8x1xf32>
  return %2 : memref<?x8x1xf32>
}

// CHECK-LABEL: func.func @no_copy_of_dense_arrays(
// CHECK-NOT: memref.copy
func.func @no_copy_of_dense_arrays(%x: memref<4x8xf32>) -> memref<?x?xf32> {
  %0 = memref.cast %x : memref<4x8xf32> to memref<?x?xf32>
  return %0 : memref<?x?xf32>
}
