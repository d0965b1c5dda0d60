//===- Writes.cpp - Which points write one element ------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/Writes.h"

#include "fused/Analysis/Combiner.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fused;

namespace {
/// A loop and what its index is multiplied by in a sum.
struct Term {
  unsigned dim;
  uint64_t factor;
};
} // namespace

/// The terms of a sum of multiples of loops that are not known, with the
/// smallest factor first; none if `expr` is no such sum.
static SmallVector<Term> getTerms(AffineExpr expr, unsigned numDims,
                                  const llvm::SmallBitVector &known) {
  SmallVector<int64_t> flat;
  if (failed(getFlattenedAffineExpr(expr, numDims, /*numSymbols=*/0, &flat)) ||
      flat.size() != numDims + 1)
    return {};
  SmallVector<Term> terms;
  for (unsigned dim = 0; dim < numDims; ++dim)
    if (flat[dim] != 0 && !known.test(dim))
      terms.push_back({dim, llvm::AbsoluteValue(flat[dim])});
  llvm::sort(terms, [](Term a, Term b) { return a.factor < b.factor; });
  return terms;
}

/// True if a sum of these terms has a different value for each choice of
/// indices: each factor is larger than all that the terms before can add up to.
static bool isPositional(ArrayRef<Term> terms, ArrayRef<int64_t> extents) {
  uint64_t most = 0;
  for (auto [index, term] : llvm::enumerate(terms)) {
    if (term.factor <= most)
      return false;
    if (index + 1 == terms.size())
      return true;
    if (ShapedType::isDynamic(extents[term.dim]))
      return false;
    bool overflows = false;
    most = llvm::SaturatingMultiplyAdd(
        term.factor, uint64_t(extents[term.dim] - 1), most, &overflows);
    if (overflows)
      return false;
  }
  return false;
}

llvm::SmallBitVector fused::findToldLoops(AffineMap map,
                                          ArrayRef<int64_t> extents) {
  llvm::SmallBitVector told(extents.size());
  for (auto [dim, extent] : llvm::enumerate(extents))
    told[dim] = extent == 0 || extent == 1;
  // What one index of the element tells may explain another.
  for (bool isNew = true; isNew;) {
    isNew = false;
    for (AffineExpr expr : map.getResults()) {
      SmallVector<Term> terms = getTerms(expr, extents.size(), told);
      if (!isPositional(terms, extents))
        continue;
      for (Term term : terms)
        told.set(term.dim);
      isNew = true;
    }
  }
  return told;
}

LogicalResult fused::verifyWrites(linalg::LinalgOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  auto kinds = op.getIteratorTypesArray();
  for (OpOperand &output : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&output);
    llvm::SmallBitVector told = findToldLoops(map, extents);
    for (auto [dim, kind] : llvm::enumerate(kinds)) {
      if (kind != utils::IteratorType::parallel || told.test(dim))
        continue;
      unsigned number = output.getOperandNumber() - op.getNumDpsInputs();
      InFlightDiagnostic error = op.emitOpError()
                                 << "may write an element of output " << number
                                 << " more than once: its indexing map "
                                 << AffineMapAttr::get(map)
                                 << " does not tell the index of parallel loop "
                                 << dim;
      error.attachNote() << "call the loop a reduction, or index the output "
                            "with it";
      return error;
    }
  }
  return success();
}

bool fused::writesAllElements(linalg::LinalgOp op, OpOperand &output) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  AffineMap map = op.getMatchingIndexingMap(&output);
  ArrayRef<int64_t> shape = op.getShape(&output);
  llvm::SmallBitVector used(extents.size());
  for (auto [size, expr] : llvm::zip_equal(shape, map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim && size != 1)
      return false;
    if (!dim)
      continue;
    // A diagonal.
    if (used.test(dim.getPosition()))
      return false;
    used.set(dim.getPosition());
  }
  for (auto [dim, extent] : llvm::enumerate(extents))
    if (!used.test(dim) && (extent == 0 || ShapedType::isDynamic(extent)))
      return false;
  return true;
}

SmallVector<unsigned> fused::findNeedlessReductions(linalg::LinalgOp op) {
  llvm::SmallBitVector told(op.getNumLoops(), true);
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (OpOperand &output : op.getDpsInitsMutable())
    told &= findToldLoops(op.getMatchingIndexingMap(&output), extents);
  SmallVector<unsigned> dims;
  for (auto [dim, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction && told.test(dim))
      dims.push_back(dim);
  return dims;
}

bool fused::hasAnyOrder(linalg::GenericOp op) {
  auto kinds = op.getIteratorTypesArray();
  for (auto [index, output] : llvm::enumerate(op.getDpsInitsMutable())) {
    AffineMap map = op.getMatchingIndexingMap(&output);
    for (auto [dim, kind] : llvm::enumerate(kinds))
      if (kind == utils::IteratorType::reduction && map.isFunctionOfDim(dim))
        return false;
    if (!findCombiner(op, index))
      return false;
  }
  return true;
}
