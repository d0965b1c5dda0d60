// RUN: fused-opt %s --fused-linalg-to-gpu --canonicalize --split-input-file | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>

// Eight lanes for a row of 100: each has four groups of four elements, the last
// of which may be past the end. All is in registers; no memory is shared.

// CHECK-LABEL: func.func @short_rows(
// CHECK: gpu.launch_func @fused_kernels::@short_rows_0 blocks in (%c32, %c1, %c1)
// CHECK-NOT: gpu.launch_func
// CHECK-LABEL: gpu.func @short_rows_0(
// CHECK: %[[LANE:.*]] = arith.andi %thread_id_x, %c7
// CHECK: arith.shrui %thread_id_x, %c3
// CHECK-COUNT-4: vector.load
// CHECK-NOT: vector.load
// CHECK: gpu.shuffle xor %{{.*}}, %c4_i32, %c32_i32 : f32
// CHECK: gpu.shuffle xor %{{.*}}, %c2_i32
// CHECK: gpu.shuffle xor %{{.*}}, %c1_i32
// CHECK-NOT: gpu.shuffle
// CHECK-NOT: gpu.barrier
// CHECK-COUNT-4: vector.store
// CHECK-NOT: vector.store
// CHECK: } else {
// CHECK-COUNT-16: memref.load
func.func @short_rows(%x: memref<1000x100xf32>, %y: memref<1000x100xf32>) {
  %zero = arith.constant 0.0 : f32
  fused.rows over [1] maps [#ij, #ij]
      ins(%x : memref<1000x100xf32>) outs(%y : memref<1000x100xf32>) {
  ^bb0(%in: f32):
    %s = fused.reduce addf %in init(%zero) : f32
    %0 = arith.mulf %in, %s : f32
    fused.yield %0 : f32
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// A block for each row; two reductions that do not wait for each other share a
// barrier, and the one that does has its own. 16 bits are combined in f32. What
// a row has one of is written by one thread.

// CHECK-LABEL: func.func @long_rows(
// CHECK: gpu.launch_func @fused_kernels::@long_rows_0 blocks in (%c64, %c1, %c1)
// CHECK-LABEL: gpu.func @long_rows_0(
// CHECK-SAME: workgroup(%{{.*}} : memref<8xf32, #gpu.address_space<workgroup>>, %{{.*}} : memref<8xf32, #gpu.address_space<workgroup>>, %{{.*}} : memref<8xf32, #gpu.address_space<workgroup>>)
// CHECK-COUNT-2: vector.load {{.*}} vector<8xbf16>
// CHECK: arith.extf {{.*}} bf16 to f32
// CHECK: gpu.barrier
// CHECK: gpu.barrier
// CHECK: } else {
func.func @long_rows(%x: memref<64x4096xbf16>, %y: memref<64x4096xbf16>,
                     %t: memref<64xbf16>) {
  %zero = arith.constant 0.0 : bf16
  fused.rows over [1] maps [#ij, #ij, #i]
      ins(%x : memref<64x4096xbf16>) outs(%y, %t : memref<64x4096xbf16>, memref<64xbf16>) {
  ^bb0(%in: bf16):
    %s = fused.reduce addf %in init(%zero) : bf16
    %m = fused.reduce maximumf %in init(%zero) : bf16
    %0 = arith.subf %s, %m : bf16
    %1 = arith.mulf %in, %0 : bf16
    %t1 = fused.reduce addf %1 init(%zero) : bf16
    %2 = arith.addf %1, %t1 : bf16
    fused.yield %2, %t1 : bf16, bf16
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>

// Sizes that are not known: from 4 to 256 threads for rows up to 4096, as many
// as have registers for it. Longer rows are gone through once more after each
// reduction. Where rows are not aligned, elements are loaded one by one. Each of
// that is a kernel, so that it has the registers that it needs.

// CHECK-LABEL: func.func @unknown(
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq
// CHECK: arith.cmpi ule, %{{.*}}, %c2048
// CHECK: arith.select
// CHECK: arith.cmpi ule, %{{.*}}, %c64
// CHECK: %[[SHIFT:.*]] = arith.select
// CHECK: %[[THREADS:.*]] = arith.shli %c1, %[[SHIFT]]
// CHECK: %[[LAST:.*]] = arith.subi %{{.*}}, %c1
// CHECK: %[[FITS:.*]] = arith.cmpi ult, %[[LAST]], %c4096
// CHECK: scf.if %[[FITS]]
// CHECK: scf.if %[[ALIGNED]]
// CHECK: gpu.launch_func @fused_kernels::@unknown_0
// CHECK: else
// CHECK: gpu.launch_func @fused_kernels::@unknown_1
// CHECK: else
// CHECK: scf.if %[[ALIGNED]]
// CHECK: gpu.launch_func @fused_kernels::@unknown_2
// CHECK: else
// CHECK: gpu.launch_func @fused_kernels::@unknown_3
// CHECK-NOT: gpu.launch_func
// CHECK-LABEL: gpu.func @unknown_0(
// CHECK-COUNT-4: vector.load
// CHECK-NOT: scf.for
// CHECK-COUNT-5: gpu.shuffle
// CHECK: scf.if
// CHECK: gpu.barrier
// CHECK-COUNT-3: gpu.shuffle
// CHECK-LABEL: gpu.func @unknown_1(
// CHECK-NOT: vector.load
// CHECK-COUNT-16: memref.load
// CHECK-LABEL: gpu.func @unknown_2(
// CHECK: scf.for
// CHECK: vector.load
// CHECK: gpu.barrier
// CHECK: scf.for
func.func @unknown(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  %zero = arith.constant 0.0 : f32
  fused.rows over [1] maps [#ij, #ij]
      ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%in: f32):
    %s = fused.reduce addf %in init(%zero) : f32
    %0 = arith.subf %in, %s : f32
    fused.yield %0 : f32
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>

// A divisor that many elements share: one division for each row, and for each
// element a product with a correction. A quotient of 16 bits needs none.

// CHECK-LABEL: gpu.func @shared_divisor_0(
// CHECK: gpu.shuffle
// CHECK: arith.divf %cst{{.*}}, %{{.*}} : f32
// CHECK-NOT: arith.divf
// CHECK-COUNT-2: math.fma
// CHECK-LABEL: gpu.func @of_16_bits_0(
// CHECK: arith.divf %cst{{.*}}, %{{.*}} : f32
// CHECK-NOT: arith.divf
// CHECK-NOT: math.fma
// CHECK: arith.truncf
func.func @shared_divisor(%x: memref<64x31xf32>, %y: memref<64x31xf32>) {
  %zero = arith.constant 0.0 : f32
  fused.rows over [1] maps [#ij, #ij]
      ins(%x : memref<64x31xf32>) outs(%y : memref<64x31xf32>) {
  ^bb0(%in: f32):
    %s = fused.reduce addf %in init(%zero) : f32
    %0 = arith.divf %in, %s : f32
    fused.yield %0 : f32
  }
  return
}
func.func @of_16_bits(%x: memref<64x31xf16>, %y: memref<64x31xf16>) {
  %zero = arith.constant 0.0 : f16
  fused.rows over [1] maps [#ij, #ij]
      ins(%x : memref<64x31xf16>) outs(%y : memref<64x31xf16>) {
  ^bb0(%in: f16):
    %s = fused.reduce addf %in init(%zero) : f16
    %0 = arith.divf %in, %s : f16
    fused.yield %0 : f16
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// Short rows are written by the same means: a branch in the body has what is of
// its own point, of the row, and from outside.

// CHECK-LABEL: gpu.func @branch_0(
// CHECK: %[[ROW:.*]] = memref.load %{{.*}} : memref<64xf32>
// CHECK: %[[E:.*]] = arith.addf %{{.*}}, %[[ROW]]
// CHECK-NEXT: scf.yield %[[E]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %{{arg[0-9]+}}
// CHECK: gpu.shuffle
func.func @branch(%x: memref<64x100xf32>, %bits: memref<64x100xi1>, %rows: memref<64xf32>,
                  %else: f32, %sum: memref<64xf32>) {
  linalg.generic {indexing_maps = [#ij, #ij, #i, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x, %bits, %rows : memref<64x100xf32>, memref<64x100xi1>, memref<64xf32>) outs(%sum : memref<64xf32>) {
  ^bb0(%in: f32, %bit: i1, %row: f32, %out: f32):
    %0 = scf.if %bit -> (f32) {
      %1 = arith.addf %in, %row : f32
      scf.yield %1 : f32
    } else {
      scf.yield %else : f32
    }
    %2 = arith.addf %out, %0 : f32
    linalg.yield %2 : f32
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>

// A branch that needs the sum of the row comes after it, although only its
// region reads the sum.

// CHECK-LABEL: gpu.func @branch_after_sum_0(
// CHECK: gpu.shuffle
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}}, %{{.*}} : f32
// CHECK: scf.if %{{.*}} -> (f32) {
// CHECK: arith.subf %{{.*}}, %{{.*}} : f32
func.func @branch_after_sum(%x: memref<64x32xf32>, %bits: memref<64x32xi1>, %y: memref<64x32xf32>) {
  %zero = arith.constant 0.0 : f32
  fused.rows over [1] maps [#ij, #ij, #ij]
      ins(%x, %bits : memref<64x32xf32>, memref<64x32xi1>) outs(%y : memref<64x32xf32>) {
  ^bb0(%in: f32, %bit: i1):
    %0 = fused.reduce addf %in init(%zero) : f32
    %1 = scf.if %bit -> (f32) {
      %2 = arith.subf %in, %0 : f32
      scf.yield %2 : f32
    } else {
      scf.yield %in : f32
    }
    fused.yield %1 : f32
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// All threads of a row read what one of them writes, after a barrier. Threads
// without a row read nothing, as another block may write it.

// CHECK-LABEL: gpu.func @previous_0(
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %{{.*}}, %c1000
// CHECK: scf.if %[[INSIDE]] -> (f32) {
// CHECK-NEXT: memref.load %[[ROWS:.*]][%{{.*}}] : memref<1000xf32>
// CHECK: gpu.shuffle
// CHECK: gpu.barrier
// CHECK-NEXT: %[[FIRST:.*]] = arith.cmpi eq
// CHECK-NEXT: %[[STORES:.*]] = arith.andi %[[INSIDE]], %[[FIRST]]
// CHECK-NEXT: scf.if %[[STORES]] {
// CHECK-NEXT: memref.store %{{.*}}, %[[ROWS]][%{{.*}}] : memref<1000xf32>

// The reduction of a long row has a barrier, with vectors and without.

// CHECK-LABEL: gpu.func @previous_of_long_rows_0(
// CHECK-COUNT-2: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
func.func @previous(%x: memref<1000x24xf32>, %t: memref<1000xf32>) {
  fused.rows over [1] maps [#ij, #i, #i]
      ins(%x, %t : memref<1000x24xf32>, memref<1000xf32>) outs(%t : memref<1000xf32>) {
  ^bb0(%in: f32, %row: f32):
    %s = fused.reduce addf %in init(%row) : f32
    fused.yield %s : f32
  }
  return
}

func.func @previous_of_long_rows(%x: memref<64x4095xf32>, %t: memref<64xf32>) {
  fused.rows over [1] maps [#ij, #i, #i]
      ins(%x, %t : memref<64x4095xf32>, memref<64xf32>) outs(%t : memref<64xf32>) {
  ^bb0(%in: f32, %row: f32):
    %s = fused.reduce addf %in init(%row) : f32
    fused.yield %s : f32
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>

// What is past the end of a row is not read at its start, which another thread
// may have written.

// CHECK-LABEL: gpu.func @in_place_0(
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %{{.*}}, %c1000
// CHECK: %[[POINT:.*]] = arith.cmpi ult, %{{.*}}, %c17
// CHECK: %[[READS:.*]] = arith.andi %[[INSIDE]], %[[POINT]]
// CHECK: scf.if %[[READS]] -> (f32) {
// CHECK-NEXT: memref.load
func.func @in_place(%y: memref<1000x17xf32>) {
  %zero = arith.constant 0.0 : f32
  fused.rows over [1] maps [#ij, #ij]
      ins(%y : memref<1000x17xf32>) outs(%y : memref<1000x17xf32>) {
  ^bb0(%out: f32):
    %s = fused.reduce addf %out init(%zero) : f32
    %0 = arith.mulf %out, %s : f32
    fused.yield %0 : f32
  }
  return
}
