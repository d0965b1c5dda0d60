// RUN: fused-opt %s --fused-linalg-to-gpu --canonicalize --split-input-file | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// Eight neighbours per thread, as the narrowest type makes 16 bytes of them.
// Whether all operands are aligned is found out on the host.

// CHECK: module attributes {gpu.container_module}
// CHECK-LABEL: func.func @elementwise(
// CHECK: %[[X:.*]] = memref.extract_aligned_pointer_as_index %arg0
// CHECK: arith.remui %[[X]], %c16
// CHECK: memref.extract_aligned_pointer_as_index %arg1
// CHECK: memref.extract_aligned_pointer_as_index %arg2
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq
// CHECK: gpu.launch_func @fused_kernels::@elementwise_0 blocks in (%c16, %c1, %c1) threads in (%c256, %c1, %c1) args(%arg0 : memref<64x512xf32>, %arg1 : memref<512xf32>, %arg2 : memref<64x512xbf16>, %[[ALIGNED]] : i1)
// CHECK: gpu.module @fused_kernels
// CHECK: gpu.func @elementwise_0(%[[A:.*]]: memref<64x512xf32>, %[[B:.*]]: memref<512xf32>, %[[C:.*]]: memref<64x512xbf16>, %[[IS_ALIGNED:.*]]: i1) kernel
// CHECK: %[[BLOCK:.*]] = arith.muli %block_id_x, %c2048
// CHECK: scf.if %[[IS_ALIGNED]] {
// CHECK: %[[THREAD:.*]] = arith.muli %thread_id_x, %c8
// CHECK: %[[LINEAR:.*]] = arith.addi %[[BLOCK]], %[[THREAD]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[LINEAR]], %c32768
// CHECK: scf.if %[[INSIDE]]
// CHECK: %[[J:.*]] = arith.remui %[[LINEAR]], %c512
// CHECK: %[[I:.*]] = arith.divui %[[LINEAR]], %c512
// CHECK: vector.load %[[A]][%[[I]], %[[J]]] {alignment = 16 : i64} : memref<64x512xf32>, vector<8xf32>
// CHECK: vector.load %[[B]][%[[J]]] {alignment = 16 : i64} : memref<512xf32>, vector<8xf32>
// CHECK-COUNT-8: arith.truncf
// CHECK: vector.store %{{.*}}, %[[C]][%[[I]], %[[J]]] {alignment = 16 : i64}
// CHECK: } else {
// CHECK: scf.for %{{.*}} step %c256
// CHECK: memref.load
// CHECK: memref.store
func.func @elementwise(%x: memref<64x512xf32>, %b: memref<512xf32>,
                       %y: memref<64x512xbf16>) {
  linalg.generic {indexing_maps = [#id, #column, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : memref<64x512xf32>, memref<512xf32>)
      outs(%y : memref<64x512xbf16>) {
  ^bb0(%in: f32, %bias: f32, %out: bf16):
    %0 = arith.addf %in, %bias : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// Rows of odd length are never aligned: no vectors. An i1 is a byte.

// CHECK-LABEL: gpu.func @scalars_0(
// CHECK-NOT: vector.
// CHECK: %[[J:.*]] = arith.remui %{{.*}}, %c7
// CHECK: arith.index_cast %[[J]] : index to i32
// CHECK: memref.store {{.*}} : memref<5x7xi1>
// CHECK-NOT: linalg.index
func.func @scalars(%y: memref<5x7xi1>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<5x7xi1>) {
  ^bb0(%out: i1):
    %c3 = arith.constant 3 : index
    %zero = arith.constant 0 : i32
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %0 = arith.cmpi ult, %i, %c3 : index
    %1 = scf.if %0 -> i32 {
      %2 = arith.index_cast %j : index to i32
      scf.yield %2 : i32
    } else {
      scf.yield %zero : i32
    }
    %3 = arith.cmpi eq, %1, %zero : i32
    linalg.yield %3 : i1
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// A short row belongs to a warp, eight rows to a block. The threads of a warp
// join what they have in five steps.

// CHECK-LABEL: func.func @short_rows(
// CHECK: gpu.launch_func @fused_kernels::@short_rows_0 blocks in (%c512, %c1, %c1)
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.func @short_rows_0({{.*}}) workgroup(%{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>)
// CHECK: arith.divui %thread_id_x, %c32
// CHECK: scf.for
// CHECK-COUNT-4: vector.load
// CHECK: scf.yield
// CHECK-COUNT-5: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: } else {
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
// CHECK: %[[PARTS:.*]] = memref.alloc() : memref<64x4096xf32>
// CHECK: gpu.launch_func @fused_kernels::@columns_0 blocks in (%{{.*}}, %c64, %c1)
// CHECK: gpu.launch_func @fused_kernels::@columns_1 blocks in (%{{.*}}, %c1, %c1)
// CHECK: memref.dealloc %[[PARTS]]
// CHECK: gpu.func @columns_0(%{{.*}}: memref<4096x4096xbf16>, %[[TO:.*]]: memref<{{.*}}x4096xf32>
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

// A tile of 32 x 32 goes through workgroup memory, whose rows have a column
// more.

// CHECK-LABEL: gpu.func @transpose_0(
// CHECK-SAME: workgroup(%[[TILE:.*]] : memref<32x33xf32, #gpu.address_space<workgroup>>)
// CHECK-COUNT-4: memref.store %{{.*}}, %[[TILE]][
// CHECK: gpu.barrier
// CHECK-COUNT-4: memref.load %[[TILE]][
// CHECK-NOT: memref.load %[[TILE]][
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
