// RUN: fused-opt %s --fused-linalg-to-loops --split-input-file | FileCheck %s
// RUN: fused-opt %s --fused-linalg-to-loops=openmp=false --split-input-file | FileCheck %s --check-prefix=SEQUENTIAL --implicit-check-not=omp.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#transposed = affine_map<(i, j) -> (j, i)>

// A sum along rows stays in a register and may be reassociated.

// CHECK-LABEL: func.func @row_sum(
// CHECK: omp.parallel {
// CHECK: omp.wsloop nowait
// CHECK: omp.loop_nest (%[[I:.*]]) : index = (%{{.*}}) to (%{{.*}}) step
// CHECK: %[[INIT:.*]] = memref.load %arg1[%[[I]]]
// CHECK: %[[SUM:.*]] = scf.for %[[J:.*]] = {{.*}} iter_args(%[[A:.*]] = %[[INIT]])
// CHECK: %[[X:.*]] = memref.load %arg0[%[[I]], %[[J]]]
// CHECK: %[[NEXT:.*]] = arith.addf %[[A]], %[[X]] fastmath<reassoc>
// CHECK: scf.yield %[[NEXT]]
// CHECK: memref.store %[[SUM]], %arg1[%[[I]]]
// SEQUENTIAL-LABEL: func.func @row_sum(
// SEQUENTIAL: scf.for
func.func @row_sum(%x: memref<512x512xf32>, %sum: memref<512xf32>) {
  linalg.generic {indexing_maps = [#id, #row],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<512x512xf32>) outs(%sum : memref<512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// A sum along columns runs over pieces of rows.

// CHECK-LABEL: func.func @column_sum(
// CHECK: omp.loop_nest (%[[START:.*]]) : index = (%{{.*}}) to (%{{.*}}) step (%c320
// CHECK: %[[STOP:.*]] = arith.addi %[[START]], %c320
// CHECK: %[[END:.*]] = arith.minsi %[[STOP]], %c5000
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %c512
// CHECK: scf.for %[[J:.*]] = %[[START]] to %[[END]]
// CHECK: memref.load %arg0[%[[I]], %[[J]]]
// CHECK: arith.addf
// CHECK-NOT: fastmath
// CHECK: memref.store %{{.*}}, %arg1[%[[J]]]
func.func @column_sum(%x: memref<512x5000xf32>, %sum: memref<5000xf32>) {
  linalg.generic {indexing_maps = [#id, #column],
                  iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<512x5000xf32>) outs(%sum : memref<5000xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#transposed = affine_map<(i, j) -> (j, i)>

// A transposition is tiled; the innermost loop runs along the output.

// CHECK-LABEL: func.func @transpose(
// CHECK: omp.loop_nest {{.*}} step (%c32
// CHECK: scf.for {{.*}} step %c32
// CHECK: scf.for %[[I:.*]] =
// CHECK: scf.for %[[J:.*]] =
// CHECK: memref.load %arg0[%[[J]], %[[I]]]
// CHECK: memref.store %{{.*}}, %arg1[%[[I]], %[[J]]]
func.func @transpose(%x: memref<500x1000xf32>, %y: memref<1000x500xf32>) {
  linalg.transpose ins(%x : memref<500x1000xf32>) outs(%y : memref<1000x500xf32>)
      permutation = [1, 0]
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Operations that follow each other share the loop over rows; what is released
// in between is released after it.

// CHECK-LABEL: func.func @shared_rows(
// CHECK: omp.parallel {
// CHECK: omp.loop_nest
// CHECK: scf.for
// CHECK: arith.maximumf
// CHECK: scf.for
// CHECK: arith.subf
// CHECK: omp.terminator
// CHECK-NOT: omp.parallel
// CHECK: memref.dealloc
func.func @shared_rows(%x: memref<512x512xf32>) {
  %unused = memref.alloc() : memref<4xf32>
  %max = memref.alloc() : memref<512xf32>
  linalg.generic {indexing_maps = [#id, #row],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<512x512xf32>) outs(%max : memref<512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  }
  memref.dealloc %unused : memref<4xf32>
  %local = memref.alloc() : memref<512x512xf32>
  linalg.generic {indexing_maps = [#id, #row, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : memref<512x512xf32>, memref<512xf32>)
      outs(%local : memref<512x512xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %0 = arith.subf %in, %m : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// Here the second operation reads what other rows have written.

// CHECK-LABEL: func.func @no_sharing_rows_of_others(
// CHECK-COUNT-2: omp.parallel {
func.func @no_sharing_rows_of_others(%x: memref<512x512xf32>,
                                     %y: memref<512x512xf32>) {
  %sum = memref.alloc() : memref<512xf32>
  linalg.generic {indexing_maps = [#id, #row],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<512x512xf32>) outs(%sum : memref<512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#column, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%sum : memref<512xf32>) outs(%y : memref<512x512xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// Two arguments may be the same buffer.

// CHECK-LABEL: func.func @no_sharing_arguments_may_alias(
// CHECK-COUNT-2: omp.parallel {
func.func @no_sharing_arguments_may_alias(
    %x: memref<512x512xf32>, %y: memref<512x512xf32>, %z: memref<512x512xf32>) {
  linalg.exp ins(%x : memref<512x512xf32>) outs(%y : memref<512x512xf32>)
  linalg.exp ins(%x : memref<512x512xf32>) outs(%z : memref<512x512xf32>)
  return
}

// -----

// Too little to do for threads; short rows become one.

// CHECK-LABEL: func.func @small(
// CHECK-NOT: omp.
// CHECK: memref.collapse_shape %arg0 {{.*}} into memref<40xf32>
// CHECK: scf.for
// CHECK-NOT: scf.for
func.func @small(%x: memref<4x10xf32>, %y: memref<4x10xf32>) {
  linalg.exp ins(%x : memref<4x10xf32>) outs(%y : memref<4x10xf32>)
  return
}

// -----

// Whether there is enough to do is known when the program runs.

// CHECK-LABEL: func.func @dynamic(
// CHECK: %[[WORK:.*]] = arith.muli
// CHECK: %[[ENOUGH:.*]] = arith.cmpi sge, %[[WORK]], %c131072
// CHECK: %[[THREADS:.*]] = arith.select %[[ENOUGH]], %c0_i32, %c1_i32 : i32
// CHECK: omp.parallel num_threads(%[[THREADS]] : i32)
func.func @dynamic(%x: memref<?xf32>, %y: memref<?xf32>) {
  linalg.exp ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
  return
}

// -----

#id = affine_map<(i) -> (i)>

// What can fail is not shared.

// CHECK-LABEL: func.func @unsafe_body(
// CHECK-NOT: omp.
// CHECK: cf.assert
func.func @unsafe_body(%x: memref<1000000xi32>, %y: memref<1000000xi32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<1000000xi32>) outs(%y : memref<1000000xi32>) {
  ^bb0(%in: i32, %out: i32):
    %c0 = arith.constant 0 : i32
    %0 = arith.cmpi sge, %in, %c0 : i32
    cf.assert %0, "must not be negative"
    linalg.yield %in : i32
  }
  return
}

// -----

// There is one level of threads.

// CHECK-LABEL: func.func @inside_parallel_loop(
// CHECK: scf.parallel
// CHECK-NOT: omp.
// CHECK: scf.for
func.func @inside_parallel_loop(%x: memref<8x100000xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %row = memref.subview %x[%i, 0] [1, 100000] [1, 1]
        : memref<8x100000xf32> to memref<100000xf32, strided<[1], offset: ?>>
    linalg.exp ins(%row : memref<100000xf32, strided<[1], offset: ?>>)
        outs(%row : memref<100000xf32, strided<[1], offset: ?>>)
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// A buffer that only one group knows becomes one row of each thread.

// CHECK-LABEL: func.func @local_rows(
// CHECK: memref.alloc() : memref<512xf32>
// CHECK-NOT: memref.alloc()
// CHECK: omp.parallel {
// CHECK: %[[ROW:.*]] = memref.alloca() {{.*}} : memref<512xf32>
// CHECK: omp.loop_nest (%[[I:.*]]) :
// CHECK: scf.for %[[J:.*]] =
// CHECK: memref.store %{{.*}}, %[[ROW]][%[[J]]]
// CHECK: scf.for %[[K:[a-z0-9]+]] =
// CHECK: memref.load %[[ROW]][%[[K]]]
// CHECK-NOT: memref.dealloc
func.func @local_rows(%x: memref<512x512xf32>) -> memref<512xf32> {
  %sum = memref.alloc() : memref<512xf32>
  %0 = memref.alloc() : memref<512x512xf32>
  linalg.exp ins(%x : memref<512x512xf32>) outs(%0 : memref<512x512xf32>)
  linalg.generic {indexing_maps = [#id, #row],
                  iterator_types = ["parallel", "reduction"]}
      ins(%0 : memref<512x512xf32>) outs(%sum : memref<512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %out, %in : f32
    linalg.yield %1 : f32
  }
  memref.dealloc %0 : memref<512x512xf32>
  return %sum : memref<512xf32>
}
