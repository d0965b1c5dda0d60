// RUN: fused-opt %s --fused-split-kernels | FileCheck %s

// Kernels of products are compiled at the same time; what adds up their sums
// stays with the first one.

// CHECK: gpu.launch_func @kernels::@first
// CHECK: gpu.launch_func @kernels::@sums
// CHECK: gpu.launch_func @[[OTHER:.*]]::@second
// CHECK: gpu.module @kernels [#nvvm.target<chip = "sm_90a">]
// CHECK-NEXT: gpu.func @first(
// CHECK: gpu.func @sums(
// CHECK-NOT: gpu.func
// CHECK: gpu.module @[[OTHER]] [#nvvm.target<chip = "sm_90a">]
// CHECK-NEXT: gpu.func @second(
module attributes {gpu.container_module} {
  func.func @f(%map: !llvm.ptr, %s: memref<i32>) {
    %one = arith.constant 1 : index
    gpu.launch_func @kernels::@first blocks in (%one, %one, %one) threads in (%one, %one, %one) args(%map : !llvm.ptr)
    gpu.launch_func @kernels::@sums blocks in (%one, %one, %one) threads in (%one, %one, %one) args(%s : memref<i32>)
    gpu.launch_func @kernels::@second blocks in (%one, %one, %one) threads in (%one, %one, %one) args(%map : !llvm.ptr)
    return
  }
  gpu.module @kernels [#nvvm.target<chip = "sm_90a">] {
    gpu.func @first(%map: !llvm.ptr) kernel attributes {fused.tensor_maps = 1 : i32} {
      gpu.return
    }
    gpu.func @sums(%s: memref<i32>) kernel {
      gpu.return
    }
    gpu.func @second(%map: !llvm.ptr) kernel attributes {fused.tensor_maps = 1 : i32} {
      gpu.return
    }
  }
}
