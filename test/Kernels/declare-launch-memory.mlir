// RUN: fused-opt %s --pass-pipeline="builtin.module(gpu.module(fused-declare-launch-memory))" | FileCheck %s

gpu.module @kernels {
  // CHECK: llvm.mlir.global external @of_launch()
  llvm.mlir.global internal @of_launch() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>

  // What has elements is a variable.
  // CHECK: llvm.mlir.global internal @of_kernel()
  llvm.mlir.global internal @of_kernel() {addr_space = 3 : i32} : !llvm.array<32 x f32>

  // Other memory is none of a launch.
  // CHECK: llvm.mlir.global internal @elsewhere()
  llvm.mlir.global internal @elsewhere() {addr_space = 1 : i32} : !llvm.array<0 x i8>
}
