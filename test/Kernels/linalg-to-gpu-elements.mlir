// RUN: fused-opt %s --fused-linalg-to-gpu --canonicalize --split-input-file | FileCheck %s

// What stores need is computed in the kernel; no element comes to the host.

// CHECK-LABEL: func.func @stores(
// CHECK-NOT: memref.load
// CHECK: gpu.launch_func @fused_kernels::@stores_0 blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
// CHECK-NEXT: return
// CHECK: gpu.func @stores_0(
// CHECK: %[[A:.*]] = memref.load
// CHECK: %[[B:.*]] = arith.mulf %[[A]], %[[A]]
// CHECK: memref.store %[[B]]
// CHECK: %[[C:.*]] = memref.load
// CHECK: memref.store %[[C]]
func.func @stores(%x: memref<8xf32>, %y: memref<8xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%i] : memref<8xf32>
  %1 = arith.mulf %0, %0 : f32
  memref.store %1, %y[%c0] : memref<8xf32>
  %2 = memref.load %y[%i] : memref<8xf32>
  memref.store %2, %x[%c0] : memref<8xf32>
  return
}

// -----

// An element that the host needs is a load of the host. What comes before it
// is another kernel than what comes after it.

// CHECK-LABEL: func.func @needed_by_host(
// CHECK: gpu.launch_func @fused_kernels::@needed_by_host_0
// CHECK: %[[N:.*]] = memref.load %arg1
// CHECK: memref.alloc(%[[N]])
// CHECK: gpu.launch_func @fused_kernels::@needed_by_host_1
func.func @needed_by_host(%x: memref<8xf32>, %n: memref<8xindex>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %c1, %n[%c0] : memref<8xindex>
  %0 = memref.load %n[%c0] : memref<8xindex>
  %1 = memref.load %x[%c0] : memref<8xf32>
  memref.store %1, %x[%c1] : memref<8xf32>
  %2 = memref.alloc(%0) : memref<?xf32>
  return %2 : memref<?xf32>
}

// -----

// A loop over elements is one thread; what it returns goes through memory.

// CHECK-LABEL: func.func @loop(
// CHECK-NOT: scf.for
// CHECK: %[[MEMORY:.*]] = memref.alloc() : memref<f32>
// CHECK: gpu.launch_func @fused_kernels::@loop_0
// CHECK: %[[SUM:.*]] = memref.load %[[MEMORY]][]
// CHECK: memref.dealloc %[[MEMORY]]
// CHECK: return %[[SUM]]
// CHECK: gpu.func @loop_0(
// CHECK: %[[RESULT:.*]] = scf.for
// CHECK: memref.store %[[RESULT]], %{{.*}}[] : memref<f32>
func.func @loop(%x: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (f32) {
    %1 = memref.load %x[%i] : memref<?xf32>
    %2 = arith.addf %sum, %1 : f32
    memref.store %2, %x[%i] : memref<?xf32>
    scf.yield %2 : f32
  }
  return %0 : f32
}

// -----

#id = affine_map<(i) -> (i)>

// An element that a later kernel needs goes there through memory of the device.

// CHECK-LABEL: func.func @kernel_to_kernel(
// CHECK-NOT: memref.load
// CHECK: %[[MEMORY:.*]] = memref.alloc() : memref<f32>
// CHECK: gpu.launch_func @fused_kernels::@kernel_to_kernel_0 {{.*}} args(%arg0 : memref<8xf32>, %[[MEMORY]] : memref<f32>)
// CHECK: gpu.launch_func @fused_kernels::@kernel_to_kernel_1 {{.*}}%[[MEMORY]] : memref<f32>
// CHECK: gpu.launch_func @fused_kernels::@kernel_to_kernel_2 {{.*}}%[[MEMORY]] : memref<f32>
// CHECK: memref.dealloc %[[MEMORY]]
// CHECK-NEXT: return
func.func @kernel_to_kernel(%x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%c0] : memref<8xf32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]}
      outs(%x : memref<8xf32>) {
  ^bb0(%out: f32):
    %2 = arith.addf %out, %0 : f32
    linalg.yield %2 : f32
  }
  %1 = arith.mulf %0, %0 : f32
  memref.store %1, %y[%c0] : memref<8xf32>
  return
}

// -----

#id = affine_map<(i) -> (i)>

// A loop of kernels is the host's.

// CHECK-LABEL: func.func @loop_of_kernels(
// CHECK: scf.for
// CHECK: gpu.launch_func @fused_kernels::@loop_of_kernels_0
// CHECK: gpu.launch_func @fused_kernels::@loop_of_kernels_1
func.func @loop_of_kernels(%x: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]}
        outs(%x : memref<8xf32>) {
    ^bb0(%out: f32):
      %1 = arith.addf %out, %out : f32
      linalg.yield %1 : f32
    }
    %0 = memref.load %x[%c0] : memref<8xf32>
    memref.store %0, %x[%i] : memref<8xf32>
  }
  return
}

// -----

// Kernels take the address of a constant; the host reads its elements.

memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>

// CHECK-LABEL: func.func @constant(
// CHECK: %[[TABLE:.*]] = memref.get_global @table
// CHECK: gpu.launch_func {{.*}} args({{.*}}%[[TABLE]] : memref<2xf32>
// CHECK: memref.load %[[TABLE]]
func.func @constant(%x: memref<2xf32>, %i: index) -> f32 {
  %table = memref.get_global @table : memref<2xf32>
  linalg.copy ins(%table : memref<2xf32>) outs(%x : memref<2xf32>)
  %0 = memref.load %table[%i] : memref<2xf32>
  return %0 : f32
}

// The memory of a number is released before the arithmetic on it. The host still
// needs none of it.
// CHECK-LABEL: func.func @released_before_arithmetic(
// CHECK-NOT: memref.load
// CHECK: return
func.func @released_before_arithmetic(%x: memref<f32>, %y: memref<4xf32>) {
  %two = arith.constant 2.0 : f32
  %number = memref.alloc() : memref<f32>
  linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%x : memref<f32>) outs(%number : memref<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    linalg.yield %0 : f32
  }
  %square = memref.load %number[] : memref<f32>
  memref.dealloc %number : memref<f32>
  %scaled = arith.mulf %square, %two : f32
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%y : memref<4xf32>) {
  ^bb0(%out: f32):
    linalg.yield %scaled : f32
  }
  return
}
