//===- LaunchPasses.td - Kernels and their launches --------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the order in which pipelines run them.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_KERNELS_LAUNCHPASSES_TD
#define FUSED_KERNELS_LAUNCHPASSES_TD

include "mlir/Pass/PassBase.td"

def ShareKernels : Pass<"fused-share-kernels", "::mlir::ModuleOp"> {
  let summary = "Launch one kernel in place of equal ones";
  let description = [{
    Erases each kernel that does the same as another of its module. Layers of one
    shape have equal kernels, and to compile them takes most of the time that a
    program for a device takes. Only names and locations may differ.

    Example:

    ```mlir
    // before: --fused-share-kernels
    module attributes {gpu.container_module} {
      gpu.module @kernels {
        gpu.func @first(%n: i32, %p: memref<i32>) kernel {
          memref.store %n, %p[] : memref<i32>
          gpu.return
        }
        gpu.func @second(%n: i32, %p: memref<i32>) kernel {
          memref.store %n, %p[] : memref<i32>
          gpu.return
        }
      }
      func.func @f(%size: index, %n: i32, %p: memref<i32>) {
        gpu.launch_func @kernels::@first blocks in (%size, %size, %size)
            threads in (%size, %size, %size) args(%n : i32, %p : memref<i32>)
        gpu.launch_func @kernels::@second blocks in (%size, %size, %size)
            threads in (%size, %size, %size) args(%n : i32, %p : memref<i32>)
        return
      }
    }
    ```

    becomes

    ```mlir
    // after
    module attributes {gpu.container_module} {
      gpu.module @kernels {
        gpu.func @first(%n: i32, %p: memref<i32>) kernel {
          memref.store %n, %p[] : memref<i32>
          gpu.return
        }
      }
      func.func @f(%size: index, %n: i32, %p: memref<i32>) {
        gpu.launch_func @kernels::@first blocks in (%size, %size, %size)
            threads in (%size, %size, %size) args(%n : i32, %p : memref<i32>)
        gpu.launch_func @kernels::@first blocks in (%size, %size, %size)
            threads in (%size, %size, %size) args(%n : i32, %p : memref<i32>)
        return
      }
    }
    ```
  }];
}

def GatherLaunches : Pass<"fused-gather-launches", "::mlir::ModuleOp"> {
  let summary = "Move independent launches side by side";
  let description = [{
    Moves launches of kernels that do not depend on each other side by side, and
    gives them a number in common, `fused.launch_group`.
    `fused-combine-launches` makes one launch of them. What they do does not
    matter: the updates of the parameters of a model, copies, transpositions and
    sums are examples.

    The pass goes through each block, and lets small launches wait until an
    operation needs a result, or writes what they read. There, all of them become
    a group. Launches behind that operation that do not depend on it, such as
    conversions of weights, join them. The release of an array that a waiting
    launch reads waits with it.

    *  What a launch accesses are the arrays that its kernel loads from or stores
       to. Arrays of unknown origin, such as what a branch selects, may be any.
       The caller of a function that the module does not call sees to it that
       what is written overlaps no other argument.
    *  A launch has known sizes, at most 1024 blocks of 256 threads, no cluster,
       and no workgroup memory of unknown size.
    *  A group has at most 64 launches and 32 KiB of workgroup memory. It lets at
       most 32 MiB of arrays live longer, released later or allocated earlier.
    *  No launch moves across an operation for which the host waits, or whose
       effects are unknown.

    Example:

    ```mlir
    // before: --fused-gather-launches
    module attributes {gpu.container_module} {
      gpu.module @kernels {
        gpu.func @f(%x: memref<16xf32>, %y: memref<16xf32>) kernel {
          %i = gpu.thread_id x
          %0 = memref.load %x[%i] : memref<16xf32>
          memref.store %0, %y[%i] : memref<16xf32>
          gpu.return
        }
      }
      func.func @main(%a: memref<16xf32>, %b: memref<16xf32>) -> memref<16xf32> {
        %c1 = arith.constant 1 : index
        %c256 = arith.constant 256 : index
        %x = memref.alloc() : memref<16xf32>
        gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1)
            threads in (%c256, %c1, %c1)
            args(%a : memref<16xf32>, %x : memref<16xf32>)
        memref.dealloc %x : memref<16xf32>
        %y = memref.alloc() : memref<16xf32>
        gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1)
            threads in (%c256, %c1, %c1)
            args(%b : memref<16xf32>, %y : memref<16xf32>)
        return %y : memref<16xf32>
      }
    }
    ```

    becomes

    ```mlir
    // after
        %alloc = memref.alloc() : memref<16xf32>
        %alloc_0 = memref.alloc() : memref<16xf32>
        gpu.launch_func @kernels::@f ... {fused.launch_group = 0 : i32}
        gpu.launch_func @kernels::@f ... {fused.launch_group = 0 : i32}
        memref.dealloc %alloc : memref<16xf32>
    ```
  }];
}

