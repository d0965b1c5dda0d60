//===- ProductOp.td - Products with any epilog -------------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_PRODUCTOP_TD
#define FUSED_DIALECT_PRODUCTOP_TD

include "fused/Dialect/FusedDialect.td"
include "fused/Dialect/MatrixTypes.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/Dialect/LLVMIR/LLVMOpBase.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// A matrix of floats or a batch of them, as a value or in memory.
def Fused_FloatMatrix
    : AnyTypeOf<[TensorRankOf<[AnyFloat], [2, 3]>,
                 MemRefRankOf<[AnyFloat], [2, 3]>],
                "matrix of floats or batch of them, tensor or memref">;

def Fused_FloatMatrixOrVector
    : AnyTypeOf<[TensorRankOf<[AnyFloat], [1, 2, 3]>,
                 MemRefRankOf<[AnyFloat], [1, 2, 3]>],
                "matrix or vector of floats or batch of them, tensor or memref">;

def Fused_ProductOp : Op<Fused_Dialect, "product", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>,
    DestinationStyleOpInterface,
    SingleBlock]> {
  let summary = "A matrix product with any function of its elements";
  let description = [{
    Computes the product op(A) op(B), of M x K and K x N, and the region for each
    of its elements. Libraries have some functions as epilogs of `fused.matmul`;
    this operation has any.

    The example is the SiLU of a product and a bias, which also gives the
    pre-activation, and its sum over the rows.

    ```mlir
    #point = affine_map<(i, j) -> (i, j)>
    #column = affine_map<(i, j) -> (j)>

    %y, %x, %s = fused.product
        ins(%a, %b : tensor<64x784xbf16>, tensor<784x512xbf16>)
        with(%v : tensor<512xbf16>) maps [#column, #point, #point, #column]
        outs(%y0, %x0, %s0
             : tensor<64x512xbf16>, tensor<64x512xbf16>, tensor<512xbf16>) {
    ^bb0(%accumulator: f32, %bias: bf16):
      %0 = arith.extf %bias : bf16 to f32
      %1 = arith.addf %accumulator, %0 : f32
      %2 = arith.negf %1 : f32
      %3 = math.exp %2 : f32
      %4 = arith.addf %3, %one : f32
      %5 = arith.divf %1, %4 : f32
      %6 = arith.truncf %5 : f32 to bf16
      %7 = arith.truncf %1 : f32 to bf16
      fused.yield %6, %7, %1 : bf16, bf16, f32
    } -> tensor<64x512xbf16>, tensor<64x512xbf16>, tensor<512xbf16>
    ```

    *  **The product.** A and B have elements of one type. The accumulator is in
       the compute type of `fused.matmul`, and the order of its sum is not
       defined. With `transpose_a` or `transpose_b`, the operand is stored as
       K x M or N x K.
    *  **Batches.** Outputs may have one more dimension in front, and so may A
       and B: those without it are the same for the whole batch.
    *  **Further operands** (`with`) are matrices, vectors along a row or a
       column, or one number, in an array or not; each for the whole batch, or
       one for each of its products.
    *  **Maps.** `maps` has an affine map for each further operand, from row and
       column, behind the number in the batch if there is one, to the element
       that the region gets, and then one for each output, to the element that
       the region computes.
    *  **The region** has an argument for the accumulator and one for each
       further operand. It yields an element for each output that is a matrix,
       and a number of the compute type for each sum. It computes numbers of
       numbers, also of those from outside, without side effects.
    *  **Outputs** are M x N, or sums: one whose map leaves out the row is the
       sum over the rows, and one whose map leaves out the column the sum over
       the columns. Sums are in the compute type, in an order that is not defined,
       and are rounded once. The first output is a matrix. Previous contents of
       outputs are not read. On memrefs, they may not overlap another operand.

    *  **The tiling** is a name of the tiles of the kernel, such as
       `"128x128 turns cluster 2"`, if it was chosen by a measurement
       ([Products](../Products.md)). It does not change the meaning.

    `fused-decompose` makes it a product whose result is the accumulator, and an
    elementwise operation. Targets without a kernel for it execute these two.
  }];
  let arguments = (ins
    UnitAttr:$transpose_a,
    UnitAttr:$transpose_b,
    OptionalAttr<StrAttr>:$tiling,
    AffineMapArrayAttr:$maps,
    Fused_FloatMatrix:$a,
    Fused_FloatMatrix:$b,
    Variadic<AnyType>:$extras,
    Variadic<Fused_FloatMatrixOrVector>:$outputs);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let skipDefaultBuilders = 1;
  let builders = [
    /// `maps` are those of further operands and of outputs. `emitBody` creates
    /// the body for its arguments, without the terminator, and returns what it
    /// yields.
    OpBuilder<(ins "::mlir::Value":$a, "::mlir::Value":$b,
                   "bool":$transposeA, "bool":$transposeB,
                   "::mlir::ValueRange":$extras,
                   "::llvm::ArrayRef<::mlir::AffineMap>":$maps,
                   "::mlir::ValueRange":$outputs,
                   "::llvm::function_ref<::llvm::SmallVector<::mlir::Value>("
                   "::mlir::OpBuilder &, ::mlir::ValueRange)>":$emitBody)>
  ];
  let assemblyFormat = [{
    (`transpose_a` $transpose_a^)? (`transpose_b` $transpose_b^)?
    (`tiling` $tiling^)?
    `ins` `(` $a `,` $b `:` type($a) `,` type($b) `)`
    (`with` `(` $extras^ `:` type($extras) `)`)? `maps` $maps
    `outs` `(` $outputs `:` type($outputs) `)` $body attr-dict
    (`->` type($results)^)?
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutputsMutable();
    }
    /// The sizes of the product; `ShapedType::kDynamic` where not known.
    ::fused::MatmulSizes getSizes();
    /// The type of the accumulator.
    ::mlir::Type getComputeType();
    ::mlir::AffineMap getMapOfExtra(unsigned index);
    ::mlir::AffineMap getMapOfOutput(unsigned index);
    /// True if an output is a sum over the rows or over the columns.
    bool isSum(unsigned output) {
      return !getMapOfOutput(output).isIdentity();
    }
    /// True if an output is a sum over the columns, one for each row.
    bool isSumOfColumns(unsigned output) {
      return isSum(output) && dependsOnRow(getMapOfOutput(output));
    }
    /// How many dimensions a result has: 3 in a batch.
    int64_t getRank();
    /// True if what a map indexes depends on the row, or on the column.
    bool dependsOnRow(::mlir::AffineMap map) {
      return map.isFunctionOfDim(getRank() - 2);
    }
    bool dependsOnColumn(::mlir::AffineMap map) {
      return map.isFunctionOfDim(getRank() - 1);
    }
    /// True if a further operand is a matrix, or a batch of them.
    bool readsMatrix(unsigned extra) {
      ::mlir::AffineMap map = getMapOfExtra(extra);
      return dependsOnRow(map) && dependsOnColumn(map);
    }
    /// The further operands, and the outputs, that are matrices or batches.
    ::llvm::SmallVector<::mlir::Value> getMatrixExtras();
    ::llvm::SmallVector<::mlir::Value> getMatrixOutputs();
    ::mlir::Block *getBodyBlock() { return &getBody().front(); }
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Fused_TensorMapOp : Op<Fused_Dialect, "tensor_map", [Pure]> {
  let summary = "Describes a matrix, or a batch, for copies of its parts";
  let description = [{
    Gives the address of a tensor map in memory of the host, which a launch
    passes to its kernel by value. The kernel copies parts of `box` elements,
    rows first, to workgroup memory, or stores them from there. Rows of a part
    have 64 or 128 bytes there, in swizzled order. What is outside of the matrix
    is zero, and is not stored.

    Each row of the matrix begins at a multiple of 16 bytes. A batch has up to
    three dimensions, of any strides.

    ```mlir
    %map = fused.tensor_map %a box [128, 64]
        : memref<4096x1024xbf16> -> !llvm.ptr
    ```
  }];
  let arguments = (ins MemRefRankOf<[F16, BF16, F32, I8, I1], [2, 3, 4, 5]>:$matrix,
                       DenseI64ArrayAttr:$box);
  let results = (outs LLVM_AnyPointer:$map);
  let assemblyFormat = "$matrix `box` $box attr-dict `:` type($matrix) `->` type($map)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    static constexpr int64_t kMaxBatchDims = 3;
  }];
}

def Fused_ComputeCapabilityOp : Op<Fused_Dialect, "compute_capability", [Pure]> {
  let summary = "The compute capability of the current device";
  let description = [{
    Ten times the major version and the minor one, such as 90 for an H200, of the
    device on which the program runs; 0 if there is none. Kernels that only one
    chip can run stand behind this question.

    ```mlir
    %capability = fused.compute_capability : i32
    ```
  }];
  let results = (outs I32:$capability);
  let assemblyFormat = "attr-dict `:` type($capability)";
}

#endif // FUSED_DIALECT_PRODUCTOP_TD
