// RUN: fused-opt %s --fused-products-to-gpu=chip=sm_90 --split-input-file | FileCheck %s
// RUN: fused-opt %s --fused-products-to-gpu=chip=sm_80 --split-input-file | FileCheck %s --check-prefix=OTHER
// RUN: fused-opt %s --fused-products-to-gpu --split-input-file | FileCheck %s --check-prefix=OTHER

// Other chips have no kernels of products.
// OTHER-NOT: gpu.
// OTHER: fused.matmul epilog(default)
// OTHER-NOT: gpu.

#column = affine_map<(i, j) -> (j)>
#point = affine_map<(i, j) -> (i, j)>

// Large: two consumers that take turns, each with two groups of 64 rows; pairs
// of blocks share tiles of B. Matrices of the caller may not be aligned, and the
// device may be another one.

// CHECK-LABEL: func.func @large(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<4096x1024xbf16>, %[[B:[a-z0-9]+]]: memref<4096x1024xbf16>, %[[V:[a-z0-9]+]]: memref<4096xbf16>, %[[X:[a-z0-9]+]]: memref<4096x4096xbf16>
// CHECK: %[[D:.*]] = memref.alloc
// CHECK: %[[CAPABILITY:.*]] = fused.compute_capability : i32
// CHECK: %[[CHIP:.*]] = arith.cmpi eq, %[[CAPABILITY]], %c90
// CHECK: memref.extract_aligned_pointer_as_index %[[A]]
// CHECK: memref.extract_aligned_pointer_as_index %[[B]]
// CHECK: memref.extract_aligned_pointer_as_index %[[D]]
// CHECK: memref.extract_aligned_pointer_as_index %[[X]]
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq
// CHECK: %[[POSSIBLE:.*]] = arith.andi %[[CHIP]], %[[ALIGNED]]
// CHECK: scf.if %[[POSSIBLE]] {
// CHECK: %[[MA:.*]] = fused.tensor_map %[[A]] box [128, 64]
// CHECK: %[[MB:.*]] = fused.tensor_map %[[B]] box [64, 64]
// CHECK: %[[MD:.*]] = fused.tensor_map %[[D]] box [64, 64]
// CHECK: %[[MX:.*]] = fused.tensor_map %[[X]] box [64, 64]
// CHECK: gpu.launch_func @fused_product_kernels::@large_product clusters in (%c2, {{.*}}) blocks in (%c132, {{.*}}) threads in (%c384, {{.*}}) dynamic_shared_memory_size %{{.*}} args(%[[MA]] : !llvm.ptr, %[[MB]] : !llvm.ptr, %[[MD]] : !llvm.ptr, %[[MX]] : !llvm.ptr, %[[V]] : memref<4096xbf16>)
// CHECK: } else {
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
// CHECK: memref.dealloc
// CHECK: }
// CHECK: return %[[D]]

// CHECK: gpu.module @fused_product_kernels [#nvvm.target<O = 3, chip = "sm_90a"
// CHECK: gpu.func @large_product(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: memref<4096xbf16>) kernel attributes {fused.tensor_maps = 4 : i32, known_block_size = array<i32: 384, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>, nvvm.minctasm = 1 : i32}
// CHECK: nvvm.cluster.arrive
// CHECK: nvvm.cluster.wait

// The ring is filled by one thread.
// CHECK: nvvm.setmaxregister decrease 40
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK: nvvm.mbarrier.arrive.expect_tx
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} box[{{.*}}] :
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} multicast_mask =

// Further matrices are loaded, and results stored, by others.
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK: nvvm.cp.async.bulk.commit.group
// CHECK: nvvm.cp.async.bulk.wait_group 0

