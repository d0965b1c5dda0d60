//===- ReferencePasses.td - Passes to programs to judge by -*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_REFERENCEPASSES_TD
#define FUSED_TRANSFORMS_REFERENCEPASSES_TD

include "mlir/Pass/PassBase.td"

def DefineFastMath : Pass<"fused-define-fast-math", "::mlir::ModuleOp"> {
  let summary = "Define the results that fast-math flags leave undefined";
  let description = [{
    Drops the fast-math flags of all operations. With `value`, it also defines
    the results that the flags `nnan` and `ninf` leave undefined: they become
    this number. A result is undefined if an operand or the result is a NaN, for
    `nnan`. For `ninf`, it is undefined if one of them is an infinity, or as
    large as the largest number of its type, because that may overflow. An i1
    becomes true for a positive `value`, else false.

    Programs that are made with different values give different results only
    where a result depends on an undefined one. So `fused-run --verify` finds
    the elements that it must not judge.

    Example:

    ```mlir
    // before: --fused-define-fast-math=value=-1234.5
    func.func @f(%a: f32, %b: f32) -> f32 {
      %0 = arith.mulf %a, %b fastmath<nnan> : f32
      return %0 : f32
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%a: f32, %b: f32) -> f32 {
      %0 = arith.mulf %a, %b : f32
      %1 = arith.cmpf uno, %a, %a : f32
      %2 = arith.cmpf uno, %b, %b : f32
      %3 = arith.ori %1, %2 : i1
      %4 = arith.cmpf uno, %0, %0 : f32
      %5 = arith.ori %3, %4 : i1
      %cst = arith.constant -1234.5 : f32
      %6 = arith.select %5, %cst, %0 : f32
      return %6 : f32
    }
    ```
  }];
  let options = [
    Option<"value", "value", "double",
           "std::numeric_limits<double>::quiet_NaN()",
           "The value of an undefined result; with NaN, the result remains">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def PerturbRoundings : Pass<"fused-perturb-roundings", "::mlir::ModuleOp"> {
  let summary = "Change the last digit of every rounded number at random";
  let description = [{
    Multiplies the result of every operation that rounds by a random number
    between 1 - u and 1 + u, where u is the epsilon of the type of the result:
    the distance from 1 to the next number. Except in f64, the changed number is
    rounded to the type, so that numbers cancel where those of the program may.
    A result that its type holds exactly does not change. Zeros, infinities and
    NaN do not change either. For types of at most 16 bits, a result below the
    smallest normal number moves by up to the distance between such numbers, and
    one that is too large for f16 is infinite. The pass does not change
    operations on complex numbers.

    `fused-promote-to-f64` has to run after this pass, so that the program
    rounds no results itself. Evaluations with different seeds then show how
    much roundings change each result. `fused-run --verify` calls a result
    ill-conditioned if these evaluations move it about as far as the fused
    program does.

    The random numbers are hashes. The program reads the seed from its global
    `fused_rounding_seed`. If the seed is odd, the random numbers depend on the
    seed, on the operation and on the number that is rounded. If the seed is
    even, all numbers that one operation rounds get the same factor, as if it
    rounded all of them in the same direction.

    A library may approximate `math.tanh` in an epilog. If the global
    `fused_tanh_error` is set to a positive f64, results of `math.tanh` move by
    up to that number, or further if rounding does.

    Named operations of `linalg` and arithmetic on tensors become
    `linalg.generic`.

    Example:

    ```mlir
    // before: --fused-perturb-roundings --canonicalize
    func.func @f(%a: f32, %b: f32) -> f32 {
      %0 = arith.mulf %a, %b : f32
      return %0 : f32
    }
    ```

    becomes

    ```mlir
    // after
    module {
      memref.global @fused_tanh_error : memref<f64> = dense<0.000000e+00>
      memref.global @fused_rounding_seed : memref<i64> = dense<0>
      func.func @f(%a: f32, %b: f32) -> f32 {
        ...
        %seed = memref.load %global[] : memref<i64>
        ...
        %0 = arith.mulf %a, %b : f32
        ...
        %is_rounded = arith.cmpf one, %wide, %high : f64
        ...
        %1 = arith.select %is_rounded, %changed, %wide : f64
        %2 = arith.truncf %1 : f64 to f32
        return %2 : f32
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def PromoteToF64 : Pass<"fused-promote-to-f64", "::mlir::ModuleOp"> {
  let summary = "Compute a whole module in double precision";
  let description = [{
    Gives the type f64 to every value of a floating-point type narrower than 64
    bits: in signatures, calls, block arguments, results and the regions of
    operations, and inside of tensors, vectors, memrefs and complex numbers.
    Constants keep their value, which f64 holds exactly. `arith.extf` and
    `arith.truncf` between types that are now the same disappear. Integers do
    not change, and conversions to and from them keep their meaning.

    A program of front-end IR that goes through this pass, and is then compiled
    without any fusion, is the reference of `fused-run --verify`.

    `arith.bitcast` keeps its meaning. If it makes a number from an integer, the
    number has the type of the program, and is then widened. So random numbers
    that are made of random bits are exact. If it takes the bits of a number,
    the number is rounded to the type of the program first.

    The pass fails on operations that have another meaning in double: other
    operations that read the bits of a floating-point number, types wider than
    f64, and functions on floats that are defined elsewhere.

    Example:

    ```mlir
    // before: --fused-promote-to-f64
    func.func @f(%a: tensor<4xbf16>, %b: tensor<4xf32>) -> tensor<4xbf16> {
      %0 = arith.extf %a : tensor<4xbf16> to tensor<4xf32>
      %1 = arith.addf %0, %b : tensor<4xf32>
      %2 = arith.truncf %1 : tensor<4xf32> to tensor<4xbf16>
      return %2 : tensor<4xbf16>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%a: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
      %0 = arith.addf %a, %b : tensor<4xf64>
      return %0 : tensor<4xf64>
    }
    ```
  }];
}

#endif // FUSED_TRANSFORMS_REFERENCEPASSES_TD
