// RUN: fused-opt %s --fused-linalg-to-loops --split-input-file | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>

// Elements read from memory that is no operand: threads share the loops, but
// not with the operation that writes that memory.

// CHECK-LABEL: func.func @gather(
// CHECK-SAME: %[[X:.*]]: memref<512x512xf32>, %[[Y:.*]]: memref<512x512xf32>
// CHECK: %[[TMP:.*]] = memref.alloc()
// CHECK: omp.parallel {
// CHECK: memref.store %{{.*}}, %[[TMP]]
// CHECK: omp.terminator
// CHECK: omp.parallel {
// CHECK: %[[E:.*]] = memref.load %[[TMP]]
// CHECK: memref.store %[[E]], %[[Y]]
// CHECK: omp.terminator
// CHECK: omp.parallel {
// CHECK: memref.store %{{.*}}, %[[X]]
func.func @gather(%x: memref<512x512xf32>, %y: memref<512x512xf32>) {
  %0 = memref.alloc() : memref<512x512xf32>
  linalg.exp ins(%x : memref<512x512xf32>) outs(%0 : memref<512x512xf32>)
  linalg.generic {indexing_maps = [#id],
                  iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<512x512xf32>) {
  ^bb0(%out: f32):
    %c511 = arith.constant 511 : index
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %row = arith.subi %c511, %i : index
    %1 = memref.load %0[%row, %j] : memref<512x512xf32>
    linalg.yield %1 : f32
  }
  linalg.exp ins(%y : memref<512x512xf32>) outs(%x : memref<512x512xf32>)
  memref.dealloc %0 : memref<512x512xf32>
  return
}
