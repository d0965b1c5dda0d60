//===- AttentionOp.td - Softmax between two products -------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_ATTENTIONOP_TD
#define FUSED_DIALECT_ATTENTIONOP_TD

include "fused/Dialect/FusedDialect.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// A matrix of floats or a batch of them with any number of dimensions.
def Fused_Matrices
    : AnyTypeOf<[RankedTensorOf<[AnyFloat]>, MemRefOf<[AnyFloat]>],
                "matrices of floats, tensor or memref">;

def Fused_AttentionOp : Op<Fused_Dialect, "attention", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>,
    DestinationStyleOpInterface,
    SingleBlock]> {
  let summary = "The softmax of a product, times a third matrix";
  let description = [{
    Computes attention: softmax(score(Q K^T)) V, where `score` is the region and
    the softmax is that of each row. The scores are not stored.

    The example scales the scores, and keys behind a query do not take part.

    ```mlir
    %o = fused.attention
        ins(%q, %k, %v : tensor<8x16x512x64xbf16>, tensor<8x16x512x64xbf16>,
                         tensor<8x16x512x64xbf16>)
        maps [] outs(%o0 : tensor<8x16x512x64xbf16>) {
    ^bb0(%product: f32):
      %0 = arith.mulf %product, %scale : f32
      %query = fused.index 2 : index
      %key = fused.index 3 : index
      %1 = arith.cmpi ule, %key, %query : index
      %2 = arith.select %1, %0, %lowest : f32
      fused.yield %2 : f32
    } -> tensor<8x16x512x64xbf16>
    ```

    *  **Matrices.** Q is M x D, K is N x D, V is N x E and the output M x E, each
       behind the same dimensions of a batch, of which there may be any number.
       Elements of Q, K and V have one type. Products accumulate in the compute
       type of `fused.matmul`, f32 if that is of 16 bits, and so does the softmax.
       The orders of its sums are not defined.
    *  **Further operands** (`with`) are arrays, or numbers. `maps` has an affine
       map for each of them, from the dimensions of the batch, the query and the
       key to the element that the region gets. It lists different dimensions.
    *  **The region** has an argument for an element of Q K^T and one for each
       further operand, and yields a score of the compute type. It computes
       numbers of numbers, without side effects; `fused.index` gives the numbers
       of the query and the key, behind those of the batch.
    *  **The softmax** of scores s_j is exp(s_j - max) / sum_j exp(s_j - max).
       Where a score is NaN or plus infinity, or all are minus infinity, the row
       of the output is NaN.
    *  **Rounding.** exp(s_j - max) may be rounded to the type of V before it is
       multiplied, and the row divided by the sum afterwards.

    `fused-decompose` makes it two products, and a softmax of rows between them.
    Targets without a kernel for it execute these.
  }];
  let arguments = (ins
    AffineMapArrayAttr:$maps,
    Fused_Matrices:$query,
    Fused_Matrices:$key,
    Fused_Matrices:$value,
    Variadic<AnyType>:$extras,
    Fused_Matrices:$output);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let regions = (region SizedRegion<1>:$body);
  let skipDefaultBuilders = 1;
  let builders = [
    /// `emitBody` creates the body for its arguments, without the terminator,
    /// and returns the score.
    OpBuilder<(ins "::mlir::Value":$query, "::mlir::Value":$key,
                   "::mlir::Value":$value, "::mlir::ValueRange":$extras,
                   "::llvm::ArrayRef<::mlir::AffineMap>":$maps,
                   "::mlir::Value":$output,
                   "::llvm::function_ref<::mlir::Value("
                   "::mlir::OpBuilder &, ::mlir::ValueRange)>":$emitBody)>
  ];
  let assemblyFormat = [{
    `ins` `(` $query `,` $key `,` $value `:` type($query) `,` type($key) `,`
    type($value) `)` (`with` `(` $extras^ `:` type($extras) `)`)?
    `maps` $maps `outs` `(` $output `:` type($output) `)` $body attr-dict
    (`->` type($result)^)?
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutputMutable();
    }
    /// How many dimensions there are: those of the batch, query and key.
    int64_t getRank() {
      return ::llvm::cast<::mlir::ShapedType>(getQuery().getType()).getRank();
    }
    ::llvm::ArrayRef<int64_t> getBatchShape() {
      return ::llvm::cast<::mlir::ShapedType>(getQuery().getType())
          .getShape()
          .drop_back(2);
    }
    /// The numbers of queries and keys, and the lengths of their vectors and of
    /// those of V; `ShapedType::kDynamic` where not known.
    struct Sizes {
      int64_t queries, keys, depth, width;
    };
    Sizes getSizes();
    /// The type of scores.
    ::mlir::Type getComputeType();
    ::mlir::AffineMap getMapOfExtra(unsigned index) {
      return ::llvm::cast<::mlir::AffineMapAttr>(getMaps()[index]).getValue();
    }
    ::mlir::Block *getBodyBlock() { return &getBody().front(); }
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

#endif // FUSED_DIALECT_ATTENTIONOP_TD
