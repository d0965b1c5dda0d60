// RUN: fused-opt %s --fused-linalg-to-loops=openmp=false --split-input-file | FileCheck %s

// The first of several equal maxima: the loops keep their order, although the
// array lies along the outer one.

// CHECK-LABEL: func.func @first_maximum(
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %c10
// CHECK: scf.for %[[J:.*]] = %c0{{.*}} to %c7
// CHECK: memref.load %arg0[%[[J]], %[[I]]]
func.func @first_maximum(%x: memref<7x10xf32>, %max: memref<f32>, %at: memref<index>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> ()>,
                                   affine_map<(i, j) -> ()>],
                  iterator_types = ["reduction", "reduction"]}
      ins(%x : memref<7x10xf32>) outs(%max, %at : memref<f32>, memref<index>) {
  ^bb0(%in: f32, %m: f32, %a: index):
    %i = linalg.index 0 : index
    %0 = arith.cmpf ogt, %in, %m : f32
    %1 = arith.select %0, %in, %m : f32
    %2 = arith.select %0, %i, %a : index
    linalg.yield %1, %2 : f32, index
  }
  return
}

// -----

// A maximum has no order: the inner loop runs along the array.

// CHECK-LABEL: func.func @maximum(
// CHECK: scf.for %[[J:.*]] = %c0{{.*}} to %c7
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %c10
// CHECK: memref.load %arg0[%[[J]], %[[I]]]
func.func @maximum(%x: memref<7x10xf32>, %max: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> ()>],
                  iterator_types = ["reduction", "reduction"]}
      ins(%x : memref<7x10xf32>) outs(%max : memref<f32>) {
  ^bb0(%in: f32, %m: f32):
    %0 = arith.maximumf %in, %m : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// Two sums that change places at each point are no sums that can be
// reassociated.

// CHECK-LABEL: func.func @crossed(
// CHECK: arith.addf
// CHECK-NOT: fastmath
// CHECK: return
func.func @crossed(%x: memref<100xf32>, %a: memref<f32>, %b: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>,
                                   affine_map<(i) -> ()>],
                  iterator_types = ["reduction"]}
      ins(%x : memref<100xf32>) outs(%a, %b : memref<f32>, memref<f32>) {
  ^bb0(%in: f32, %p: f32, %q: f32):
    %0 = arith.addf %p, %in : f32
    %1 = arith.mulf %q, %in : f32
    linalg.yield %1, %0 : f32, f32
  }
  return
}