def CombineLaunches : Pass<"fused-combine-launches", "::mlir::ModuleOp"> {
  let summary = "Make one launch of independent ones";
  let description = [{
    Replaces the launches of a group (`fused-gather-launches`) by one. The blocks
    of its kernel are shared out among the kernels of the group, so that small
    ones run at the same time, and each costs the host and the device less.

    Kernels that differ only in numbers, such as the sizes of arrays, have one
    body in common. The number of a block decides, by a few comparisons, for
    which member it works, which addresses it takes and which numbers. Divisors
    are not such numbers: divisions by constants are faster. All else follows one
    after the other in the kernel.

    A kernel takes at most 4096 bytes of arguments, and large ones take long to
    compile. Larger groups become several launches. Kernels that ask for
    different things of a device, such as a number of registers, do not become
    one.

    Example:

    ```mlir
    // before: --fused-combine-launches
    module attributes {gpu.container_module} {
      gpu.module @kernels {
        llvm.func @one(%p: !llvm.ptr) attributes {gpu.kernel} {
          %0 = llvm.mlir.constant(1 : i32) : i32
          llvm.store %0, %p : i32, !llvm.ptr
          llvm.return
        }
        llvm.func @block(%p: !llvm.ptr) attributes {gpu.kernel} {
          %0 = nvvm.read.ptx.sreg.ctaid.x : i32
          llvm.store %0, %p : i32, !llvm.ptr
          llvm.return
        }
      }
      func.func @main(%p: !llvm.ptr, %q: !llvm.ptr) {
        %c1 = arith.constant 1 : index
        gpu.launch_func @kernels::@one blocks in (%c1, %c1, %c1)
            threads in (%c1, %c1, %c1) args(%p : !llvm.ptr)
            {fused.kernel_arguments = array<i32: 0>,
             fused.launch_group = 0 : i32}
        gpu.launch_func @kernels::@block blocks in (%c1, %c1, %c1)
            threads in (%c1, %c1, %c1) args(%q : !llvm.ptr)
            {fused.kernel_arguments = array<i32: 0>,
             fused.launch_group = 0 : i32}
        return
      }
    }
    ```

    becomes

    ```mlir
    // after
        llvm.func @one_and_others(%p: !llvm.ptr, %q: !llvm.ptr)
            attributes {gpu.kernel} {
          %0 = nvvm.read.ptx.sreg.ctaid.x : i32
          ...
          %2 = llvm.icmp "ult" %0, %1 : i32
          llvm.cond_br %2, ^bb3, ^bb4
          ...
        gpu.launch_func @kernels::@one_and_others blocks in (%c2, %c1_0, %c1)
            threads in (%c1, %c1, %c1) args(%p : !llvm.ptr, %q : !llvm.ptr)
            {fused.kernel_arguments = array<i32: 0, 1>}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

def DropKernelArguments
    : Pass<"fused-drop-kernel-arguments", "::mlir::ModuleOp"> {
  let summary = "Drop the arguments that kernels do not use";
  let description = [{
    Drops the arguments of kernels in the LLVM dialect that nothing uses. Each
    array is a descriptor of several numbers, of which a kernel for known sizes
    needs the address alone; the host stores all the others for each launch.
    `fused.kernel_arguments` tells which are left: the numbers of the values that
    the operands of the launch consist of.

    Example:

    ```mlir
    // before: --fused-drop-kernel-arguments
    module attributes {gpu.container_module} {
      gpu.module @kernels {
        llvm.func @f(%base: !llvm.ptr, %aligned: !llvm.ptr, %offset: i64,
                     %size: i64, %stride: i64) attributes {gpu.kernel} {
          %c = llvm.mlir.constant(1.0 : f32) : f32
          llvm.store %c, %aligned : f32, !llvm.ptr
          llvm.return
        }
      }
      func.func @main(%one: index, %x: memref<16xf32>) {
        gpu.launch_func @kernels::@f blocks in (%one, %one, %one)
            threads in (%one, %one, %one) args(%x : memref<16xf32>)
        return
      }
    }
    ```

    becomes

    ```mlir
    // after
        llvm.func @f(%aligned: !llvm.ptr) attributes {gpu.kernel} {
        ...
        gpu.launch_func @kernels::@f ... args(%x : memref<16xf32>)
            {fused.kernel_arguments = array<i32: 1>}
    ```
  }];
}

#endif // FUSED_KERNELS_LAUNCHPASSES_TD
