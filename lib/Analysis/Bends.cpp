//===- Bends.cpp - Where expressions may bend -----------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bends.h"

#include "Evaluation.h"
#include "Samples.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SetVector.h"
#include <cmath>

using namespace mlir;
using namespace fused;

using Kind = ExpressionNode::Kind;

std::vector<double> fused::getConstants(const Expression &expression) {
  std::vector<double> constants;
  for (const ExpressionNode &node : expression.nodes)
    if (node.kind == Kind::Constant && std::isfinite(node.constant) &&
        node.constant != 0.0 && !llvm::is_contained(constants, node.constant))
      constants.push_back(node.constant);
  return constants;
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

namespace {
/// What varies while all else is fixed: the accumulator, the matrices that are
/// read, or those from which the program computes what is read.
enum class Variable { Accumulator, Matrices, Origins };

/// Finds where comparisons change their answers.
class RootSearch {
public:
  RootSearch(const Expression &expression, Variable variable)
      : expression(expression), variable(variable) {}

  /// Adds the roots between points of a sweep.
  void run(std::vector<double> &roots);

private:
  /// Two numbers that an operation compares: nodes, the second of which is zero
  /// if it is missing.
  using Comparison = std::pair<unsigned, std::optional<unsigned>>;
  /// Two points between which a comparison has a root. If it has the same
  /// answer at both, it is nearest to its root at one between them.
  struct Interval {
    Comparison comparison;
    double begin, end;
    bool isMinimum;
  };

  void collectComparisons();
  void collectIntervals(ArrayRef<double> points);
  void narrow(std::vector<double> &roots);
  Evaluation evaluate(ArrayRef<double> points) const;
  static double getDifference(const Evaluation &evaluation,
                              Comparison comparison, size_t sample);

  const Expression &expression;
  Variable variable;
  SmallVector<Comparison> comparisons;
  std::vector<Interval> intervals;
};
} // namespace

/// The accumulators, in order, that are sampled while all else is zero.
static std::vector<double> createSweep() {
  Samples samples = createSamples(/*bends=*/{});
  std::vector<double> points;
  for (auto [x, vector, matrix] :
       llvm::zip_equal(samples.accumulator, samples.vector, samples.matrix))
    if (std::isfinite(x) && vector == 0.0 && matrix == 0.0)
      points.push_back(x);
  llvm::sort(points);
  points.erase(llvm::unique(points), points.end());
  return points;
}

/// The operands of each operation that compares, and of squares: without any
/// comparison, exp(-(x - a)^2) is small but near a.
void RootSearch::collectComparisons() {
  constexpr size_t maxComparisons = 64;
  llvm::SetVector<Comparison> found;
  for (const ExpressionNode &node : expression.nodes) {
    if (node.kind != Kind::Operation || found.size() == maxComparisons)
      continue;
    bool isSquare =
        isa<arith::MulFOp>(node.op) && node.operands[0] == node.operands[1];
    if (isSquare || isa<math::AbsFOp, math::FPowIOp, math::PowFOp>(node.op))
      found.insert({node.operands[0], std::nullopt});
    else if (isa<arith::CmpFOp, arith::MaximumFOp, arith::MinimumFOp,
                 arith::MaxNumFOp, arith::MinNumFOp>(node.op))
      found.insert({node.operands[0], node.operands[1]});
  }
  comparisons = found.takeVector();
}

/// What is compared, at each of these points.
Evaluation RootSearch::evaluate(ArrayRef<double> points) const {
  Evaluation evaluation(expression, points.size());
  for (auto [index, node] : llvm::enumerate(expression.nodes)) {
    auto setAll = [&, index = index](double value) {
      evaluation.set(index, std::vector<double>(points.size(), value));
    };
    if (node.kind == Kind::Accumulator) {
      if (variable == Variable::Accumulator)
        evaluation.set(index, points);
      else
        setAll(1.0);
    }
    if (node.kind != Kind::Leaf ||
        (variable == Variable::Origins && expression.getExpansion(index)))
      continue;
    const ExpressionLeaf &leaf = expression.leaves[node.leaf];
    bool isMatrix = leaf.straight.isMatrix() || leaf.transposed.isMatrix();
    if (isMatrix && variable != Variable::Accumulator)
      evaluation.set(index, points);
    else
      setAll(leaf.straight.kind == LeafKind::Scalar ? 1.0 : 0.0);
  }
  auto evaluateNode = [&](unsigned node) {
    LogicalResult evaluated = evaluation.evaluate(node);
    assert(succeeded(evaluated) && "all leaves and accumulators have values");
    (void)evaluated;
  };
  for (auto [first, second] : comparisons) {
    evaluateNode(first);
    if (second)
      evaluateNode(*second);
  }
  return evaluation;
}

double RootSearch::getDifference(const Evaluation &evaluation,
                                 Comparison comparison, size_t sample) {
  auto [first, second] = comparison;
  double value = evaluation.get(first)[sample];
  return second ? value - evaluation.get(*second)[sample] : value;
}

static bool haveSameSign(double a, double b) { return (a < 0) == (b < 0); }

/// Intervals of neighbouring points, which are in order.
void RootSearch::collectIntervals(ArrayRef<double> points) {
  constexpr size_t maxIntervals = 64;
  Evaluation evaluation = evaluate(points);
  for (Comparison comparison : comparisons) {
    auto get = [&](size_t i) {
      return getDifference(evaluation, comparison, i);
    };
    for (size_t i = 1; i < points.size() && intervals.size() < maxIntervals;
         ++i) {
      double before = get(i - 1), here = get(i);
      if (std::isnan(before) || std::isnan(here) || before == 0 || here == 0)
        continue;
      if (!haveSameSign(before, here)) {
        intervals.push_back({comparison, points[i - 1], points[i], false});
        continue;
      }
      if (i + 1 == points.size())
        continue;
      double after = get(i + 1);
      if (after != 0 && haveSameSign(here, after) &&
          std::fabs(here) < std::fabs(before) &&
          std::fabs(here) <= std::fabs(after))
        intervals.push_back({comparison, points[i - 1], points[i + 1], true});
    }
  }
}

/// Searches all intervals at once, each of which becomes smaller by a third.
void RootSearch::narrow(std::vector<double> &roots) {
  std::vector<double> points;
  for (const Interval &interval : intervals) {
    double third = (interval.end - interval.begin) / 3;
    for (double point : {interval.begin, interval.begin + third,
                         interval.end - third, interval.end})
      points.push_back(point);
  }
  Evaluation evaluation = evaluate(points);
  for (auto [index, interval] : llvm::enumerate(intervals)) {
    ArrayRef<double> point = ArrayRef(points).slice(4 * index, 4);
    double value[4];
    for (size_t i = 0; i < 4; ++i)
      value[i] = getDifference(evaluation, interval.comparison, 4 * index + i);
    size_t change = 1;
    while (change < 4 && haveSameSign(value[0], value[change]))
      ++change;
    if (change < 4) {
      // The other side of a narrow minimum.
      if (interval.isMinimum)
        roots.push_back(point[change]);
      interval.isMinimum = false;
      interval.begin = point[change - 1];
      interval.end = point[change];
    } else if (std::fabs(value[1]) <= std::fabs(value[2])) {
      interval.end = point[2];
    } else {
      interval.begin = point[1];
    }
  }
}

void RootSearch::run(std::vector<double> &roots) {
  collectComparisons();
  if (comparisons.empty())
    return;
  static const std::vector<double> sweep = createSweep();
  collectIntervals(sweep);
  constexpr int numSteps = 32;
  for (int step = 0; step < numSteps && !intervals.empty(); ++step)
    narrow(roots);
  for (const Interval &interval : intervals)
    if (!interval.isMinimum)
      roots.push_back((interval.begin + interval.end) / 2);
}

std::vector<double> fused::getBends(const Expression &expression) {
  std::vector<double> bends = getConstants(expression), roots;
  if (bends.size() > maxConstants)
    bends.resize(maxConstants);
  for (Variable variable :
       {Variable::Accumulator, Variable::Matrices, Variable::Origins})
    RootSearch(expression, variable).run(roots);
  llvm::sort(roots);
  size_t numRoots = roots.size();
  for (size_t i = 1; i < numRoots; ++i)
    roots.push_back((roots[i - 1] + roots[i]) / 2);
  llvm::append_range(bends, roots);
  return bends;
}
