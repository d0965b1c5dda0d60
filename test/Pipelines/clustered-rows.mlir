// Long rows on devices with clusters: several blocks share a row, and go
// through two rows together if these have much in common and are many. Rows
// begin where vectors may or elsewhere; some clusters have fewer rows.

// RUN: fused-run %s --target=cuda --emulate --verify=quick --entry=softmax | FileCheck %s
// RUN: fused-run %s --target=cuda --emulate --verify=quick --entry=in_place | FileCheck %s
// RUN: fused-run %s --target=cuda --emulate --verify=quick --entry=layer_norm --shape=0=1x8195 | FileCheck %s
// RUN: fused-run %s --target=cuda --emulate --verify=quick --entry=layer_norm --shape=0=267x8195 | FileCheck %s
// RUN: fused-run %s --target=cuda --emulate --verify=quick --entry=gradient | FileCheck %s
// RUN: fused-run %s --target=cuda --chip=sm_80 --emulate --verify=quick --entry=softmax | FileCheck %s
// RUN: fused-opt %s --fused-to-llvm="target=cuda emulate" --mlir-print-ir-after=fused-linalg-to-gpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=CLUSTER
// RUN: fused-opt %s --fused-to-llvm="target=cuda chip=sm_80 emulate" --mlir-print-ir-after=fused-linalg-to-gpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=BLOCK

// CHECK: verification: PASS

// CLUSTER: gpu.launch_func @fused_kernels::@softmax_0 clusters in (%c2
// CLUSTER: gpu.launch_func @fused_kernels::@layer_norm_0 clusters in (%c2
// CLUSTER: gpu.launch_func @fused_kernels::@layer_norm_1 blocks in
// CLUSTER: gpu.func @softmax_0
// CLUSTER-SAME: known_cluster_size = array<i32: 2, 1, 1>
// All blocks have begun before one writes to another, and each has what all
// have given it before it goes on.
// CLUSTER: nvvm.cluster.arrive.relaxed
// CLUSTER: nvgpu.device_async_copy
// CLUSTER: nvvm.cluster.wait
// CLUSTER: gpu.shuffle
// CLUSTER: nvvm.mapa
// CLUSTER: nvvm.cluster.arrive
// CLUSTER: nvvm.cluster.wait

// BLOCK-NOT: cluster

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>

func.func @softmax(%x: tensor<3x28001xf32>) -> tensor<3x28001xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x28001xf32>
  %y = fused.rows over [1] maps [#ij, #ij] ins(%x : tensor<3x28001xf32>) outs(%e : tensor<3x28001xf32>) {
  ^bb0(%in: f32):
    %max = fused.reduce maximumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %1 init(%zero) : f32
    %2 = arith.divf %1, %sum : f32
    fused.yield %2 : f32
  } -> tensor<3x28001xf32>
  return %y : tensor<3x28001xf32>
}

// The kernel may write where it reads. Rows begin where vectors may.
func.func @in_place(%x: tensor<2x65536xbf16> {bufferization.writable = true}) -> (tensor<2x65536xbf16>, tensor<2xbf16>) {
  %lowest = arith.constant 0xFF80 : bf16
  %r = tensor.empty() : tensor<2xbf16>
  %y:2 = fused.rows over [1] maps [#ij, #ij, #i] ins(%x : tensor<2x65536xbf16>) outs(%x, %r : tensor<2x65536xbf16>, tensor<2xbf16>) {
  ^bb0(%in: bf16):
    %max = fused.reduce maximumf %in init(%lowest) : bf16
    %0 = arith.subf %in, %max : bf16
    fused.yield %0, %max : bf16, bf16
  } -> tensor<2x65536xbf16>, tensor<2xbf16>
  return %y#0, %y#1 : tensor<2x65536xbf16>, tensor<2xbf16>
}

// Two rows together if there are at least 264, else one: two kernels.
func.func @layer_norm(%x: tensor<?x8195xf64>, %gamma: tensor<8195xf64>, %beta: tensor<8195xf64>) -> (tensor<?x8195xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x8195xf64>
  %zero = arith.constant 0.0 : f64
  %count = arith.constant 8195.0 : f64
  %one = arith.constant 1.0 : f64
  %e = tensor.empty(%rows) : tensor<?x8195xf64>
  %r = tensor.empty(%rows) : tensor<?xf64>
  %y:2 = fused.rows over [1] maps [#ij, #j, #j, #ij, #i]
      ins(%x, %gamma, %beta : tensor<?x8195xf64>, tensor<8195xf64>, tensor<8195xf64>)
      outs(%e, %r : tensor<?x8195xf64>, tensor<?xf64>) {
  ^bb0(%in: f64, %g: f64, %b: f64):
    %sum = fused.reduce addf %in init(%zero) : f64
    %mean = arith.divf %sum, %count : f64
    %0 = arith.subf %in, %mean : f64
    %1 = arith.mulf %0, %0 : f64
    %squares = fused.reduce addf %1 init(%zero) : f64
    %2 = arith.divf %squares, %count : f64
    %3 = arith.addf %2, %one : f64
    %4 = math.rsqrt %3 : f64
    %5 = arith.mulf %0, %4 : f64
    %6 = arith.mulf %5, %g : f64
    %7 = arith.addf %6, %b : f64
    fused.yield %7, %mean : f64, f64
  } -> tensor<?x8195xf64>, tensor<?xf64>
  return %y#0, %y#1 : tensor<?x8195xf64>, tensor<?xf64>
}

// What all rows have in common is kept, too: two reductions need it, and one of
// them is of integers.
func.func @gradient(%y: tensor<2x9001xf64>, %dy: tensor<2x9001xf64>, %gamma: tensor<9001xf64>) -> (tensor<2x9001xf64>, tensor<2xi32>) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x9001xf64>
  %r = tensor.empty() : tensor<2xi32>
  %dx:2 = fused.rows over [1] maps [#ij, #ij, #j, #ij, #i]
      ins(%y, %dy, %gamma : tensor<2x9001xf64>, tensor<2x9001xf64>, tensor<9001xf64>)
      outs(%e, %r : tensor<2x9001xf64>, tensor<2xi32>) {
  ^bb0(%p: f64, %dp: f64, %g: f64):
    %0 = arith.mulf %dp, %g : f64
    %1 = arith.mulf %p, %0 : f64
    %sum = fused.reduce addf %1 init(%zero) : f64
    %2 = arith.cmpf ogt, %p, %g : f64
    %3 = arith.extui %2 : i1 to i32
    %count = fused.reduce addi %3 init(%none) : i32
    %4 = arith.subf %0, %sum : f64
    %5 = arith.mulf %p, %4 : f64
    fused.yield %5, %count : f64, i32
  } -> tensor<2x9001xf64>, tensor<2xi32>
  return %dx#0, %dx#1 : tensor<2x9001xf64>, tensor<2xi32>
}
