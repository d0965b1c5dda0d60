//===- BinaryPasses.td - From kernels to binaries ----------*- tablegen -*-===//
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

#ifndef FUSED_KERNELS_BINARYPASSES_TD
#define FUSED_KERNELS_BINARYPASSES_TD

include "mlir/Pass/PassBase.td"

def SplitKernels : Pass<"fused-split-kernels", "::mlir::ModuleOp"> {
  let summary = "Put kernels of products into modules of their own";
  let description = [{
    Moves all kernels with tensor maps but the first one of a `gpu.module` to
    modules of their own, because they take long to assemble, and
    `fused-kernels-to-binary` compiles modules at the same time.

    Example:

    ```mlir
    // before: --fused-split-kernels
    module attributes {gpu.container_module} {
      gpu.module @kernels {
        gpu.func @f(%map: !llvm.ptr) kernel attributes {fused.tensor_maps = 1 : i32} {
          gpu.return
        }
        gpu.func @g(%map: !llvm.ptr) kernel attributes {fused.tensor_maps = 1 : i32} {
          gpu.return
        }
      }
    }
    ```

    becomes

    ```mlir
    // after
    module attributes {gpu.container_module} {
      gpu.module @kernels {
        gpu.func @f(%arg0: !llvm.ptr) kernel attributes {fused.tensor_maps = 1 : i32} {
          gpu.return
        }
      }
      gpu.module @kernels_0 {
        gpu.func @g(%arg0: !llvm.ptr) kernel attributes {fused.tensor_maps = 1 : i32} {
          gpu.return
        }
      }
    }
    ```
  }];
}

