//===- ProductTails.cpp - What can be part of fused.product ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductFormation.h"

#include "fused/Analysis/ProductSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace fused;

bool fused::mayBecomeProduct(MatmulOp op) {
  const EpilogInfo &info = op.getInfo();
  if (!op.hasPureTensorSemantics() || op.isScaled() || op.repeatsC() ||
      info.aux == Aux::StoreMask || !op.getComputeType().isF32() ||
      op.getAlpha().isZero())
    return false;
  return hasTiles(op.getA()) && hasTiles(op.getB()) &&
         (!op.getC() || isReadable(op.getC()));
}

bool fused::hasStorableResults(MatmulOp op) {
  return isStorable(op.getD()) &&
         (!op.getAuxInit() || isStorable(op.getAuxInit()));
}

/// True if an operand that is indexed by `map` has an element for each of a
/// product.
static bool isOfMatrix(AffineMap map) {
  unsigned rank = map.getNumDims();
  return map.isFunctionOfDim(rank - 1) && map.isFunctionOfDim(rank - 2);
}

/// True if a kernel can read a further operand that is indexed by `map`.
static bool isAccessible(Value operand, AffineMap map) {
  if (!map.isProjectedPermutation())
    return false;
  if (isOfMatrix(map))
    return isInOrder(map) && isReadable(operand);
  return getElementTypeOrSelf(operand.getType()).isIntOrFloat();
}

SmallVector<Value> fused::getCaptured(linalg::GenericOp tail) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(tail.getRegion(), captured);
  captured.remove_if(
      [](Value value) { return matchPattern(value, m_Constant()); });
  return captured.takeVector();
}

SmallVector<Operation *> fused::getDefinitions(linalg::GenericOp tail,
                                               Block *block) {
  SmallVector<Value> values(tail->getOperands());
  llvm::append_range(values, getCaptured(tail));
  SmallVector<Operation *> definitions;
  for (Value value : values)
    if (Operation *definition = value.getDefiningOp())
      if (definition->getBlock() == block)
        definitions.push_back(definition);
  return definitions;
}

bool fused::isCheap(linalg::GenericOp op) {
  if (op->getNumResults() != 1 || !linalg::isElementwise(op) ||
      op.hasIndexSemantics() ||
      op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)))
    return false;
  auto inside = op.getBody()->without_terminator();
  if (getElementTypeOrSelf(op->getResult(0).getType()).isInteger(1))
    return llvm::all_of(inside, isComputedByProductKernel);
  return inside.empty() || (llvm::hasSingleElement(inside) &&
                            isa<arith::ExtFOp>(*inside.begin()));
}

bool fused::canCompute(Value value, AffineMap map) {
  if (isAccessible(value, map))
    return true;
  auto op = value.getDefiningOp<linalg::GenericOp>();
  return op && isCheap(op) && canComputeInputs(op, map);
}

bool fused::canComputeInputs(linalg::GenericOp op, AffineMap map) {
  if (!op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity())
    return false;
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    return canCompute(input->get(),
                      op.getMatchingIndexingMap(input).compose(map));
  });
}

/// True if `tail` computes each element of its results of elements of `d` and
/// of other operands that kernels can read.
static bool isTail(linalg::GenericOp tail, Value d) {
  unsigned rank = cast<ShapedType>(d.getType()).getRank();
  if (llvm::count(tail->getOperands(), d) != 1 ||
      !tail.hasPureTensorSemantics() || tail.getNumLoops() != rank ||
      tail.getNumParallelLoops() != rank || tail.hasIndexSemantics())
    return false;
  for (OpOperand &operand : tail->getOpOperands()) {
    AffineMap map = tail.getMatchingIndexingMap(&operand);
    if (tail.isDpsInit(&operand)) {
      if (!map.isIdentity() || !isStorable(operand.get()) ||
          tail.payloadUsesValueFromOperand(&operand))
        return false;
    } else if (operand.get() == d ? !map.isIdentity()
                                  : !isAccessible(operand.get(), map)) {
      return false;
    }
  }
  return llvm::all_of(
             getCaptured(tail),
             [](Value value) { return value.getType().isIntOrFloat(); }) &&
         llvm::all_of(tail.getBody()->without_terminator(),
                      isComputedByProductKernel);
}

