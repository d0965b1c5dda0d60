//===- GpuPasses.td - Passes to kernels for devices --------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_CONVERSION_GPUPASSES_TD
#define FUSED_CONVERSION_GPUPASSES_TD

include "mlir/Pass/PassBase.td"

def LinalgToGpu : Pass<"fused-linalg-to-gpu", "::mlir::ModuleOp"> {
  let summary = "Compile linalg on memrefs to kernels of a GPU";
  let description = [{
    Writes each `linalg` operation on memrefs as a kernel of the one
    `gpu.module`, and a `gpu.launch_func` in its place. Blocks have 256 threads.

    *  Without reductions, threads follow the elements of the first output as
       they lie in memory. Each computes as many neighbours as make accesses of
       16 bytes, if every operand that moves along with them is aligned and its
       strides allow it, which is found out before the launch; otherwise
       neighbouring threads compute neighbouring elements one at a time.
    *  A reduction along contiguous memory gives each result to a warp or, if the
       row is long or its length is not known, to a block. A reduction along
       another dimension gives 32 neighbouring columns (or vectors of them) to a
       block of 8 threads each. Threads join what they have in workgroup memory,
       as a tree. Where that makes few blocks, the reduction is cut into chunks,
       and a second kernel joins the chunks. Sums may be reassociated, but do not
       depend on how threads are scheduled: there are no atomics.
    *  Sums and products of floats of 16 bits and less are accumulated in f32. A
       `linalg.fill` that is followed by a reduction of the same buffer is not
       written: the reduction begins with that number.
    *  An operation with `fused.reduce_row` gives each row to so many threads, up
       to a block, that each has sixteen elements, and keeps these in registers;
       short rows share a warp. Rows of more than 8192 elements are read once
       more after each reduction. Where their length is not known, it decides at
       run time between a warp, a block and that. Threads exchange results by
       shuffles and, where they are of several warps, workgroup memory.
    *  A reduction whose body is more than one associative operation on each
       output, such as the place of a maximum, has one thread for each result.

    Whatever else reads or writes elements of an array on the host is an error,
    since arrays are on the device. So is an array that is a constant.

    Example:

    ```mlir
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%x : memref<4096xf32>) outs(%y : memref<4096xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.addf %in, %in : f32
      linalg.yield %0 : f32
    }
    ```

    becomes

    ```mlir
    gpu.launch_func @fused_kernels::@f_0
        blocks in (%c4, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%aligned : i1, %x : memref<4096xf32>, %y : memref<4096xf32>)

    gpu.module @fused_kernels {
      gpu.func @f_0(%aligned: i1, %x: memref<4096xf32>, %y: memref<4096xf32>)
          kernel {
        ...
        scf.if %aligned {
          ...
          %0 = vector.load %x[%i] {alignment = 16}
              : memref<4096xf32>, vector<4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

#endif // FUSED_CONVERSION_GPUPASSES_TD
