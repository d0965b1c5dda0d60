//===- RowOps.cpp - fused.reduce_row --------------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/RowOps.h"

#include "RowLength.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fused;

#define GET_OP_CLASSES
#include "fused/Dialect/RowOps.cpp.inc"

void FusedDialect::registerRowOps() {
  addOperations<
#define GET_OP_LIST
#include "fused/Dialect/RowOps.cpp.inc"
      >();
}

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

/// The sizes of the loops, of an operation that may not be valid.
static SmallVector<int64_t> getLoopSizes(linalg::LinalgOp op) {
  SmallVector<int64_t> sizes(op.getNumLoops(), ShapedType::kDynamic);
  for (auto [type, map] :
       llvm::zip(op->getOperandTypes(), op.getIndexingMapsArray())) {
    auto array = dyn_cast<ShapedType>(type);
    if (!array || !array.hasRank() || array.getRank() != map.getNumResults())
      continue;
    for (auto [size, expr] :
         llvm::zip_equal(array.getShape(), map.getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (dim && dim.getPosition() < sizes.size() &&
          !ShapedType::isDynamic(size))
        sizes[dim.getPosition()] = size;
    }
  }
  return sizes;
}

int64_t fused::getRowLength(linalg::LinalgOp op) {
  int64_t length = 1;
  for (auto [kind, size] :
       llvm::zip_equal(op.getIteratorTypesArray(), getLoopSizes(op))) {
    if (kind != utils::IteratorType::reduction)
      continue;
    if (ShapedType::isDynamic(size) || llvm::MulOverflow(length, size, length))
      return ShapedType::kDynamic;
  }
  return length;
}

void fused::updateRowLengths(linalg::LinalgOp op) {
  for (auto reduction : op.getBlock()->getOps<ReduceRowOp>())
    reduction.setLength(getRowLength(op));
}

ParseResult fused::parseRowLength(OpAsmParser &parser, IntegerAttr &length) {
  if (failed(parser.parseOptionalKeyword("over")))
    return parser.emitError(parser.getCurrentLocation(),
                            "expected 'over' and how many points a row has");
  int64_t number = ShapedType::kDynamic;
  if (parser.parseLParen() ||
      (failed(parser.parseOptionalQuestion()) && parser.parseInteger(number)) ||
      parser.parseRParen())
    return failure();
  length = parser.getBuilder().getI64IntegerAttr(number);
  return success();
}

void fused::printRowLength(OpAsmPrinter &printer, Operation *,
                           IntegerAttr length) {
  printer << "over(";
  if (ShapedType::isDynamic(length.getInt()))
    printer << '?';
  else
    printer << length.getInt();
  printer << ')';
}

LogicalResult ReduceRowOp::verify() {
  auto parent = dyn_cast<linalg::GenericOp>((*this)->getParentOp());
  if (!parent)
    return emitOpError("should be in the body of a linalg.generic");
  int64_t stated = getLength(), length = getRowLength(parent);
  if (!ShapedType::isDynamic(stated) && stated != length) {
    InFlightDiagnostic error = emitOpError()
                               << "combines rows of " << stated
                               << " points, and those of the operation have ";
    if (ShapedType::isDynamic(length))
      return error << "an unknown number";
    return error << length;
  }
  if (getKind() == arith::AtomicRMWKind::assign)
    return emitOpError("cannot combine by assigning");
  if (combinesFloats(getKind()) != isa<FloatType>(getType()))
    return emitOpError("of kind ") << arith::stringifyAtomicRMWKind(getKind())
                                   << " cannot combine " << getType();
  return success();
}

/// A row that has one point, for want of loops, is combined where it is.
LogicalResult ReduceRowOp::canonicalize(ReduceRowOp op,
                                        PatternRewriter &rewriter) {
  auto parent = cast<linalg::GenericOp>(op->getParentOp());
  if (parent.getNumReductionLoops() != 0)
    return rewriter.notifyMatchFailure(op, "its row has loops");
  rewriter.replaceOp(op,
                     arith::getReductionOp(op.getKind(), rewriter, op.getLoc(),
                                           op.getInit(), op.getValue()));
  return success();
}
