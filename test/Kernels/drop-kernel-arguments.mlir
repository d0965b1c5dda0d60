// RUN: fused-opt %s --fused-drop-kernel-arguments | FileCheck %s

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // CHECK: llvm.func @address(%{{[a-z0-9]+}}: !llvm.ptr {llvm.nofree}, %{{[a-z0-9]+}}: i64) attributes
    llvm.func @address(%n: i32, %base: !llvm.ptr {llvm.noalias}, %aligned: !llvm.ptr {llvm.nofree}, %offset: i64, %size: i64, %stride: i64)
        attributes {gpu.kernel} {
      llvm.store %size, %aligned : i64, !llvm.ptr
      llvm.return
    }
    // CHECK: llvm.func @all(%{{[a-z0-9]+}}: i32, %{{[a-z0-9]+}}: !llvm.ptr) attributes
    llvm.func @all(%n: i32, %p: !llvm.ptr) attributes {gpu.kernel} {
      llvm.store %n, %p : i32, !llvm.ptr
      llvm.return
    }
    // Kernels call it.
    // CHECK: llvm.func @function(%{{[a-z0-9]+}}: i32)
    llvm.func @function(%n: i32) {
      llvm.return
    }
  }
  // CHECK-LABEL: func.func @main(
  func.func @main(%one: index, %n: i32, %x: memref<?xf32>, %p: !llvm.ptr) {
    // CHECK: gpu.launch_func @kernels::@address
    // CHECK-SAME: args(%{{.*}} : i32, %{{.*}} : memref<?xf32>) {fused.kernel_arguments = array<i32: 2, 4>}
    gpu.launch_func @kernels::@address blocks in (%one, %one, %one) threads in (%one, %one, %one)
        args(%n : i32, %x : memref<?xf32>)
    // CHECK: gpu.launch_func @kernels::@all
    // CHECK-SAME: {fused.kernel_arguments = array<i32: 0, 1>}
    gpu.launch_func @kernels::@all blocks in (%one, %one, %one) threads in (%one, %one, %one)
        args(%n : i32, %p : !llvm.ptr)
    return
  }
}
