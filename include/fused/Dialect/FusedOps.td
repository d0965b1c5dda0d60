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
    `[batch x] K x N`, all row-major. With `transpose_a` or `transpose_b`, the
    operand is stored as `[batch x] K x M` or `[batch x] N x K`. If one operand
    has rank 2 and the other rank 3, the whole batch shares the former. C has
    the type of D and is only read. Without C there is no `beta`. With `beta`
    zero, C is not read at all. With `alpha` zero, the product is zero for every
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

    A matrix of 8-bit floating-point elements may have a scale, which is one f32
    number for the whole matrix. `a_scale`, `b_scale` and `d_scale` are 1 if they
    are absent. C is never of 8 bits and has no scale. With a scaled D, the last
    result is `amax`: the largest magnitude, over all batches, of the result
    before the scale. A training chooses the scale of its next step from it. If
    one of these values is NaN, `amax` is not defined. A D of `f8E4M3FN`
    saturates at 448. Recognition does not change a product with scales.

    `drelu` and `drelu_bgrad` take the accumulator where the bit of the mask is
    set. Elsewhere they give zero, for every value of the accumulator. With
    `multiply_mask` they multiply the accumulator by the bit, like a program that
    multiplies by a converted boolean. Where the bit is not set, D is then NaN if
    the accumulator is NaN or infinite, and a zero of its sign otherwise.

    Two flags allow a target to deviate from this where that is faster. With
    `allow_rounded_steps`, it may round the accumulator, its sum with the bias,
    and D before its sum to the type of D, if that type has 16 bits. A program
    that stores each of them does the same. With `allow_any_nan_bit`, the bit of a
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
  let summary = "Packs a matrix of booleans as the mask of a ReLU";
  let description = [{
    Writes a boolean matrix `[batch x] M x N` as the `aux` mask of
    `fused.matmul`, `[batch x] M x ceil(N/128)*16 x i8`: bit `j % 8` of byte
    `j / 8` of a row is the boolean in column j. The padding bits are zero.

    On tensors, `outs` gives the shape of the result, and its contents are never
    read. On memrefs, `outs` is written, and may not overlap `ins`.

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
  let summary = "Unpacks the mask of a ReLU to a matrix of booleans";
  let description = [{
    The reverse of `fused.pack_mask`: writes the mask of a matrix
    `[batch x] M x N` as that many booleans. The mask determines N only up to a
    multiple of 128, so N is that of `outs`. The padding bits are not read. So
    packing the result gives the same mask only if they are zero, as they are in
    masks of `fused.pack_mask` and `fused.matmul`.

    On tensors, `outs` gives the shape of the result, and its contents are never
    read. On memrefs, `outs` is written, and may not overlap `ins`.

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
  let summary = "Reduces the values of all points of a row";
  let description = [{
    This operation belongs in the body of a `linalg.generic` whose iterators are
    `parallel` for rows and `reduction` for the points of a row. It combines the
    `value` of all points of the row with `init`, which is the same for all of
    them. Each point gets the result. So the body runs for all points of a row
    together. Its outputs have one element for each point, or one for each row,
    which is then the same at all points. The previous contents of the outputs
    are not read.

    The kinds are those of `memref.atomic_rmw` except `assign`. The order is not
    defined. Sums and products of floats of at most 16 bits are computed in f32
    and rounded once.

    `over` gives the number of points of a row, or `?` if it is not known. It
    must be the product of the sizes of the loops called `reduction`. A
    transformation that cuts rows, such as tiling, then gives invalid IR and
    not another result. Rows of unknown length have no such guarantee. The
    operation therefore exists only between `fused-fuse-rows` and the lowering
    to kernels, where no pass of this project cuts rows.

    The example is the softmax of each row.

    ```mlir
    %y = linalg.generic {indexing_maps = [#ij, #ij],
                         iterator_types = ["parallel", "reduction"]}
        ins(%x : tensor<64x512xf32>) outs(%y0 : tensor<64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %max = fused.reduce_row maximumf %in init(%lowest) over(512) : f32
      %0 = arith.subf %in, %max : f32
      %1 = math.exp %0 : f32
      %sum = fused.reduce_row addf %1 init(%zero) over(512) : f32
      %2 = arith.divf %1, %sum : f32
      linalg.yield %2 : f32
    } -> tensor<64x512xf32>
    ```
  }];
  let arguments = (ins AtomicRMWKindAttr:$kind,
                       SignlessIntegerOrFloatLike:$value,
                       SignlessIntegerOrFloatLike:$init,
                       I64Attr:$length);
  let results = (outs SignlessIntegerOrFloatLike:$result);
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
  let assemblyFormat = [{
    $kind $value `init` `(` $init `)` custom<RowLength>($length) attr-dict `:`
    type($result)
  }];
}

#endif // FUSED_DIALECT_FUSEDOPS_TD
