//===- InsertedZeros.cpp - Factors that are mostly zero -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/InsertedZeros.h"

#include "fused/Analysis/Contraction.h"
#include "fused/Analysis/Convolution.h"
#include "fused/Analysis/OperandSource.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace fused;

/// How dimension `dim` of `insertion`, into zeros, is filled. Fails for zeros
/// at places that are not known.
static FailureOr<InsertedZerosDim> readDim(tensor::InsertSliceOp insertion,
                                           unsigned dim) {
  InsertedZerosDim result;
  auto offset = getConstantIntValue(insertion.getMixedOffsets()[dim]);
  auto stride = getConstantIntValue(insertion.getMixedStrides()[dim]);
  if (!offset || !stride)
    return failure();
  if (*offset == 0 && *stride == 1) {
    using Variable = ValueBoundsConstraintSet::Variable;
    FailureOr<bool> isWhole =
        ValueBoundsConstraintSet::areEqual(Variable(insertion.getSource(), dim),
                                           Variable(insertion.getDest(), dim));
    if (succeeded(isWhole) && *isWhole)
      return result;
  }
  result.hasZeros = true;
  result.offset = *offset;
  result.stride = *stride;
  result.size = insertion.getSourceType().getDimSize(dim);
  if (ShapedType::isDynamic(result.size) || result.size == 0)
    return failure();
  return result;
}

namespace {
/// Matches one operation with one of its factors.
class DilationMatcher {
public:
  DilationMatcher(linalg::LinalgOp op, unsigned operand)
      : op(op), extents(op.getStaticLoopRanges()),
        other(op.getMatchingIndexingMap(op.getDpsInputOperand(1 - operand))),
        result(op.getMatchingIndexingMap(op.getDpsInitOperand(0))) {
    contraction.operand = operand;
  }

  FailureOr<DilatedContraction> run();

private:
  bool readElements();
  bool findLoops(AffineExpr expression, InsertedZerosDim &dim);
  bool isWindow(unsigned loop, unsigned window, const InsertedZerosDim &dim);
  bool isShift(unsigned loop, unsigned shift, const InsertedZerosDim &dim);

  linalg::LinalgOp op;
  SmallVector<int64_t> extents;
  /// The maps of the other factor and of the result.
  AffineMap other, result;
  DilatedContraction contraction;
};
} // namespace

bool DilationMatcher::readElements() {
  OpOperand *operand = op.getDpsInputOperand(contraction.operand);
  OperandSource source = traceOperand(operand->get());
  auto insertion = source.value.getDefiningOp<tensor::InsertSliceOp>();
  if (!insertion || !source.map.isPermutation() ||
      insertion.getSourceType().getRank() !=
          insertion.getDestType().getRank() ||
      !isKnownZero(insertion.getDest()))
    return false;
  contraction.elements = insertion.getSource();
  contraction.map = source.map.compose(op.getMatchingIndexingMap(operand));
  for (unsigned dim = 0, e = contraction.map.getNumResults(); dim < e; ++dim) {
    FailureOr<InsertedZerosDim> read = readDim(insertion, dim);
    if (failed(read))
      return false;
    contraction.dims.push_back(*read);
  }
  return llvm::any_of(contraction.dims, [](const InsertedZerosDim &dim) {
    return dim.hasZeros && dim.stride > 1;
  });
}

/// True if `map` reads one dimension at `loop` itself, and no other one at
/// anything with it.
static bool isReadOnce(AffineMap map, unsigned loop) {
  return llvm::count_if(map.getResults(),
                        [&](AffineExpr expression) {
                          return expression.isFunctionOfDim(loop);
                        }) == 1 &&
         llvm::is_contained(map.getResults(),
                            getAffineDimExpr(loop, map.getContext()));
}

/// True if `window` is summed and each iteration of `loop`, of the result,
/// meets at most one element in it.
bool DilationMatcher::isWindow(unsigned loop, unsigned window,
                               const InsertedZerosDim &dim) {
  if (!result.isFunctionOfDim(loop) || result.isFunctionOfDim(window) ||
      other.isFunctionOfDim(loop) || extents[window] > dim.stride ||
      ShapedType::isDynamic(extents[loop]))
    return false;
  if (!isReadOnce(other, window))
    return false;
  // Some element must contribute to the result.
  int64_t first = extents[window] - 1 - dim.offset;
  return first < dim.size * dim.stride && first + extents[loop] > 0;
}

/// True if `loop` is summed and meets every element in each iteration of
/// `shift`, of the result.
bool DilationMatcher::isShift(unsigned loop, unsigned shift,
                              const InsertedZerosDim &dim) {
  return !result.isFunctionOfDim(loop) && result.isFunctionOfDim(shift) &&
         !other.isFunctionOfDim(shift) && isReadOnce(other, loop) &&
         dim.offset >= extents[shift] - 1 &&
         dim.stride * (dim.size - 1) + dim.offset < extents[loop];
}

/// Finds the loops of a dimension with zeros, which is read at `expression`.
bool DilationMatcher::findLoops(AffineExpr expression, InsertedZerosDim &dim) {
  std::optional<LinearIndex> index = getLinearIndex(expression, extents);
  if (!index || index->offset != 0 || index->terms.empty() ||
      !llvm::all_of(index->terms, [&](LinearIndex::Term term) {
        return term.coefficient == 1 &&
               !ShapedType::isDynamic(extents[term.loop]) &&
               llvm::count_if(contraction.map.getResults(),
                              [&](AffineExpr other) {
                                return other.isFunctionOfDim(term.loop);
                              }) == 1;
      }))
    return false;
  dim.loop = index->terms[0].loop;
  if (index->terms.size() == 1) {
    // The loop may end before the dimension does.
    int64_t numRead = extents[*dim.loop] - dim.offset;
    dim.size = std::min(dim.size, (numRead + dim.stride - 1) / dim.stride);
    return numRead > 0;
  }
  if (index->terms.size() != 2)
    return false;
  unsigned summed = index->terms[1].loop;
  if (!result.isFunctionOfDim(*dim.loop))
    std::swap(*dim.loop, summed);
  if (isWindow(*dim.loop, summed, dim)) {
    dim.window = summed;
    return true;
  }
  dim.shift = std::exchange(dim.loop, summed);
  return isShift(*dim.loop, *dim.shift, dim);
}

FailureOr<DilatedContraction> DilationMatcher::run() {
  if (!readElements())
    return failure();
  for (auto [expression, dim] :
       llvm::zip_equal(contraction.map.getResults(), contraction.dims)) {
    if (dim.hasZeros && !findLoops(expression, dim))
      return failure();
  }
  return std::move(contraction);
}

FailureOr<DilatedContraction>
fused::matchDilatedContraction(linalg::LinalgOp op) {
  if (!sumsProducts(op) ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0))
           .isProjectedPermutation() ||
      !isProductOfTypes(getElementTypeOrSelf(op.getDpsInputs()[0].getType()),
                        getElementTypeOrSelf(op.getDpsInputs()[1].getType()),
                        getElementTypeOrSelf(op.getDpsInits()[0].getType())))
    return failure();
  for (unsigned operand : {0, 1}) {
    FailureOr<DilatedContraction> match = DilationMatcher(op, operand).run();
    if (succeeded(match))
      return match;
  }
  return failure();
}
