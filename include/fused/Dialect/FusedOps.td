//===- FusedOps.td - Operations of the fused dialect -------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_FUSEDOPS_TD
#define FUSED_DIALECT_FUSEDOPS_TD

include "fused/Dialect/AttentionOp.td"
include "fused/Dialect/MaskOps.td"
include "fused/Dialect/MatmulOp.td"
include "fused/Dialect/PermuteOp.td"
include "fused/Dialect/ProductOp.td"
include "fused/Dialect/RowOps.td"
include "fused/Dialect/ScatterOp.td"

#endif // FUSED_DIALECT_FUSEDOPS_TD
