//===- ScatterOp.td - Updates at indices -------------------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_SCATTEROP_TD
#define FUSED_DIALECT_SCATTEROP_TD

include "fused/Dialect/FusedDialect.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Fused_Index : AnyTypeOf<[I8, I16, I32, I64, Index]>;
def Fused_Indices
    : AnyTypeOf<[TensorRankOf<[Fused_Index], [2]>, MemRefRankOf<[Fused_Index], [2]>],
                "matrix of i8, i16, i32, i64 or index, tensor or memref">;
def Fused_Array
    : AnyTypeOf<[AnyRankedTensor, AnyMemRef], "array, tensor or memref">;

def Fused_ScatterOp : Op<Fused_Dialect, "scatter", [
    ConditionallySpeculatable,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
    DestinationStyleOpInterface,
    SingleBlock]> {
  let summary = "Combines updates with the elements at given indices";
  let description = [{
    Combines N windows of `updates` with windows of an array, whose positions
    `indices` gives. The array is the operand of `outs`, of sizes S_0 to
    S_(r-1). `updates` is N x W_0 x ... x W_(r-1): one window for each update,
    with as many dimensions as the array, in the same order. `indices` is N x K,
    and `dimensions` lists K different dimensions of the array. The operation
    computes

    ```
    result = outs
    for n = 0 .. N-1:
      for d = 0 .. r-1:
        start_d = indices[n, k]  if dimensions[k] = d,  else 0
      if 0 <= start_d and start_d + W_d <= S_d for each d:
        for w_0 = 0 .. W_0-1, ..., w_(r-1) = 0 .. W_(r-1)-1:
          old = result[start_0 + w_0, ..., start_(r-1) + w_(r-1)]
          new = updates[n, w_0, ..., w_(r-1)]
          result[start_0 + w_0, ...] = combine(old, new)
    ```

    where the region is `combine`, on numbers of the element type.

    *  **Indices** are signed numbers of i8, i16, i32, i64, or `index`, and may
       have any value. An update whose window is not wholly inside of the array
       is skipped. So nothing outside of it is read or written.
    *  **Order.** The updates of one element are combined in the order of n, on
       every target, and each result is rounded to the element type. So where
       the region yields the new number, the last update wins, and equal inputs
       always give equal bits.
    *  **`unique`** promises that no element belongs to the windows of two
       updates that are not skipped. A target then needs no order. If the
       promise is broken, the elements that belong to two of them are not
       defined, but nothing else is written.
    *  **The region** computes on numbers. It may use numbers from outside, but
       no arrays, and may not have side effects. It is not computed for elements
       that no window covers.

    On tensors, `outs` is the array before the updates, and the result the array
    after them; bufferization updates the array in place if nothing else needs
    its old contents. On memrefs, `outs` is read and written, and may overlap
    neither `indices` nor `updates`.

    The example sums the gradients of the rows that an embedding has read.

    ```mlir
    %gradient = fused.scatter dimensions = [0]
        ins(%ids, %rows : tensor<64x1xi32>, tensor<64x1x32xf32>)
        outs(%zeros : tensor<100x32xf32>) {
    ^bb0(%old: f32, %new: f32):
      %sum = arith.addf %old, %new : f32
      fused.yield %sum : f32
    } -> tensor<100x32xf32>
    ```

    **The normal form of other scatters.** Front ends write other forms in this
    one, with reshapes, and transpositions where dimensions are not in order.
    The scatter of StableHLO becomes it so:

    *  `scatter_indices`: move `index_vector_dim` to the end (append a dimension
       of size 1 if it is the rank), and collapse all others into N.
       `dimensions` is `scatter_dims_to_operand_dims`.
    *  `updates`: move the dimensions that are not in `update_window_dims` to
       the front, in their order, and collapse them into N. Expand the rest with
       a dimension of size 1 at each of `inserted_window_dims` and
       `input_batching_dims`.
    *  Each pair of `input_batching_dims` and `scatter_indices_batching_dims`
       becomes one more component of the indices: the position along the
       batching dimension of the indices. Its dimension is the one of the
       operand.
    *  Indices of unsigned types are widened. Indices of ui64 beyond the signed
       ones become negative, which is as far outside.
    *  `unique_indices` becomes `unique`, and the region stays the same.

    For `tm_tensor.scatter`, `dimensions` is its `dimension_map`, and the
    updates are expanded at these dimensions.
  }];

  let arguments = (ins
    DenseI64ArrayAttr:$dimensions,
    UnitAttr:$unique,
    Fused_Indices:$indices,
    Fused_Array:$updates,
    Fused_Array:$init);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let regions = (region SizedRegion<1>:$combiner);

  let builders = [
    /// `combine` creates what the region yields for the old and the new number.
    OpBuilder<(ins "::mlir::Value":$indices, "::mlir::Value":$updates,
                   "::mlir::Value":$init,
                   "::llvm::ArrayRef<int64_t>":$dimensions, "bool":$unique,
                   "::llvm::function_ref<::mlir::Value(::mlir::OpBuilder &, "
                   "::mlir::Location, ::mlir::Value, ::mlir::Value)>":$combine)>
  ];

  let assemblyFormat = [{
    (`unique` $unique^)? `dimensions` `=` $dimensions
    `ins` `(` $indices `,` $updates `:` type($indices) `,` type($updates) `)`
    `outs` `(` $init `:` type($init) `)` $combiner attr-dict
    (`->` type($result)^)?
  }];

  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getInitMutable();
    }
    ::mlir::Speculation::Speculatability getSpeculatability() {
      return hasPureTensorSemantics()
                 ? ::mlir::Speculation::RecursivelySpeculatable
                 : ::mlir::Speculation::NotSpeculatable;
    }
    ::mlir::Value getOld() { return getCombiner().getArgument(0); }
    ::mlir::Value getNew() { return getCombiner().getArgument(1); }
    /// What the region yields.
    ::mlir::Value getCombined();
    /// True if only the last update of an element counts: the region does not
    /// use the old number.
    bool isAssignment();
    /// True if the region calls functions that have not been inlined.
    bool callsFunctions();
    /// Which component of the indices gives the position in a dimension of the
    /// array, if one does.
    std::optional<unsigned> getComponent(int64_t dimension);
    /// The sizes of the windows, `ShapedType::kDynamic` where not known.
    ::llvm::ArrayRef<int64_t> getWindowShape();
    /// True if two windows are the same or have no element in common: they have
    /// one position in each dimension that has an index.
    bool hasDisjointWindows();
  }];

  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
}

def Fused_YieldOp : Op<Fused_Dialect, "yield", [
    Pure, ReturnLike, Terminator,
    ParentOneOf<["AttentionGradientOp", "AttentionOp", "ProductOp", "RowsOp",
                 "ScatterOp"]>]> {
  let summary = "Ends the region of an operation with its values";
  let description = [{
    Gives the number that `fused.scatter` stores, those that a point of
    `fused.rows` or an element of `fused.product` has, or the score of
    `fused.attention`.
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

#endif // FUSED_DIALECT_SCATTEROP_TD
