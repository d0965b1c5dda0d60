//===- KernelPasses.td - Passes to kernels for devices -----*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_KERNELS_KERNELPASSES_TD
#define FUSED_KERNELS_KERNELPASSES_TD

include "mlir/Pass/PassBase.td"

def ProductsToGpu : Pass<"fused-products-to-gpu", "::mlir::ModuleOp"> {
  let summary = "Compile products with any epilog to kernels of a GPU";
  let description = [{
    Writes each `fused.product` on memrefs as a kernel and a launch
    ([Products](../Products.md)). Kernels are in a `gpu.module` of their own, as
    they are for one chip. The host asks whether matrices begin at
    multiples of 16 bytes. If they do not, or if there is no kernel, a
    product becomes a `fused.matmul` whose result is the accumulator, and a
    `linalg.generic`.

    There are kernels for devices of compute capability 9.0, for matrices of f16
    and bf16 whose sizes are known and whose rows begin at multiples of 16 bytes,
    and up to three further matrices that are read or written. The region
    computes with `arith` and `math`.

    Example:

    ```mlir
    // before: --fused-products-to-gpu=chip=sm_80
    func.func @f(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>,
                 %d: memref<64x64xbf16>) {
      fused.product ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>)
          maps [affine_map<(i, j) -> (i, j)>] outs(%d : memref<64x64xbf16>) {
      ^bb0(%accumulator: f32):
        %0 = math.tanh %accumulator : f32
        %1 = arith.truncf %0 : f32 to bf16
        fused.yield %1 : bf16
      }
      return
    }
    ```

    becomes

    ```mlir
    // after
      %alloc = memref.alloc() : memref<64x64xf32>
      fused.matmul epilog(default) ins(...) outs(%alloc : memref<64x64xf32>)
      linalg.generic ... ins(%alloc : memref<64x64xf32>) outs(%arg2 : memref<64x64xbf16>) {
      ...
      memref.dealloc %alloc : memref<64x64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [
    Option<"chip", "chip", "std::string", [{""}],
           "The chip that kernels are for; without one, there are none">,
    Option<"asLarge", "as-large", "bool", "false",
           "Let blocks share out all products as if these were large, for tests">
  ];
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

def LinalgToGpu : Pass<"fused-linalg-to-gpu", "::mlir::ModuleOp"> {
  let summary = "Compile linalg on memrefs to kernels of a GPU";
  let description = [{
    Writes each `linalg` operation on memrefs as a kernel in one `gpu.module`,
    and replaces it by a `gpu.launch_func`. Blocks have 256 threads.

    *  Without reductions, threads follow the elements of the first output in
       the order of memory. Each thread computes as many neighbours as an access
       of 16 bytes holds, if all vector accesses are aligned. The host checks
       this before the launch. Otherwise neighbouring threads compute
       neighbouring elements one at a time. Dense operands of the output's shape
       are accessed as vectors for any length of rows. A vector may then have
       elements of two rows, and operands that are broadcast are loaded for each
       element. Parts of arrays are accessed as vectors if each row is aligned.
    *  An input that is contiguous along another dimension than the output goes
       through workgroup memory, in tiles of 64 x 64.
    *  A reduction along contiguous memory gives each result to a warp. If the
       row is long or its length is unknown, it gives the result to a block. A
       reduction along another dimension gives 32 neighbouring columns (or
       vectors of them) to a block, with 8 threads each. Threads combine their
       values in workgroup memory, as a tree. If this makes few blocks, the
       reduction is cut into chunks, and a second kernel combines the chunks.
       Sums may be reassociated, but they do not depend on the scheduling of
       threads, because there are no atomics.
    *  Sums and products of floats of at most 16 bits accumulate in f32. If a
       reduction follows a `linalg.fill` of the same buffer, the fill is not
       written, and the reduction begins with that number.
    *  A `fused.rows` gives each row to as many threads as are needed for
       sixteen elements in each, but at most to a block. Threads keep the
       elements in registers, and short rows share a warp. Rows of more than
       8192 elements are kept in workgroup memory, as much of them as it has
       room for. On chips from sm_90 on, the blocks of a cluster share a row
       that two blocks of a multiprocessor have no room for, and they go through
       up to four rows together if these need much that all rows have in common,
       such as the scale of a layer norm. If the length of rows
       is unknown, it decides at run time among a warp, a block and reading
       again. Threads exchange results by shuffles, and threads of several warps
       also by workgroup memory.
    *  A reduction whose body is more than one associative operation on each
       output, such as the position of a maximum, has one thread for each
       result, which visits the points in their order. The same holds for
       reductions of indices and for operations that also have an output with an
       element for each point. A loop that is declared a reduction runs in
       parallel if each of its indices has its own elements of every output.

    It is an error if several points of parallel loops may write the same
    element of an output.

    The kernels of a `fused.scatter` keep the order of its updates:

    *  If no two updates have an element in common (`unique`, or one update),
       there is a thread for each element of each update. The same holds for
       sums, minima, maxima and bitwise combinations of i32 and i64, which are
       atomic and do not depend on their order.
    *  If there are few updates, there is a thread for each element of a window,
       which goes through all updates.
    *  If there are many, each place of a window is a slot. Three kernels clear
       two numbers for each slot, find the first and the last update of each
       slot, and combine. If there are many more places than updates, or if
       sizes are unknown, the slots are those of a hash table of 2 N + 1. If the region assigns, the last update does so.
       Otherwise the first update of a slot owns it: a warp for each part of its
       window keeps the elements in registers, and searches the updates up to
       the last one for those of the slot.
    *  If windows can overlap in part, there is a launch for each update.

    Operations on single elements, such as those of `tensor.insert`, become
    kernels of one thread. Such a kernel is a sequence of loads and stores with
    the arithmetic between them, or a whole loop or branch that contains nothing
    else. If the program itself needs an element to decide what comes next, that
    element stays a `memref.load`. Other operations that read or write arrays on
    the host are errors.

    Example:

    ```mlir
    // before: --fused-linalg-to-gpu --canonicalize
    #id = affine_map<(i) -> (i)>
    func.func @f(%x: memref<4096xf32>, %y: memref<4096xf32>) {
      linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
          ins(%x : memref<4096xf32>) outs(%y : memref<4096xf32>) {
      ^bb0(%in: f32, %out: f32):
        %0 = arith.addf %in, %in : f32
        linalg.yield %0 : f32
      }
      return
    }
    ```

    becomes

    ```mlir
    // after
      gpu.launch_func @fused_kernels::@f_0
          blocks in (%c4, %c1, %c1) threads in (%c256, %c1, %c1)
          args(%aligned : i1, %x : memref<4096xf32>, %y : memref<4096xf32>)
      ...
      gpu.func @f_0(%is_aligned: i1, %in: memref<4096xf32>,
                    %out: memref<4096xf32>) kernel ... {
        ...
        %vectors = arith.andi %is_aligned, %whole : i1
        scf.if %vectors {
          ...
          %0 = vector.load %in[%i] {alignment = 16 : i64}
              : memref<4096xf32>, vector<4xf32>
          ...
          vector.store %1, %out[%i] {alignment = 16 : i64}
              : memref<4096xf32>, vector<4xf32>
        } else {
          ...
          %2 = memref.load %in[%j] : memref<4096xf32>
          ...
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"\"",
           "The chip that runs the kernels (sm_90 if empty)">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::fused::FusedDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::nvgpu::NVGPUDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

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

    A kernel takes at most 4096 bytes of arguments. Larger groups become several
    launches. Kernels that ask for different things of a device, such as a number
    of registers, do not become one.

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
    for true of NaN; they become the question whether the argument is a number. Maxima
    and minima of integers of at most 16 bits are computed in 32: comparisons of
    these with zero are wrong, too.

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

def KernelsToBinary : Pass<"fused-kernels-to-binary", "::mlir::ModuleOp"> {
  let summary = "Compile kernels for a device";
  let description = [{
    Does what upstream's `gpu-module-to-binary` does, for all modules at the
    same time. Between LLVM's passes and
    its code generator, it also rewrites what ptxas compiles wrongly. ptxas 13.0
    makes one instruction of two maxima or minima of signed integers, and loses
    the sign where one operand is negated. So differences beside them add a
    complement (`xor.b32`), which costs one instruction.

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

#endif // FUSED_KERNELS_KERNELPASSES_TD
