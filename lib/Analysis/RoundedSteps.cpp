//===- RoundedSteps.cpp - Where a program rounds its steps --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoundedSteps.h"

#include "fused/Analysis/ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlir;
using namespace fused;

namespace {
/// What is known of a value between the accumulator and the exit.
enum class Step {
  Rounded,   ///< The last step that it contains is rounded.
  Unrounded, ///< That step is not rounded yet.
  Violation  ///< An unrounded step is part of a later one.
};

/// Follows the steps of an epilog through the program's own operations.
class StepTracer {
public:
  StepTracer(const EpilogRegion &region, Type type, const EpilogMatch &match)
      : region(region), root(region.tensors.front().node),
        scaleOverflows(type.isF16() &&
                       (std::abs(match.alpha) > 1.0 || !match.scales.empty())) {
    for (const BiasTerm &term : match.bias)
      add(term.leaf);
    if (match.c)
      add(*match.c);
  }

  /// The depth is bounded by the size of an expression.
  Step trace(unsigned index) {
    if (auto entry = known.find(index); entry != known.end())
      return entry->second;
    Step step = compute(index);
    known[index] = step;
    return step;
  }

private:
  void add(unsigned leaf) {
    added |= uint64_t(1) << std::min(leaf, Expression::maxLeaves - 1);
  }

  static bool is16Bits(Type type) {
    return isa<FloatType>(type) && type.getIntOrFloatBitWidth() <= 16;
  }

  /// True if `node` contains everything that is added to the accumulator. Only
  /// the activation follows, and no target rounds its own steps.
  /// A scale that may overflow in the type of D belongs to what is rounded.
  bool isPreactivation(unsigned index) const {
    return (region.getNode(index).leaves & added) == added &&
           !(scaleOverflows && isAccumulator(index));
  }

  /// True if `index` is the accumulator, after exact operations and roundings.
  bool isAccumulator(unsigned index) const {
    while (index != root) {
      const ExpressionNode &node = region.getNode(index);
      if (node.operands.size() != 1 ||
          !(isExact(node.op) || isa<arith::TruncFOp>(node.op)))
        return false;
      index = node.operands.front();
    }
    return true;
  }

  Step compute(unsigned index) {
    const ExpressionNode &node = region.getNode(index);
    if (!node.dependsOnAccumulator)
      return Step::Rounded;
    if (index == root)
      return is16Bits(node.type) ? Step::Rounded : Step::Unrounded;
    Step worst = Step::Rounded;
    bool isActivation = true;
    for (unsigned operand : node.operands) {
      const ExpressionNode &input = region.getNode(operand);
      worst = std::max(worst, trace(operand));
      isActivation &= !input.dependsOnAccumulator || isPreactivation(operand);
    }
    if (worst == Step::Violation || isExact(node.op))
      return worst;
    if (isa<arith::TruncFOp>(node.op))
      return is16Bits(node.type) ? Step::Rounded : worst;
    if (worst == Step::Unrounded)
      return Step::Violation;
    return isActivation || is16Bits(node.type) ? Step::Rounded
                                               : Step::Unrounded;
  }

  const EpilogRegion &region;
  unsigned root;
  bool scaleOverflows;
  uint64_t added = 0;
  DenseMap<unsigned, Step> known;
};
} // namespace

bool fused::mayRoundSteps(const EpilogRegion &region, unsigned exit,
                          const EpilogMatch &match, Numerics numerics) {
  Type type = region.getNode(exit).type;
  if (type.getIntOrFloatBitWidth() != 16 ||
      !(getEpilogInfo(match.epilog).hasRoundableSteps() || match.c))
    return false;
  if (isPermitted(numerics, Concession::RoundedSteps))
    return true;
  // The first steps of a product with a bias or a C are those of the program
  // that it came from.
  if (region.addsUnrounded)
    return false;
  return StepTracer(region, type, match).trace(exit) == Step::Rounded;
}
