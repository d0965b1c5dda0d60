//===- ArithmeticPasses.td - Passes on scalar arithmetic ---*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_CONVERSION_ARITHMETICPASSES_TD
#define FUSED_CONVERSION_ARITHMETICPASSES_TD

include "mlir/Pass/PassBase.td"

def SaturateConversions : Pass<"fused-saturate-conversions"> {
  let summary = "Give conversions of any float to an integer a result";
  let description = [{
    `arith.fptosi` and `arith.fptoui` give poison if the value does not fit the
    integer type. Processors give the smallest integer, or the nearest, or 0.
    This pass makes the result the nearest integer of the type, and 0 for NaN,
    on every target. A named operation of linalg that converts in its body
    becomes a generic one. An example is a product of floats into integers.

    An `arith.truncf` with a rounding mode other than to the nearest is an
    error, because upstream lowers it to an instruction that expects the
    processor to be in that mode.

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
    On some processors, a division by zero ends the process; on others, it gives
    an arbitrary number. The same holds for the least integer divided by -1. A
    shift by at least the width of its type is poison. This pass defines the
    results. A quotient by 0 has all bits set, and the remainder is the
    dividend. The quotient of the least integer and -1 wraps, and its remainder
    is 0. A shift by the width or more shifts all bits out. Constant divisors
    and amounts cost nothing.

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

    The pass also computes the carry of `arith.addui_extended` on `index` by a
    comparison, because upstream does not lower it.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ExpandPowers : Pass<"fused-expand-powers"> {
  let summary = "Write out powers with integers as exponents";
  let description = [{
    Powers of integers become loops over the bits of the exponent. Powers of
    floats become products if the exponent is a constant from 1 to 32. Otherwise
    they become a power in f64 that is rounded once, and that gets the sign of
    the base if the exponent is odd. This is right for exponents of any width
    and for every type. `math.clampf`, `math.isinf` and `math.isnormal` become
    comparisons, because upstream does not lower them. `math.sincos` becomes
    `math.sin` and `math.cos`, because LLVM crashes when it vectorises it.

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
  let summary = "Compute on narrow floats in f32, with each rounding kept";
  let description = [{
    Each operation of `arith` and `math` on floats of 8 and 16 bits computes in
    f32. Its result is rounded to the narrow type at once, as the program says.
    These conversions have no fast-math flags, so that no later pass drops them.
    Named operations of linalg that compute on such floats become generic, since
    upstream fixes what is in their bodies.
    The pass converts bf16 to and from f32 in integer arithmetic. With
    `expand-bf16=false`, it leaves these conversions to hardware that has them.

    Numbers that f32 cannot hold are first rounded to odd. These are numbers in
    f64, integers of more than 24 bits, and the results of `math.fma`, which are
    computed in f64. So the final result is the same as after a single rounding.

    Conversions from and to floats of 8 bits are integer arithmetic, too. A
    number beyond the largest becomes NaN in f8E4M3FN, which has no infinities.

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
    Writes `exp`, `expm1`, `log`, `log1p`, `log2`, `tanh`, `erf` and `erfc` on
    f32 inline, mostly by upstream's polynomials. LLVM's loop vectoriser can
    vectorise these, but a call would stop it. The largest measured errors, in
    units in the last place, are: exp 2, expm1 6, log 1, log1p 3, log2 1, tanh
    2, erf 1.5, erfc 4.2. They include infinities, NaN, and subnormal arguments
    and results, which upstream's `exp` and `log` flush. A power with the
    constant exponent 2, 3 or 4 becomes products. Other functions stay calls, and
    so do all functions of f64. The polynomials convert NaN to an integer, which
    has no defined result. `llvm.freeze` makes it some integer, so that LLVM does
    not treat everything that depends on it as undefined.

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

def DropSigns : Pass<"fused-drop-signs"> {
  let summary = "Make signed and unsigned integers signless";
  let description = [{
    Makes signed and unsigned integers signless in the types of all values and
    functions, and in constants. Frontends use them in the signatures of
    functions. This loses nothing, because each operation on integers says
    itself whether they have a sign. Casts between integers of the same width
    are replaced by their operands.

    Example:

    ```mlir
    // before: --fused-drop-signs
    func.func @f(%x: tensor<4xui32>) -> tensor<4xi32> {
      %0 = builtin.unrealized_conversion_cast %x : tensor<4xui32> to tensor<4xi32>
      return %0 : tensor<4xi32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%x: tensor<4xi32>) -> tensor<4xi32> {
      return %x : tensor<4xi32>
    }
    ```
  }];
}

def VerifyTypes : Pass<"fused-verify-types"> {
  let summary = "Check that every value has a type that can be compiled";
  let description = [{
    Gives an error, with its place, for a value or an argument of a type that
    the targets do not have or that no test covers. These types can be compiled:
    signless integers of 1, 8, 16, 32 and 64 bits and `index`; `f16`, `bf16`,
    `f32`, `f64`, `f8E4M3FN` and `f8E5M2`; complex numbers of `f32` and `f64`;
    and dense arrays of these whose size in bytes fits into 63 bits. The pass
    ignores types that contain no numbers; the passes that lower them check
    them. It is also an error if the strides of a `memref.subview` do not tell
    which dimensions it has dropped, because upstream's passes crash then, or if
    an array that is a constant has unknown sizes. Arguments and results of
    public functions are no complex numbers, and arrays of at most 8 dimensions.

    The pass also checks two rules for reshapes of tensors that upstream does
    not check. If an array becomes a single element or is made from one, all its
    static sizes are 1. The sizes in `output_shape` are those of the result's
    type.

    Example:

    ```mlir
    // before: --fused-verify-types
    func.func @f(%x: i64) -> i64 {
      %0 = arith.extsi %x : i64 to i128
      %1 = arith.trunci %0 : i128 to i64
      return %1 : i64
    }
    ```

    fails with

    ```text
    // error
    example.mlir:3:8: error: a value of type 'i128' cannot be compiled:
    integers have 1, 8, 16, 32 or 64 bits
    ```
  }];
}

#endif // FUSED_CONVERSION_ARITHMETICPASSES_TD
