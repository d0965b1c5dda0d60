//===- RowOps.h - Computations over rows ------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_ROWOPS_H
#define FUSED_DIALECT_ROWOPS_H

#include "fused/Dialect/FusedDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallBitVector.h"

namespace fused {
class AttentionGradientOp;
class AttentionOp;
} // namespace fused

#define GET_OP_CLASSES
#include "fused/Dialect/RowOps.h.inc"

namespace fused {

/// Tells which values of a body differ among the points of a row. Those from
/// outside of the body do not.
class RowVariance {
public:
  explicit RowVariance(RowsOp op);

  bool varies(mlir::Value value) const { return varying.contains(value); }

  /// True if what an operation of the body computes or does differs.
  bool varies(mlir::Operation *inside) const;

private:
  /// The loops of a row that have more than one point.
  llvm::SmallBitVector moving;
  llvm::DenseSet<mlir::Value> varying;
};

} // namespace fused

#endif // FUSED_DIALECT_ROWOPS_H
