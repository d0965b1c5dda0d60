//===- AttentionSchedule.cpp - How a device shares attention --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/AttentionSchedule.h"

#include "fused/Analysis/ProductSupport.h"
#include "fused/Dialect/ElementTypes.h"
#include "fused/Dialect/RowOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

#include <functional>
#include <numeric>

using namespace mlir;
using namespace fused;

/// Parts of K and V that a block has at a time, if there is room.
static constexpr int64_t kMaxStages = 6;

/// The most columns of a matrix: as many numbers are in a warpgroup's
/// registers, beside the scores of a step.
static constexpr int64_t kMaxColumns = 256;

static bool isDescribable(Value matrix) {
  auto type = cast<ShapedType>(matrix.getType());
  if (!type.hasStaticShape() || type.getNumElements() == 0 ||
      type.getNumElements() > INT32_MAX ||
      !is16BitFloat(type.getElementType()) || type.getShape().back() % 8 != 0 ||
      type.getShape().back() > kMaxColumns)
    return false;
  auto memref = dyn_cast<MemRefType>(type);
  return !memref ||
         (memref.getLayout().isIdentity() && !memref.getMemorySpace());
}

static bool hasNumbers(Value extra) {
  auto type = dyn_cast<ShapedType>(extra.getType());
  return getElementTypeOrSelf(extra).isIntOrFloat() &&
         (!type || type.hasStaticShape());
}

StringRef fused::findLackOfKernel(AttentionOp op) {
  for (Value matrix :
       {op.getQuery(), op.getKey(), op.getValue(), op.getOutput()})
    if (!isDescribable(matrix))
      return "matrices that are not of f16 or bf16, of unknown sizes, or rows "
             "that are not multiples of 16 bytes up to 512";
  if (!llvm::all_of(op.getExtras(), hasNumbers))
    return "further operands of unknown sizes";
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op.getBody(), captured);
  if (!llvm::all_of(captured, [](Value value) {
        return matchPattern(value, m_Constant());
      }))
    return "values from outside of the region";
  for (Operation &inside : op.getBodyBlock()->without_terminator())
    if (!isa<IndexOp>(inside) && !isComputedByProductKernel(inside))
      return "regions of other operations than arith and math";
  return {};
}

/// True if `op` computes `OpTypes` in its body, and is a reduction or not.
template <typename... OpTypes>
static bool computes(linalg::GenericOp op, bool isReduction) {
  return (op.getNumReductionLoops() != 0) == isReduction &&
         llvm::any_of(op.getBody()->getOperations(), [](Operation &inside) {
           return isa<OpTypes...>(inside);
         });
}

MatmulOp fused::findProductOfSoftmax(MatmulOp first) {
  // More operations than a softmax consists of.
  constexpr size_t maxOps = 32;
  if (!first.getTransposeB() || first.getTransposeA() ||
      !isDescribable(first.getA()) || !isDescribable(first.getB()))
    return {};
  MatmulOp second;
  llvm::SetVector<Operation *> behind;
  behind.insert(first);
  bool hasMaximum = false, hasPower = false, hasSum = false;
  for (size_t i = 0; i < behind.size() && i < maxOps; ++i) {
    for (Operation *user : behind[i]->getUsers()) {
      if (auto product = dyn_cast<MatmulOp>(user)) {
        if (second && product != second)
          return {};
        second = product;
      } else if (auto generic = dyn_cast<linalg::GenericOp>(user)) {
        hasMaximum |=
            computes<arith::MaximumFOp, arith::MaxNumFOp>(generic, true);
        hasPower |= computes<math::ExpOp>(generic, false);
        hasSum |= computes<arith::AddFOp>(generic, true);
        behind.insert(generic);
      } else if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(user)) {
        behind.insert(user);
      } else {
        return {};
      }
    }
  }
  if (behind.size() > maxOps || !second || !hasMaximum || !hasPower ||
      !hasSum || second.getTransposeA() != second.getTransposeB() ||
      second.getSizes().k != first.getSizes().n)
    return {};
  Value weights = second.getTransposeA() ? second.getB() : second.getA();
  Value values = second.getTransposeA() ? second.getA() : second.getB();
  auto isBehind = [&](Value value) {
    return behind.contains(value.getDefiningOp());
  };
  return isBehind(weights) && !isBehind(values) && isDescribable(values)
             ? second
             : MatmulOp();
}

/// True if what a map indexes depends on the query and on the key.
static bool dependsOnScore(AffineMap map) {
  return map.isFunctionOfDim(map.getNumDims() - 1) &&
         map.isFunctionOfDim(map.getNumDims() - 2);
}

AttentionSchedule::AttentionSchedule(AttentionOp op, bool asLarge) {
  if (asLarge)
    multiprocessors = 3;
  ArrayRef<int64_t> shape = op.getBatchShape();
  batch = std::accumulate(shape.begin(), shape.end(), int64_t(1),
                          std::multiplies<int64_t>());
  AttentionOp::Sizes sizes = op.getSizes();
  queries = sizes.queries;
  keys = sizes.keys;
  depth = sizes.depth;
  width = sizes.width;
  consumers = queries <= kRows ? 1 : 2;
  // A thread has half as many numbers of the scores, and of the output. Where
  // both are few, two blocks share a multiprocessor, so that one multiplies
  // while the other one computes. Addresses of matrices take registers, too.
  int64_t columns = std::max(depth, width);
  bool isNarrow = columns <= 64 && getTiles() > multiprocessors;
  for (size_t i = 0; i < op.getExtras().size(); ++i)
    isNarrow &= !dependsOnScore(op.getMapOfExtra(i));
  stepKeys = keys <= kColumns || isNarrow || columns > 128 ? 64 : 128;
  blocksAtATime = isNarrow ? 2 : 1;
  masked = findMaskedKeys(op);
  // Each block has a kilobyte beside its own memory.
  int64_t room = hopper::kSharedBytes / blocksAtATime - 1024;
  for (stages = kMaxStages; stages > 2; --stages)
    if (getSharedBytes() <= room)
      break;
}

int64_t AttentionSchedule::getSharedBytes() const {
  // Two for the tile of Q, two for each stage, and one for each consumer, which
  // also has four words.
  int64_t barriers = 2 + 2 * stages + consumers;
  return getQueryBytes() + stages * getStageBytes() +
         consumers * (getBufferBytes() + 16) + 8 * barriers;
}
