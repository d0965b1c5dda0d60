//===- EpilogMatcher.cpp - Which epilog an expression is ------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/EpilogMatcher.h"

#include "ActivationMatcher.h"
#include "Bends.h"
#include "Evaluation.h"
#include "GradientMatcher.h"
#include "OperandRoles.h"
#include "RoundedSteps.h"
#include "Samples.h"
#include <cmath>

using namespace mlir;
using namespace fused;

using Kind = ExpressionNode::Kind;

/// The coefficient of the input whose probes start at sample `first`, for any
/// activation that is the identity far to the right and zero far to the left.
static double getCoefficient(ArrayRef<double> values, size_t first) {
  double right = values[first] / probe, left = -values[first + 1] / probe;
  return std::fabs(right) >= std::fabs(left) ? right : left;
}

/// Every node of a region at every sample.
struct EpilogMatcher::Forward {
  Forward(const Expression &expression, Orientation orientation,
          uint64_t addedNumbers = 0)
      : orientation(orientation), addedNumbers(addedNumbers),
        tooManyConstants(getConstants(expression).size() > maxConstants),
        samples(createSamples(getBends(expression))),
        vectors(createVectorSamples(samples, countVectors(expression))),
        evaluation(expression, samples.size()) {
    for (auto [index, node] : llvm::enumerate(expression.nodes)) {
      if (node.kind == Kind::Accumulator)
        evaluation.set(index, samples.accumulator);
      if (node.kind != Kind::Leaf)
        continue;
      const ExpressionLeaf &leaf = expression.leaves[node.leaf];
      if (isMatrix(leaf, orientation)) {
        evaluation.set(index, samples.matrix);
        continue;
      }
      if (!isVector(node.leaf, leaf)) {
        evaluation.set(index, createScales(node.leaf, samples, vectors));
        continue;
      }
      size_t vector = vectorOfLeaf.size();
      vectorOfLeaf[node.leaf] = vector;
      evaluation.set(index, vectors[vector].values);
    }
  }

  /// True if all terms of a bias have samples of vectors.
  bool areVectors(ArrayRef<BiasTerm> bias) const {
    return llvm::all_of(bias, [&](const BiasTerm &term) {
      return vectorOfLeaf.contains(term.leaf);
    });
  }

  /// Sets what each vector of a bias is multiplied by in `values`, and adds
  /// the vectors to `linear`.
  void readFactors(ArrayRef<double> values, MutableArrayRef<BiasTerm> bias,
                   LinearPart &linear) const {
    for (BiasTerm &term : bias) {
      const VectorSamples &vector = vectors[vectorOfLeaf.lookup(term.leaf)];
      term.factor = getCoefficient(values, vector.probeIndex);
      linear.vectors.push_back({term.factor, vector.values});
    }
  }

  /// The samples of an expression whose accumulator is scaled before all else.
  Samples getScaledSamples(ArrayRef<unsigned> leaves) const {
    Samples scaled = samples;
    for (unsigned leaf : leaves)
      for (auto [value, scale] : llvm::zip_equal(
               scaled.accumulator, createScales(leaf, samples, vectors)))
        value *= scale;
    return scaled;
  }

  /// True if a leaf is a matrix here, and none in the other orientation, or the
  /// other way round: that of a product with one row or column.
  bool dependsOnOrientation(const Expression &expression) const {
    Orientation other = orientation == Orientation::Straight
                            ? Orientation::Transposed
                            : Orientation::Straight;
    return llvm::any_of(expression.leaves, [&](const ExpressionLeaf &leaf) {
      return isMatrix(leaf, orientation) != isMatrix(leaf, other);
    });
  }

  Orientation orientation;
  uint64_t addedNumbers;
  bool tooManyConstants;
  Samples samples;
  /// Of what is neither a matrix nor a number.
  std::vector<VectorSamples> vectors;
  DenseMap<unsigned, size_t> vectorOfLeaf;
  Evaluation evaluation;

private:
  /// One that several products share has a role only in the orientation in
  /// which it is stored.
  static bool isMatrix(const ExpressionLeaf &leaf, Orientation orientation) {
    const LeafRole &role = leaf.getRole(orientation);
    return role.isMatrix() ||
           (role.kind == LeafKind::Other &&
            (leaf.straight.isMatrix() || leaf.transposed.isMatrix()));
  }

