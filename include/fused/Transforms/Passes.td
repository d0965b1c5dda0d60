//===- Passes.td - Passes from tensors to tensors ----------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_PASSES_TD
#define FUSED_TRANSFORMS_PASSES_TD

include "fused/Transforms/CleanupPasses.td"
include "fused/Transforms/DevicePasses.td"
include "fused/Transforms/ElementwisePasses.td"
include "fused/Transforms/NumberPasses.td"
include "fused/Transforms/ProductPasses.td"
include "fused/Transforms/RaisePasses.td"
include "fused/Transforms/LayoutPasses.td"
include "fused/Transforms/IterationPasses.td"
include "fused/Transforms/EpilogPasses.td"
include "fused/Transforms/ReferencePasses.td"

#endif // FUSED_TRANSFORMS_PASSES_TD
