//===- DeallocationPasses.td - Passes that release memory --*- tablegen -*-===//
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

#ifndef FUSED_CONVERSION_DEALLOCATIONPASSES_TD
#define FUSED_CONVERSION_DEALLOCATIONPASSES_TD

include "mlir/Pass/PassBase.td"

def SplitDealloc : Pass<"fused-split-dealloc"> {
  let summary = "Release buffers on their own";
  let description = [{
    Splits `bufferization.dealloc`, of which bufferization writes one for all
    buffers of a function. A buffer is released on its own if it is allocated in
    the program and no other operand may be the same buffer; if it is retained,
    it is not released. What may be the same buffer is found from the buffer.
    Upstream's `buffer-deallocation-simplification` compares each buffer with
    each other one instead, which takes time that grows with the square of their
    number. That pass simplifies what is left.

    Example:

    ```mlir
    // before: --fused-split-dealloc
    func.func @f(%c: i1) -> memref<4xf32> {
      %true = arith.constant true
      %a = memref.alloc() : memref<4xf32>
      %b = memref.alloc() : memref<4xf32>
      %0 = bufferization.dealloc (%a, %b : memref<4xf32>, memref<4xf32>)
          if (%true, %c) retain (%b : memref<4xf32>)
      return %b : memref<4xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%c: i1) -> memref<4xf32> {
      %true = arith.constant true
      %a = memref.alloc() : memref<4xf32>
      %b = memref.alloc() : memref<4xf32>
      bufferization.dealloc (%a : memref<4xf32>) if (%true)
      return %b : memref<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect"];
}

def LowerDealloc : Pass<"fused-lower-dealloc"> {
  let summary = "Rewrite deallocations as comparisons of addresses";
  let description = [{
    Rewrites `bufferization.dealloc`, which releases the buffers that are owned
    and not retained, as one branch for each buffer. The same comparisons of
    addresses give the ownership of the retained buffers. If there are several
    buffers, upstream's own lowering keeps addresses in arrays and calls a
    function. This lowering needs no memory for that, so all arrays of the
    program may lie on a device.

    Example:

    ```mlir
    // before: --fused-lower-dealloc --canonicalize
    func.func @f(%a: memref<4xf32>, %r: memref<4xf32>, %c: i1) -> i1 {
      %owned = bufferization.dealloc (%a : memref<4xf32>) if (%c)
          retain (%r : memref<4xf32>)
      return %owned : i1
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%a: memref<4xf32>, %r: memref<4xf32>, %c: i1) -> i1 {
      %intptr = memref.extract_aligned_pointer_as_index %a : memref<4xf32>
          -> index
      %intptr_0 = memref.extract_aligned_pointer_as_index %r : memref<4xf32>
          -> index
      %0 = arith.cmpi ne, %intptr, %intptr_0 : index
      %1 = arith.andi %c, %0 : i1
      %2 = arith.cmpi eq, %intptr_0, %intptr : index
      %3 = arith.andi %2, %c : i1
      scf.if %1 {
        memref.dealloc %a : memref<4xf32>
      }
      return %3 : i1
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def ReleaseEarly : Pass<"fused-release-early", "::mlir::func::FuncOp"> {
  let summary = "Release memory after its last use";
  let description = [{
    Moves each `memref.dealloc` of memory that is allocated in the same block
    behind the last use, also of a view. Upstream's
    `optimize-allocation-liveness` does the same, but numbers the operations of
    a block again after each move, which takes time that grows with the square
    of their number.

    Example:

    ```mlir
    // before: --fused-release-early
    func.func @f(%x: f32, %y: memref<4xf32>) {
      %c0 = arith.constant 0 : index
      %0 = memref.alloc() : memref<4xf32>
      memref.store %x, %0[%c0] : memref<4xf32>
      memref.store %x, %y[%c0] : memref<4xf32>
      memref.dealloc %0 : memref<4xf32>
      return
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%x: f32, %y: memref<4xf32>) {
      %c0 = arith.constant 0 : index
      %0 = memref.alloc() : memref<4xf32>
      memref.store %x, %0[%c0] : memref<4xf32>
      memref.dealloc %0 : memref<4xf32>
      memref.store %x, %y[%c0] : memref<4xf32>
      return
    }
    ```
  }];
}

#endif // FUSED_CONVERSION_DEALLOCATIONPASSES_TD
