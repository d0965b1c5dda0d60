//===- LoopPasses.td - Passes from tensors to loops --------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_CONVERSION_LOOPPASSES_TD
#define FUSED_CONVERSION_LOOPPASSES_TD

include "mlir/Pass/PassBase.td"

def PrepareBufferization : Pass<"fused-prepare-bufferization", "::mlir::ModuleOp"> {
  let summary = "Make a module on tensors ready for one-shot bufferization";
  let description = [{
    *  Arguments of public functions become read-only
       (`bufferization.writable = false`): a caller's inputs are never
       overwritten.
    *  Operations that stand for several (`linalg.softmax`, `tensor.concat`) are
       decomposed into those that bufferize.

    Example:

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<8xf32> {
      %0 = tensor.concat dim(0) %x, %x
          : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<4xf32> {bufferization.writable = false})
        -> tensor<8xf32> {
      %0 = tensor.empty() : tensor<8xf32>
      %1 = tensor.insert_slice %x into %0[0] [4] [1] : ...
      %2 = tensor.insert_slice %x into %1[4] [4] [1] : ...
      return %2 : tensor<8xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SeparateInits : Pass<"fused-separate-inits"> {
  let summary = "Give each operation an output tensor of its own";
  let description = [{
    Common subexpressions have been eliminated, and so operations that have
    nothing to do with each other write into one `tensor.empty` or one
    `linalg.fill`. One-shot bufferization then has to find out that they do not
    share a buffer, in time that grows with the square of their number, and
    copies filled buffers. Afterwards each has one use.

    Example:

    ```mlir
    %0 = tensor.empty() : tensor<4xf32>
    %1 = linalg.exp ins(%a : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> ...
    %2 = linalg.exp ins(%b : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> ...
    ```

    becomes

    ```mlir
    %0 = tensor.empty() : tensor<4xf32>
    %1 = linalg.exp ins(%a : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> ...
    %2 = tensor.empty() : tensor<4xf32>
    %3 = linalg.exp ins(%b : tensor<4xf32>) outs(%2 : tensor<4xf32>) -> ...
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def LowerDealloc : Pass<"fused-lower-dealloc"> {
  let summary = "Write who releases a buffer as comparisons of addresses";
  let description = [{
    Writes `bufferization.dealloc`, which releases the buffers that are owned
    and not retained, as one branch for each buffer. What a retained buffer owns
    is computed from the same comparisons. Upstream's own lowering keeps
    addresses in arrays and calls a function if there are several; here the
    program needs no memory for that, so that all of its arrays may lie on a
    device.

    Example:

    ```mlir
    %owned = bufferization.dealloc (%a : memref<4xf32>) if (%c)
        retain (%r : memref<4xf32>)
    ```

    becomes

    ```mlir
    %0 = memref.extract_aligned_pointer_as_index %a : memref<4xf32> -> index
    %1 = memref.extract_aligned_pointer_as_index %r : memref<4xf32> -> index
    %same = arith.cmpi eq, %0, %1 : index
    %other = arith.xori %same, %true : i1
    %released = arith.andi %c, %other : i1
    %owned = arith.andi %same, %c : i1
    scf.if %released {
      memref.dealloc %a : memref<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def CopyToLinalg : Pass<"fused-copy-to-linalg"> {
  let summary = "Rewrite memref.copy to linalg.generic";
  let description = [{
    A copy of memory that is not dense would become a call of a library of
    upstream's; as a loop nest it is compiled, vectorised and run on several
    threads as everything else.

    Example:

    ```mlir
    memref.copy %a, %b : memref<4x8xf32, strided<[16, 1]>> to memref<4x8xf32>
    ```

    becomes

    ```mlir
    linalg.generic {indexing_maps = [#id, #id],
                    iterator_types = ["parallel", "parallel"]}
        ins(%a : memref<4x8xf32, strided<[16, 1]>>)
        outs(%b : memref<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def ExpandDynamicShapes : Pass<"fused-expand-dynamic-shapes"> {
  let summary = "Rewrite reshapes to several dynamic sizes to casts";
  let description = [{
    Rewrites each `memref.expand_shape` that splits a dimension into several of
    which more than one is dynamic, as `[batch, time]` of a product are, to a
    `memref.reinterpret_cast`. Upstream's `expand-strided-metadata` derives the
    one dynamic size from the others and does not take more.

    Example:

    ```mlir
    %1 = memref.expand_shape %0 [[0, 1], [2]] output_shape [%b, %t, 96]
        : memref<?x96xf32> into memref<?x?x96xf32>
    ```

    becomes

    ```mlir
    %base, %offset, %sizes:2, %strides:2 =
        memref.extract_strided_metadata %0 : memref<?x96xf32>
        -> memref<f32>, index, index, index, index, index
    %stride = arith.muli %strides#0, %t : index
    %1 = memref.reinterpret_cast %base to offset: [0],
        sizes: [%b, %t, 96], strides: [%stride, 96, 1]
        : memref<f32> to memref<?x?x96xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def LinalgToLoops : Pass<"fused-linalg-to-loops"> {
  let summary = "Compile linalg on memrefs to loops for vectors and threads";
  let description = [{
    Writes each `linalg` operation on memrefs as a nest of loops:

    *  The innermost loop runs along contiguous memory, so that LLVM's loop
       vectoriser can do its work. A reduction along it keeps its result in a
       register and may be reassociated; along another dimension, it works on a
       piece of a row that stays in the cache. Transpositions are tiled.
    *  The outermost loops are shared by the threads of one OpenMP region if
       there is enough to do, which sizes that are not known decide when the
       program runs. There are no nested regions and no allocations in them.
    *  Operations that follow each other and whose outermost loops are the same,
       each iteration touching its own rows, share those loops: a softmax is one
       region, not five. A buffer that only they use shrinks to one row on the
       stack of each thread.

    Example:

    ```mlir
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                     affine_map<(i, j) -> (i)>],
                    iterator_types = ["parallel", "reduction"]}
        ins(%x : memref<512x512xf32>) outs(%sum : memref<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.addf %out, %in : f32
      linalg.yield %0 : f32
    }
    ```

    becomes

    ```mlir
    omp.parallel {
      omp.wsloop nowait {
        omp.loop_nest (%i) : index = (%c0) to (%c512) step (%c1) {
          %init = memref.load %sum[%i] : memref<512xf32>
          %0 = scf.for %j = %c0 to %c512 step %c1 iter_args(%a = %init) -> f32 {
            %1 = memref.load %x[%i, %j] : memref<512x512xf32>
            %2 = arith.addf %a, %1 fastmath<reassoc> : f32
            scf.yield %2 : f32
          }
          memref.store %0, %sum[%i] : memref<512xf32>
          omp.yield
        }
      }
      omp.terminator
    }
    ```
  }];
  let options = [
    Option<"openmp", "openmp", "bool", "true",
           "Share large loops between threads">,
    Option<"minimumWork", "minimum-work", "int64_t", "131072",
           "How many additions are worth a parallel region">
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
    A failure cannot be returned from inside a parallel region. Each
    `scf.parallel` that allocates, asserts, calls a function or holds a
    `fused.matmul`, at any depth, becomes a nest of `scf.for`. So does each that
    stands inside another: there is one level of threads.
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
}

def SaturateConversions : Pass<"fused-saturate-conversions"> {
  let summary = "Give conversions of any float to an integer a result";
  let description = [{
    `arith.fptosi` and `arith.fptoui` are poison where the integer does not fit:
    processors give the smallest integer, or the nearest, or 0. Here it is the
    nearest integer of the type, and 0 for NaN, on every target.

    Example:

    ```mlir
    %0 = arith.fptosi %x : f32 to i8
    ```

    becomes

    ```mlir
    %low = arith.cmpf ole, %x, %c-128.0 : f32
    %high = arith.cmpf oge, %x, %c128.0 : f32
    %nan = arith.cmpf uno, %x, %x : f32
    %0 = arith.fptosi %x : f32 to i8
    %1 = arith.select %low, %c-128, %0 : i8
    %2 = arith.select %high, %c127, %1 : i8
    %3 = arith.select %nan, %c0, %2 : i8
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def LegalizeSmallFloats : Pass<"fused-legalize-small-floats"> {
  let summary = "Compute on bf16 and f16 through f32, with each rounding kept";
  let description = [{
    Each operation of `arith` and `math` on bf16 or f16 computes in f32, and its
    result is rounded to the narrow type at once, as the program says. Those
    conversions carry no fast-math flag that would let a later pass drop them.
    bf16 is converted to and from f32 in integer arithmetic, unless
    `expand-bf16=false` leaves that to hardware that can.

    Example:

    ```mlir
    %0 = arith.addf %a, %b : f16
    ```

    becomes

    ```mlir
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.addf %0, %1 : f32
    %3 = arith.truncf %2 : f32 to f16
    ```
  }];
  let options = [
    Option<"expandBFloat16", "expand-bf16", "bool", "true",
           "Convert bf16 in integer arithmetic">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def ApproximateMath : Pass<"fused-approximate-math"> {
  let summary = "Compute functions in f32 inline, so that loops vectorise";
  let description = [{
    Writes `exp`, `expm1`, `log`, `log1p`, `log2`, `tanh` and `erf` on f32
    inline, for the most by upstream's polynomials: LLVM's loop vectoriser can
    vectorise them where a call would stop it. Largest errors measured, in units in the last place:
    exp 2, expm1 6, log 1, log1p 3, log2 1, tanh 2, erf 5; infinities, NaN and
    subnormal arguments and results included, which upstream's `exp` and `log`
    flush. A power with the constant exponent 2, 3 or 4 becomes products. Other
    functions, and all of f64, stay calls.

    Example:

    ```mlir
    %0 = math.powf %x, %three : f32
    ```

    becomes

    ```mlir
    %0 = arith.mulf %x, %x : f32
    %1 = arith.mulf %0, %x : f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def MathToLibrary : Pass<"fused-math-to-library", "::mlir::ModuleOp"> {
  let summary = "Call the C math library where LLVM has nothing as accurate";
  let description = [{
    Upstream's conversion to LLVM computes `log1p(x)` as `log(1 + x)` and
    `expm1(x)` as `exp(x) - 1`, which are wrong for small x, and has no
    instruction for many functions. Those become calls of the C math library;
    what LLVM has as an intrinsic (`exp`, `log`, `sqrt`, `floor`, ...) stays.

    Example:

    ```mlir
    %0 = math.tanh %x : f64
    ```

    becomes

    ```mlir
    %0 = call @tanh(%x) : (f64) -> f64
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

#endif // FUSED_CONVERSION_LOOPPASSES_TD
