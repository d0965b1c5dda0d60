//===- RegionEvaluation.cpp - The values of every node of a region --------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionEvaluation.h"

#include "fused/Analysis/ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <cmath>

using namespace mlir;
using namespace fused;

/// More distinct constants than this are not sampled; such an expression is no
/// epilog. The polynomial forms of erf have about thirty.
static constexpr size_t maxConstants = 64;

EpilogMatcher::Evaluation::Evaluation(const EpilogRegion &region) {
  std::vector<double> constants;
  for (const RegionNode &node : region.nodes)
    if (node.kind == RegionNode::Kind::Constant &&
        std::isfinite(node.constant) && node.constant != 0.0 &&
        !llvm::is_contained(constants, node.constant))
      constants.push_back(node.constant);
  tooManyConstants = constants.size() > maxConstants;
  if (tooManyConstants)
    return;
  samples = createSamples(constants);
  for (const RegionNode &node : region.nodes) {
    values.push_back(evaluate(region, node));
    undefined.push_back(findUndefined(node));
  }
}

std::vector<double>
EpilogMatcher::Evaluation::evaluate(const EpilogRegion &region,
                                    const RegionNode &node) const {
  using Kind = RegionNode::Kind;
  std::vector<double> result(samples.size());
  switch (node.kind) {
  case Kind::Accumulator:
    return samples.accumulator;
  case Kind::Leaf:
    return region.leaves[node.leaf].kind == LeafKind::Matrix ? samples.matrix
                                                             : samples.vector;
  case Kind::Constant:
    llvm::fill(result, node.constant);
    return result;
  case Kind::Scale:
    for (auto [to, from] : llvm::zip(result, values[node.operands[0]]))
      to = node.constant * from;
    return result;
  case Kind::Add:
    for (auto [to, x, y] :
         llvm::zip(result, values[node.operands[0]], values[node.operands[1]]))
      to = x + y;
    return result;
  case Kind::Operation:
    SmallVector<ArrayRef<double>> operands;
    for (unsigned operand : node.operands)
      operands.push_back(values[operand]);
    evaluateScalarOp(node.op, operands, result);
    return result;
  }
  return result;
}

std::vector<bool>
EpilogMatcher::Evaluation::findUndefined(const RegionNode &node) const {
  std::vector<bool> result;
  for (unsigned operand : node.operands)
    for (size_t s = 0; s < undefined[operand].size(); ++s)
      if (undefined[operand][s]) {
        result.resize(samples.size());
        result[s] = true;
      }
  auto fastMath = dyn_cast_or_null<arith::ArithFastMathInterface>(node.op);
  if (!fastMath || !fastMath.getFastMathFlagsAttr())
    return result;
  using Flags = arith::FastMathFlags;
  Flags flags = fastMath.getFastMathFlagsAttr().getValue();
  bool noNan = arith::bitEnumContainsAll(flags, Flags::nnan);
  bool noInfinity = arith::bitEnumContainsAll(flags, Flags::ninf);
  if (!noNan && !noInfinity)
    return result;
  result.resize(samples.size());
  auto check = [&](ArrayRef<double> numbers) {
    for (auto [s, number] : llvm::enumerate(numbers))
      if ((noNan && std::isnan(number)) || (noInfinity && std::isinf(number)))
        result[s] = true;
  };
  for (unsigned operand : node.operands)
    check(values[operand]);
  check(values.back());
  return result;
}
