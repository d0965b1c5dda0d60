// RUN: fused-opt %s --fused-linalg-to-gpu --canonicalize --split-input-file | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// A short row belongs to as few threads as have registers for it: 16 rows to a
// block. The threads of a row join what they have in four steps; one of them
// stores it, with what was there, after all have read that. No load of elements
// moves above the loads of vectors.

// CHECK-LABEL: func.func @short_rows(
// CHECK: gpu.launch_func @fused_kernels::@short_rows_0 blocks in (%c256, %c1, %c1)
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.func @short_rows_0(
// CHECK: arith.shrui %thread_id_x, %c4
// CHECK: memref.load {{.*}} memref<4096xf32>
// CHECK-COUNT-4: vector.load
// CHECK-NOT: vector.load
// CHECK-COUNT-4: gpu.shuffle
// CHECK-NOT: gpu.shuffle
// CHECK: gpu.barrier
// CHECK: scf.if
// CHECK: memref.store {{.*}} memref<4096xf32>
// CHECK: } else {
// CHECK: llvm.inline_asm has_side_effects{{.*}} "", "~{memory}"
func.func @short_rows(%x: memref<4096x256xf32>, %y: memref<4096xf32>) {
  linalg.generic {indexing_maps = [#id, #row],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<4096x256xf32>) outs(%y : memref<4096xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// Few columns: the rows are cut into chunks, which a second kernel joins. Sums
// of bf16 are accumulated in f32 and rounded once.

// CHECK-LABEL: func.func @columns(
// CHECK: %[[PARTS:.*]] = memref.alloc() : memref<49x4096xf32>
// CHECK: gpu.launch_func @fused_kernels::@columns_0 blocks in (%{{.*}}, %c49, %c1)
// CHECK: gpu.launch_func @fused_kernels::@columns_1 blocks in (%{{.*}}, %c1, %c1)
// CHECK: memref.dealloc %[[PARTS]]
// CHECK: gpu.func @columns_0(%{{.*}}: memref<4096x4096xbf16>, %[[TO:.*]]: memref<{{.*}}x4096xf32>
// CHECK-SAME: nvvm.minctasm = 6
// CHECK: memref.store %{{.*}}, %[[TO]][%block_id_y
// CHECK: gpu.func @columns_1(
func.func @columns(%x: memref<4096x4096xbf16>, %y: memref<4096xbf16>) {
  linalg.generic {indexing_maps = [#id, #column],
                  iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<4096x4096xbf16>) outs(%y : memref<4096xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %0 = arith.addf %out, %in : bf16
    linalg.yield %0 : bf16
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// Vectors shift from row to row: as many blocks as run at a time, whose chunks
// have a multiple of the rows that their threads load at once.

// CHECK-LABEL: func.func @shifted_columns(
// CHECK: memref.alloc() : memref<11x11583xf32>
// CHECK: gpu.func @shifted_columns_0(
// CHECK-SAME: nvvm.minctasm = 4
// CHECK: arith.muli %block_id_y, %c1088
func.func @shifted_columns(%x: memref<11587x11583xbf16>, %y: memref<11583xbf16>) {
  linalg.generic {indexing_maps = [#id, #column],
                  iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<11587x11583xbf16>) outs(%y : memref<11583xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %0 = arith.addf %out, %in : bf16
    linalg.yield %0 : bf16
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// The vectors of two inputs take more registers: more blocks hide that threads
// wait.

// CHECK-LABEL: func.func @shifted_products(
// CHECK: memref.alloc() : memref<89x11583xf32>
// CHECK: gpu.func @shifted_products_0(
// CHECK: arith.muli %block_id_y, %c131
func.func @shifted_products(%x: memref<11587x11583xbf16>, %z: memref<11587x11583xbf16>, %y: memref<11583xbf16>) {
  linalg.generic {indexing_maps = [#id, #id, #column],
                  iterator_types = ["reduction", "parallel"]}
      ins(%x, %z : memref<11587x11583xbf16>, memref<11587x11583xbf16>) outs(%y : memref<11583xbf16>) {
  ^bb0(%in: bf16, %other: bf16, %out: bf16):
    %0 = arith.mulf %in, %other : bf16
    %1 = arith.addf %out, %0 : bf16
    linalg.yield %1 : bf16
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// Sizes that are not known: so is the number of chunks. Threads start with what
// does not change a maximum.

// CHECK-LABEL: func.func @everything(
// CHECK: %[[PARTS:.*]] = memref.alloc(%[[CHUNKS:.*]]) : memref<?xf32>
// CHECK: gpu.launch_func @fused_kernels::@everything_0 blocks in (%c1, %[[CHUNKS]], %c1)
// CHECK: gpu.launch_func @fused_kernels::@everything_1 blocks in (%c1, %c1, %c1)
// CHECK: gpu.func @everything_0(
// CHECK: arith.constant 0xFF800000 : f32
func.func @everything(%x: memref<?x?xf32>, %y: memref<f32>) {
  linalg.generic {indexing_maps = [#id, #none],
                  iterator_types = ["reduction", "reduction"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The place of the maximum is no associative operation on each output: one
// thread for each row.

// CHECK-LABEL: gpu.func @place_of_maximum_0(
// CHECK-NOT: gpu.barrier
// CHECK: scf.for %[[J:.*]] = %c0 to %c512 step %c1 iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (f32, i32)
// CHECK: arith.index_cast %[[J]]
func.func @place_of_maximum(%x: memref<512x512xf32>, %max: memref<512xf32>,
                            %place: memref<512xi32>) {
  linalg.generic {indexing_maps = [#id, #row, #row],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<512x512xf32>)
      outs(%max, %place : memref<512xf32>, memref<512xi32>) {
  ^bb0(%in: f32, %best: f32, %at: i32):
    %j = linalg.index 1 : index
    %0 = arith.index_cast %j : index to i32
    %1 = arith.cmpf ogt, %in, %best : f32
    %2 = arith.select %1, %in, %best : f32
    %3 = arith.select %1, %0, %at : i32
    linalg.yield %2, %3 : f32, i32
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#transposed = affine_map<(i, j) -> (j, i)>

// A tile of 64 x 64 goes through workgroup memory, whose rows have a column
// more. Of tiles that are full, all is loaded, as vectors if aligned, before
// anything is stored; at the edge, each element is checked.

// CHECK-LABEL: gpu.func @transpose_0(
// CHECK-SAME: workgroup(%[[TILE:.*]] : memref<64x65xf32, #gpu.address_space<workgroup>>)
// CHECK: %[[FULL:.*]] = arith.andi
// CHECK: scf.if %[[FULL]] {
// CHECK-NEXT: scf.if %[[ALIGNED:.*]] {
// CHECK-COUNT-4: vector.load
// CHECK-COUNT-16: memref.store %{{.*}}, %[[TILE]][
// CHECK: } else {
// CHECK-COUNT-16: memref.load
// CHECK-COUNT-16: memref.store %{{.*}}, %[[TILE]][
// CHECK: } else {
// CHECK: scf.if
// CHECK-NEXT: memref.load
// CHECK: memref.store %{{.*}}, %[[TILE]][
// CHECK: gpu.barrier
// CHECK: scf.if %[[FULL]] {
// CHECK: scf.if %[[ALIGNED]] {
// CHECK-COUNT-4: vector.store
// CHECK: } else {
// CHECK-COUNT-16: memref.load %[[TILE]][
func.func @transpose(%x: memref<?x?xf32>, %r: memref<?x?xf32>, %y: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#transposed, #id, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x, %r : memref<?x?xf32>, memref<?x?xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%in: f32, %residual: f32, %out: f32):
    %0 = arith.addf %in, %residual : f32
    linalg.yield %0 : f32
  }
  return
}