  bool isVector(unsigned index, const ExpressionLeaf &leaf) const {
    if (leaf.getRole(orientation).kind == LeafKind::Scalar)
      return index < 64 && (addedNumbers >> index & 1);
    return !isMatrix(leaf, orientation);
  }

  size_t countVectors(const Expression &expression) const {
    return llvm::count_if(llvm::enumerate(expression.leaves), [&](auto leaf) {
      return isVector(leaf.index(), leaf.value());
    });
  }
};

EpilogMatcher::EpilogMatcher(EpilogRegion &region, Numerics numerics,
                             const OperationOrder &order)
    : region(region), numerics(numerics), order(order),
      forward(std::make_unique<Forward>(region.expression,
                                        Orientation::Straight)) {}

EpilogMatcher::~EpilogMatcher() = default;

EpilogMatcher::Forward &EpilogMatcher::getForward(Orientation orientation) {
  if (orientation == Orientation::Straight ||
      !forward->dependsOnOrientation(region.expression))
    return *forward;
  if (!transposed)
    transposed = std::make_unique<Forward>(region.expression, orientation);
  return *transposed;
}

/// True if `root` differs between two values of a leaf where the accumulator
/// and all other tensors are zero, and other numbers one.
static bool dependsOnLeaf(const Expression &expression, unsigned root,
                          unsigned leaf, double first, double second) {
  Evaluation evaluation(expression, /*numSamples=*/2);
  for (auto [index, node] : llvm::enumerate(expression.nodes)) {
    std::vector<double> values(2, 0.0);
    if (node.kind == Kind::Leaf && node.leaf == leaf)
      values = {first, second};
    else if (node.kind == Kind::Leaf &&
             expression.leaves[node.leaf].straight.kind == LeafKind::Scalar)
      values = {1.0, 1.0};
    if (node.kind == Kind::Leaf || node.kind == Kind::Accumulator)
      evaluation.set(index, values);
  }
  return succeeded(evaluation.evaluate(root)) &&
         evaluation.get(root)[0] != evaluation.get(root)[1];
}

/// The leaves (a set of bits) that are numbers in memory and decide about
/// `root` where the accumulator and all tensors are zero: what they are added
/// to is no product.
static uint64_t findAddedNumbers(const Expression &expression, unsigned root) {
  auto isNumber = [](const ExpressionLeaf &leaf) {
    return leaf.straight.kind == LeafKind::Scalar &&
           isa<RankedTensorType>(leaf.source.value.getType()) &&
           leaf.space.type.hasStaticShape();
  };
  uint64_t leaves = expression.nodes[root].leaves, added = 0;
  for (auto [number, leaf] : llvm::enumerate(expression.leaves))
    if (number < 64 && (leaves >> number & 1) && isNumber(leaf) &&
        dependsOnLeaf(expression, root, number, 0.0, 1.0))
      added |= uint64_t(1) << number;
  return added;
}

/// True if `root` is a sum of something else and a value for each row. What is
/// multiplied by such a value, as in the gradient of a norm, has no bias.
static bool addsRowValue(const Expression &expression, unsigned root,
                         Orientation orientation) {
  uint64_t leaves = expression.nodes[root].leaves;
  return llvm::any_of(llvm::enumerate(expression.leaves), [&](auto leaf) {
    return leaf.index() < 64 && (leaves >> leaf.index() & 1) &&
           leaf.value().getRole(orientation).kind == LeafKind::RowValue &&
           dependsOnLeaf(expression, root, leaf.index(), 1.0, 2.0);
  });
}

EpilogAnswer EpilogMatcher::matchForward(const RegionExit &exit) {
  EpilogAnswer answer = matchForward(exit, /*addedNumbers=*/0);
  if (answer.reason != "unknown-scalar")
    return answer;
  uint64_t added = findAddedNumbers(region.expression, exit.node);
  if (added == 0)
    return answer;
  EpilogAnswer other = matchForward(exit, added);
  return other.match ? other : answer;
}

