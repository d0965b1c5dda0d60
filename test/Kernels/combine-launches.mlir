// RUN: fused-opt %s --fused-combine-launches --split-input-file | FileCheck %s

// Kernels that differ in numbers have one body, which takes them; divisors are
// not such numbers. Equal arguments are passed once.

// CHECK-LABEL: gpu.module @kernels
// CHECK: llvm.func @f16_and_others(%[[A:[^:]*]]: !llvm.ptr, %[[X:[^:]*]]: !llvm.ptr, %[[Y:[^:]*]]: !llvm.ptr, %[[Z:[^:]*]]: !llvm.ptr)
// CHECK-SAME: attributes {gpu.kernel}
// CHECK: %[[BLOCK:.*]] = nvvm.read.ptx.sreg.ctaid.x : i32
// CHECK: %[[TWO:.*]] = llvm.mlir.constant(2 : i32) : i32
// CHECK: %[[LOWER:.*]] = llvm.icmp "ult" %[[BLOCK]], %[[TWO]] : i32
// CHECK: llvm.cond_br %[[LOWER]], ^[[FIRST:.*]], ^[[REST:[a-z0-9]*]]
// CHECK: ^[[BODY:[a-z0-9]*]](%[[P:.*]]: !llvm.ptr, %[[Q:.*]]: !llvm.ptr, %[[SIZE:.*]]: i64, %[[BEGIN:.*]]: i32, %{{.*}}: i32, %{{.*}}: i32)
// CHECK: %[[OWN:.*]] = llvm.sub %[[BLOCK]], %[[BEGIN]] : i32
// CHECK: %[[WIDE:.*]] = llvm.sext %[[OWN]] : i32 to i64
// CHECK: %[[THREE:.*]] = llvm.mlir.constant(3 : i64) : i64
// CHECK: llvm.udiv %[[WIDE]], %[[THREE]]
// CHECK: llvm.icmp "ult" %{{.*}}, %[[SIZE]] : i64
// CHECK: ^[[OTHER:[a-z0-9]*]](%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: i32, %{{.*}}: i32, %{{.*}}: i32):
// CHECK: llvm.mlir.constant(5 : i64) : i64
// CHECK: ^[[FIRST]]:
// CHECK: %[[N16:.*]] = llvm.mlir.constant(16 : i64) : i64
// CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK: %[[X_OF_FIRST:.*]] = llvm.mlir.constant(2 : i32) : i32
// CHECK: %[[Y_OF_FIRST:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK: llvm.br ^[[BODY]](%[[A]], %[[X]], %[[N16]], %[[ZERO]], %[[X_OF_FIRST]], %[[Y_OF_FIRST]] :
// CHECK: ^[[REST]]:
// CHECK: llvm.br ^[[BODY]](%[[A]], %[[Y]],
// CHECK: llvm.br ^[[OTHER]](%[[A]], %[[Z]],
// CHECK-NOT: llvm.func
// CHECK-LABEL: func.func @main(
// CHECK: %[[ALL:.*]] = arith.constant 7 : index
// CHECK: gpu.launch_func @kernels::@f16_and_others blocks in (%[[ALL]], %{{.*}}, %c1) threads in (%c256, %c1, %c1)
// CHECK-SAME: args(%arg0 : memref<16xf32>, %arg1 : memref<16xf32>, %arg2 : memref<99xf32>, %arg3 : memref<16xf32>)
// CHECK-SAME: {fused.kernel_arguments = array<i32: 1, 6, 11, 16>}
// CHECK-NOT: gpu.launch_func
module attributes {gpu.container_module} {
  gpu.module @kernels {
    llvm.func @f16(%p: !llvm.ptr, %q: !llvm.ptr) attributes {gpu.kernel, gpu.known_grid_size = array<i32: 2, 1, 1>} {
      %b = nvvm.read.ptx.sreg.ctaid.x range <i32, 0, 2> : i32
      %w = llvm.sext %b : i32 to i64
      %d = llvm.mlir.constant(3 : i64) : i64
      %n = llvm.mlir.constant(16 : i64) : i64
      %i = llvm.udiv %w, %d : i64
      %c = llvm.icmp "ult" %i, %n : i64
      llvm.cond_br %c, ^bb1, ^bb2
    ^bb1:
      %v = llvm.load %p : !llvm.ptr -> f32
      llvm.store %v, %q : f32, !llvm.ptr
      llvm.br ^bb2
    ^bb2:
      llvm.return
    }
    llvm.func @f99(%p: !llvm.ptr, %q: !llvm.ptr) attributes {gpu.kernel, gpu.known_grid_size = array<i32: 4, 1, 1>} {
      %b = nvvm.read.ptx.sreg.ctaid.x range <i32, 0, 4> : i32
      %w = llvm.sext %b : i32 to i64
      %d = llvm.mlir.constant(3 : i64) : i64
      %n = llvm.mlir.constant(99 : i64) : i64
      %i = llvm.udiv %w, %d : i64
      %c = llvm.icmp "ult" %i, %n : i64
      llvm.cond_br %c, ^bb1, ^bb2
    ^bb1:
      %v = llvm.load %p : !llvm.ptr -> f32
      llvm.store %v, %q : f32, !llvm.ptr
      llvm.br ^bb2
    ^bb2:
      llvm.return
    }
    llvm.func @other_divisor(%p: !llvm.ptr, %q: !llvm.ptr) attributes {gpu.kernel, gpu.known_grid_size = array<i32: 1, 1, 1>} {
      %b = nvvm.read.ptx.sreg.ctaid.x range <i32, 0, 1> : i32
      %w = llvm.sext %b : i32 to i64
      %d = llvm.mlir.constant(5 : i64) : i64
      %n = llvm.mlir.constant(16 : i64) : i64
      %i = llvm.udiv %w, %d : i64
      %c = llvm.icmp "ult" %i, %n : i64
      llvm.cond_br %c, ^bb1, ^bb2
    ^bb1:
      %v = llvm.load %p : !llvm.ptr -> f32
      llvm.store %v, %q : f32, !llvm.ptr
      llvm.br ^bb2
    ^bb2:
      llvm.return
    }
  }
  func.func @main(%a: memref<16xf32>, %x: memref<16xf32>, %y: memref<99xf32>, %z: memref<16xf32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@f16 blocks in (%c2, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<16xf32>, %x : memref<16xf32>)
        {fused.kernel_arguments = array<i32: 1, 6>, fused.launch_group = 0 : i32}
    gpu.launch_func @kernels::@f99 blocks in (%c4, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<16xf32>, %y : memref<99xf32>)
        {fused.kernel_arguments = array<i32: 1, 6>, fused.launch_group = 0 : i32}
    gpu.launch_func @kernels::@other_divisor blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<16xf32>, %z : memref<16xf32>)
        {fused.kernel_arguments = array<i32: 1, 6>, fused.launch_group = 0 : i32}
    return
  }
}

