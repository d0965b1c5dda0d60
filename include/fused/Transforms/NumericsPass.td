//===- NumericsPass.td - Passes with a numerics contract ---*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_NUMERICSPASS_TD
#define FUSED_TRANSFORMS_NUMERICSPASS_TD

include "mlir/Pass/PassBase.td"

/// A pass to which the numerics contract matters, with other options.
class NumericsPass<string name, list<Option> others = []> : Pass<name> {
  let options = [
    Option<"numerics", "numerics", "::fused::Numerics",
           /*default=*/"::fused::Numerics::Default",
           "How fusing may change the results",
           [{::llvm::cl::values(
               clEnumValN(::fused::Numerics::Strict, "strict",
                          "Keep every rounding of 16-bit types"),
               clEnumValN(::fused::Numerics::Default, "default",
                          "Round once, when the result is stored"),
               clEnumValN(::fused::Numerics::Fast, "fast",
                          "Also accept the library's NaN and GELU"))}]>
  ] # others;
}

#endif // FUSED_TRANSFORMS_NUMERICSPASS_TD
