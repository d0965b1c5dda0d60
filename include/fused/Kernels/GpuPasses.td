//===- GpuPasses.td - From linalg to kernels ---------------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_KERNELS_GPUPASSES_TD
#define FUSED_KERNELS_GPUPASSES_TD

include "mlir/Pass/PassBase.td"

def ProductsToGpu : Pass<"fused-products-to-gpu", "::mlir::ModuleOp"> {
  let summary = "Compile products with any epilog to kernels of a GPU";
  let description = [{
    Writes each `fused.product`, `fused.attention` and `fused.attention_gradient`
    on memrefs as a kernel and a launch ([Products](../Products.md),
    [Attention](../Attention.md)). Kernels are in a `gpu.module` of their own, as
    they are for one chip. The host asks whether matrices begin at
    multiples of 16 bytes. If they do not, or if there is no kernel, a
    product becomes a `fused.matmul` whose result is the accumulator, and a
    `linalg.generic`; attention becomes two products and `fused.rows`, and its
    gradients become products and a `linalg.generic`.

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
      %alloc = memref.alloc() {bufferization.manual_deallocation} : memref<64x64xf32>
      fused.matmul epilog(default) ins(...) outs(%alloc : memref<64x64xf32>)
      linalg.generic ... ins(%alloc : memref<64x64xf32>) outs(%arg2 : memref<64x64xbf16>) {
      ...
      memref.dealloc %alloc {bufferization.manual_deallocation} : memref<64x64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
  let options = [
    Option<"chip", "chip", "std::string", [{""}],
           "The chip that kernels are for; without one, there are none">,
    Option<"asLarge", "as-large", "bool", "false",
           "Let blocks share out all products as if these were large, for tests">
  ];
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
       sizes are unknown, the slots are those of a hash table of 2 N + 1. If the
       region assigns, the last update does so. Otherwise the first update of a
       slot owns it: a warp for each part of its window keeps the elements in
       registers, and searches the updates up to the last one for those of the
       slot.
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

#endif // FUSED_KERNELS_GPUPASSES_TD
