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

AttentionSchedule::AttentionSchedule(AttentionOp op) {
  ArrayRef<int64_t> shape = op.getBatchShape();
  batch = std::accumulate(shape.begin(), shape.end(), int64_t(1),
                          std::multiplies<int64_t>());
  AttentionOp::Sizes sizes = op.getSizes();
  queries = sizes.queries;
  keys = sizes.keys;
  depth = sizes.depth;
  width = sizes.width;
  consumers = queries <= kRows ? 1 : 2;
  // A thread has half as many numbers of the scores, and of the output.
  constexpr int64_t maxWidth = 128;
  stepKeys = keys <= kColumns || std::max(depth, width) > maxWidth ? 64 : 128;
  for (stages = kMaxStages; stages > 2; --stages)
    if (getSharedBytes() <= hopper::kSharedBytes)
      break;
}

int64_t AttentionSchedule::getSharedBytes() const {
  // Two for the tile of Q, two for each stage, and one for each consumer.
  int64_t barriers = 2 + 2 * stages + consumers;
  return getQueryBytes() + stages * getStageBytes() +
         consumers * getBufferBytes() + 8 * barriers;
}
