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

/// A region on the product of two matrices, whose results multiply further
/// ones.
class Fused_AttentionBase<string mnemonic> : Op<Fused_Dialect, mnemonic, [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>,
    DestinationStyleOpInterface,
    SingleBlock]> {
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let skipDefaultBuilders = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
  code commonDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutputsMutable();
    }
    /// How many dimensions there are: those of the batch, of rows and columns of
    /// the product.
    int64_t getRank() {
      return ::llvm::cast<::mlir::ShapedType>(getOutputs().front().getType())
          .getRank();
    }
    ::llvm::ArrayRef<int64_t> getBatchShape() {
      return ::llvm::cast<::mlir::ShapedType>(getOutputs().front().getType())
          .getShape()
          .drop_back(2);
    }
    /// True if the batch shares what `matrix` has, in a dimension of size one.
    bool sharesMatrix(::mlir::Value matrix) {
      return ::llvm::any_of(
          ::llvm::zip(getBatchShape(),
                      ::llvm::cast<::mlir::ShapedType>(matrix.getType())
                          .getShape()),
          [](auto sizes) {
            return ::std::get<1>(sizes) == 1 && ::std::get<0>(sizes) != 1;
          });
    }
    /// The type of products.
    ::mlir::Type getComputeType();
    ::mlir::AffineMap getMapOfExtra(unsigned index) {
      return ::llvm::cast<::mlir::AffineMapAttr>(getMaps()[index]).getValue();
    }
    ::mlir::Block *getBodyBlock() { return &getBody().front(); }
  }];
}

def Fused_AttentionOp : Fused_AttentionBase<"attention"> {
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
       Q, K and V may have a dimension of size one there, and are the same for
       all of the batch along it: heads may share keys and values in groups.
       Elements of Q, K and V have one type. Products accumulate in the compute
       type of `fused.matmul`, f32 if that is of 16 bits, and so does the softmax.
       The output has one of these types. The orders of sums are not defined.
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
    *  **Statistics.** Two further outputs, of the dimensions of the batch and
       queries, are the largest score of each row and the sum of exp(s_j - max),
       both or neither. Where the row of the output is NaN, so is
       exp(s_j - max) / sum for each of its keys.
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
    Variadic<Fused_Matrices>:$outputs);
  let builders = [
    /// `emitBody` creates the body for its arguments, without the terminator,
    /// and returns the score.
    OpBuilder<(ins "::mlir::Value":$query, "::mlir::Value":$key,
                   "::mlir::Value":$value, "::mlir::ValueRange":$extras,
                   "::llvm::ArrayRef<::mlir::AffineMap>":$maps,
                   "::mlir::ValueRange":$outputs,
                   "::llvm::function_ref<::mlir::Value("
                   "::mlir::OpBuilder &, ::mlir::ValueRange)>":$emitBody)>
  ];
  let assemblyFormat = [{
    `ins` `(` $query `,` $key `,` $value `:` type($query) `,` type($key) `,`
    type($value) `)` (`with` `(` $extras^ `:` type($extras) `)`)?
    `maps` $maps `outs` `(` $outputs `:` type($outputs) `)` $body attr-dict
    (`->` type($results)^)?
  }];
  let extraClassDeclaration = commonDeclaration # [{
    ::mlir::Value getOutput() { return getOutputs().front(); }
    /// The largest scores and the sums, or nothing.
    ::mlir::OperandRange getStatistics() { return getOutputs().drop_front(); }
    /// The numbers of queries and keys, and the lengths of their vectors and of
    /// those of V; `ShapedType::kDynamic` where not known.
    struct Sizes {
      int64_t queries, keys, depth, width;
    };
    Sizes getSizes();
  }];
}

