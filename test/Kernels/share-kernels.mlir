// RUN: fused-opt %s --fused-share-kernels | FileCheck %s

// CHECK-LABEL: gpu.module @kernels
// CHECK:         gpu.func @first
// CHECK-NOT:     gpu.func @same
// CHECK:         gpu.func @other_constant
// CHECK:         gpu.func @other_block
// CHECK:         gpu.func @other_memory
// CHECK:         gpu.func @not_a_kernel
// CHECK:         gpu.func @with_region
// CHECK-NOT:     gpu.func @same_region
// CHECK:         gpu.func @other_region
// CHECK:         gpu.module @others
// CHECK:         gpu.func @same
// CHECK-LABEL: func.func @f
// CHECK:         gpu.launch_func @kernels::@first
// CHECK:         gpu.launch_func @kernels::@first
// CHECK:         gpu.launch_func @others::@same
// CHECK:         gpu.launch_func @kernels::@with_region
// CHECK:         gpu.launch_func @kernels::@other_region
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @first(%p: memref<i32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %n = arith.constant 1 : i32
      memref.store %n, %p[] : memref<i32> loc("here")
      gpu.return
    }
    gpu.func @same(%q: memref<i32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %one = arith.constant 1 : i32
      memref.store %one, %q[] : memref<i32> loc("there")
      gpu.return
    }
    gpu.func @other_constant(%p: memref<i32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %n = arith.constant 2 : i32
      memref.store %n, %p[] : memref<i32>
      gpu.return
    }
    gpu.func @other_block(%p: memref<i32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %n = arith.constant 1 : i32
      memref.store %n, %p[] : memref<i32>
      gpu.return
    }
    gpu.func @other_memory(%p: memref<i32>) workgroup(%m: memref<4xi32, #gpu.address_space<workgroup>>) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>} {
      %n = arith.constant 1 : i32
      memref.store %n, %p[] : memref<i32>
      gpu.return
    }
    gpu.func @not_a_kernel(%p: memref<i32>) attributes {known_block_size = array<i32: 32, 1, 1>} {
      %n = arith.constant 1 : i32
      memref.store %n, %p[] : memref<i32>
      gpu.return
    }
    gpu.func @with_region(%c: i1, %a: i32, %b: i32, %p: memref<i32>) kernel {
      scf.if %c {
        %s = arith.subi %a, %b : i32
        memref.store %s, %p[] : memref<i32>
      }
      gpu.return
    }
    gpu.func @same_region(%c: i1, %a: i32, %b: i32, %p: memref<i32>) kernel {
      scf.if %c {
        %s = arith.subi %a, %b : i32
        memref.store %s, %p[] : memref<i32>
      }
      gpu.return
    }
    gpu.func @other_region(%c: i1, %a: i32, %b: i32, %p: memref<i32>) kernel {
      scf.if %c {
        %s = arith.subi %b, %a : i32
        memref.store %s, %p[] : memref<i32>
      }
      gpu.return
    }
  }
  gpu.module @others {
    gpu.func @same(%p: memref<i32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %n = arith.constant 1 : i32
      memref.store %n, %p[] : memref<i32>
      gpu.return
    }
  }
  func.func @f(%size: index, %c: i1, %n: i32, %p: memref<i32>) {
    gpu.launch_func @kernels::@first blocks in (%size, %size, %size) threads in (%size, %size, %size)
        args(%p : memref<i32>)
    gpu.launch_func @kernels::@same blocks in (%size, %size, %size) threads in (%size, %size, %size)
        args(%p : memref<i32>)
    gpu.launch_func @others::@same blocks in (%size, %size, %size) threads in (%size, %size, %size)
        args(%p : memref<i32>)
    gpu.launch_func @kernels::@same_region blocks in (%size, %size, %size) threads in (%size, %size, %size)
        args(%c : i1, %n : i32, %n : i32, %p : memref<i32>)
    gpu.launch_func @kernels::@other_region blocks in (%size, %size, %size) threads in (%size, %size, %size)
        args(%c : i1, %n : i32, %n : i32, %p : memref<i32>)
    return
  }
}