bool fused::sumsFactor(MatmulOp op) {
  BiasGradient sum = op.getInfo().biasGradient;
  return sum == BiasGradient::SumOfA || sum == BiasGradient::SumOfB;
}

SmallVector<Value> fused::getMatrices(MatmulOp op,
                                      ArrayRef<linalg::GenericOp> tails) {
  llvm::SetVector<Value> matrices;
  for (linalg::GenericOp tail : tails)
    for (OpOperand *input : tail.getDpsInputOperands())
      if (input->get() != op.getD() &&
          isOfMatrix(tail.getMatchingIndexingMap(input)))
        matrices.insert(input->get());
  return matrices.takeVector();
}

bool fused::isReadByOthers(MatmulOp op, ArrayRef<linalg::GenericOp> tails) {
  return llvm::any_of(op.getD().getUsers(), [&](Operation *user) {
    return !llvm::is_contained(tails, user);
  });
}

namespace {
/// Collects tails that could be at one place.
class TailFinder {
public:
  explicit TailFinder(MatmulOp op) : op(op), place(op) {}

  SmallVector<linalg::GenericOp> run() {
    SmallVector<linalg::GenericOp> candidates;
    for (Operation *user : op.getD().getUsers()) {
      auto tail = dyn_cast<linalg::GenericOp>(user);
      if (tail && tail->getBlock() == op->getBlock() &&
          !llvm::is_contained(candidates, tail) && isTail(tail, op.getD()))
        candidates.push_back(tail);
    }
    llvm::sort(candidates, [](Operation *a, Operation *b) {
      return a->isBeforeInBlock(b);
    });
    for (linalg::GenericOp tail : candidates)
      add(tail);
    if (!isBeforeOthers(place) || !haveRoom())
      tails.clear();
    return tails;
  }

private:
  void add(linalg::GenericOp tail) {
    Operation *after = place;
    for (Operation *definition : getDefinitions(tail, op->getBlock()))
      if (after->isBeforeInBlock(definition))
        after = definition;
    tails.push_back(tail);
    // Whatever else depends on the product comes later. So nothing that the
    // region reads does.
    if (isBeforeOthers(after))
      place = after;
    else
      tails.pop_back();
  }

  /// True if all readers of the product and of the tails, other than the tails
  /// that read D, are behind `after`.
  bool isBeforeOthers(Operation *after) {
    auto isBehind = [&](OpOperand &use) {
      Operation *user = use.getOwner();
      if (llvm::is_contained(tails, user))
        return use.get() == op.getD();
      Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
      return ancestor && after->isBeforeInBlock(ancestor);
    };
    // The sum of a factor stays where it is.
    ResultRange results = op->getResults();
    if (sumsFactor(op))
      results = results.drop_back();
    return llvm::all_of(results,
                        [&](Value result) {
                          return llvm::all_of(result.getUses(), isBehind);
                        }) &&
           llvm::all_of(tails, [&](linalg::GenericOp tail) {
             return llvm::all_of(tail->getUses(), isBehind);
           });
  }

  /// True if a kernel has room for the matrices that the tails read and write.
  bool haveRoom() {
    SmallVector<Value> read = getMatrices(op, tails);
    bool hasOtherC = op.getC() && !llvm::is_contained(read, op.getC());
    size_t written = isReadByOthers(op, tails);
    for (linalg::GenericOp tail : tails)
      written += tail->getNumResults();
    return read.size() + hasOtherC <= kMaxMatrices && written <= kMaxMatrices;
  }

  MatmulOp op;
  /// The last operation that has to be before the product.
  Operation *place;
  SmallVector<linalg::GenericOp> tails;
};
} // namespace

SmallVector<linalg::GenericOp> fused::findTails(MatmulOp op) {
  return TailFinder(op).run();
}
