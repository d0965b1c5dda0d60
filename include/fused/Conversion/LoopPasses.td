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
       keeps the order of its loops. A loop that is called a reduction is
       parallel if each of its indices has its own elements of every output.

    It is an error if points of parallel loops may write one element of an
    output.


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

def GuardBodies : Pass<"fused-guard-bodies", "::mlir::ModuleOp"> {
  let summary = "Let bodies of operations report failures, and read in bounds";
  let description = [{
    Many threads execute the body of a `linalg` operation on memrefs, and none
    of them can return a failure. A `cf.assert` in a body sets a flag instead,
    and the body continues. If the index of an element may lie outside of its
    array, the body reads the element only if the index is in bounds, and sets
    the flag otherwise. The pass adds nothing where ranges of integers, loops
    and the conditions around an access prove that it is in bounds. An index
    that the program clamps is such a case.

    On the CPU, the flag is on the stack of the function, and assertions after
    the operation return the failure. With `target=cuda`, the flag is the
    global `fused_failure`, which lists messages and places.
    `convert-fused-to-runtime` turns it into what `fused_cuda_assertions`
    returns. The first failed assertion in program order is reported.

    Example:

    ```mlir
    // before: --fused-guard-bodies --canonicalize
    #map = affine_map<(i) -> (i)>
    func.func @gather(%table: memref<100xf32>, %i: memref<8xindex>,
                      %d: memref<8xf32>) {
      linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
          ins(%i : memref<8xindex>) outs(%d : memref<8xf32>) {
      ^bb0(%in: index, %out: f32):
        %0 = memref.load %table[%in] : memref<100xf32>
        linalg.yield %0 : f32
      }
      return
    }
    ```

    becomes

    ```mlir
    // after
    #map = affine_map<(i) -> (i)>
    func.func @gather(%table: memref<100xf32>, %i: memref<8xindex>,
                      %d: memref<8xf32>) {
      %c1_i32 = arith.constant 1 : i32
      %c100 = arith.constant 100 : index
      %c0 = arith.constant 0 : index
      %c0_i32 = arith.constant 0 : i32
      %flag = memref.alloca() : memref<i32>
      memref.store %c0_i32, %flag[] : memref<i32>
      linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
          ins(%i : memref<8xindex>) outs(%d : memref<8xf32>) {
      ^bb0(%in: index, %out: f32):
        %within = arith.cmpi ult, %in, %c100 : index
        %fails = arith.cmpi uge, %in, %c100 : index
        scf.if %fails {
          %1 = memref.atomic_rmw maxu %c1_i32, %flag[] : (i32, memref<i32>) -> i32
        }
        %index = arith.select %within, %in, %c0 : index
        %0 = memref.load %table[%index] : memref<100xf32>
        linalg.yield %0 : f32
      }
      %failure = memref.load %flag[] : memref<i32>
      %holds = arith.cmpi ne, %failure, %c1_i32 : i32
      cf.assert %holds, "an index lies outside of the array"
      return
    }
    ```
  }];
  let options = [
    Option<"target", "target", "::fused::Target", "::fused::Target::Cpu",
           "Where the bodies are executed",
           [{::llvm::cl::values(
               clEnumValN(::fused::Target::Cpu, "cpu", "The host"),
               clEnumValN(::fused::Target::Cuda, "cuda",
                          "A CUDA device"))}]>
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def SerializeFallibleLoops : Pass<"fused-serialize-fallible-loops"> {
  let summary = "Make parallel loops in which something can fail sequential";
  let description = [{
    A parallel region cannot return a failure. So each `scf.parallel` that
    allocates, asserts, calls a function or contains a `fused.matmul`, at any
    depth, becomes a nest of `scf.for`. An `scf.parallel` inside another one
    also becomes a nest of `scf.for`, because there is only one level of
    threads.

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

def SaturateConversions : Pass<"fused-saturate-conversions"> {
  let summary = "Give conversions of any float to an integer a result";
  let description = [{
    `arith.fptosi` and `arith.fptoui` give poison if the value does not fit the
    integer type. Processors give the smallest integer, or the nearest, or 0.
    This pass makes the result the nearest integer of the type, and 0 for NaN,
    on every target. A named operation of linalg that converts in its body, as a
    product of floats into integers, becomes a generic one.

    An `arith.truncf` that rounds other than to the nearest is an error: upstream
    lowers it to an instruction that expects the processor in that mode.

    Example:

    ```mlir
    // before: --fused-saturate-conversions
    func.func @f(%x: f32) -> i8 {
      %0 = arith.fptosi %x : f32 to i8
      return %0 : i8
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%x: f32) -> i8 {
      %0 = arith.fptosi %x : f32 to i8
      %cst = arith.constant -128.0 : f32
      %1 = arith.cmpf ole, %x, %cst : f32
      %c-128_i8 = arith.constant -128 : i8
      %2 = arith.select %1, %c-128_i8, %0 : i8
      %cst_0 = arith.constant 128.0 : f32
      %3 = arith.cmpf oge, %x, %cst_0 : f32
      %c127_i8 = arith.constant 127 : i8
      %4 = arith.select %3, %c127_i8, %2 : i8
      %5 = arith.cmpf uno, %x, %x : f32
      %c0_i8 = arith.constant 0 : i8
      %6 = arith.select %5, %c0_i8, %4 : i8
      return %6 : i8
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect"];
}

def DefineIntegers : Pass<"fused-define-integers"> {
  let summary = "Give divisions and shifts of any integers a result";
  let description = [{
    A division by zero ends a process on some processors and gives any number on
    others; so does the least integer divided by -1. A shift by the width of its
    type or more is poison. Here a quotient by 0 has all bits set, and the
    remainder is the dividend; the quotient of the least integer and -1 wraps,
    and its remainder is 0; a shift by too much shifts all bits out. Divisors and
    amounts that are constants cost nothing.

    Example:

    ```mlir
    // before: --fused-define-integers
    func.func @f(%a: i32, %b: i32) -> i32 {
      %0 = arith.divui %a, %b : i32
      return %0 : i32
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%a: i32, %b: i32) -> i32 {
      %c0_i32 = arith.constant 0 : i32
      %0 = arith.cmpi eq, %b, %c0_i32 : i32
      %c-1_i32 = arith.constant -1 : i32
      %c1_i32 = arith.constant 1 : i32
      %1 = arith.select %0, %c1_i32, %b : i32
      %2 = arith.divui %a, %1 : i32
      %3 = arith.select %0, %c-1_i32, %2 : i32
      return %3 : i32
    }
    ```

    The carry of `arith.addui_extended` on `index`, which upstream does not
    lower, is computed by a comparison.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ExpandPowers : Pass<"fused-expand-powers"> {
  let summary = "Write out powers with integers as exponents";
  let description = [{
    Powers of integers become loops over the bits of the exponent. Powers of
    floats become products where the exponent is a constant from 1 to 32, else a
    power in f64 that is rounded once, with the sign of the base if the exponent
    is odd: right for exponents of any width, in every type. `math.clampf`,
    `math.isinf` and `math.isnormal`, which upstream does not lower, become
    comparisons.

    Example:

    ```mlir
    // before: --fused-expand-powers
    func.func @f(%x: f32) -> f32 {
      %n = arith.constant 3 : i64
      %0 = math.fpowi %x, %n : f32, i64
      return %0 : f32
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%x: f32) -> f32 {
      %0 = arith.mulf %x, %x : f32
      %1 = arith.mulf %x, %0 : f32
      return %1 : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect"];
}

def LegalizeSmallFloats : Pass<"fused-legalize-small-floats"> {
  let summary = "Compute on bf16 and f16 in f32, with each rounding kept";
  let description = [{
    Each operation of `arith` and `math` on bf16 or f16 computes in f32. Its
    result is rounded to the narrow type at once, as the program says. These
    conversions have no fast-math flags, so that no later pass drops them. bf16
    is converted to and from f32 in integer arithmetic. With
    `expand-bf16=false`, these conversions remain for hardware that has them.

    What f32 cannot hold is rounded to odd on the way: f64 in f32, integers of
    more than 24 bits, and the product and sum of `math.fma`, which are computed
    in f64. So the result is that of one rounding.

    Arithmetic on floats of 8 bits, and their conversions, are errors: matrix
    products alone compute with them.

    Example:

    ```mlir
    // before: --fused-legalize-small-floats
    func.func @f(%a: f16, %b: f16) -> f16 {
      %0 = arith.addf %a, %b : f16
      return %0 : f16
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%a: f16, %b: f16) -> f16 {
      %0 = arith.extf %b : f16 to f32
      %1 = arith.extf %a : f16 to f32
      %2 = arith.addf %1, %0 : f32
      %3 = arith.truncf %2 : f32 to f16
      return %3 : f16
    }
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
    inline, mostly by upstream's polynomials. LLVM's loop vectoriser can
    vectorise these, but a call would stop it. The largest measured errors, in
    units in the last place, are: exp 2, expm1 6, log 1, log1p 3, log2 1, tanh
    2, erf 5. They include infinities, NaN, and subnormal arguments and results,
    which upstream's `exp` and `log` flush. A power with the constant exponent
    2, 3 or 4 becomes products. Other functions stay calls, and so do all
    functions of f64. The polynomials convert NaN to an integer, which has no
    defined result: `llvm.freeze` makes it some integer, so that LLVM does not
    take everything that depends on it for undefined.

    Example:

    ```mlir
    // before: --fused-approximate-math
    func.func @f(%x: f32) -> f32 {
      %three = arith.constant 3.0 : f32
      %0 = math.powf %x, %three : f32
      return %0 : f32
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%x: f32) -> f32 {
      %0 = arith.mulf %x, %x : f32
      %1 = arith.mulf %0, %x : f32
      return %1 : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def MathToLibrary : Pass<"fused-math-to-library", "::mlir::ModuleOp"> {
  let summary = "Call the C math library where LLVM is less accurate";
  let description = [{
    Upstream's conversion to LLVM computes `log1p(x)` as `log(1 + x)` and
    `expm1(x)` as `exp(x) - 1`, which are wrong for small x. It also has no
    instruction for many functions. This pass turns all of these into calls of
    the C math library. Functions for which LLVM has an intrinsic (`exp`, `log`,
    `sqrt`, `floor`, ...) do not change.

    Example:

    ```mlir
    // before: --fused-math-to-library
    func.func @f(%x: f64) -> f64 {
      %0 = math.tanh %x : f64
      return %0 : f64
    }
    ```

    becomes

    ```mlir
    // after
    func.func private @tanh(f64) -> f64 attributes {llvm.readnone}
    func.func @f(%x: f64) -> f64 {
      %0 = call @tanh(%x) : (f64) -> f64
      return %0 : f64
    }
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

#endif // FUSED_CONVERSION_LOOPPASSES_TD
