// RUN: fused-opt %s --pass-pipeline="builtin.module(gpu.module(fused-pass-tensor-maps))" | FileCheck %s

gpu.module @products {
  // CHECK: llvm.mlir.global external @memory() {addr_space = 3 : i32, alignment = 1024 : i64}
  llvm.mlir.global external @memory() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>

  // CHECK: llvm.func @f(%{{.*}}: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %{{.*}}: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel}
  llvm.func @f(%map: !llvm.ptr, %v: !llvm.ptr) attributes {fused.tensor_maps = 1 : i32, gpu.kernel, nvvm.kernel} {
    llvm.return
  }
}

// Nothing else changes.
gpu.module @others {
  // CHECK: llvm.mlir.global external @memory() {addr_space = 3 : i32, alignment = 16 : i64}
  llvm.mlir.global external @memory() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  // CHECK: llvm.func @g(%{{.*}}: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel}
  llvm.func @g(%v: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
    llvm.return
  }
}
