//===- FusedOps.td - Operations of the fused dialect -------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_FUSEDOPS_TD
#define FUSED_DIALECT_FUSEDOPS_TD

include "fused/Dialect/FusedAttrs.td"
include "mlir/Dialect/Arith/IR/ArithBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// A matrix or a batch of matrices, as a value or in memory.
def Fused_Matrix
    : AnyTypeOf<[TensorRankOf<[AnyType], [2, 3]>, MemRefRankOf<[AnyType], [2, 3]>],
                "matrix or batch of matrices, tensor or memref">;
/// A vector or a batch of vectors, as a value or in memory.
def Fused_Vector
    : AnyTypeOf<[TensorRankOf<[AnyType], [1, 2]>, MemRefRankOf<[AnyType], [1, 2]>],
                "vector or batch of vectors, tensor or memref">;

/// The same, of elements of one type.
class Fused_MatrixOf<Type type>
    : AnyTypeOf<[TensorRankOf<[type], [2, 3]>, MemRefRankOf<[type], [2, 3]>],
                "matrix or batch of matrices of " # type.summary #
                ", tensor or memref">;
/// One number, as a value or in memory.
def Fused_Scalar
    : AnyTypeOf<[TensorRankOf<[F32], [0]>, MemRefRankOf<[F32], [0]>],
                "one number of f32, tensor or memref">;

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
    `[batch x] K x N`, all row-major. `transpose_a` and `transpose_b` say that
    the operand is stored as `[batch x] K x M` or `[batch x] N x K`. An operand
    of rank 2 beside one of rank 3 is shared by the whole batch. C has the type
    of D and is only read; without it there is no `beta`. With `beta` zero, C is
    not read at all. With `alpha` zero, the product is zero for every A and B,
    also where they hold NaN or infinities. Both are numbers of the compute
    type.

    The products are accumulated, and the epilog is computed, in the compute
    type: f64 for f64 operands, i32 for i8 operands, f32 for all others. The
    order of the sum is not defined. There is one rounding, when D is stored.

    The epilog decides which further operands and results there are:

    *  `bias`: a vector of length N, added to every row of the accumulator; of
       `[batch x] N` to give each batch its own. It has the element type of D.
    *  `aux`, read by `drelu*` and `dgelu*`, or saved by `relu_aux*` and
       `gelu_aux*` as a second result. For ReLU it is a mask of
       `[batch x] M x ceil(N/128)*16 x i8`: bit `j % 8` of byte `j / 8` of a row
       is set where the pre-activation in column j is at least zero or NaN, and
       the padding bits are zero. For GELU it is the pre-activation itself, of
       D's type.
    *  the bias gradient, the second result of `drelu_bgrad` and `dgelu_bgrad`
       (the sum of D over its M rows, before D is rounded: `[batch x] N`), of
       `bgrada` (the sum of op(A) over K: `[batch x] M`) and of `bgradb` (the
       sum of op(B) over K: `[batch x] N`). It has the element type of D.

    Matrices of 8-bit floating-point elements may have a scale, one number of f32
    for all of it: `a_scale`, `b_scale` and `d_scale` are 1 where they are absent
    (C, which is never of 8 bits, has none). Beside a scaled D, `amax` is a last
    result: the largest magnitude, over all batches, of what the scale multiplies;
    the scale of the next step of a training is chosen from it. Where that is NaN
    somewhere, `amax` is not defined. A D of `f8E4M3FN` saturates at 448.
    Recognition leaves a product with scales alone.

    `drelu` and `drelu_bgrad` take the accumulator where the bit of the mask is
    set, and zero elsewhere, whatever the accumulator is there. With
    `multiply_mask` they multiply the accumulator by the bit, as a program does
    that multiplies by a converted boolean: where the bit is not set, D is NaN if
    the accumulator is NaN or infinite, and a zero of its sign otherwise.

    Two flags permit a target more than that, where it is faster. With
    `allow_rounded_steps`, accumulator, its sum with the bias, and D before its
    sum may be rounded to the type of D, if that has 16 bits, as in a program that
    stores each of them. With `allow_any_nan_bit`, the bit of a saved mask may be
    0 or 1 where the pre-activation is NaN. Recognition sets them as
    [the numerics contract](Numerics.md) says.

    `fused-decompose` gives the exact meaning of each epilog in linalg;
    [the table of epilogs](Epilogs.md) lists them all.

    On tensors, `outs` gives the shapes of the results, and what it holds is
    never read; on memrefs, `outs` is written and there are no results. Nothing
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

class Fused_MaskOp<string mnemonic> : Op<Fused_Dialect, mnemonic, [
    ConditionallySpeculatable,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
    DestinationStyleOpInterface]> {
  let results = (outs Optional<AnyRankedTensor>:$result);
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getInitMutable();
    }
    ::mlir::Speculation::Speculatability getSpeculatability() {
      return hasPureTensorSemantics()
                 ? ::mlir::Speculation::Speculatable
                 : ::mlir::Speculation::NotSpeculatable;
    }
  }];
}

