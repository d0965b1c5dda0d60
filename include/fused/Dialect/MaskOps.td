//===- MaskOps.td - Masks of bits --------------------------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_MASKOPS_TD
#define FUSED_DIALECT_MASKOPS_TD

include "fused/Dialect/FusedDialect.td"
include "fused/Dialect/MatrixTypes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

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

#endif // FUSED_DIALECT_MASKOPS_TD