// -----

// Groups of equal kernels have one kernel. Those of different groups, of none,
// with something in between, or with other demands, stay apart.

// CHECK-LABEL: gpu.module @kernels
// CHECK: llvm.func @f_and_others(
// CHECK-NOT: llvm.func @f_and_others_
// CHECK: llvm.func @f(
// CHECK-LABEL: func.func @apart(
// CHECK: gpu.launch_func @kernels::@f_and_others
// CHECK: gpu.launch_func @kernels::@f_and_others
// CHECK: gpu.launch_func @kernels::@f blocks
// CHECK: memref.dealloc
// CHECK: gpu.launch_func @kernels::@f blocks
// CHECK: gpu.launch_func @kernels::@f blocks
// CHECK: gpu.launch_func @kernels::@special blocks
// CHECK: return
module attributes {gpu.container_module} {
  gpu.module @kernels {
    llvm.func @f(%p: !llvm.ptr) attributes {gpu.kernel} {
      %b = nvvm.read.ptx.sreg.ctaid.x : i32
      %g = nvvm.read.ptx.sreg.nctaid.x : i32
      %s = llvm.add %b, %g : i32
      llvm.store %s, %p : i32, !llvm.ptr
      llvm.return
    }
    llvm.func @special(%p: !llvm.ptr) attributes {gpu.kernel, nvvm.minctasm = 2 : i32} {
      %b = nvvm.read.ptx.sreg.ctaid.x : i32
      %g = nvvm.read.ptx.sreg.nctaid.x : i32
      %s = llvm.add %b, %g : i32
      llvm.store %s, %p : i32, !llvm.ptr
      llvm.return
    }
  }
  func.func @apart(%p: !llvm.ptr, %q: !llvm.ptr, %x: memref<16xf32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%p : !llvm.ptr)
        {fused.kernel_arguments = array<i32: 0>, fused.launch_group = 0 : i32}
    gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%q : !llvm.ptr)
        {fused.kernel_arguments = array<i32: 0>, fused.launch_group = 0 : i32}
    gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%q : !llvm.ptr)
        {fused.kernel_arguments = array<i32: 0>, fused.launch_group = 1 : i32}
    gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%p : !llvm.ptr)
        {fused.kernel_arguments = array<i32: 0>, fused.launch_group = 1 : i32}
    gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%p : !llvm.ptr)
        {fused.kernel_arguments = array<i32: 0>, fused.launch_group = 2 : i32}
    memref.dealloc %x : memref<16xf32>
    gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%q : !llvm.ptr)
        {fused.kernel_arguments = array<i32: 0>, fused.launch_group = 2 : i32}
    gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%p : !llvm.ptr)
        {fused.kernel_arguments = array<i32: 0>}
    gpu.launch_func @kernels::@special blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%q : !llvm.ptr)
        {fused.kernel_arguments = array<i32: 0>, fused.launch_group = 2 : i32}
    return
  }
}

