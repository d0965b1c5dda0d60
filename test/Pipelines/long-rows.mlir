// Rows that are too long for registers: a thread keeps its part in workgroup
// memory, as much as fits (99 KiB in the emulator). Rows begin where vectors may
// or elsewhere, have a known length or not, and fit or not; arrays without rows
// lie otherwise in memory.

// RUN: fused-run %s --target=cuda --emulate --verify=quick --entry=softmax | FileCheck %s
// RUN: fused-run %s --target=cuda --emulate --verify=quick --entry=in_place | FileCheck %s
// RUN: fused-run %s --target=cuda --emulate --verify=quick --entry=layer_norm | FileCheck %s
// RUN: fused-run %s --target=cuda --chip=sm_80 --emulate --verify=quick --entry=larger | FileCheck %s
// RUN: fused-run %s --target=cuda --emulate --verify=quick --entry=larger | FileCheck %s
// RUN: fused-run %s --target=cuda --emulate --verify=quick --entry=dynamic --shape=0=3x9100 | FileCheck %s
// RUN: fused-run %s --target=cuda --emulate --verify=quick --entry=gradient | FileCheck %s
// RUN: fused-run %s --target=cuda --emulate --verify=quick --entry=mixed | FileCheck %s
// RUN: fused-run %s --target=cuda --emulate --verify=quick --entry=dynamic --shape=0=3x0 | FileCheck %s
// RUN: fused-run %s --target=cuda --emulate --verify=quick --entry=dynamic --shape=0=3x7 | FileCheck %s
// RUN: fused-opt %s --fused-to-llvm="target=cuda emulate" --mlir-print-ir-after=fused-linalg-to-gpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=KEPT

// CHECK: verification: PASS

// The exponentials replace what they were computed from.
// KEPT: gpu.launch_func @fused_kernels::@softmax_0 {{.*}} dynamic_shared_memory_size
// KEPT-LABEL: gpu.func @softmax_0
// KEPT: %[[MEMORY:.*]] = gpu.dynamic_shared_memory
// KEPT: %[[KEPT:.*]] = memref.view %[[MEMORY]]
// KEPT-COUNT-6: nvgpu.device_async_create_group
// KEPT: scf.for
// KEPT: nvgpu.device_async_copy {{.*}}, %[[KEPT]][{{.*}}], 8 {bypassL1}
// KEPT: %[[LAST:.*]] = nvgpu.device_async_create_group
// KEPT: nvgpu.device_async_wait %[[LAST]] {numGroups = 6 : i32}
// KEPT: vector.load %[[KEPT]]
// KEPT: nvgpu.device_async_wait {{.*}} {numGroups = 0 : i32}
// KEPT: arith.maximumf
// KEPT: vector.load %[[KEPT]]
// KEPT: math.exp
// KEPT: vector.store {{.*}}, %[[KEPT]]

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>

func.func @softmax(%x: tensor<3x20003xbf16>) -> tensor<3x20003xbf16> {
  %lowest = arith.constant 0xFF80 : bf16
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<3x20003xbf16>
  %y = fused.rows over [1] maps [#ij, #ij] ins(%x : tensor<3x20003xbf16>) outs(%e : tensor<3x20003xbf16>) {
  ^bb0(%in: bf16):
    %max = fused.reduce maximumf %in init(%lowest) : bf16
    %0 = arith.subf %in, %max : bf16
    %1 = math.exp %0 : bf16
    %sum = fused.reduce addf %1 init(%zero) : bf16
    %2 = arith.divf %1, %sum : bf16
    fused.yield %2 : bf16
  } -> tensor<3x20003xbf16>
  return %y : tensor<3x20003xbf16>
}

// The kernel may write where it reads.
func.func @in_place(%x: tensor<3x9001xf32> {bufferization.writable = true}) -> tensor<3x9001xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x9001xf32>
  %y = fused.rows over [1] maps [#ij, #ij] ins(%x : tensor<3x9001xf32>) outs(%x : tensor<3x9001xf32>) {
  ^bb0(%in: f32):
    %max = fused.reduce maximumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %1 init(%zero) : f32
    %2 = arith.divf %1, %sum : f32
    fused.yield %2 : f32
  } -> tensor<3x9001xf32>
  return %y : tensor<3x9001xf32>
}

