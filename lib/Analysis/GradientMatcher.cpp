//===- GradientMatcher.cpp - Gradients of activations ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientMatcher.h"

#include "Evaluation.h"
#include "OperandRoles.h"
#include "RoundedSteps.h"
#include "SavedValues.h"
#include "llvm/ADT/SetVector.h"
#include <random>

using namespace mlir;
using namespace fused;

using Kind = ExpressionNode::Kind;

/// At most this many candidates for the saved value are compared.
static constexpr size_t maxCuts = 32;
/// At most this many booleans are compared as one mask.
static constexpr size_t maxBooleans = 4;

static constexpr size_t numLinearSamples = 16;

namespace {
/// Asks what an expression does where everything next to the accumulator is
/// random.
class Linearity {
public:
  Linearity(const Expression &expression, unsigned root,
            ArrayRef<unsigned> sideInputs)
      : expression(expression), root(root), sideInputs(sideInputs) {}

  /// True if the value is zero where `scale` times the accumulator and `zero`
  /// are.
  bool vanishes(std::optional<unsigned> zero, double scale = 0.0) const {
    std::optional<std::vector<double>> values = evaluate(scale, zero);
    return values &&
           llvm::all_of(*values, [](double value) { return value == 0.0; });
  }

  /// True if, without `zero`, twice the accumulator gives twice the value.
  bool isLinear(std::optional<unsigned> zero) const {
    std::optional<std::vector<double>> once = evaluate(1.0, zero),
                                       twice = evaluate(2.0, zero);
    if (!once || !twice)
      return false;
    return llvm::all_of(llvm::zip(*once, *twice), [](auto pair) {
      auto [x, y] = pair;
      return std::fabs(2.0 * x - y) <= 1e-9 * std::fabs(x);
    });
  }

private:
  std::optional<std::vector<double>>
  evaluate(double scale, std::optional<unsigned> zero) const {
    Evaluation evaluation(expression, numLinearSamples);
    std::mt19937 random(4);
    auto draw = [&](Type type) {
      std::vector<double> values(numLinearSamples);
      for (double &value : values)
        value = type && type.isInteger(1) ? double(random() & 1)
                                          : random() / 2147483648.0 - 1.0;
      return values;
    };
    for (auto [index, node] : llvm::enumerate(expression.nodes)) {
      if (node.kind != Kind::Accumulator)
        continue;
      std::vector<double> values = draw(Type());
      for (double &value : values)
        value *= scale;
      evaluation.set(index, values);
    }
    for (unsigned input : sideInputs)
      evaluation.set(input, input == zero
                                ? std::vector<double>(numLinearSamples)
                                : draw(expression.nodes[input].type));
    if (failed(evaluation.evaluate(root)))
      return std::nullopt;
    return evaluation.get(root).vec();
  }

  const Expression &expression;
  unsigned root;
  ArrayRef<unsigned> sideInputs;
};
} // namespace

/// Sets `c` to the matrix that is added to the accumulator before the
/// derivative is applied, if there is one. False if the expression is not
/// linear.
static bool findAddedMatrix(const Expression &expression, unsigned root,
                            ArrayRef<unsigned> sideInputs,
                            std::optional<unsigned> &c) {
  Linearity linearity(expression, root, sideInputs);
  if (linearity.vanishes(std::nullopt))
    return linearity.isLinear(std::nullopt);
  // A factor, such as a mask, makes everything zero, an added matrix does not.
  for (unsigned input : sideInputs)
    if (expression.nodes[input].kind == Kind::Leaf &&
        linearity.vanishes(input) &&
        !linearity.vanishes(input, /*scale=*/1.0) &&
        linearity.isLinear(input)) {
      c = input;
      return true;
    }
  return false;
}

/// Moves the leaves that are numbers by which a product may be multiplied from
/// `sideInputs` to the result.
static SmallVector<unsigned, 2>
takeScales(const EpilogRegion &region,
           llvm::SmallSetVector<unsigned, 8> &sideInputs) {
  SmallVector<unsigned, 2> scales;
  for (unsigned input : sideInputs) {
    const ExpressionNode &node = region.getNode(input);
    if (node.kind == Kind::Leaf && isScale(region, node.leaf))
      scales.push_back(input);
  }
  for (unsigned scale : scales)
    sideInputs.remove(scale);
  return scales;
}

EpilogAnswer GradientMatcher::match(const RegionExit &exit) {
  Expression &expression = region.expression;
  llvm::SmallSetVector<unsigned, 8> sideInputs =
      getSideInputs(expression, exit.node);
  if (sideInputs.empty() || sideInputs.size() > 16)
    return {};
  std::optional<unsigned> c;
  if (!findAddedMatrix(expression, exit.node, sideInputs.getArrayRef(), c))
    return {};
  if (c)
    sideInputs.remove(*c);
  SmallVector<unsigned, 2> scales = takeScales(region, sideInputs);
  if (sideInputs.empty())
    return {};
  expandLeaves(expression, sideInputs.getArrayRef(), order);
  SmallVector<unsigned> cuts = findCuts(expression, sideInputs.getArrayRef());
  SmallVector<SmallVector<unsigned, 1>> candidates;
  for (unsigned cut : ArrayRef(cuts).take_front(maxCuts))
    candidates.push_back({cut});
  bool areBooleans = llvm::all_of(sideInputs, [&](unsigned input) {
    return region.getNode(input).type.isInteger(1);
  });
  if (areBooleans && sideInputs.size() > 1 && sideInputs.size() <= maxBooleans)
    candidates.emplace_back(sideInputs.begin(), sideInputs.end());
  StringRef reason;
  for (ArrayRef<unsigned> saved : candidates) {
    GradientFunction function{expression, exit.node, c, scales, saved};
    GradientAnswer answer = matchMask(function, numerics);
    if (!answer.activation && answer.reason.empty())
      answer = matchGeluGradient(function, numerics);
    if (answer.activation)
      return complete(exit, function, answer);
    if (!answer.reason.empty())
      reason = answer.reason;
  }
  return {std::nullopt, reason};
}

