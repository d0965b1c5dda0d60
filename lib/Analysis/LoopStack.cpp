//===- LoopStack.cpp - Arrays of which loops store parts ------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/LoopStack.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace fused;

using tensor::InsertSliceOp;

std::optional<int64_t> fused::getNumIterations(scf::ForOp loop) {
  std::optional<int64_t> upper = getConstantIntValue(loop.getUpperBound());
  if (getConstantIntValue(loop.getLowerBound()) != 0 ||
      getConstantIntValue(loop.getStep()) != 1 || !upper || *upper < 0)
    return std::nullopt;
  return upper;
}

namespace {
/// The number `first` in the first iteration, and `step` more in each further
/// one.
struct Progression {
  int64_t first, step;

  int64_t getLast(int64_t count) const { return first + step * (count - 1); }
};
} // namespace

/// No number of a progression leaves this range, so that none wraps.
static constexpr int64_t kLimit = int64_t(1) << 30;

static std::optional<Progression> findProgression(Value value, scf::ForOp loop,
                                                  int64_t count) {
  if (value == loop.getInductionVar())
    return Progression{0, 1};
  Operation *op = value.getDefiningOp();
  // A narrow integer would count from the start again.
  bool isNarrow = value.getType().isInteger() &&
                  value.getType().getIntOrFloatBitWidth() < 32;
  if (!op || isNarrow)
    return std::nullopt;
  if (isa<arith::IndexCastOp>(op))
    return findProgression(op->getOperand(0), loop, count);
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MaxSIOp, arith::MinSIOp>(op))
    return std::nullopt;
  bool hasConstantFirst = getConstantIntValue(op->getOperand(0)).has_value();
  std::optional<int64_t> constant =
      getConstantIntValue(op->getOperand(hasConstantFirst ? 0 : 1));
  std::optional<Progression> of =
      findProgression(op->getOperand(hasConstantFirst ? 1 : 0), loop, count);
  if (!constant || !of || std::abs(*constant) > kLimit)
    return std::nullopt;
  int64_t last = of->getLast(count);
  if (isa<arith::MaxSIOp>(op))
    return *constant <= std::min(of->first, last) ? of : std::nullopt;
  if (isa<arith::MinSIOp>(op))
    return *constant >= std::max(of->first, last) ? of : std::nullopt;
  if (isa<arith::AddIOp>(op))
    of->first += *constant;
  else if (hasConstantFirst)
    of = {*constant - of->first, -of->step};
  else
    of->first -= *constant;
  bool isSmall =
      std::abs(of->first) <= kLimit && std::abs(of->getLast(count)) <= kLimit;
  return isSmall ? of : std::nullopt;
}

/// The same if it goes through all numbers from 0 to `count` - 1.
static std::optional<Progression> findPermutation(Value value, scf::ForOp loop,
                                                  int64_t count) {
  if (count < 1 || count > kLimit)
    return std::nullopt;
  std::optional<Progression> parts = findProgression(value, loop, count);
  if (!parts || std::min(parts->first, parts->getLast(count)) != 0)
    return std::nullopt;
  return parts;
}

bool fused::visitsEachPart(Value position, scf::ForOp loop, int64_t count) {
  return findPermutation(position, loop, count).has_value();
}

Value fused::getStackPosition(OffsetSizeAndStrideOpInterface part,
                              RankedTensorType stack) {
  if (!stack.hasStaticShape() || stack.getRank() == 0 || !part.hasUnitStride())
    return {};
  ArrayRef<int64_t> offsets = part.getStaticOffsets();
  ArrayRef<int64_t> sizes = part.getStaticSizes();
  bool isPart = ShapedType::isDynamic(offsets.front()) && sizes.front() == 1 &&
                sizes.drop_front() == stack.getShape().drop_front() &&
                llvm::all_of(offsets.drop_front(),
                             [](int64_t offset) { return offset == 0; });
  return isPart ? part.getDynamicOffset(0) : Value();
}

std::optional<LoopStack> fused::findLoopStack(scf::ForOp loop, unsigned index,
                                              int64_t count) {
  BlockArgument argument = loop.getRegionIterArg(index);
  auto type = dyn_cast<RankedTensorType>(argument.getType());
  if (!type || !argument.hasOneUse())
    return std::nullopt;
  auto insert = dyn_cast<InsertSliceOp>(*argument.user_begin());
  if (!insert || insert.getDest() != argument ||
      insert->getBlock() != loop.getBody() || !insert->hasOneUse() ||
      loop.getYieldedValues()[index] != insert.getResult())
    return std::nullopt;
  Value position = getStackPosition(insert, type);
  if (!position || type.getDimSize(0) != count)
    return std::nullopt;
  std::optional<Progression> parts = findPermutation(position, loop, count);
  if (!parts)
    return std::nullopt;
  return LoopStack{insert, parts->step == 1};
}
