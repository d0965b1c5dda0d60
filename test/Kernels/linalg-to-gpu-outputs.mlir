// RUN: fused-opt %s --fused-linalg-to-gpu --canonicalize --split-input-file | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// An output with an element for each point beside a sum: a thread goes through
// a row, stores an element at each point, and the sum after the last.

// CHECK-LABEL: gpu.func @elements_beside_a_sum_0(
// CHECK-SAME: %[[SUM:[^:]*]]: memref<64xf32>, %[[X:[^:]*]]: memref<64x100xf32>, %[[Y:[^:]*]]: memref<64x100xf32>
// CHECK: scf.for %[[J:.*]] = %c0 to %c100 step %c1 iter_args(%[[BEFORE:.*]] = %{{.*}}) -> (f32)
// CHECK: %[[E:.*]] = math.exp
// CHECK: %[[AFTER:.*]] = arith.addf %[[BEFORE]], %[[E]]
// CHECK: memref.store %[[E]], %[[Y]][%[[I:.*]], %[[J]]]
// CHECK: scf.yield %[[AFTER]]
// CHECK: memref.store %{{.*}}, %[[SUM]][%[[I]]]
func.func @elements_beside_a_sum(%x: memref<64x100xf32>, %y: memref<64x100xf32>,
                                 %sum: memref<64xf32>) {
  linalg.generic {indexing_maps = [#ij, #ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<64x100xf32>) outs(%y, %sum : memref<64x100xf32>, memref<64xf32>) {
  ^bb0(%in: f32, %out: f32, %s: f32):
    %0 = math.exp %in : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %0, %1 : f32, f32
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// Each element of a running sum has what comes before it.

// CHECK-LABEL: gpu.func @running_sum_0(
// CHECK-SAME: %[[SUM:[^:]*]]: memref<64xf32>, %[[X:[^:]*]]: memref<64x512xf32>, %[[Y:[^:]*]]: memref<64x512xf32>
// CHECK: scf.for %[[J:.*]] = {{.*}} iter_args(%[[BEFORE:.*]] =
// CHECK: %[[IN:.*]] = memref.load %[[X]]
// CHECK: %[[AFTER:.*]] = arith.addf %[[BEFORE]], %[[IN]]
// CHECK: memref.store %[[AFTER]], %[[Y]][%{{.*}}, %[[J]]]
// CHECK: scf.yield %[[AFTER]]
func.func @running_sum(%x: memref<64x512xf32>, %y: memref<64x512xf32>,
                       %sum: memref<64xf32>) {
  linalg.generic {indexing_maps = [#ij, #ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<64x512xf32>) outs(%y, %sum : memref<64x512xf32>, memref<64xf32>) {
  ^bb0(%in: f32, %out: f32, %s: f32):
    %0 = arith.addf %s, %in : f32
    linalg.yield %0, %0 : f32, f32
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>

// A reduction in name alone: each point has its element.

// CHECK-LABEL: gpu.func @nothing_is_reduced_0(
// CHECK: vector.load
// CHECK: arith.addf
// CHECK: vector.store
func.func @nothing_is_reduced(%x: memref<64x64xf32>, %y: memref<64x64xf32>) {
  linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<64x64xf32>) outs(%y : memref<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// Of two reductions, the output has an element for each index of the first: it
// is parallel.

// CHECK-LABEL: func.func @one_of_two_is_reduced(
// CHECK: gpu.launch_func @fused_kernels::@one_of_two_is_reduced_0
// CHECK: arith.maximumf
func.func @one_of_two_is_reduced(%a: memref<7x7xf32>, %b: memref<7x7xf32>,
                                 %c: memref<7x7xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                                   affine_map<(m, n, k) -> (n, k)>,
                                   affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<7x7xf32>, memref<7x7xf32>) outs(%c : memref<7x7xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %0 = arith.addf %x, %y : f32
    %1 = arith.maximumf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// Indices have no width before the target is known: one thread for each sum.

// CHECK-LABEL: gpu.func @sum_of_indices_0(
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (index)
func.func @sum_of_indices(%x: memref<64x100xindex>, %sum: memref<64xindex>) {
  linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<64x100xindex>) outs(%sum : memref<64xindex>) {
  ^bb0(%in: index, %out: index):
    %0 = arith.maxsi %out, %in : index
    linalg.yield %0 : index
  }
  return
}

// -----

// The first of several equal maxima: both loops keep their order, although the
// array lies along the outer one.

// CHECK-LABEL: gpu.func @first_maximum_0(
// CHECK: scf.for %[[N:.*]] = %c0 to %c70
// CHECK-DAG: %[[I:.*]] = arith.divui %[[N]], %c7
// CHECK-DAG: %[[J:.*]] = arith.remui %[[N]], %c7
// CHECK: memref.load %{{.*}}[%[[J]], %[[I]]]
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

#ij = affine_map<(i, j) -> (i, j)>

// Each index of the output tells both loops.

// CHECK-LABEL: func.func @rows_in_a_line(
// CHECK: gpu.launch_func
func.func @rows_in_a_line(%x: memref<3x4xf32>, %y: memref<12xf32>) {
  linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (i * 4 + j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<3x4xf32>) outs(%y : memref<12xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// -----

// The second index tells the second loop, and with it the first.

// CHECK-LABEL: func.func @skewed(
// CHECK: gpu.launch_func
func.func @skewed(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i + j, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}