EpilogAnswer GradientMatcher::complete(const RegionExit &exit,
                                       const GradientFunction &function,
                                       const GradientAnswer &answer) {
  EpilogMatch match;
  match.epilog = *answer.activation == Activation::ReluGradient ? Epilog::DRELU
                                                                : Epilog::DGELU;
  match.alpha = answer.alpha;
  match.beta = function.c ? answer.beta : 1.0;
  if (function.c)
    match.c = region.getNode(*function.c).leaf;
  // As in forward epilogs, of two factors, only a sign is no multiplication.
  if (!function.scales.empty() && std::fabs(answer.alpha) != 1.0)
    return {std::nullopt, "unknown-scalar"};
  match.saved = function.getSavedType().isInteger(1)
                    ? addMask(region.expression, function.saved, answer.bits)
                    : function.saved.front();
  match.predicate = answer.predicate;
  match.multiplyMask = answer.multiplyMask;
  return orient(exit, match, function);
}

/// Chooses the orientation that takes the fewest transposes, and checks types
/// and roundings.
EpilogAnswer GradientMatcher::orient(const RegionExit &exit, EpilogMatch match,
                                     const GradientFunction &function) {
  const ExpressionNode &saved = region.getNode(*match.saved);
  bool isPreactivation = match.epilog == Epilog::DGELU;
  uint64_t added = match.c ? uint64_t(1) << *match.c : 0;
  for (unsigned scale : function.scales)
    added |= region.getNode(scale).leaves;
  std::optional<EpilogMatch> best;
  unsigned bestCost = 2;
  StringRef reason = "operand-layout";
  for (Orientation orientation :
       {Orientation::Straight, Orientation::Transposed}) {
    EpilogMatch candidate = match;
    candidate.orientation = orientation;
    candidate.c.reset();
    candidate.scales.clear();
    unsigned cost = orientation != exit.layout.orientation;
    if (StringRef missing = assignOperands(region, added, candidate, cost);
        !missing.empty()) {
      if (reason != "no-epilog")
        reason = missing;
      continue;
    }
    // No gradient adds a bias.
    if (!candidate.bias.empty()) {
      reason = "no-epilog";
      continue;
    }
    // What the saved value is computed from is read in any order.
    bool isReadable = true, hasMatrix = false;
    for (unsigned leaf : region.expression.getLeaves(*match.saved)) {
      const LeafRole &role =
          region.expression.leaves[leaf].getRole(orientation);
      isReadable &=
          role.kind == LeafKind::Scalar ||
          (!role.groups.empty() && role.kind != LeafKind::RepeatedMatrix);
      // A mask is small enough to be repeated for each product of a batch.
      hasMatrix |= role.kind == LeafKind::Matrix ||
                   role.kind == LeafKind::TransposedMatrix ||
                   (!isPreactivation && role.kind == LeafKind::SharedMatrix);
      cost += isPreactivation && saved.kind == Kind::Leaf &&
              role.kind == LeafKind::TransposedMatrix;
    }
    if (!isReadable || !hasMatrix)
      continue;
    if (cost < bestCost ||
        (best && cost == bestCost && orientation == exit.layout.orientation)) {
      best = candidate;
      bestCost = cost;
    }
  }
  if (!best)
    return {std::nullopt, reason};
  Type type = region.getNode(exit.node).type;
  if (StringRef missing = checkTypes(region, type, *best); !missing.empty())
    return {std::nullopt, missing};
  if (StringRef missing = checkRoundings(exit, function.saved);
      !missing.empty())
    return {std::nullopt, missing};
  best->allowRoundedSteps = mayRoundSteps(region, exit.node, *best, numerics);
  return {best, {}};
}

/// Gives the reason why the roundings between the saved values or the
/// accumulator and the exit cannot be dropped.
StringRef GradientMatcher::checkRoundings(const RegionExit &exit,
                                          ArrayRef<unsigned> saved) const {
  const Expression &expression = region.expression;
  DenseMap<unsigned, std::pair<unsigned, unsigned>> known;
  for (unsigned node : saved)
    known[node] = {0, 64};
  // The most roundings and the narrowest type up to a node. The depth is
  // bounded by the size of an expression.
  auto visit = [&](auto &&self,
                   unsigned index) -> std::pair<unsigned, unsigned> {
    if (auto entry = known.find(index); entry != known.end())
      return entry->second;
    const ExpressionNode &node = expression.nodes[index];
    std::pair<unsigned, unsigned> result = {0, 64};
    if (std::optional<unsigned> expansion = expression.getExpansion(index)) {
      result = self(self, *expansion);
    } else {
      for (unsigned operand : node.operands) {
        auto [roundings, narrowest] = self(self, operand);
        result.first = std::max(result.first, roundings);
        result.second = std::min(result.second, narrowest);
      }
      result.first += node.ownRoundings;
      result.second = std::min(result.second, node.ownNarrowest);
    }
    known[index] = result;
    return result;
  };
  auto [roundings, narrowest] = visit(visit, exit.node);
  unsigned width = region.getNode(exit.node).type.getIntOrFloatBitWidth();
  if (narrowest < width)
    return "narrower-type";
  if (roundings > (width <= 16 ? 1 : 0) &&
      !isPermitted(numerics, Concession::OneRounding))
    return "strict-rounding";
  return {};
}
