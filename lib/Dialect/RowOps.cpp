//===- RowOps.cpp - fused.reduce_row --------------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/FusedDialect.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace fused;

/// True if a combination of this kind is one of floats.
static bool combinesFloats(arith::AtomicRMWKind kind) {
  switch (kind) {
  case arith::AtomicRMWKind::addf:
  case arith::AtomicRMWKind::mulf:
  case arith::AtomicRMWKind::maximumf:
  case arith::AtomicRMWKind::minimumf:
  case arith::AtomicRMWKind::maxnumf:
  case arith::AtomicRMWKind::minnumf:
    return true;
  default:
    return false;
  }
}

LogicalResult ReduceRowOp::verify() {
  auto parent = dyn_cast<linalg::GenericOp>((*this)->getParentOp());
  if (!parent)
    return emitOpError("should be in the body of a linalg.generic");
  if (parent.getNumReductionLoops() == 0)
    return emitOpError("has no row: no iterator is a reduction");
  if (getKind() == arith::AtomicRMWKind::assign)
    return emitOpError("cannot combine by assigning");
  if (combinesFloats(getKind()) != isa<FloatType>(getType()))
    return emitOpError("of kind ") << arith::stringifyAtomicRMWKind(getKind())
                                   << " cannot combine " << getType();
  return success();
}