// The consumers: eight products for 64 elements along K, in two groups of rows.
// CHECK: nvvm.setmaxregister increase 232
// CHECK: %[[FIRST:.*]] = llvm.inline_asm "xor.b32 $0, $1, 0x0;", "=r,r"
// CHECK: scf.for %[[STEP:[a-z0-9]+]] = 
// CHECK: nvvm.wgmma.fence.aligned
// CHECK-COUNT-8: nvvm.wgmma.mma_async {{.*}} <m = 64, n = 128, k = 16>, D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>]
// CHECK-NOT: nvvm.wgmma.mma_async
// CHECK: nvvm.wgmma.commit.group.sync.aligned
// CHECK: arith.cmpi eq, %[[STEP]], %[[FIRST]]
// CHECK: nvvm.mapa
// CHECK: nvvm.ldmatrix
// CHECK: math.tanh
// CHECK: nvvm.stmatrix
// CHECK: nvvm.fence.proxy
func.func @large(%a: memref<4096x1024xbf16>, %b: memref<4096x1024xbf16>, %v: memref<4096xbf16>,
                 %x: memref<4096x4096xbf16>) -> memref<4096x4096xbf16> {
  %half = arith.constant 0.5 : f32
  %d = memref.alloc() : memref<4096x4096xbf16>
  fused.product transpose_b
      tiling "128x128 turns cluster 2" ins(%a, %b : memref<4096x1024xbf16>, memref<4096x1024xbf16>)
      with(%v, %x : memref<4096xbf16>, memref<4096x4096xbf16>) maps [#column, #point, #point]
      outs(%d : memref<4096x4096xbf16>) {
  ^bb0(%acc: f32, %bias: bf16, %in: bf16):
    %0 = arith.extf %bias : bf16 to f32
    %1 = arith.extf %in : bf16 to f32
    %2 = arith.addf %acc, %0 : f32
    %3 = math.tanh %2 : f32
    %4 = arith.mulf %3, %half : f32
    %5 = arith.addf %4, %1 : f32
    %6 = arith.truncf %5 : f32 to bf16
    fused.yield %6 : bf16
  }
  return %d : memref<4096x4096xbf16>
}

// -----

// OTHER: fused.matmul epilog(default)

// Small: one consumer in a block, and no cluster. Memory of the program may be
// that of the caller, too.

// CHECK-LABEL: func.func @small(
// CHECK: scf.if
// CHECK: fused.tensor_map %{{.*}} box [64, 64] : memref<64x256xf16>
// CHECK: fused.tensor_map %{{.*}} box [64, 64] : memref<512x64xf16>
// CHECK: gpu.launch_func @fused_product_kernels::@small_product blocks in (%c32, {{.*}}) threads in (%c256, {{.*}})
// CHECK: gpu.func @small_product(
// CHECK-NOT: nvvm.setmaxregister
// CHECK: gpu.barrier
// CHECK-NOT: multicast_mask
// CHECK: nvvm.wgmma.mma_async {{.*}} <m = 64, n = 64, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <col>], B[<f16>, <one>, <col>]
func.func @small() -> memref<256x512xf16> {
  %a = memref.alloc() : memref<64x256xf16>
  %b = memref.alloc() : memref<512x64xf16>
  %d = memref.alloc() : memref<256x512xf16>
  fused.product transpose_a transpose_b ins(%a, %b : memref<64x256xf16>, memref<512x64xf16>)
      maps [affine_map<(i, j) -> (i, j)>] outs(%d : memref<256x512xf16>) {
  ^bb0(%acc: f32):
    %0 = arith.truncf %acc : f32 to f16
    fused.yield %0 : f16
  }
  memref.dealloc %a : memref<64x256xf16>
  memref.dealloc %b : memref<512x64xf16>
  return %d : memref<256x512xf16>
}

// -----

// OTHER: fused.matmul epilog(default)

// Split K: four blocks have one tile. Three of them store what they have in the
// memory of the first one, which adds it up and stores the result.

// CHECK-LABEL: func.func @split(
// CHECK: gpu.launch_func @fused_product_kernels::@split_product clusters in (%c4, {{.*}}) blocks in (%c24, {{.*}}) threads in (%c256, {{.*}})
// CHECK: gpu.func @split_product({{.*}} known_cluster_size = array<i32: 4, 1, 1>
// CHECK: %[[PART:.*]] = nvvm.read.ptx.sreg.cluster.ctarank
// CHECK: nvvm.cluster.arrive
// CHECK: nvvm.cluster.wait
// CHECK: nvvm.cluster.arrive
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-NOT: multicast_mask
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK: nvvm.cluster.wait
// CHECK: nvvm.wgmma.mma_async
// CHECK: %[[THERE:.*]] = nvvm.mapa %{{.*}}, %{{.*}} : !llvm.ptr<3> -> !llvm.ptr<7>
// CHECK-COUNT-8: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<7>
// CHECK-NOT: llvm.store {{.*}} !llvm.ptr<7>
// CHECK: nvvm.cluster.arrive
// CHECK: nvvm.cluster.wait
// CHECK-COUNT-24: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
// CHECK: nvvm.stmatrix
func.func @split() -> memref<120x136xbf16> {
  %a = memref.alloc() : memref<120x4096xbf16>
  %b = memref.alloc() : memref<4096x136xbf16>
  %d = memref.alloc() : memref<120x136xbf16>
  fused.product tiling "64x64 split 4" ins(%a, %b : memref<120x4096xbf16>, memref<4096x136xbf16>)
      maps [affine_map<(i, j) -> (i, j)>] outs(%d : memref<120x136xbf16>) {
  ^bb0(%acc: f32):
    %0 = arith.truncf %acc : f32 to bf16
    fused.yield %0 : bf16
  }
  memref.dealloc %a : memref<120x4096xbf16>
  memref.dealloc %b : memref<4096x136xbf16>
  return %d : memref<120x136xbf16>
}

// -----

// OTHER: fused.matmul epilog(default)

// A sum over the rows: each warp stores a partial one, which has no map, and a
// second kernel adds these up. Where there are no kernels, what is summed is
// stored.

// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %{{.*}}: memref<2000x1000xbf16>, %[[S:[a-z0-9]+]]: memref<1000xbf16>
// CHECK: scf.if
// CHECK: %[[PARTIAL:.*]] = memref.alloc() : memref<[[PARTS:[0-9]+]]x1000xf32>
// CHECK: gpu.launch_func @fused_product_kernels::@sum_product {{.*}} args(%{{.*}} : !llvm.ptr, %{{.*}} : !llvm.ptr, %{{.*}} : !llvm.ptr, %[[PARTIAL]] : memref<[[PARTS]]x1000xf32>)
// CHECK: gpu.launch_func @fused_product_kernels::@sum_sums blocks in (%c32, {{.*}}) threads in ({{.*}}) args(%[[PARTIAL]] : memref<[[PARTS]]x1000xf32>, %[[S]] : memref<1000xbf16>)
// CHECK: memref.dealloc %[[PARTIAL]]
// CHECK: } else {
// CHECK: linalg.generic {{.*}}["parallel", "parallel"]
// CHECK: linalg.generic {{.*}}["reduction", "parallel"]
// CHECK: linalg.generic {{.*}}["parallel"]}
// CHECK: gpu.func @sum_product({{.*}}, %[[P:.*]]: memref<[[PARTS]]x1000xf32>)
// Rows beyond the end are left out, and so are columns.
// CHECK: arith.cmpi ult, %{{.*}}, %c2000_i32
// CHECK: arith.select
// CHECK-COUNT-14: nvvm.shfl.sync bfly
// CHECK: arith.cmpi ult, %{{.*}}, %c1000_i32
// CHECK: memref.store %{{.*}}, %[[P]]
// CHECK: gpu.func @sum_sums(
// CHECK: gpu.barrier
// CHECK: arith.truncf
func.func @sum(%a: memref<2000x64xbf16>, %b: memref<64x1000xbf16>, %d: memref<2000x1000xbf16>, %s: memref<1000xbf16>) {
  fused.product ins(%a, %b : memref<2000x64xbf16>, memref<64x1000xbf16>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>]
      outs(%d, %s : memref<2000x1000xbf16>, memref<1000xbf16>) {
  ^bb0(%acc: f32):
    %0 = arith.truncf %acc : f32 to bf16
    fused.yield %0, %acc : bf16, f32
  }
  return
}

// -----

// OTHER: fused.matmul epilog(default)

// What tensor maps do not describe.

// CHECK-LABEL: func.func @odd_rows(
// CHECK-NOT: gpu.
// CHECK: fused.matmul epilog(default)
func.func @odd_rows(%a: memref<64x68xbf16>, %b: memref<68x64xbf16>, %d: memref<64x64xbf16>) {
  fused.product ins(%a, %b : memref<64x68xbf16>, memref<68x64xbf16>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<64x64xbf16>) {
  ^bb0(%acc: f32):
    %0 = arith.truncf %acc : f32 to bf16
    fused.yield %0 : bf16
  }
  return
}

// CHECK-LABEL: func.func @unknown_sizes(
// CHECK-NOT: gpu.
// CHECK: fused.matmul epilog(default)
func.func @unknown_sizes(%a: memref<?x64xbf16>, %b: memref<64x64xbf16>, %d: memref<?x64xbf16>) {
  fused.product ins(%a, %b : memref<?x64xbf16>, memref<64x64xbf16>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<?x64xbf16>) {
  ^bb0(%acc: f32):
    %0 = arith.truncf %acc : f32 to bf16
    fused.yield %0 : bf16
  }
  return
}

// A result of f32 and a mask of booleans: squares of two parts of 32 columns, and
// of rows of 64 bytes.

// CHECK-LABEL: func.func @wide(
// CHECK: scf.if
// CHECK: fused.tensor_map %{{.*}} box [64, 32] : memref<64x64xf32>
// CHECK: fused.tensor_map %{{.*}} box [64, 64] : memref<64x64xi1>
// CHECK: gpu.func @wide_product(
// CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %c4096
// CHECK: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<3> -> vector<2xi8>
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
func.func @wide(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %mask: memref<64x64xi1>, %d: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  fused.product ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>)
      with(%mask : memref<64x64xi1>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<64x64xf32>) {
  ^bb0(%acc: f32, %keeps: i1):
    %0 = arith.select %keeps, %acc, %zero : f32
    fused.yield %0 : f32
  }
  return
}

