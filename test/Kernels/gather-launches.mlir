// RUN: fused-opt %s --fused-gather-launches --split-input-file | FileCheck %s

// What waits comes together where a result is needed; releases wait with it.

// CHECK-LABEL: func.func @needed(
// CHECK: %[[X:.*]] = memref.alloc
// CHECK: %[[Y:.*]] = memref.alloc
// CHECK-NEXT: gpu.launch_func @kernels::@copy {{.*}} args(%arg0 : {{.*}}, %[[X]] : {{.*}}) {fused.launch_group = 0 : i32}
// CHECK-NEXT: gpu.launch_func @kernels::@copy {{.*}} args(%[[Y]] : {{.*}}, %arg1 : {{.*}}) {fused.launch_group = 0 : i32}
// CHECK-NEXT: memref.dealloc %[[Y]]
// CHECK-NEXT: gpu.launch_func @kernels::@copy {{.*}} args(%[[X]] : {{.*}}, %arg2 : {{.*}})
// CHECK-NOT: fused.launch_group
// CHECK: return
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @copy(%x: memref<16xf32>, %y: memref<16xf32>) kernel {
      %i = gpu.thread_id x
      %0 = memref.load %x[%i] : memref<16xf32>
      memref.store %0, %y[%i] : memref<16xf32>
      gpu.return
    }
  }
  func.func @needed(%a: memref<16xf32>, %b: memref<16xf32>, %c: memref<16xf32>) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %x = memref.alloc() : memref<16xf32>
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<16xf32>, %x : memref<16xf32>)
    %y = memref.alloc() : memref<16xf32>
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%y : memref<16xf32>, %b : memref<16xf32>)
    memref.dealloc %y : memref<16xf32>
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%x : memref<16xf32>, %c : memref<16xf32>)
    return
  }
}

// -----

// Behind a launch that needs one of them, a third has nothing to wait for: it
// joins the first, with the array that it writes.

// CHECK-LABEL: func.func @hoisted(
// CHECK: %[[X:.*]] = memref.alloc
// CHECK: %[[Y:.*]] = memref.alloc
// CHECK: gpu.launch_func {{.*}} args(%arg0 : {{.*}}, %[[X]] : {{.*}}) {fused.launch_group = 0 : i32}
// CHECK-NEXT: gpu.launch_func {{.*}} args(%arg1 : {{.*}}, %[[Y]] : {{.*}}) {fused.launch_group = 0 : i32}
// CHECK-NEXT: fused.matmul
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @copy(%x: memref<4x4xf32>, %y: memref<4x4xf32>) kernel {
      %i = gpu.block_id x
      %0 = memref.load %x[%i, %i] : memref<4x4xf32>
      memref.store %0, %y[%i, %i] : memref<4x4xf32>
      gpu.return
    }
  }
  func.func @hoisted(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) -> memref<4x4xf32> {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %x = memref.alloc() : memref<4x4xf32>
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<4x4xf32>, %x : memref<4x4xf32>)
    fused.matmul epilog(default) ins(%x, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
    memref.dealloc %x : memref<4x4xf32>
    %y = memref.alloc() : memref<4x4xf32>
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%b : memref<4x4xf32>, %y : memref<4x4xf32>)
    return %y : memref<4x4xf32>
  }
}

// -----

// One reads what the other one writes; one writes what the other one reads; both
// write; a view is the same array.

// CHECK-LABEL: func.func @dependent(
// CHECK-NOT: fused.launch_group
// CHECK-LABEL: func.func @overwrites(
// CHECK-NOT: fused.launch_group
// CHECK-LABEL: func.func @both_write(
// CHECK-NOT: fused.launch_group
// CHECK-LABEL: func.func @view(
// CHECK-NOT: fused.launch_group
// CHECK-LABEL: func.func @both_read(
// CHECK-COUNT-2: fused.launch_group
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @copy(%x: memref<16xf32>, %y: memref<16xf32>) kernel {
      %i = gpu.thread_id x
      %0 = memref.load %x[%i] : memref<16xf32>
      memref.store %0, %y[%i] : memref<16xf32>
      gpu.return
    }
    gpu.func @copy_4x4(%x: memref<4x4xf32>, %y: memref<16xf32>) kernel {
      %i = gpu.thread_id x
      %0 = memref.load %x[%i, %i] : memref<4x4xf32>
      memref.store %0, %y[%i] : memref<16xf32>
      gpu.return
    }
  }
  func.func @dependent(%a: memref<16xf32>, %b: memref<16xf32>, %c: memref<16xf32>) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<16xf32>, %b : memref<16xf32>)
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%b : memref<16xf32>, %c : memref<16xf32>)
    return
  }
  func.func @overwrites(%a: memref<16xf32>, %b: memref<16xf32>, %c: memref<16xf32>) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<16xf32>, %b : memref<16xf32>)
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%c : memref<16xf32>, %a : memref<16xf32>)
    return
  }
  func.func @both_write(%a: memref<16xf32>, %b: memref<16xf32>, %c: memref<16xf32>) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<16xf32>, %b : memref<16xf32>)
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%c : memref<16xf32>, %b : memref<16xf32>)
    return
  }
  func.func @view(%a: memref<16xf32>, %b: memref<16xf32>, %c: memref<16xf32>) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<16xf32>, %b : memref<16xf32>)
    %v = memref.expand_shape %b [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
    gpu.launch_func @kernels::@copy_4x4 blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%v : memref<4x4xf32>, %c : memref<16xf32>)
    return
  }
  func.func @both_read(%a: memref<16xf32>, %b: memref<16xf32>, %c: memref<16xf32>) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<16xf32>, %b : memref<16xf32>)
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<16xf32>, %c : memref<16xf32>)
    return
  }
}

