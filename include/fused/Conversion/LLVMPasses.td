//===- LLVMPasses.td - Passes on the LLVM dialect ----------*- tablegen -*-===//
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

#ifndef FUSED_CONVERSION_LLVMPASSES_TD
#define FUSED_CONVERSION_LLVMPASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyLLVM : Pass<"fused-verify-llvm"> {
  let summary = "Check that nothing is left to lower";
  let description = [{
    Gives an error for each operation outside the LLVM, NVVM and OpenMP
    dialects, and names it. Upstream's conversions leave operations unchanged
    that they do not know.

    Example:

    ```mlir
    // before: --fused-verify-llvm
    func.func @f() {
      return
    }
    ```

    fails with

    ```text
    // error
    'func.func' cannot be compiled: there is no lowering to LLVM
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::omp::OpenMPDialect"];
}

def MinimumNumbers : Pass<"fused-minimum-numbers"> {
  let summary = "Call minimumnum and maximumnum instead of minnum and maxnum";
  let description = [{
    Replaces `llvm.intr.minnum` and `llvm.intr.maxnum` by calls of
    `llvm.minimumnum` and `llvm.maximumnum` with the flag `nsz`. The results are
    the same, and so is the code for processors. LLVM 22 vectorises a loop with
    several minima or maxima of `minnum` wrongly: if the loop has fewer than two
    vectors of iterations, it skips those after the first vector.

    Example:

    ```mlir
    // before: --fused-minimum-numbers
    llvm.func @f(%a: f32, %b: f32) -> f32 {
      %0 = llvm.intr.minnum(%a, %b) : (f32, f32) -> f32
      llvm.return %0 : f32
    }
    ```

    becomes

    ```mlir
    // after
    llvm.func @f(%a: f32, %b: f32) -> f32 {
      %0 = llvm.call_intrinsic "llvm.minimumnum"(%a, %b)
          {fastmathFlags = #llvm.fastmath<nsz>} : (f32, f32) -> f32
      llvm.return %0 : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def ReturnByPointer : Pass<"fused-return-by-pointer", "::mlir::ModuleOp"> {
  let summary = "Store results of functions in memory of the caller";
  let description = [{
    A function of a program returns its status and the descriptors of its
    results as one structure. LLVM merges all its returns. Each of the checks of
    a training step then passes hundreds of numbers to this place, which takes
    most of the time of code generation. This pass lets internal functions take
    the address of the structure as their last argument, and return the status
    only. Where they fail, they store nothing.

    Example:

    ```mlir
    // before: --fused-return-by-pointer
    llvm.func internal @f(%s: i32, %p: !llvm.ptr) -> !llvm.struct<(i32, ptr)> {
      %0 = llvm.mlir.poison : !llvm.struct<(i32, ptr)>
      %1 = llvm.insertvalue %s, %0[0] : !llvm.struct<(i32, ptr)>
      %2 = llvm.insertvalue %p, %1[1] : !llvm.struct<(i32, ptr)>
      llvm.return %2 : !llvm.struct<(i32, ptr)>
    }
    ```

    becomes

    ```mlir
    // after
    llvm.func internal @f(%s: i32, %p: !llvm.ptr, %results: !llvm.ptr) -> i32 {
      %0 = llvm.mlir.poison : !llvm.struct<(i32, ptr)>
      %1 = llvm.insertvalue %s, %0[0] : !llvm.struct<(i32, ptr)>
      %2 = llvm.insertvalue %p, %1[1] : !llvm.struct<(i32, ptr)>
      %3 = llvm.extractvalue %2[0] : !llvm.struct<(i32, ptr)>
      %4 = llvm.getelementptr inbounds %results[0, 1]
          : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, ptr)>
      llvm.store %p, %4 : !llvm.ptr, !llvm.ptr
      llvm.return %3 : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def SplitAggregates : Pass<"fused-split-aggregates", "::mlir::ModuleOp"> {
  let summary = "Load and store the scalars of structures by themselves";
  let description = [{
    Replaces loads and stores of structures by those of their scalars. LLVM's
    fast instruction selection, which large functions use, has no aggregates. For
    a basic block with one, LLVM selects by a graph of the whole block, in time
    that grows with its square.

    Volatile and atomic accesses, those with an alignment of their own and packed
    structures stay, as do loads of which more is used than parts.

    Example:

    ```mlir
    // before: --fused-split-aggregates
    llvm.func @f(%p: !llvm.ptr, %n: i64) {
      %0 = llvm.mlir.poison : !llvm.struct<(i32, array<2 x i64>)>
      %1 = llvm.insertvalue %n, %0[1, 0] : !llvm.struct<(i32, array<2 x i64>)>
      llvm.store %1, %p : !llvm.struct<(i32, array<2 x i64>)>, !llvm.ptr
      llvm.return
    }
    ```

    becomes

    ```mlir
    // after
    llvm.func @f(%p: !llvm.ptr, %n: i64) {
      ...
      %2 = llvm.getelementptr inbounds %p[0, 1, 0]
          : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, array<2 x i64>)>
      llvm.store %n, %2 : i64, !llvm.ptr
      ...
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def WidenBooleans : Pass<"fused-widen-booleans"> {
  let summary = "Load and store i1 as i8";
  let description = [{
    An i1 in memory is a byte. Compiled programs store 0 or 1. A byte from a
    caller may have any value, and is true unless it is 0. LLVM treats such a
    byte as undefined, and its vectoriser does not vectorise loops that load or
    store i1.

    Example:

    ```mlir
    // before: --fused-widen-booleans
    llvm.func @f(%p: !llvm.ptr) -> i1 {
      %0 = llvm.load %p : !llvm.ptr -> i1
      llvm.return %0 : i1
    }
    ```

    becomes

    ```mlir
    // after
    llvm.func @f(%p: !llvm.ptr) -> i1 {
      %0 = llvm.load %p : !llvm.ptr -> i8
      %1 = llvm.mlir.constant(0 : i8) : i8
      %2 = llvm.icmp "ne" %0, %1 : i8
      llvm.return %2 : i1
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def CarryBFloatBits : Pass<"fused-carry-bf16-bits", "::mlir::ModuleOp"> {
  let summary = "Load, store and carry bf16 as i16";
  let description = [{
    Processors without instructions for bf16 hold it as f32. LLVM rounds such a
    value again wherever it leaves the block that made it, by a function
    (`__truncsfbf2`) that many systems lack. Operations that only move numbers
    now move i16, as they do for 8-bit floats. Operations that compute with bf16
    keep their types, and so do the signatures of functions that others can
    call.

    Example:

    ```mlir
    // before: --fused-carry-bf16-bits
    llvm.func @f(%p: !llvm.ptr, %x: bf16, %c: i1) {
      %0 = llvm.load %p : !llvm.ptr -> bf16
      %1 = llvm.select %c, %0, %x : i1, bf16
      llvm.store %1, %p : bf16, !llvm.ptr
      llvm.return
    }
    ```

    becomes

    ```mlir
    // after
    llvm.func @f(%p: !llvm.ptr, %x: bf16, %c: i1) {
      %0 = llvm.bitcast %x : bf16 to i16
      %1 = llvm.load %p : !llvm.ptr -> i16
      %2 = llvm.select %c, %1, %0 : i1, i16
      llvm.store %2, %p : i16, !llvm.ptr
      llvm.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def OutlineLoops : Pass<"fused-outline-loops", "::mlir::ModuleOp"> {
  let summary = "Outline parallel regions, and loops of large functions";
  let description = [{
    Several of LLVM's passes take time that grows with the square of the size of
    a function, and a training step has thousands of loops. This pass moves each
    `omp.parallel` to a new function. Its arguments are the values that the
    region uses, but constants are copied. In large functions, the pass does the
    same with each loop that has one entry and one exit. The rest of a large
    function is not worth optimising, so LLVM only translates it. Regions and
    loops that differ only in the memory that they use share a function, so LLVM
    compiles equal layers of a model once.

    Example:

    ```mlir
    // before: --fused-outline-loops
    llvm.func @store(%i: i32, %p: !llvm.ptr, %q: !llvm.ptr) {
      omp.parallel {
        llvm.store %i, %p : i32, !llvm.ptr
        omp.terminator
      }
      omp.parallel {
        llvm.store %i, %q : i32, !llvm.ptr
        omp.terminator
      }
      llvm.return
    }
    ```

    becomes

    ```mlir
    // after
    llvm.func internal @store_loops(%i: i32, %p: !llvm.ptr)
        attributes {no_inline} {
      omp.parallel {
        llvm.store %i, %p : i32, !llvm.ptr
        omp.terminator
      }
      llvm.return
    }
    llvm.func @store(%i: i32, %p: !llvm.ptr, %q: !llvm.ptr) {
      llvm.call @store_loops(%i, %p) : (i32, !llvm.ptr) -> ()
      llvm.call @store_loops(%i, %q) : (i32, !llvm.ptr) -> ()
      llvm.return
    }
    ```
  }];
  let options = [
    Option<"largeFunction", "large-function", "unsigned", "500",
           "The number of blocks of a large function">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def PassByPointer : Pass<"fused-pass-by-pointer", "::mlir::ModuleOp"> {
  let summary = "Store arguments of large functions in memory of the caller";
  let description = [{
    A training step has thousands of arguments: the numbers of all descriptors.
    The allocation of registers takes time that grows with the square of the
    number of values that are used at a time. This pass lets internal functions
    that are not optimized take the address of their arguments, if there are
    many.

    Example:

    ```mlir
    // before: --fused-pass-by-pointer=many-arguments=2
    llvm.func internal @f(%s: i32, %p: !llvm.ptr) -> i32
        attributes {no_inline, optimize_none} {
      llvm.store %s, %p : i32, !llvm.ptr
      llvm.return %s : i32
    }
    ```

    becomes

    ```mlir
    // after
    llvm.func internal @f(%arguments: !llvm.ptr) -> i32
        attributes {no_inline, optimize_none} {
      %0 = llvm.getelementptr inbounds %arguments[0, 0]
          : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, ptr)>
      %1 = llvm.load %0 : !llvm.ptr -> i32
      %2 = llvm.getelementptr inbounds %arguments[0, 1]
          : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, ptr)>
      %3 = llvm.load %2 : !llvm.ptr -> !llvm.ptr
      llvm.store %1, %3 : i32, !llvm.ptr
      llvm.return %1 : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let options = [
    Option<"manyArguments", "many-arguments", "unsigned", /*default=*/"64",
           "The least number of arguments that are passed in memory">
  ];
}

#endif // FUSED_CONVERSION_LLVMPASSES_TD
