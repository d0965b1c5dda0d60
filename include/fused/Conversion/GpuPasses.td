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
       16 bytes, if what is accessed as a vector is aligned, which is found out
       before the launch; otherwise neighbouring threads compute neighbouring
       elements one at a time. Dense operands of the output's shape are vectors
       however long rows are; a vector may then have elements of two rows, and
       operands that are broadcast are loaded for each element. Parts of arrays
       are vectors if each row is aligned.
    *  An input that is contiguous along another dimension than the output goes
       through workgroup memory, in tiles of 64 x 64.
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

    What a program does with single elements, as `tensor.insert` does, becomes
    kernels of one thread: sequences of loads and stores with the arithmetic
    between them, and whole loops and branches of nothing else. An element that
    the program itself needs, to decide what comes next, stays a `memref.load`.
    Whatever else reads or writes arrays on the host is an error.

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
                           "::fused::FusedDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def SinkElements : Pass<"fused-sink-elements"> {
  let summary = "Read single elements where they are used";
  let description = [{
    Moves `tensor.extract`, and the arithmetic on what it returns, into the
    `linalg` operations that use the number, so that a kernel reads the element
    and the host need not wait for it. `linalg.fill` and `tensor.splat` of such a
    number become `linalg.generic`.

    Example:

    ```mlir
    %s = tensor.extract %scale[] : tensor<f32>
    %0 = linalg.fill ins(%s : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    ```

    becomes

    ```mlir
    %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]}
        outs(%e : tensor<8xf32>) {
    ^bb0(%out: f32):
      %s = tensor.extract %scale[] : tensor<f32>
      linalg.yield %s : f32
    } -> tensor<8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ExpandKernelMath : Pass<"fused-expand-kernel-math"> {
  let summary = "Write out functions that kernels cannot call";
  let description = [{
    Writes integer powers and integer divisions that round up or down as
    arithmetic: in a program of the host, they are functions.

    Example:

    ```mlir
    %0 = math.ipowi %x, %n : i32
    ```

    becomes a loop over the bits of `%n` that squares `%x`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def JoinElementwise
    : Pass<"fused-join-elementwise", "::mlir::func::FuncOp"> {
  let summary = "Make fewer kernels of operations that have neighbours";
  let description = [{
    *  What reads fewer elements than it writes, such as a broadcast or a mask of
       indices, becomes a part of every operation that uses it: it is cheaper to
       compute than to load.
    *  Small operations of the same shape that do not depend on each other, such
       as the updates of several parameters, become one operation.
    *  Reductions of the same shape that read an array at the same indices, such
       as the gradients of scale and bias of a layer norm, become one operation.

    Example:

    ```mlir
    %0 = linalg.generic ... ins(%p, %dp : tensor<256xf32>, tensor<256xf32>)
        outs(%a : tensor<256xf32>) {...}
    %1 = linalg.generic ... ins(%q, %dq : tensor<256xf32>, tensor<256xf32>)
        outs(%b : tensor<256xf32>) {...}
    ```

    becomes

    ```mlir
    %0:2 = linalg.generic ...
        ins(%p, %dp, %q, %dq : tensor<256xf32>, tensor<256xf32>, tensor<256xf32>,
            tensor<256xf32>)
        outs(%a, %b : tensor<256xf32>, tensor<256xf32>) {...}
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def PlanMemory : Pass<"fused-plan-memory", "::mlir::func::FuncOp"> {
  let summary = "Make one allocation of all temporary buffers of a block";
  let description = [{
    Gives each buffer of known size that is allocated and released in the same
    block a place in one buffer, where no other has its place at the same time:
    the first that is large enough. An allocation in the order of a stream takes
    a microsecond, and is a node of a graph.

    Example:

    ```mlir
    %0 = memref.alloc() : memref<64xf32>
    ...
    memref.dealloc %0 : memref<64xf32>
    %1 = memref.alloc() : memref<8x8xf32>
    ...
    memref.dealloc %1 : memref<8x8xf32>
    ```

    becomes

    ```mlir
    %memory = memref.alloc() : memref<256xi8>
    %0 = memref.view %memory[%c0][] : memref<256xi8> to memref<64xf32>
    ...
    %1 = memref.view %memory[%c0][] : memref<256xi8> to memref<8x8xf32>
    ...
    memref.dealloc %memory : memref<256xi8>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

#endif // FUSED_CONVERSION_GPUPASSES_TD