// -----

// The host waits in between; an operation does what nobody knows; two arguments
// of a function that the module calls, or an array that a branch selects, may be
// the same.

// CHECK-LABEL: func.func @host_reads(
// CHECK-NOT: fused.launch_group
// CHECK-LABEL: func.func @unknown(
// CHECK-NOT: fused.launch_group
// CHECK-LABEL: func.func private @callee(
// CHECK-NOT: fused.launch_group
// CHECK-LABEL: func.func @selected(
// CHECK-NOT: fused.launch_group
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @copy(%x: memref<16xf32>, %y: memref<16xf32>) kernel {
      %i = gpu.thread_id x
      %0 = memref.load %x[%i] : memref<16xf32>
      memref.store %0, %y[%i] : memref<16xf32>
      gpu.return
    }
  }
  func.func private @effects()
  func.func @host_reads(%a: memref<16xf32>, %b: memref<16xf32>, %c: memref<16xf32>, %d: memref<i1>) -> i1 {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<16xf32>, %b : memref<16xf32>)
    %0 = memref.load %d[] : memref<i1>
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<16xf32>, %c : memref<16xf32>)
    return %0 : i1
  }
  func.func @unknown(%a: memref<16xf32>, %b: memref<16xf32>, %c: memref<16xf32>) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<16xf32>, %b : memref<16xf32>)
    func.call @effects() : () -> ()
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<16xf32>, %c : memref<16xf32>)
    return
  }
  func.func private @callee(%a: memref<16xf32>, %b: memref<16xf32>, %c: memref<16xf32>) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<16xf32>, %b : memref<16xf32>)
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<16xf32>, %c : memref<16xf32>)
    return
  }
  func.func @selected(%a: memref<16xf32>, %b: memref<16xf32>, %c: memref<16xf32>, %which: i1) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %s = arith.select %which, %a, %b : memref<16xf32>
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%c : memref<16xf32>, %a : memref<16xf32>)
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%c : memref<16xf32>, %s : memref<16xf32>)
    return
  }
}

// -----

// A launch that fills a device stays alone, as do those of unknown size, with
// memory of unknown size, or of a kernel with demands of its own. The release of
// more than 32 MiB does not wait, and so much is not allocated earlier.

// CHECK-LABEL: func.func @large(
// CHECK-NOT: fused.launch_group
// CHECK-LABEL: func.func @unknown_size(
// CHECK-NOT: fused.launch_group
// CHECK-LABEL: func.func @memory(
// CHECK-NOT: fused.launch_group
// CHECK-LABEL: func.func @demands(
// CHECK-NOT: fused.launch_group
// CHECK-LABEL: func.func @released(
// CHECK: %[[X:.*]] = memref.alloc
// CHECK-COUNT-2: fused.launch_group
// CHECK: memref.dealloc %[[X]]
// CHECK-LABEL: func.func @allocated(
// CHECK-NOT: fused.launch_group
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @copy(%x: memref<9437184xf32>, %y: memref<16xf32>) kernel {
      %i = gpu.thread_id x
      %0 = memref.load %x[%i] : memref<9437184xf32>
      memref.store %0, %y[%i] : memref<16xf32>
      gpu.return
    }
    gpu.func @special(%x: memref<9437184xf32>, %y: memref<16xf32>) kernel attributes {nvvm.minctasm = 2 : i32} {
      %i = gpu.thread_id x
      %0 = memref.load %x[%i] : memref<9437184xf32>
      memref.store %0, %y[%i] : memref<16xf32>
      gpu.return
    }
  }
  func.func @large(%a: memref<9437184xf32>, %b: memref<16xf32>, %c: memref<16xf32>) {
    %c1 = arith.constant 1 : index
    %c1025 = arith.constant 1025 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@copy blocks in (%c1025, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<9437184xf32>, %b : memref<16xf32>)
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<9437184xf32>, %c : memref<16xf32>)
    return
  }
  func.func @unknown_size(%a: memref<9437184xf32>, %b: memref<16xf32>, %c: memref<16xf32>, %size: index) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@copy blocks in (%size, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<9437184xf32>, %b : memref<16xf32>)
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<9437184xf32>, %c : memref<16xf32>)
    return
  }
  func.func @memory(%a: memref<9437184xf32>, %b: memref<16xf32>, %c: memref<16xf32>) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %bytes = arith.constant 1024 : i32
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        dynamic_shared_memory_size %bytes args(%a : memref<9437184xf32>, %b : memref<16xf32>)
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<9437184xf32>, %c : memref<16xf32>)
    return
  }
  func.func @demands(%a: memref<9437184xf32>, %b: memref<16xf32>, %c: memref<16xf32>) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@special blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<9437184xf32>, %b : memref<16xf32>)
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<9437184xf32>, %c : memref<16xf32>)
    return
  }
  func.func @released(%a: memref<9437184xf32>, %b: memref<16xf32>, %c: memref<16xf32>) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %x = memref.alloc() : memref<9437184xf32>
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%x : memref<9437184xf32>, %b : memref<16xf32>)
    memref.dealloc %x : memref<9437184xf32>
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<9437184xf32>, %c : memref<16xf32>)
    return
  }
  func.func @allocated(%b: memref<16xf32>, %c: memref<16xf32>) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %x = memref.alloc() : memref<9437184xf32>
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%x : memref<9437184xf32>, %b : memref<16xf32>)
    memref.dealloc %x : memref<9437184xf32>
    %y = memref.alloc() : memref<9437184xf32>
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%y : memref<9437184xf32>, %c : memref<16xf32>)
    memref.dealloc %y : memref<9437184xf32>
    return
  }
}
