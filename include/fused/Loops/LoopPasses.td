//===- LoopPasses.td - Passes from tensors to loops --------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LOOPS_LOOPPASSES_TD
#define FUSED_LOOPS_LOOPPASSES_TD

include "mlir/Pass/PassBase.td"

def LinalgToLoops : Pass<"fused-linalg-to-loops"> {
  let summary = "Compile linalg on memrefs to loops for vectors and threads";
  let description = [{
    Writes each `linalg` operation on memrefs as a nest of loops:

    *  The innermost loop runs along contiguous memory, so that LLVM's loop
       vectoriser can vectorise it. A reduction along this loop keeps its result
       in a register and may be reassociated. A reduction along another
       dimension works on a piece of a row that stays in the cache.
       Transpositions are tiled.
    *  The threads of one OpenMP region share the outermost loops if there is
       enough work. If sizes are unknown, the program decides this when it runs.
       There are no nested regions, and no allocations in a region.
    *  Consecutive operations share their outermost loops if these are the same
       and each iteration touches only its own rows. A softmax is one region,
       not five. A buffer that only these operations use shrinks to one row on
       the stack of each thread.
    *  A reduction whose body is not an associative operation on each output
       keeps the order of its loops. A loop that is declared a reduction runs in
       parallel if each of its indices has its own elements of every output.

    It is an error if several points of parallel loops may write the same
    element of an output.

    `fused.scatter` becomes a loop over its updates, in their order, with loops
    over the window inside. If there is enough work, threads share a dimension
    of the window that has no index. Each thread then goes through all updates,
    and has elements of its own.

    Example:

    ```mlir
    // before: --fused-linalg-to-loops --canonicalize
    func.func @sums(%x: memref<512x512xf32>, %sum: memref<512xf32>) {
      linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                       affine_map<(i, j) -> (i)>],
                      iterator_types = ["parallel", "reduction"]}
          ins(%x : memref<512x512xf32>) outs(%sum : memref<512xf32>) {
      ^bb0(%in: f32, %out: f32):
        %0 = arith.addf %out, %in : f32
        linalg.yield %0 : f32
      }
      return
    }
    ```

    becomes

    ```mlir
    // after
    func.func @sums(%x: memref<512x512xf32>, %sum: memref<512xf32>) {
      %c512 = arith.constant 512 : index
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      omp.parallel {
        omp.wsloop nowait {
          omp.loop_nest (%arg2) : index = (%c0) to (%c512) step (%c1) {
            %0 = memref.load %sum[%arg2] : memref<512xf32>
            %1 = scf.for %arg3 = %c0 to %c512 step %c1 iter_args(%arg4 = %0)
                -> (f32) {
              %2 = memref.load %x[%arg2, %arg3] : memref<512x512xf32>
              %3 = arith.addf %arg4, %2 fastmath<reassoc> : f32
              scf.yield %3 : f32
            }
            memref.store %1, %sum[%arg2] : memref<512xf32>
            omp.yield
          }
        }
        omp.terminator
      }
      return
    }
    ```
  }];
  let options = [
    Option<"openmp", "openmp", "bool", "true",
           "Share large loops between threads">,
    Option<"minimumWork", "minimum-work", "int64_t", "131072",
           "The number of additions that justifies a parallel region">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::omp::OpenMPDialect",
                           "::mlir::scf::SCFDialect"];
}

def SerializeFallibleLoops : Pass<"fused-serialize-fallible-loops"> {
  let summary = "Make parallel loops in which something can fail sequential";
  let description = [{
    A parallel region cannot return a failure. So each `scf.parallel` that
    allocates, asserts, calls a function or contains an operation of the `fused`
    dialect, at any depth, becomes a nest of `scf.for`. An `scf.parallel` inside
    another one also becomes a nest of `scf.for`, because there is only one level
    of threads.

    Example:

    ```mlir
    // before: --fused-serialize-fallible-loops
    func.func @f(%n: index, %y: f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.parallel (%i) = (%c0) to (%n) step (%c1) {
        %0 = memref.alloc() : memref<4xf32>
        memref.store %y, %0[%c0] : memref<4xf32>
        memref.dealloc %0 : memref<4xf32>
      }
      return
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%n: index, %y: f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %arg2 = %c0 to %n step %c1 {
        %alloc = memref.alloc() : memref<4xf32>
        memref.store %y, %alloc[%c0] : memref<4xf32>
        memref.dealloc %alloc : memref<4xf32>
      }
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
}

def SplitBlocks : Pass<"fused-split-blocks", "::mlir::func::FuncOp"> {
  let summary = "End the blocks of a function after each loop";
  let description = [{
    Splits the blocks of a function after each loop and each other operation of
    `scf` that has regions. Upstream's `convert-scf-to-cf` splits them as well,
    but from the first loop to the last one, and so moves all that follows each
    time. That takes time which grows with the square of their number.

    Example:

    ```mlir
    // before: --fused-split-blocks
    func.func @f(%n: index, %m: memref<4xindex>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        memref.store %i, %m[%i] : memref<4xindex>
      }
      memref.store %n, %m[%c0] : memref<4xindex>
      return
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%n: index, %m: memref<4xindex>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %arg2 = %c0 to %n step %c1 {
        memref.store %arg2, %m[%arg2] : memref<4xindex>
      }
      cf.br ^bb1
    ^bb1:
      memref.store %n, %m[%c0] : memref<4xindex>
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect"];
}

#endif // FUSED_LOOPS_LOOPPASSES_TD
