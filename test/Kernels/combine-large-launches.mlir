// RUN: %python -c "import re, sys; print(re.sub('\n *MANY (.*)', lambda store: ('\n' + store[1]) * 1400, open(sys.argv[1]).read()))" %s \
// RUN:   | fused-opt --fused-combine-launches | FileCheck %s

// No kernel becomes too large to compile fast: what does not fit begins another
// one. Launches that share a body stay together.

// CHECK-LABEL: func.func @main
// CHECK: gpu.launch_func @kernels::@c_and_others
// CHECK-SAME: {fused.kernel_arguments = array<i32: 0, 1>}
// CHECK: gpu.launch_func @kernels::@a_and_others
// CHECK-SAME: {fused.kernel_arguments = array<i32: 0, 1>}
// CHECK-NOT: gpu.launch_func
module attributes {gpu.container_module} {
  gpu.module @kernels {
    llvm.func @a(%p: !llvm.ptr) attributes {gpu.kernel} {
      %n = llvm.mlir.constant(1 : i16) : i16
      MANY llvm.store %n, %p : i16, !llvm.ptr
      llvm.return
    }
    llvm.func @b(%p: !llvm.ptr) attributes {gpu.kernel} {
      %n = llvm.mlir.constant(1 : i32) : i32
      MANY llvm.store %n, %p : i32, !llvm.ptr
      llvm.return
    }
    llvm.func @c(%p: !llvm.ptr) attributes {gpu.kernel} {
      %n = llvm.mlir.constant(1 : i64) : i64
      MANY llvm.store %n, %p : i64, !llvm.ptr
      llvm.return
    }
  }
  func.func @main(%p: !llvm.ptr, %q: !llvm.ptr) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@a blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%p : !llvm.ptr)
        {fused.kernel_arguments = array<i32: 0>, fused.launch_group = 0 : i32}
    gpu.launch_func @kernels::@b blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%p : !llvm.ptr)
        {fused.kernel_arguments = array<i32: 0>, fused.launch_group = 0 : i32}
    gpu.launch_func @kernels::@c blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%p : !llvm.ptr)
        {fused.kernel_arguments = array<i32: 0>, fused.launch_group = 0 : i32}
    gpu.launch_func @kernels::@c blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%q : !llvm.ptr)
        {fused.kernel_arguments = array<i32: 0>, fused.launch_group = 0 : i32}
    gpu.launch_func @kernels::@a blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%q : !llvm.ptr)
        {fused.kernel_arguments = array<i32: 0>, fused.launch_group = 0 : i32}
    return
  }
}
