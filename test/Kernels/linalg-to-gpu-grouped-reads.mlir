// RUN: fused-opt %s --fused-linalg-to-gpu --split-input-file | FileCheck %s

#map = affine_map<(i, j) -> (i, j)>

// Reads of neighbours are one access where the array is aligned.
// CHECK-LABEL: func.func @neighbours(
// CHECK-SAME: %[[X:.*]]: memref<4x8xf64>
// CHECK: memref.extract_aligned_pointer_as_index %[[X]]
// CHECK: gpu.func
// CHECK: scf.if
// CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<4x8xf64>, vector<2xf64>
// CHECK-NOT: memref.load
// CHECK: memref.store
// CHECK: else
// CHECK: scf.for
// CHECK-COUNT-2: memref.load
// CHECK-NOT: vector.load
// CHECK: gpu.return
func.func @neighbours(%x: memref<4x8xf64>, %y: memref<4x4xf64>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%y : memref<4x4xf64>) {
  ^bb0(%out: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %twice = arith.muli %j, %c2 : index
    %a = memref.load %x[%i, %twice] : memref<4x8xf64>
    %next = arith.addi %twice, %c1 : index
    %b = memref.load %x[%i, %next] : memref<4x8xf64>
    %sum = arith.addf %a, %b : f64
    linalg.yield %sum : f64
  }
  return
}

// -----

#map = affine_map<(i, j) -> (i, j)>

// Rows of 9 do not begin at multiples of 16 bytes.
// CHECK-LABEL: func.func @odd_rows(
// CHECK: gpu.func
// CHECK: memref.load
// CHECK-NOT: vector.load {{.*}} memref<4x9xf64>
// CHECK: gpu.return
func.func @odd_rows(%x: memref<4x9xf64>, %y: memref<4x4xf64>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%y : memref<4x4xf64>) {
  ^bb0(%out: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %twice = arith.muli %j, %c2 : index
    %a = memref.load %x[%i, %twice] : memref<4x9xf64>
    %next = arith.addi %twice, %c1 : index
    %b = memref.load %x[%i, %next] : memref<4x9xf64>
    %sum = arith.addf %a, %b : f64
    linalg.yield %sum : f64
  }
  return
}
