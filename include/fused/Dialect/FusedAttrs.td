//===- FusedAttrs.td - Attributes of the fused dialect -----*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_FUSEDATTRS_TD
#define FUSED_DIALECT_FUSEDATTRS_TD

include "fused/Dialect/FusedDialect.td"
include "mlir/IR/AttrTypeBase.td"

def Fused_EpilogAttr : AttrDef<Fused_Dialect, "Epilog"> {
  let mnemonic = "epilog";
  let summary = "The function that is applied to the accumulator";
  let description = [{
    One of the sixteen epilogs of cuBLASLt. Its name is cuBLASLt's name in lower
    case, such as `#fused.epilog<relu_bias>`. The table of epilogs,
    `fused-runtime/Epilogs.def`, defines each of them.
  }];
  let parameters = (ins "::fused::Epilog":$value);
  let hasCustomAssemblyFormat = 1;
  let returnType = "::fused::Epilog";
  let convertFromStorage = "$_self.getValue()";
  let extraClassDeclaration = [{
    /// The row of the table of epilogs.
    const ::fused::EpilogInfo &getInfo() const;
  }];
}

#endif // FUSED_DIALECT_FUSEDATTRS_TD