// -----

// A part that begins in the middle of 16 bytes.

// CHECK-LABEL: func.func @odd_part(
// CHECK-NOT: gpu.
// CHECK: fused.matmul epilog(default)
func.func @odd_part(%a: memref<64x128xbf16>, %b: memref<64x64xbf16>, %d: memref<64x64xbf16>) {
  %part = memref.subview %a[0, 4] [64, 64] [1, 1] : memref<64x128xbf16> to memref<64x64xbf16, strided<[128, 1], offset: 4>>
  fused.product ins(%part, %b : memref<64x64xbf16, strided<[128, 1], offset: 4>>, memref<64x64xbf16>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<64x64xbf16>) {
  ^bb0(%acc: f32):
    %0 = arith.truncf %acc : f32 to bf16
    fused.yield %0 : bf16
  }
  return
}

// CHECK-LABEL: func.func @wide_factors(
// CHECK-NOT: gpu.
// CHECK: fused.matmul epilog(default)
func.func @wide_factors(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %d: memref<64x64xf32>) {
  fused.product ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<64x64xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  }
  return
}

// CHECK-LABEL: func.func @integers(
// CHECK-NOT: gpu.
// CHECK: fused.matmul epilog(default)
func.func @integers(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %x: memref<64x64xi16>, %d: memref<64x64xf32>) {
  fused.product ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>)
      with(%x : memref<64x64xi16>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<64x64xf32>) {
  ^bb0(%acc: f32, %i: i16):
    %0 = arith.sitofp %i : i16 to f32
    fused.yield %0 : f32
  }
  return
}

// A number that the kernel does not have.

// CHECK-LABEL: func.func @captured(
// CHECK-NOT: gpu.
// CHECK: fused.matmul epilog(default)
func.func @captured(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %s: f32, %d: memref<64x64xbf16>) {
  fused.product ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : memref<64x64xbf16>) {
  ^bb0(%acc: f32):
    %0 = arith.mulf %acc, %s : f32
    %1 = arith.truncf %0 : f32 to bf16
    fused.yield %1 : bf16
  }
  return
}
