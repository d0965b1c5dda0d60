//===- RowOps.td - Computations over rows ------------------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_ROWOPS_TD
#define FUSED_DIALECT_ROWOPS_TD

include "fused/Dialect/FusedDialect.td"
include "mlir/Dialect/Arith/IR/ArithBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/TilingInterface.td"

def Fused_RowsOp : Op<Fused_Dialect, "rows", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>,
    DeclareOpInterfaceMethods<TilingInterface, [
        "getLoopIteratorTypes", "getIterationDomain", "getTiledImplementation",
        "getResultTilePosition", "generateResultTileValue"]>,
    DestinationStyleOpInterface,
    RecursiveMemoryEffects,
    SingleBlock]> {
  let summary = "Computes whole rows, whose points know what the row sums to";
  let description = [{
    Computes the body for each point of some loops, as `linalg.generic` does. The
    loops that `over` lists make up a row; the others count the rows. In the
    body, `fused.reduce` combines the values of all points of a row, and each
    point gets the result. So the body runs for all points of a row together,
    and rows are independent of each other.

    The example is the softmax of each row.

    ```mlir
    %y = fused.rows over [1] maps [#ij, #ij]
        ins(%x : tensor<64x512xf32>) outs(%y0 : tensor<64x512xf32>) {
    ^bb0(%in: f32):
      %max = fused.reduce maximumf %in init(%lowest) : f32
      %0 = arith.subf %in, %max : f32
      %1 = math.exp %0 : f32
      %sum = fused.reduce addf %1 init(%zero) : f32
      %2 = arith.divf %1, %sum : f32
      fused.yield %2 : f32
    } -> tensor<64x512xf32>
    ```

    *  **Operands.** `maps` has an affine map for each operand, inputs first,
       from the loops to the element that a point reads or writes. Inputs are
       arrays, or scalars with a map to nothing. Each loop is an index of some
       operand, which tells its size.
    *  **Outputs** are indexed by all loops, or by all but those of a row; each
       loop occurs once. So every element is written once. An output without the
       loops of a row has one element for each row: what is yielded for it must
       be the same at all points. The previous contents of outputs are not read.
    *  **The body** has an argument for each input, and `fused.index` gives the
       point. It yields a value for each output.
    *  **Rows without points** are reduced to what `init` gives. Their outputs
       with one element for each row are written all the same.

    Tiling cuts between rows only: `TilingInterface` offers no other loops. On
    memrefs, outputs may be inputs if points read what they write, and may
    overlap nothing else.

    Devices have kernels for it. Other targets execute what `fused-decompose`
    makes of it on tensors, which also defines its meaning.
  }];
  let arguments = (ins Variadic<AnyType>:$inputs,
                       Variadic<AnyShaped>:$outputs,
                       DenseI64ArrayAttr:$row_loops,
                       AffineMapArrayAttr:$indexing_maps);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let skipDefaultBuilders = 1;
  let builders = [
    /// `emitBody` creates the body for its arguments, without the terminator,
    /// and returns what it yields.
    OpBuilder<(ins "::mlir::ValueRange":$inputs, "::mlir::ValueRange":$outputs,
                   "::llvm::ArrayRef<int64_t>":$rowLoops,
                   "::llvm::ArrayRef<::mlir::AffineMap>":$indexingMaps,
                   "::llvm::function_ref<::llvm::SmallVector<::mlir::Value>("
                   "::mlir::OpBuilder &, ::mlir::ValueRange)>":$emitBody)>
  ];
  let assemblyFormat = [{
    `over` $row_loops `maps` $indexing_maps
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)` $body attr-dict
    (`->` type($results)^)?
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutputsMutable();
    }
    unsigned getNumLoops();
    bool isRowLoop(unsigned loop) {
      return ::llvm::is_contained(getRowLoops(), int64_t(loop));
    }
    ::llvm::SmallVector<::mlir::AffineMap> getMaps();
    ::mlir::AffineMap getMap(::mlir::OpOperand &operand);
    ::mlir::Block *getBodyBlock() { return &getBody().front(); }
    /// The argument that an input has in the body; null for an output.
    ::mlir::BlockArgument getArgument(::mlir::OpOperand &operand);
    /// What the body yields for an output.
    ::mlir::Value getYielded(::mlir::OpOperand &output);
    /// True if an operand has one element for each row.
    bool isOfRow(::mlir::OpOperand &operand);
    /// The sizes of the loops, `ShapedType::kDynamic` where not known.
    ::llvm::SmallVector<int64_t> getLoopSizes();
    /// The same as values, created where the builder is.
    ::llvm::SmallVector<::mlir::OpFoldResult>
    createLoopSizes(::mlir::OpBuilder &builder);
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
}

def Fused_ReduceOp : Op<Fused_Dialect, "reduce", [
    HasParent<"RowsOp">,
    Pure,
    AllTypesMatch<["value", "init", "result"]>]> {
  let summary = "Combines the values of all points of a row";
  let description = [{
    Combines the `value` of all points of the row with `init`, which must be the
    same for all of them. Each point gets the result.

    The kinds are those of `memref.atomic_rmw` except `assign`. The order is not
    defined. Sums and products of floats of at most 16 bits are computed in f32
    and rounded once.
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

def Fused_IndexOp : Op<Fused_Dialect, "index", [
    ParentOneOf<["AttentionGradientOp", "AttentionOp", "RowsOp"]>, Pure]> {
  let summary = "The index of a point in a loop of an operation around it";
  let arguments = (ins ConfinedAttr<I64Attr, [IntMinValue<0>]>:$loop);
  let results = (outs Index:$result);
  let hasVerifier = 1;
  let assemblyFormat = "$loop attr-dict `:` type($result)";
}

#endif // FUSED_DIALECT_ROWOPS_TD