func.func @layer_norm(%x: tensor<3x10007xbf16>, %gamma: tensor<10007xf32>, %beta: tensor<10007xbf16>) -> (tensor<3x10007xbf16>, tensor<3xf32>) {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 10007.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<3x10007xbf16>
  %r = tensor.empty() : tensor<3xf32>
  %y:2 = fused.rows over [1] maps [#ij, #j, #j, #ij, #i]
      ins(%x, %gamma, %beta : tensor<3x10007xbf16>, tensor<10007xf32>, tensor<10007xbf16>)
      outs(%e, %r : tensor<3x10007xbf16>, tensor<3xf32>) {
  ^bb0(%in: bf16, %g: f32, %b: bf16):
    %0 = arith.extf %in : bf16 to f32
    %sum = fused.reduce addf %0 init(%zero) : f32
    %mean = arith.divf %sum, %count : f32
    %1 = arith.subf %0, %mean : f32
    %2 = arith.mulf %1, %1 : f32
    %squares = fused.reduce addf %2 init(%zero) : f32
    %3 = arith.divf %squares, %count : f32
    %4 = arith.addf %3, %one : f32
    %5 = math.rsqrt %4 : f32
    %6 = arith.mulf %1, %5 : f32
    %7 = arith.mulf %6, %g : f32
    %8 = arith.extf %b : bf16 to f32
    %9 = arith.addf %7, %8 : f32
    %10 = arith.truncf %9 : f32 to bf16
    fused.yield %10, %mean : bf16, f32
  } -> tensor<3x10007xbf16>, tensor<3xf32>
  return %y#0, %y#1 : tensor<3x10007xbf16>, tensor<3xf32>
}

// Most of a row does not fit, unless the blocks of a cluster share it.
func.func @larger(%x: tensor<2x70001xf32>) -> tensor<2x70001xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x70001xf32>
  %y = fused.rows over [1] maps [#ij, #ij] ins(%x : tensor<2x70001xf32>) outs(%e : tensor<2x70001xf32>) {
  ^bb0(%in: f32):
    %max = fused.reduce maximumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %1 init(%zero) : f32
    %2 = arith.divf %1, %sum : f32
    fused.yield %2 : f32
  } -> tensor<2x70001xf32>
  return %y : tensor<2x70001xf32>
}

// Rows may also have few elements, or none; there is a kernel for the former.
func.func @dynamic(%x: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %x, %c0 : tensor<?x?xf16>
  %columns = tensor.dim %x, %c1 : tensor<?x?xf16>
  %lowest = arith.constant 0xFC00 : f16
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty(%rows, %columns) : tensor<?x?xf16>
  %y = fused.rows over [1] maps [#ij, #ij] ins(%x : tensor<?x?xf16>) outs(%e : tensor<?x?xf16>) {
  ^bb0(%in: f16):
    %max = fused.reduce maximumf %in init(%lowest) : f16
    %0 = arith.subf %in, %max : f16
    %1 = math.exp %0 : f16
    %sum = fused.reduce addf %1 init(%zero) : f16
    %2 = arith.divf %1, %sum : f16
    fused.yield %2 : f16
  } -> tensor<?x?xf16>
  return %y : tensor<?x?xf16>
}

// Two arrays are kept. All rows begin where vectors may, and tiles are whole.
func.func @gradient(%y: tensor<2x16384xf32>, %dy: tensor<2x16384xf32>) -> tensor<2x16384xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x16384xf32>
  %dx = fused.rows over [1] maps [#ij, #ij, #ij]
      ins(%y, %dy : tensor<2x16384xf32>, tensor<2x16384xf32>) outs(%e : tensor<2x16384xf32>) {
  ^bb0(%p: f32, %dp: f32):
    %0 = arith.mulf %p, %dp : f32
    %sum = fused.reduce addf %0 init(%zero) : f32
    %1 = arith.subf %dp, %sum : f32
    %2 = arith.mulf %p, %1 : f32
    fused.yield %2 : f32
  } -> tensor<2x16384xf32>
  return %dx : tensor<2x16384xf32>
}

// Arrays of several types, a mask that is not kept, and indices.
func.func @mixed(%x: tensor<2x8704xf16>, %m: tensor<2x8704xi1>, %n: tensor<2x8704xi32>) -> (tensor<2x8704xf32>, tensor<2xi32>) {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x8704xf32>
  %r = tensor.empty() : tensor<2xi32>
  %y:2 = fused.rows over [1] maps [#ij, #ij, #ij, #ij, #i]
      ins(%x, %m, %n : tensor<2x8704xf16>, tensor<2x8704xi1>, tensor<2x8704xi32>)
      outs(%e, %r : tensor<2x8704xf32>, tensor<2xi32>) {
  ^bb0(%in: f16, %mask: i1, %number: i32):
    %j = fused.index 1 : index
    %0 = arith.extf %in : f16 to f32
    %1 = arith.select %mask, %0, %zero : f32
    %most = fused.reduce maxs %number init(%none) : i32
    %sum = fused.reduce maximumf %1 init(%zero) : f32
    %2 = arith.index_cast %j : index to i32
    %3 = arith.subi %most, %number : i32
    %4 = arith.addi %2, %3 : i32
    %5 = arith.sitofp %4 : i32 to f32
    %6 = arith.subf %1, %sum : f32
    %7 = arith.addf %6, %5 : f32
    %8 = arith.select %mask, %7, %6 : f32
    fused.yield %8, %most : f32, i32
  } -> tensor<2x8704xf32>, tensor<2xi32>
  return %y#0, %y#1 : tensor<2x8704xf32>, tensor<2xi32>
}
