// RUN: fused-opt %s --split-input-file --fused-linalg-to-loops --canonicalize | FileCheck %s
// RUN: fused-opt %s --split-input-file --fused-linalg-to-loops=openmp=false | FileCheck %s --check-prefix=ONE --implicit-check-not=omp.

// In the order of updates, on one thread.
// CHECK-LABEL: func.func @elements
// CHECK-NOT: omp.
// CHECK: scf.for %[[UPDATE:.*]] = %c0 to %c5 step %c1
// CHECK-NEXT: %[[INDEX:.*]] = memref.load %arg0[%[[UPDATE]], %c0]
// CHECK-NEXT: %[[START:.*]] = arith.index_cast %[[INDEX]] : i64 to index
// CHECK-NEXT: %[[BEGINS:.*]] = arith.cmpi sge, %[[START]], %c0
// CHECK-NEXT: %[[ENDS:.*]] = arith.cmpi sle, %[[START]], %c8
// CHECK-NEXT: %[[INSIDE:.*]] = arith.andi %[[BEGINS]], %[[ENDS]]
// CHECK-NEXT: scf.if %[[INSIDE]]
// CHECK: memref.load
// CHECK: memref.load
// CHECK: arith.subf
// CHECK: memref.store
// ONE-LABEL: func.func @elements
func.func @elements(%i: memref<5x1xi64>, %u: memref<5x1xf32>, %a: memref<9xf32>) {
  fused.scatter dimensions = [0]
      ins(%i, %u : memref<5x1xi64>, memref<5x1xf32>) outs(%a : memref<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    %0 = arith.subf %old, %new : f32
    fused.yield %0 : f32
  }
  return
}

// -----

// Each thread has columns of its own, and goes through all updates.
// CHECK-LABEL: func.func @rows
// CHECK: omp.parallel {
// CHECK-NEXT: omp.wsloop nowait {
// CHECK-NEXT: omp.loop_nest (%[[COLUMN:.*]]) : index = (%c0) to (%c768) step (%c64)
// CHECK: scf.for %{{.*}} = %c0 to %c512
// CHECK: scf.if
// CHECK-NOT: omp.parallel
// CHECK: scf.for
// ONE-LABEL: func.func @rows
// ONE: scf.for
// ONE: scf.if
func.func @rows(%i: memref<512x1xi32>, %u: memref<512x1x768xf32>,
                %a: memref<100x768xf32>) {
  fused.scatter dimensions = [0]
      ins(%i, %u : memref<512x1xi32>, memref<512x1x768xf32>)
      outs(%a : memref<100x768xf32>) {
  ^bb0(%old: f32, %new: f32):
    %0 = arith.addf %old, %new : f32
    fused.yield %0 : f32
  }
  return
}

// -----

// The run decides.
// CHECK-LABEL: func.func @rows_dynamic
// CHECK: %[[SMALL:.*]] = arith.cmpi slt, %{{.*}}, %c131072
// CHECK: %[[THREADS:.*]] = arith.extui %[[SMALL]] : i1 to i32
// CHECK: omp.parallel num_threads(%[[THREADS]] : i32)
// ONE-LABEL: func.func @rows_dynamic
func.func @rows_dynamic(%i: memref<?x1xi32>, %u: memref<?x1x?xf32>,
                        %a: memref<100x?xf32>) {
  fused.scatter dimensions = [0]
      ins(%i, %u : memref<?x1xi32>, memref<?x1x?xf32>)
      outs(%a : memref<100x?xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  }
  return
}

// -----

// Windows that may overlap in part: two threads could have the same element.
// CHECK-LABEL: func.func @overlapping
// CHECK-NOT: omp.parallel
// CHECK: scf.for %{{.*}} = %c0 to %c512
// CHECK: scf.if
// ONE-LABEL: func.func @overlapping
func.func @overlapping(%i: memref<512x1xi32>, %u: memref<512x768xf32>,
                       %a: memref<1000xf32>) {
  fused.scatter dimensions = [0]
      ins(%i, %u : memref<512x1xi32>, memref<512x768xf32>)
      outs(%a : memref<1000xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  }
  return
}
