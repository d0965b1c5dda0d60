//===- ScatterOp.h - Updates at indices -------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_SCATTEROP_H
#define FUSED_DIALECT_SCATTEROP_H

#include "fused/Dialect/FusedDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace fused {
class AttentionGradientOp;
class AttentionOp;
class ProductOp;
class RowsOp;
} // namespace fused

#define GET_OP_CLASSES
#include "fused/Dialect/ScatterOp.h.inc"

#endif // FUSED_DIALECT_SCATTEROP_H
