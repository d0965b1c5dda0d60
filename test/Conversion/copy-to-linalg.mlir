// RUN: fused-opt %s --fused-copy-to-linalg | FileCheck %s

// CHECK-LABEL: func.func @strided(
// CHECK: linalg.generic
// CHECK-SAME: ins(%arg0 : memref<4x8xf32, strided<[16, 1]>>) outs(%arg1 : memref<4x8xf32>)
// CHECK-NOT: memref.copy
func.func @strided(%a: memref<4x8xf32, strided<[16, 1]>>, %b: memref<4x8xf32>) {
  memref.copy %a, %b : memref<4x8xf32, strided<[16, 1]>> to memref<4x8xf32>
  return
}

// CHECK-LABEL: func.func @no_rank(
// CHECK: memref.copy
func.func @no_rank(%a: memref<*xf32>, %b: memref<*xf32>) {
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  return
}