// -----

// Where a launch has rows of blocks, the number of a block is divided.

// CHECK-LABEL: gpu.module @kernels
// CHECK: llvm.func @f_and_others(
// CHECK: %[[BLOCK:.*]] = nvvm.read.ptx.sreg.ctaid.x : i32
// CHECK: ^{{.*}}(%[[P:.*]]: !llvm.ptr, %[[BEGIN:.*]]: i32, %[[GRID_X:.*]]: i32, %[[GRID_Y:.*]]: i32):
// CHECK: %[[OWN:.*]] = llvm.sub %[[BLOCK]], %[[BEGIN]] : i32
// CHECK: %[[Y:.*]] = llvm.udiv %[[OWN]], %[[GRID_X]] : i32
// CHECK: %[[X:.*]] = llvm.urem %[[OWN]], %[[GRID_X]] : i32
// CHECK-NOT: nvvm.read.ptx.sreg
// CHECK: llvm.add %[[X]], %[[GRID_X]]
// CHECK: llvm.mul %[[Y]], %[[GRID_Y]]
// CHECK-LABEL: func.func @rows(
// CHECK: %[[ALL:.*]] = arith.constant 8 : index
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: gpu.launch_func @kernels::@f_and_others blocks in (%[[ALL]], %[[ONE]], %c1)
module attributes {gpu.container_module} {
  gpu.module @kernels {
    llvm.func @f(%p: !llvm.ptr) attributes {gpu.kernel} {
      %bx = nvvm.read.ptx.sreg.ctaid.x : i32
      %by = nvvm.read.ptx.sreg.ctaid.y : i32
      %gx = nvvm.read.ptx.sreg.nctaid.x : i32
      %gy = nvvm.read.ptx.sreg.nctaid.y : i32
      %s = llvm.add %bx, %gx : i32
      %t = llvm.mul %by, %gy : i32
      %u = llvm.xor %s, %t : i32
      llvm.store %u, %p : i32, !llvm.ptr
      llvm.return
    }
  }
  func.func @rows(%p: !llvm.ptr, %q: !llvm.ptr) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    gpu.launch_func @kernels::@f blocks in (%c2, %c3, %c1) threads in (%c1, %c1, %c1) args(%p : !llvm.ptr)
        {fused.kernel_arguments = array<i32: 0>, fused.launch_group = 0 : i32}
    gpu.launch_func @kernels::@f blocks in (%c2, %c1, %c1) threads in (%c1, %c1, %c1) args(%q : !llvm.ptr)
        {fused.kernel_arguments = array<i32: 0>, fused.launch_group = 0 : i32}
    return
  }
}
