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
  let summary = "What is computed on the accumulator before it is stored";
  let description = [{
    One of the sixteen epilogs of cuBLASLt, by its name there in lower case,
    such as `#fused.epilog<relu_bias>`. The table of epilogs,
    `fused-runtime/Epilogs.def`, says what each one is.
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