def Fused_PackMaskOp : Fused_MaskOp<"pack_mask"> {
  let summary = "Makes the mask of a ReLU of a matrix of booleans";
  let description = [{
    Writes a boolean matrix `[batch x] M x N` as the `aux` mask of
    `fused.matmul`, `[batch x] M x ceil(N/128)*16 x i8`: bit `j % 8` of byte
    `j / 8` of a row is the boolean in column j. The padding bits are zero.

    On tensors, `outs` gives the shape of the result, and what it holds is never
    read; on memrefs, `outs` is written, and may not overlap `ins`.

    Example:

    ```mlir
    %mask = fused.pack_mask ins(%bits : tensor<64x512xi1>)
        outs(%m0 : tensor<64x64xi8>) -> tensor<64x64xi8>
    ```
  }];
  let arguments = (ins Fused_MatrixOf<I1>:$bits, Fused_MatrixOf<I8>:$init);
  let builders = [
    /// Packs a tensor into a new one.
    OpBuilder<(ins "::mlir::Value":$bits)>,
    OpBuilder<(ins "::mlir::Value":$bits, "::mlir::Value":$init)>
  ];
  let assemblyFormat = [{
    `ins` `(` $bits `:` type($bits) `)` `outs` `(` $init `:` type($init) `)`
    attr-dict (`->` type($result)^)?
  }];
}

def Fused_UnpackMaskOp : Fused_MaskOp<"unpack_mask"> {
  let summary = "Makes a matrix of booleans of the mask of a ReLU";
  let description = [{
    The reverse of `fused.pack_mask`: writes the mask of a matrix
    `[batch x] M x N` as that many booleans. N, which the mask tells up to a
    multiple of 128 only, is that of `outs`. The padding bits are not read; so
    packing the result gives the mask back only where they are zero, as those of
    `fused.pack_mask` and `fused.matmul` are.

    On tensors, `outs` gives the shape of the result, and what it holds is never
    read; on memrefs, `outs` is written, and may not overlap `ins`.

    Example:

    ```mlir
    %bits = fused.unpack_mask ins(%mask : tensor<64x64xi8>)
        outs(%b0 : tensor<64x512xi1>) -> tensor<64x512xi1>
    ```
  }];
  let arguments = (ins Fused_MatrixOf<I8>:$mask, Fused_MatrixOf<I1>:$init);
  let builders = [
    /// Unpacks a tensor into a new one of these sizes.
    OpBuilder<(ins "::mlir::Value":$mask,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes)>,
    OpBuilder<(ins "::mlir::Value":$mask, "::mlir::Value":$init)>
  ];
  let assemblyFormat = [{
    `ins` `(` $mask `:` type($mask) `)` `outs` `(` $init `:` type($init) `)`
    attr-dict (`->` type($result)^)?
  }];
}

def Fused_ReduceRowOp : Op<Fused_Dialect, "reduce_row", [
    Pure,
    AllTypesMatch<["value", "init", "result"]>]> {
  let summary = "Reduces what the points of a row compute";
  let description = [{
    Stands in the body of a `linalg.generic` whose iterators are `parallel` for
    rows and `reduction` for the points of a row. Combines `value` of all points
    of the row with `init`, which is the same for all of them, and gives each of
    them the result. So the body runs for all points of a row together, and its
    outputs may be one element for each point, or one for each row, which all
    points agree on; what the outputs hold before is not read.

    The kinds are those of `memref.atomic_rmw` except `assign`. The order is not
    defined. Sums and products of floats of 16 bits and less are computed in f32
    and rounded once.

    It exists between `fused-fuse-rows` and the lowering to kernels, where
    iterators called `reduction` keep other transformations from taking points
    for independent.

    Example: the softmax of each row.

    ```mlir
    %y = linalg.generic {indexing_maps = [#ij, #ij],
                         iterator_types = ["parallel", "reduction"]}
        ins(%x : tensor<64x512xf32>) outs(%y0 : tensor<64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %max = fused.reduce_row maximumf %in init(%lowest) : f32
      %0 = arith.subf %in, %max : f32
      %1 = math.exp %0 : f32
      %sum = fused.reduce_row addf %1 init(%zero) : f32
      %2 = arith.divf %1, %sum : f32
      linalg.yield %2 : f32
    } -> tensor<64x512xf32>
    ```
  }];
  let arguments = (ins AtomicRMWKindAttr:$kind,
                       SignlessIntegerOrFloatLike:$value,
                       SignlessIntegerOrFloatLike:$init);
  let results = (outs SignlessIntegerOrFloatLike:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $kind $value `init` `(` $init `)` attr-dict `:` type($result)
  }];
}

#endif // FUSED_DIALECT_FUSEDOPS_TD
