// RUN: fused-opt %s --pass-pipeline='builtin.module(gpu.module(fused-wait-for-kernels))' | FileCheck %s

// CHECK-LABEL: gpu.module @kernels
// CHECK-SAME: attributes {fused.waiting_kernels}
gpu.module @kernels {
  // Kernels wait in front of the first access to an array. Functions that they
  // call do not wait.
  // CHECK: llvm.func @first
  // CHECK: llvm.getelementptr
  // CHECK-NEXT: nvvm.griddepcontrol wait
  // CHECK-NEXT: nvvm.griddepcontrol launch_dependents
  // CHECK-NEXT: llvm.load
  llvm.func @first(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %at = llvm.getelementptr %p[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    %0 = llvm.load %at : !llvm.ptr<1> -> f32
    %1 = llvm.call @square(%0) : (f32) -> f32
    llvm.store %1, %p : f32, !llvm.ptr<1>
    llvm.return
  }

  // What touches none waits, too.
  // CHECK: llvm.func @second
  // CHECK-NEXT: nvvm.griddepcontrol wait
  // CHECK-NEXT: nvvm.griddepcontrol launch_dependents
  // CHECK-NEXT: llvm.cond_br
  llvm.func @second(%c: i1) attributes {gpu.kernel, nvvm.kernel} {
    llvm.cond_br %c, ^bb1, ^bb1
  ^bb1:
    llvm.return
  }

  // All threads wait, also those that touch nothing.
  // CHECK: llvm.func @some_threads
  // CHECK-NEXT: nvvm.griddepcontrol wait
  // CHECK-NEXT: nvvm.griddepcontrol launch_dependents
  // CHECK-NEXT: llvm.cond_br
  llvm.func @some_threads(%c: i1, %x: f32, %p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    llvm.cond_br %c, ^bb1, ^bb2
  ^bb1:
    llvm.store %x, %p : f32, !llvm.ptr<1>
    llvm.br ^bb2
  ^bb2:
    llvm.return
  }

  // Nobody waits once for each iteration.
  // CHECK: llvm.func @loop
  // CHECK: nvvm.griddepcontrol wait
  // CHECK-NEXT: nvvm.griddepcontrol launch_dependents
  // CHECK-NEXT: llvm.br ^[[HEAD:.*]](
  // CHECK-NEXT: ^[[HEAD]]
  llvm.func @loop(%n: i32, %x: f32, %p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    llvm.br ^bb1(%zero : i32)
  ^bb1(%i: i32):
    llvm.store %x, %p : f32, !llvm.ptr<1>
    %next = llvm.add %i, %one : i32
    %again = llvm.icmp "slt" %next, %n : i32
    llvm.cond_br %again, ^bb1(%next : i32), ^bb2
  ^bb2:
    llvm.return
  }

  // Workgroup memory and its barriers are prepared before.
  // CHECK: llvm.func @prepares
  // CHECK: nvvm.mbarrier.init
  // CHECK: nvvm.fence.mbarrier.init
  // CHECK: llvm.store {{.*}} !llvm.ptr<3>
  // CHECK: nvvm.barrier0
  // CHECK-NEXT: nvvm.griddepcontrol wait
  // CHECK-NEXT: nvvm.griddepcontrol launch_dependents
  // CHECK-NEXT: llvm.cond_br
  llvm.func @prepares(%c: i1, %count: i32, %x: f32, %s: !llvm.ptr<3>, %p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    llvm.cond_br %c, ^bb1, ^bb2
  ^bb1:
    nvvm.mbarrier.init %s, %count : !llvm.ptr<3>, i32
    nvvm.fence.mbarrier.init
    %at = llvm.getelementptr %s[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f32
    llvm.store %x, %at : f32, !llvm.ptr<3>
    llvm.br ^bb2
  ^bb2:
    nvvm.barrier0
    llvm.cond_br %c, ^bb3, ^bb4
  ^bb3:
    llvm.store %x, %p : f32, !llvm.ptr<1>
    llvm.return
  ^bb4:
    %0 = llvm.load %p : !llvm.ptr<1> -> f32
    llvm.return
  }

  // CHECK: llvm.func @square
  // CHECK-NOT: griddepcontrol
  llvm.func @square(%x: f32) -> f32 {
    %0 = llvm.fmul %x, %x : f32
    llvm.return %0 : f32
  }
}
