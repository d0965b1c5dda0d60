//===- MatmulOp.td - Products of matrices ------------------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_MATMULOP_TD
#define FUSED_DIALECT_MATMULOP_TD

include "fused/Dialect/FusedAttrs.td"
include "fused/Dialect/MatrixTypes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Fused_MatmulOp : Op<Fused_Dialect, "matmul", [
    AttrSizedOperandSegments,
    ConditionallySpeculatable,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
    DestinationStyleOpInterface]> {
  let summary = "A matrix product with an epilog";
  let description = [{
    Computes

    ```
    accumulator = alpha * a_scale * b_scale * op(A) op(B) + beta * C
    result      = epilog(accumulator, bias, aux)
    D           = d_scale * result
    amax        = max |result|
    ```

    where D is `[batch x] M x N`, op(A) is `[batch x] M x K` and op(B) is
    `[batch x] K x N`, all row-major. With `transpose_a` or `transpose_b`, the
    operand is stored as `[batch x] K x M` or `[batch x] N x K`. If one operand
    has rank 2 and the other rank 3, the whole batch shares the former. C has
    the type of D and is only read. The whole batch shares a C of rank 2. If C
    has fewer matrices than the batch, each of them serves `c_repeat`
    consecutive products, and after the last the first comes again: product `b`
    adds matrix `(b floordiv c_repeat) mod batches(C)`. Both numbers are then
    known. Without C there is no `beta`. With `beta` zero, C is not read at all. With `alpha` zero, the product is zero for every
    A and B, also if they contain NaN or infinities. `alpha` and `beta` are
    numbers of the compute type.

    The products accumulate in the compute type, and the epilog is computed in
    it: f64 for f64 operands, i32 for i8 operands, f32 for all others. The order
    of the sum is not defined. There is one rounding, when D is stored.

    The epilog determines the other operands and results:

    *  `bias` is a vector of length N that is added to every row of the
       accumulator. A bias of `[batch x] N` has a vector for each batch. Its
       element type is that of D.
    *  `aux` is read by `drelu*` and `dgelu*`. `relu_aux*` and `gelu_aux*` save
       it as a second result. For ReLU, it is a mask of
       `[batch x] M x ceil(N/128)*16 x i8`. Bit `j % 8` of byte `j / 8` of a row
       is set where the pre-activation in column j is at least zero or NaN, and
       the padding bits are zero. For GELU, it is the pre-activation itself, in
       D's type.
    *  The bias gradient is the second result of four epilogs, with the element
       type of D. For `drelu_bgrad` and `dgelu_bgrad`, it is the sum of D over
       its M rows, before D is rounded: `[batch x] N`. For `bgrada`, it is the
       sum of op(A) over K: `[batch x] M`. For `bgradb`, it is the sum of op(B)
       over K: `[batch x] N`.

    A matrix may have a scale: one f32 number for the whole matrix, which is
    known only when the product runs. `a_scale`, `b_scale` and `d_scale` are 1 if
    they are absent. A and B may have one if the compute type is f32. Their
    scales multiply the product after `alpha`, which comes first. So a scale of A
    or B is an `alpha` that the program computes. A scale of zero is no
    exception: NaN and infinities of the product become NaN. D may have a scale
    and an `amax` if its elements are 8-bit floating-point numbers. C is never of
    8 bits and has no scale. `amax` is the last result: the largest magnitude,
    over all batches, of the result before the scale. A training chooses the
    scale of its next step from it. If one of these values is NaN, `amax` is not
    defined. A D of `f8E4M3FN` saturates at 448.

    `drelu` and `drelu_bgrad` take the accumulator where the bit of the mask is
    set. Elsewhere they give zero, for every value of the accumulator. With
    `multiply_mask` they multiply the accumulator by the bit, like a program that
    multiplies by a converted boolean. Where the bit is not set, D is then NaN if
    the accumulator is NaN or infinite, and a zero of its sign otherwise.

    Two flags allow a target to deviate from this where that is faster. With
    `allow_rounded_steps`, it may round the accumulator, its sums with C and with
    the bias, and D before its sum to the type of D, if that type has 16 bits. A
    program that stores each of them does the same. With `allow_any_nan_bit`, the bit of a
    saved mask may be 0 or 1 where the pre-activation is NaN. Recognition sets
    the flags by [the numerics contract](../Numerics.md).

    `fused-decompose` gives the exact meaning of each epilog in `linalg`.
    [The table of epilogs](Epilogs.md) lists all epilogs.

    On tensors, `outs` gives the shapes of the results, and its contents are
    never read. On memrefs, `outs` is written and there are no results. Nothing
    in `outs` may overlap another operand.

    Example:

    ```mlir
    %d, %mask = fused.matmul epilog(relu_aux_bias)
        ins(%a, %b : tensor<64x784xbf16>, tensor<784x512xbf16>)
        bias(%v : tensor<512xbf16>)
        outs(%d0, %m0 : tensor<64x512xbf16>, tensor<64x64xi8>)
        -> tensor<64x512xbf16>, tensor<64x64xi8>

    fused.matmul epilog(default) transpose_b alpha(0.125)
        ins(%q, %k : memref<8x64x32xf32>, memref<8x64x32xf32>)
        outs(%s : memref<8x64x64xf32>)

    %masked = fused.matmul epilog(default) transpose_b c_repeat(4)
        ins(%q1, %k1 : tensor<8x64x32xf32>, tensor<8x64x32xf32>)
        c(%causal : tensor<2x64x64xf32>)
        outs(%s1 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>

    %e, %amax = fused.matmul epilog(relu_bias) transpose_b
        ins(%x, %y : tensor<64x32xf8E4M3FN>, tensor<128x32xf8E4M3FN>)
        bias(%w : tensor<128xbf16>)
        a_scale(%sx : tensor<f32>) b_scale(%sy : tensor<f32>)
        d_scale(%se : tensor<f32>)
        outs(%e0 : tensor<64x128xf8E4M3FN>) amax(%m1 : tensor<f32>)
        -> tensor<64x128xf8E4M3FN>, tensor<f32>
    ```
  }];

  let arguments = (ins
    Fused_EpilogAttr:$epilog,
    UnitAttr:$transpose_a,
    UnitAttr:$transpose_b,
    UnitAttr:$multiply_mask,
    UnitAttr:$allow_rounded_steps,
    UnitAttr:$allow_any_nan_bit,
    DefaultValuedAttr<F64Attr, "1.0">:$alpha,
    DefaultValuedAttr<F64Attr, "1.0">:$beta,
    DefaultValuedAttr<I64Attr, "1">:$c_repeat,
    Fused_Matrix:$a,
    Fused_Matrix:$b,
    Optional<Fused_Matrix>:$c,
    Optional<Fused_Vector>:$bias,
    Optional<Fused_Matrix>:$aux,
    Optional<Fused_Scalar>:$a_scale,
    Optional<Fused_Scalar>:$b_scale,
    Optional<Fused_Scalar>:$d_scale,
    Fused_Matrix:$init,
    Optional<Fused_Matrix>:$aux_init,
    Optional<Fused_Vector>:$bgrad_init,
    Optional<Fused_Scalar>:$amax_init);
  let results = (outs Variadic<AnyRankedTensor>:$results);

  let builders = [
    OpBuilder<(ins "::fused::Epilog":$epilog, "::mlir::Value":$a,
                   "::mlir::Value":$b, "::mlir::ValueRange":$outs,
                   CArg<"const ::fused::MatmulOptions &", "{}">:$options)>
  ];

  let assemblyFormat = [{
    `epilog` `(` custom<Epilog>($epilog) `)`
    (`transpose_a` $transpose_a^)? (`transpose_b` $transpose_b^)?
    (`multiply_mask` $multiply_mask^)?
    (`allow_rounded_steps` $allow_rounded_steps^)?
    (`allow_any_nan_bit` $allow_any_nan_bit^)?
    (`alpha` `(` $alpha^ `)`)? (`beta` `(` $beta^ `)`)?
    (`c_repeat` `(` $c_repeat^ `)`)?
    `ins` `(` $a `,` $b `:` type($a) `,` type($b) `)`
    (`c` `(` $c^ `:` type($c) `)`)?
    (`bias` `(` $bias^ `:` type($bias) `)`)?
    (`aux` `(` $aux^ `:` type($aux) `)`)?
    (`a_scale` `(` $a_scale^ `:` type($a_scale) `)`)?
    (`b_scale` `(` $b_scale^ `:` type($b_scale) `)`)?
    (`d_scale` `(` $d_scale^ `:` type($d_scale) `)`)?
    custom<Outs>(ref($epilog), $init, type($init), $aux_init, type($aux_init),
                 $bgrad_init, type($bgrad_init))
    (`amax` `(` $amax_init^ `:` type($amax_init) `)`)?
    attr-dict (`->` type($results)^)?
  }];

  let hasVerifier = 1;
  let hasCanonicalizer = 1;

  let extraClassDeclaration = [{
    /// The row of the table of epilogs.
    const ::fused::EpilogInfo &getInfo();

    /// The sizes of the product; `ShapedType::kDynamic` where not known.
    /// `batch` is 1 and `isBatched` false for a product without batch.
    ::fused::MatmulSizes getSizes();

    /// The dimension of A that is M, and of B that is N.
    int64_t getMDimOfA();
    int64_t getNDimOfB();

    /// The results of the tensor form, or null where there is none.
    ::mlir::Value getD();
    ::mlir::Value getAuxResult();
    ::mlir::Value getBiasGradient();
    ::mlir::Value getAmax();

    /// True if C has fewer matrices than the batch: `c_repeat` and the sizes say
    /// which product adds which.
    bool repeatsC();

    /// True if it has a scale, or gives the largest magnitude of D.
    bool isScaled();

    /// The type in which the accumulator and the epilog are computed.
    ::mlir::Type getComputeType();

    /// Everything but the operands, to build a changed copy.
    ::fused::MatmulOptions getOptions();

    ::mlir::MutableOperandRange getDpsInitsMutable();
    ::mlir::Speculation::Speculatability getSpeculatability();
  }];
}

#endif // FUSED_DIALECT_MATMULOP_TD
