// RUN: fused-opt %s --fused-linalg-to-gpu --canonicalize --split-input-file | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// Eight neighbours per thread, as the narrowest type makes 16 bytes of them.
// What has the shape of the output is one vector; of the bias, too, parts can
// be loaded as vectors, since no vector has elements of two rows. Whether all
// is aligned is found out on the host.

// CHECK: module attributes {gpu.container_module}
// CHECK-LABEL: func.func @elementwise(
// CHECK: %[[FLAT:.*]] = memref.collapse_shape %arg0 {{\[}}[0, 1]] : memref<64x512xf32> into memref<32768xf32>
// CHECK: %[[X:.*]] = memref.extract_aligned_pointer_as_index %arg0
// CHECK: arith.remui %[[X]], %c16
// CHECK: memref.extract_aligned_pointer_as_index %arg1
// CHECK: memref.extract_aligned_pointer_as_index %arg2
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq
// CHECK: gpu.launch_func @fused_kernels::@elementwise_0 blocks in (%c16, %c1, %c1) threads in (%c256, %c1, %c1) args(%[[ALIGNED]] : i1, %[[FLAT]] : memref<32768xf32>, %arg1 : memref<512xf32>, %{{.*}} : memref<32768xbf16>)
// CHECK: gpu.module @fused_kernels
// CHECK: gpu.func @elementwise_0(%[[IS_ALIGNED:.*]]: i1, %[[A:.*]]: memref<32768xf32>, %[[B:.*]]: memref<512xf32>, %[[C:.*]]: memref<32768xbf16>) kernel
// CHECK: %[[BLOCK:.*]] = arith.muli %block_id_x, %c2048
// CHECK: %[[END:.*]] = arith.addi %[[BLOCK]], %c2048
// CHECK: %[[IS_FULL:.*]] = arith.cmpi ule, %[[END]], %c32768
// CHECK: %[[VECTORS:.*]] = arith.andi %[[IS_ALIGNED]], %[[IS_FULL]]
// CHECK: scf.if %[[VECTORS]] {
// CHECK: %[[THREAD:.*]] = arith.muli %thread_id_x, %c8
// CHECK: %[[LINEAR:.*]] = arith.addi %[[BLOCK]], %[[THREAD]]
// CHECK: %[[J:.*]] = arith.remui %[[LINEAR]], %c512
// CHECK: vector.load %[[A]][%[[LINEAR]]] {alignment = 16 : i64} : memref<32768xf32>, vector<8xf32>
// CHECK: vector.load %[[B]][%[[J]]] {alignment = 16 : i64} : memref<512xf32>, vector<8xf32>
// CHECK-COUNT-8: arith.truncf
// CHECK: vector.store %{{.*}}, %[[C]][%[[LINEAR]]] {alignment = 16 : i64}
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
#column = affine_map<(i, j) -> (j)>
#row = affine_map<(i, j) -> (i)>

// However long the rows are, operands of the output's shape are vectors. A
// vector may have elements of two rows: the indices of the bias are counted, and
// begin again where a row ends.

// CHECK-LABEL: func.func @rows_of_any_length(
// CHECK: memref.collapse_shape %arg0 {{\[}}[0, 1]] : memref<?x?xf32> into memref<?xf32>
// CHECK: arith.cmpi ule, %{{.*}}, %c2147483647
// CHECK-LABEL: gpu.func @rows_of_any_length_0(
// CHECK: scf.if
// CHECK: %[[J:.*]] = arith.remui %[[LINEAR:[^,]*]], %
// CHECK: %[[FIRST:.*]] = arith.index_castui %[[J]] : index to i32
// CHECK: %[[NEXT:.*]] = arith.addi %[[FIRST]], %c1_i32
// CHECK: %[[WRAPS:.*]] = arith.cmpi eq, %[[NEXT]], %
// CHECK: %[[SECOND:.*]] = arith.select %[[WRAPS]], %c0_i32, %[[NEXT]]
// CHECK: vector.load %{{.*}}[%[[LINEAR]]] {alignment = 16 : i64} : memref<?xf32>, vector<4xf32>
// CHECK-COUNT-4: memref.load %{{.*}} : memref<?xf32>
// CHECK-COUNT-4: memref.load %{{.*}} : memref<?xf32>
// CHECK: vector.store %{{.*}}[%[[LINEAR]]] {alignment = 16 : i64} : memref<?xf32>, vector<4xf32>
// CHECK: } else {
func.func @rows_of_any_length(%x: memref<?x?xf32>, %b: memref<?xf32>,
                              %s: memref<?xf32>, %y: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#id, #column, #row, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x, %b, %s : memref<?x?xf32>, memref<?xf32>, memref<?xf32>)
      outs(%y : memref<?x?xf32>) {
  ^bb0(%in: f32, %bias: f32, %scale: f32, %out: f32):
    %0 = arith.addf %in, %bias : f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// A part of an array is no vector of its own; its rows are, if they are aligned.

// CHECK-LABEL: func.func @slice(
// CHECK-NOT: memref.collapse_shape
// CHECK-LABEL: gpu.func @slice_0(
// CHECK: vector.load %{{.*}}[%{{.*}}, %{{.*}}] {alignment = 16 : i64} : memref<8x64xf32, strided<[128, 1]>>, vector<4xf32>
func.func @slice(%x: memref<8x64xf32, strided<[128, 1]>>,
                 %y: memref<8x64xf32, strided<[128, 1]>>) {
  linalg.generic {indexing_maps = [#id, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<8x64xf32, strided<[128, 1]>>)
      outs(%y : memref<8x64xf32, strided<[128, 1]>>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// An i1 is a byte, and no element of a vector.

// CHECK-LABEL: gpu.func @scalars_0(
// CHECK-NOT: vector.
// CHECK: %[[J:.*]] = arith.remui %{{.*}}, %c7
// CHECK: arith.index_cast %[[J]] : index to i32
// CHECK: memref.store {{.*}} : memref<35xi1>
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
