//===- EpilogMatcher.cpp - Which epilog an expression is ------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/EpilogMatcher.h"

#include "ActivationMatcher.h"
#include "Evaluation.h"
#include "GradientMatcher.h"
#include "OperandRoles.h"
#include "RoundedSteps.h"
#include "Samples.h"
#include <cmath>

using namespace mlir;
using namespace fused;

using Kind = ExpressionNode::Kind;

/// Every node of a region at every sample.
struct EpilogMatcher::Forward {
  explicit Forward(const Expression &expression)
      : tooManyConstants(getConstants(expression).size() > maxConstants),
        samples(createSamples(getConstants(expression))),
        evaluation(expression, samples.size()) {
    for (auto [index, node] : llvm::enumerate(expression.nodes)) {
      if (node.kind == Kind::Accumulator)
        evaluation.set(index, samples.accumulator);
      if (node.kind != Kind::Leaf)
        continue;
      LeafKind kind = expression.leaves[node.leaf].straight.kind;
      bool isMatrix =
          kind == LeafKind::Matrix || kind == LeafKind::TransposedMatrix;
      evaluation.set(index, isMatrix ? samples.matrix : samples.vector);
    }
  }

  bool tooManyConstants;
  Samples samples;
  Evaluation evaluation;
};

EpilogMatcher::EpilogMatcher(EpilogRegion &region, Numerics numerics,
                             const OperationOrder &order)
    : region(region), numerics(numerics), order(order),
      forward(std::make_unique<Forward>(region.expression)) {}

EpilogMatcher::~EpilogMatcher() = default;

/// The coefficient of the input whose probes start at sample `first`, for any
/// activation that is the identity far to the right and zero far to the left.
static double getCoefficient(ArrayRef<double> values, size_t first) {
  double right = values[first] / probe, left = -values[first + 1] / probe;
  return std::fabs(right) >= std::fabs(left) ? right : left;
}

EpilogAnswer EpilogMatcher::matchForward(const RegionExit &exit) {
  const ExpressionNode node = region.getNode(exit.node);
  EpilogMatch match;
  if (StringRef reason = assignOperands(region, node.leaves, exit, match);
      !reason.empty())
    return {std::nullopt, reason};
  Evaluation &evaluation = forward->evaluation;
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
  linear.hasBias = match.bias.has_value();
  if (!std::isfinite(linear.alpha) || !std::isfinite(linear.beta) ||
      linear.alpha == 0.0)
    return {std::nullopt, "no-epilog"};
  ActivationAnswer answer =
      findActivation(forward->samples, values, isUndefined, linear,
                     getTypes(region.expression), numerics);
  if (!answer.activation)
    return {std::nullopt, answer.reason};
  if (match.c && linear.beta == 0.0)
    return {std::nullopt, "no-epilog"};

  match.epilog = *findEpilog(*answer.activation, linear.hasBias);
  match.alpha = linear.alpha;
  match.beta = match.c ? linear.beta : 1.0;
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
  if (!isa<FloatType>(region.getNode(exit.node).type))
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