def ExpandKernelMath : Pass<"fused-expand-kernel-math"> {
  let summary = "Expand functions that kernels cannot call";
  let description = [{
    Expands integer divisions that round up or down in kernels. In a program for
    the host, they are calls of functions.

    Magnitudes of integers, and the bits of magnitudes and of negated floats,
    become bitwise operations. Assembly hides them from LLVM, which would write
    `abs` and `neg` again. ptxas 13.0 stores zeros for some of the bits of these
    two, and extends the magnitude of the least integer without its sign. It
    also takes comparisons of magnitudes and exponentials with negative numbers
    for true of NaN; they become the question whether the argument is a number.
    Maxima and minima of integers of at most 16 bits are computed in 32:
    comparisons of these with zero are wrong, too.

    Quotients and exponentials that are rounded to 16 bits are computed in f32 by
    instructions of the device, with an error that this rounding hides.

    Error functions of f32 and 16 bits are computed without branches, with an
    error of at most 2 units in the last place of f32 for erf, and that of CUDA's
    library for erfc.

    Example:

    ```mlir
    // before: --fused-expand-kernel-math
    gpu.module @kernels {
      gpu.func @f(%x: i32, %n: i32, %p: memref<i32>) kernel {
        %0 = arith.ceildivui %x, %n : i32
        memref.store %0, %p[] : memref<i32>
        gpu.return
      }
    }
    ```

    becomes

    ```mlir
    // after
    gpu.module @kernels {
      gpu.func @f(%x: i32, %n: i32, %p: memref<i32>) kernel {
        %c1_i32 = arith.constant 1 : i32
        %c0_i32 = arith.constant 0 : i32
        %0 = arith.cmpi eq, %x, %c0_i32 : i32
        %1 = arith.subi %x, %c1_i32 : i32
        %2 = arith.divui %1, %n : i32
        %3 = arith.addi %2, %c1_i32 : i32
        %4 = arith.select %0, %c0_i32, %3 : i32
        memref.store %4, %p[] : memref<i32>
        gpu.return
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def DeclareLaunchMemory
    : Pass<"fused-declare-launch-memory", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Declare the workgroup memory that launches add";
  let description = [{
    Upstream lowers `gpu.dynamic_shared_memory` to an array of no elements that
    the module defines. LLVM writes it as a variable of one byte, and `ptxas`
    places other variables of workgroup memory right after it, in what the
    launch adds. This pass makes it a declaration, which begins after all
    variables.

    Example:

    ```mlir
    // before: --pass-pipeline=builtin.module(gpu.module(fused-declare-launch-memory))
    gpu.module @kernels {
      llvm.mlir.global internal @memory() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    }
    ```

    becomes

    ```mlir
    // after
    gpu.module @kernels {
      llvm.mlir.global external @memory() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def PassTensorMaps : Pass<"fused-pass-tensor-maps", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Make tensor maps parameters of kernels";
  let description = [{
    Lets kernels in the LLVM dialect get their tensor maps by value, in constant
    memory, where copies of tiles expect them. `fused.tensor_maps` says how many
    of the first arguments are such maps. The memory that launches add begins
    where tiles may begin.

    Example:

    ```mlir
    // before: --pass-pipeline=builtin.module(gpu.module(fused-pass-tensor-maps))
    gpu.module @kernels {
      llvm.func @f(%map: !llvm.ptr) attributes {fused.tensor_maps = 1 : i32, gpu.kernel, nvvm.kernel} {
        llvm.return
      }
    }
    ```

    becomes

    ```mlir
    // after
    gpu.module @kernels {
      llvm.func @f(%arg0: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}) attributes {gpu.kernel, nvvm.kernel} {
        llvm.return
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

def VerifyLibdevice : Pass<"fused-verify-libdevice"> {
  let summary = "Check the calls of CUDA's library of functions";
  let description = [{
    Expects kernels in the LLVM dialect. Reports an error at each call of a
    function that is neither in the kernels nor in the library, or that has
    other types there. The linker would not find this, because it compares only
    names.

    Example:

    ```mlir
    // before: --fused-verify-libdevice=library=/dev/null
    llvm.func @powif(f32, i64) -> f32
    llvm.func @kernel(%x: f32, %n: i64) -> f32 {
      %0 = llvm.call @powif(%x, %n) : (f32, i64) -> f32
      llvm.return %0 : f32
    }
    ```

    fails, because an empty library does not have the function, with

    ```text
    // error
    example.mlir:4:8: error: calls 'powif', which is no function of CUDA devices
    ```
  }];
  let options = [
    Option<"library", "library", "std::string", "",
           "The file of the library, LLVM IR as bitcode or text; nothing is "
           "checked without one">
  ];
}

def WaitForKernels : Pass<"fused-wait-for-kernels", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Let kernels begin before those that they wait for end";
  let description = [{
    Makes each thread of a kernel in the LLVM dialect wait until the kernels that
    were launched before it are done and what they stored is visible. Then the
    next one may be launched. So the runtime may launch a kernel while another
    one ends (*programmatic dependent launch*, from sm_90 on): its blocks are on
    the multiprocessors already when it may begin. The wait comes as late as it
    can: in front of the first access to memory that kernels share, where all
    threads come by, and once. Indices and barriers in workgroup memory are ready
    by then. `fused.waiting_kernels` says that all kernels of the module wait.

    Example:

    ```mlir
    // before: --pass-pipeline=builtin.module(gpu.module(fused-wait-for-kernels))
    gpu.module @kernels {
      llvm.func @f() attributes {gpu.kernel, nvvm.kernel} {
        llvm.return
      }
    }
    ```

    becomes

    ```mlir
    // after
    gpu.module @kernels attributes {fused.waiting_kernels} {
      llvm.func @f() attributes {gpu.kernel, nvvm.kernel} {
        nvvm.griddepcontrol wait
        nvvm.griddepcontrol launch_dependents
        llvm.return
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect"];
}

def DropCallSites : Pass<"fused-drop-call-sites", "::mlir::ModuleOp"> {
  let summary = "Give inlined operations the place that they were written at";
  let description = [{
    The location of an inlined operation names its place and the place of the
    call. This pass leaves only the place of the operation. Upstream's pass that
    attaches scopes for debuggers expects operations with such a location to be
    in functions of the LLVM dialect, and crashes at others. Diagnostics name
    the same place.

    Example:

    ```mlir
    // before: --fused-drop-call-sites --mlir-print-debuginfo
    func.func @f(%x: f32) -> f32 {
      %0 = arith.negf %x : f32 loc(callsite("layer.mlir":3:4 at "model.mlir":1:2))
      return %0 : f32
    }
    ```

    becomes

    ```mlir
    // after
    ...
      %0 = arith.negf %x : f32 loc(...)
    ...
    #loc2 = loc("layer.mlir":3:4)
    ...
    ```
  }];
}

def KernelsToBinary : Pass<"fused-kernels-to-binary", "::mlir::ModuleOp"> {
  let summary = "Compile kernels for a device";
  let description = [{
    Does what upstream's `gpu-module-to-binary` does, for all modules at the
    same time. Between LLVM's passes and its code generator, it also rewrites
    what ptxas compiles wrongly. ptxas 13.0 makes one instruction of two maxima
    or minima of signed integers, and loses the sign where one operand is
    negated. ptxas 12.9 to 13.4 subtracts 2^32 too much from the upper half of a
    product, which a quotient is, if the lower half of what it subtracts is 0.
    So such differences add a complement (`xor`), which costs one instruction.

    Example:

    ```mlir
    // before: --fused-kernels-to-binary=format=isa
    gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
      llvm.func @kernel(%p: !llvm.ptr<1>, %a: i32, %b: i32, %c: i32) attributes {gpu.kernel, nvvm.kernel} {
        %zero = llvm.mlir.constant(0 : i32) : i32
        %0 = llvm.sub %zero, %b : i32
        %1 = llvm.intr.smax(%a, %0) : (i32, i32) -> i32
        %2 = llvm.intr.smax(%1, %c) : (i32, i32) -> i32
        llvm.store %2, %p : i32, !llvm.ptr<1>
        llvm.return
      }
    }
    ```

    becomes

    ```mlir
    // after
    gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90">, ...>]
    ```
  }];
  let options = [
    Option<"toolkit", "toolkit", "std::string", [{""}],
           "Folder of the CUDA toolkit, with ptxas and fatbinary">,
    Option<"format", "format", "std::string", [{"fatbin"}],
           "What becomes of kernels: 'llvm' (LLVM IR), 'isa' (PTX), 'bin' (an "
           "object) or 'fatbin' (an object and PTX)">
  ];
}

#endif // FUSED_KERNELS_BINARYPASSES_TD
