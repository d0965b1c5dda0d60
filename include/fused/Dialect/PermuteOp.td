//===- PermuteOp.td - Dimensions in another order ----------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_PERMUTEOP_TD
#define FUSED_DIALECT_PERMUTEOP_TD

include "fused/Dialect/FusedDialect.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Fused_PermuteOp : Op<Fused_Dialect, "permute", [Pure]> {
  let summary = "A tensor with its dimensions in another order, where it is";
  let description = [{
    Dimension i of the result is dimension `permutation[i]` of the source, as in
    `linalg.transpose`. Where that makes a copy, this operation becomes a view
    with other strides, for operations that can address it. It is also the output
    of such an operation, whose result is permuted back.

    ```mlir
    // Attention reads the heads of tokens where they are.
    %q = fused.permute %x [0, 2, 1, 3]
        : tensor<8x512x16x64xbf16> -> tensor<8x16x512x64xbf16>
    ```

    `fused-decompose` makes it `linalg.transpose`.
  }];
  let arguments = (ins AnyRankedTensor:$source,
                       DenseI64ArrayAttr:$permutation);
  let results = (outs AnyRankedTensor:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$source,
                   "::llvm::ArrayRef<int64_t>":$permutation)>
  ];
  let assemblyFormat = [{
    $source $permutation attr-dict `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // FUSED_DIALECT_PERMUTEOP_TD