EpilogAnswer EpilogMatcher::matchForward(const RegionExit &exit,
                                         uint64_t addedNumbers) {
  EpilogMatch match;
  match.addedNumbers = addedNumbers;
  // Matrices have the same samples: what is an epilog with these adds them, and
  // anything else is none with one matrix either.
  StringRef reason =
      assignOperands(region, region.getNode(exit.node).leaves, exit, match);
  if (reason == "bias-along-rows" &&
      !addsRowValue(region.expression, exit.node, match.orientation))
    reason = "no-epilog";
  bool hasSeveralMatrices = reason == "several-matrices";
  if (!reason.empty() && !hasSeveralMatrices)
    return {std::nullopt, reason};
  if (addedNumbers == 0)
    return compare(exit, match, hasSeveralMatrices,
                   getForward(match.orientation));
  Forward withNumbers(region.expression, match.orientation, addedNumbers);
  return compare(exit, match, hasSeveralMatrices, withNumbers);
}

EpilogAnswer EpilogMatcher::compare(const RegionExit &exit, EpilogMatch match,
                                    bool hasSeveralMatrices, Forward &forward) {
  const ExpressionNode node = region.getNode(exit.node);
  if (!forward.areVectors(match.bias))
    return {std::nullopt, "operand-layout"};
  Evaluation &evaluation = forward.evaluation;
  if (failed(evaluation.evaluate(exit.node)))
    return {std::nullopt, "no-epilog"};
  auto isUndefined = [&](size_t s) {
    return evaluation.isUndefined(exit.node, s);
  };
  ArrayRef<double> values = evaluation.get(exit.node);
  LinearPart linear;
  linear.alpha = getCoefficient(values, 0);
  if (match.c)
    linear.beta = getCoefficient(values, 4);
  forward.readFactors(values, match.bias, linear);
  StringRef otherwise = match.scales.empty() ? "no-epilog" : "unknown-scalar";
  auto isFactor = [](double x) { return std::isfinite(x) && x != 0.0; };
  if (!isFactor(linear.alpha) || !std::isfinite(linear.beta) ||
      !llvm::all_of(match.bias, [&](const BiasTerm &term) {
        return isFactor(term.factor);
      }))
    return {std::nullopt, otherwise};
  ActivationAnswer answer = findActivation(
      forward.getScaledSamples(match.scales), values, isUndefined, linear,
      getTypes(region.expression), numerics);
  if (!answer.activation && answer.reason == "no-epilog")
    return {std::nullopt, otherwise};
  if (hasSeveralMatrices || !answer.activation)
    return {std::nullopt,
            hasSeveralMatrices ? StringRef("several-matrices") : answer.reason};
  if (match.c && linear.beta == 0.0)
    return {std::nullopt, "no-epilog"};
  // Of two factors, the first may make an infinity that the second would not
  // have made; a sign does not.
  if (!match.scales.empty() && std::fabs(linear.alpha) != 1.0)
    return {std::nullopt, otherwise};

  match.epilog = *findEpilog(*answer.activation, !match.bias.empty());
  match.alpha = linear.alpha;
  match.beta = match.c ? linear.beta : 1.0;
  for (auto [term, vector] : llvm::zip_equal(match.bias, linear.vectors))
    term.factor = vector.factor;
  if (StringRef reason = checkTypes(region, node.type, match); !reason.empty())
    return {std::nullopt, reason};
  unsigned width = node.type.getIntOrFloatBitWidth();
  if (node.narrowest < width)
    return {std::nullopt, "narrower-type"};
  if (node.roundings > (width <= 16 ? 1 : 0) &&
      !isPermitted(numerics, Concession::OneRounding))
    return {std::nullopt, "strict-rounding"};
  match.allowRoundedSteps = mayRoundSteps(region, exit.node, match, numerics);
  return {match, {}};
}

EpilogAnswer EpilogMatcher::match(const RegionExit &exit) {
  // A result of 8 bits saturates, which the samples do not see: that of the
  // program is for Requantization.cpp to compare.
  auto type = dyn_cast<FloatType>(region.getNode(exit.node).type);
  if (!type || type.getWidth() <= 8)
    return {std::nullopt, "no-epilog"};
  if (forward->tooManyConstants)
    return {std::nullopt, "expression-too-large"};
  EpilogAnswer answer = matchForward(exit);
  if (answer.match || !exit.op)
    return answer;
  EpilogAnswer gradient = GradientMatcher(region, numerics, order).match(exit);
  if (gradient.match || !gradient.reason.empty())
    return gradient;
  return answer;
}
