// RUN: fused-opt %s --pass-pipeline='builtin.module(gpu.module(fused-wait-for-kernels))' | FileCheck %s

// Kernels wait before anything else. Functions that they call do not.
// CHECK-LABEL: gpu.module @kernels
// CHECK-SAME: attributes {fused.waiting_kernels}
gpu.module @kernels {
  // CHECK: llvm.func @first
  // CHECK-NEXT: nvvm.griddepcontrol wait
  // CHECK-NEXT: nvvm.griddepcontrol launch_dependents
  // CHECK-NEXT: llvm.load
  llvm.func @first(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %0 = llvm.load %p : !llvm.ptr<1> -> f32
    %1 = llvm.call @square(%0) : (f32) -> f32
    llvm.store %1, %p : f32, !llvm.ptr<1>
    llvm.return
  }
  // CHECK: llvm.func @second
  // CHECK-NEXT: nvvm.griddepcontrol wait
  // CHECK-NEXT: nvvm.griddepcontrol launch_dependents
  // CHECK-NEXT: llvm.cond_br
  llvm.func @second(%c: i1) attributes {gpu.kernel, nvvm.kernel} {
    llvm.cond_br %c, ^bb1, ^bb1
  ^bb1:
    llvm.return
  }
  // CHECK: llvm.func @square
  // CHECK-NOT: griddepcontrol
  llvm.func @square(%x: f32) -> f32 {
    %0 = llvm.fmul %x, %x : f32
    llvm.return %0 : f32
  }
}