def Fused_AttentionGradientOp : Fused_AttentionBase<"attention_gradient"> {
  let summary = "A function of two products, times their right operands";
  let description = [{
    Computes what the gradients of attention consist of. With the products
    S = A B^T and T = C D^T of M x N elements, and the weights W and X that the
    region computes of each of their elements, the outputs are W B and X D. No
    matrix of M x N elements is stored.

    The example is the gradient of the queries. For the weights P of attention
    and the gradient G of its output, that of the scores is P (G V^T - r), where
    r is the sum of each row of P (G V^T), which is the sum of each row of O G
    for the output O.

    ```mlir
    #row = affine_map<(b, i, j) -> (b, i)>

    %dq = fused.attention_gradient
        ins(%q, %k, %g, %v : tensor<8x512x64xbf16>, tensor<8x512x64xbf16>,
                             tensor<8x512x64xbf16>, tensor<8x512x64xbf16>)
        with(%max, %sum, %r : tensor<8x512xf32>, tensor<8x512xf32>,
                              tensor<8x512xf32>)
        maps [#row, #row, #row] outs(%dq0 : tensor<8x512x64xbf16>) {
    ^bb0(%score: f32, %product: f32, %m: f32, %l: f32, %dot: f32):
      %0 = arith.subf %score, %m : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %l : f32
      %3 = arith.subf %product, %dot : f32
      %4 = arith.mulf %2, %3 : f32
      fused.yield %4 : f32
    } -> tensor<8x512x64xbf16>
    ```

    With the queries and keys, and G and V, in each other's place, the same
    operation has two outputs: the gradients of the keys, and of V.

    *  **Matrices.** A is M x K, B is N x K, C is M x L and D is N x L, each
       behind the same dimensions of a batch, of which there may be any number.
       They may have a dimension of size one there, as those of attention may.
       Their elements have one type. Products accumulate in the compute type of
       `fused.matmul`. The first output is M x K, and the second one, which may be
       missing, M x L, of one of these types. The orders of sums are not defined.
    *  **Further operands** (`with`) are those of `fused.attention`. `maps` are
       from the dimensions of the batch, the row and the column.
    *  **The region** has arguments for the elements of S and T, and one for each
       further operand, and yields a weight of the compute type for each output.
       It computes numbers of numbers, without side effects; `fused.index` gives
       the numbers of the row and the column, behind those of the batch.
    *  **Rounding.** Weights may be rounded to the type of the matrices before
       they are multiplied.

    `fused-decompose` makes it two products, an elementwise operation, and a
    product for each output. Targets without a kernel for it execute these.
  }];
  let arguments = (ins
    AffineMapArrayAttr:$maps,
    Fused_Matrices:$a,
    Fused_Matrices:$b,
    Fused_Matrices:$c,
    Fused_Matrices:$d,
    Variadic<AnyType>:$extras,
    Variadic<Fused_Matrices>:$outputs);
  let builders = [
    /// `matrices` are A, B, C and D. `emitBody` creates the body for its
    /// arguments, without the terminator, and returns the weights.
    OpBuilder<(ins "::mlir::ValueRange":$matrices,
                   "::mlir::ValueRange":$extras,
                   "::llvm::ArrayRef<::mlir::AffineMap>":$maps,
                   "::mlir::ValueRange":$outputs,
                   "::llvm::function_ref<::llvm::SmallVector<::mlir::Value>("
                   "::mlir::OpBuilder &, ::mlir::ValueRange)>":$emitBody)>
  ];
  let assemblyFormat = [{
    `ins` `(` $a `,` $b `,` $c `,` $d `:` type($a) `,` type($b) `,` type($c)
    `,` type($d) `)` (`with` `(` $extras^ `:` type($extras) `)`)?
    `maps` $maps `outs` `(` $outputs `:` type($outputs) `)` $body attr-dict
    (`->` type($results)^)?
  }];
  let extraClassDeclaration = commonDeclaration # [{
    /// The matrix by which the weights for an output are multiplied.
    ::mlir::Value getRight(unsigned output) {
      return output == 0 ? getB() : getD();
    }
    /// M and N, and the lengths of vectors of A and B, and of C and D;
    /// `ShapedType::kDynamic` where not known.
    struct Sizes {
      int64_t rows, columns, depth, width;
    };
    Sizes getSizes();
  }];
}

#endif // FUSED_DIALECT_ATTENTIONOP_TD
