//===- Requantization.cpp - Results stored in 8 bits ----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/Requantization.h"

#include "Evaluation.h"
#include "OperandRoles.h"

#include "fused/Dialect/ElementTypes.h"
#include "fused/Dialect/MatmulOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace fused;

/// True if the product exists with a D of `type` instead of its own, and the
/// same other operands.
static bool mayStore(MatmulOp product, Type type) {
  Type a = getElementTypeOrSelf(product.getA().getType());
  Type b = getElementTypeOrSelf(product.getB().getType());
  auto hasType = [](Value value, Type type) {
    return !value || getElementTypeOrSelf(value.getType()) == type;
  };
  return product.hasPureTensorSemantics() && isFloat8(a) &&
         !product.getDScale() && !product.getAmaxInit() &&
         product.getInfo().aux == Aux::None &&
         !product.getInfo().hasBiasGradient() &&
         succeeded(verifyElementTypes(product.getEpilog(), a, b, type,
                                      /*emitError=*/nullptr)) &&
         hasType(product.getBias(), getExtraElementType(a, type)) &&
         hasType(product.getC(), getCElementType(type));
}

/// The tensor of the region that alone is used by anything else, perhaps
/// reshaped.
static const RegionTensor *findOnlyResult(const EpilogRegion &region) {
  const RegionTensor *result = nullptr;
  llvm::SmallPtrSet<Operation *, 8> ops(region.ops.begin(), region.ops.end());
  for (const RegionTensor &tensor : region.tensors) {
    bool isUsedOutside =
        llvm::any_of(tensor.value.getUsers(), [&](Operation *op) {
          return !ops.contains(op) || isa<tensor::DimOp>(op);
        });
    if (!isUsedOutside)
      continue;
    if (result)
      return nullptr;
    result = &tensor;
  }
  if (!result)
    return nullptr;
  // Reshapes remain behind it.
  Value computed = result->value;
  while (Operation *op = computed.getDefiningOp()) {
    if (isa<linalg::LinalgOp>(op) || !ops.contains(op))
      break;
    computed = op->getOperand(0);
  }
  return llvm::find_if(region.tensors, [&](const RegionTensor &tensor) {
    return tensor.value == computed;
  });
}

namespace {
/// Values of the product and of the scale at which the program is compared.
struct SamplePairs {
  std::vector<double> result, scale;
};
} // namespace

/// Around the largest number of f8E4M3FN, 448, for every scale.
static SamplePairs createPairs(bool hasScale) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> scales = {1.0};
  if (hasScale)
    scales = {1.0, 0.375, -2.0, 96.0, 1e-3, 3e4, 0.0, infinity, nan};
  SamplePairs pairs;
  for (double scale : scales)
    for (double value :
         {0.0, 1e-6, 0.1, 1.0, 3.7, 17.0, 240.0, 447.0, 448.0, 449.0, 463.9,
          465.0, 479.0, 57344.0, 1e6, 1e30, infinity, nan})
      for (double sign : {1.0, -1.0}) {
        pairs.result.push_back(sign * value);
        pairs.scale.push_back(scale);
        // The same multiples of the limit.
        pairs.result.push_back(sign * value / scale);
        pairs.scale.push_back(scale);
      }
  return pairs;
}

static double saturate(double x) {
  constexpr double largest = 448.0;
  return std::isnan(x) ? x : std::clamp(x, -largest, largest);
}

/// True if `values` are `function` of the pairs.
static bool isFunction(const SamplePairs &pairs, const Evaluation &evaluation,
                       unsigned node,
                       llvm::function_ref<double(double, double)> function) {
  ArrayRef<double> values = evaluation.get(node);
  for (size_t s = 0, e = values.size(); s != e; ++s) {
    if (evaluation.isUndefined(node, s))
      continue;
    double expected = function(pairs.result[s], pairs.scale[s]);
    if (std::isnan(expected) && std::isnan(values[s]))
      continue;
    if (!(std::fabs(expected - values[s]) <=
          exactTolerance * std::fabs(expected)))
      return false;
  }
  return true;
}

/// The one number that `node` depends on; nothing if there is none, or if it
/// depends on something else.
static LogicalResult findScale(const EpilogRegion &region, unsigned node,
                               std::optional<unsigned> &scale) {
  for (unsigned index : llvm::seq(region.expression.leaves.size())) {
    if (!(region.getNode(node).leaves >> std::min<size_t>(index, 63) & 1))
      continue;
    if (scale || !isScale(region, index))
      return failure();
    scale = index;
  }
  return success();
}

/// Compares what is rounded to 8 bits with a saturated multiple of the result.
static bool matchFunction(Requantization &match, unsigned node) {
  const EpilogRegion &region = match.region;
  SamplePairs pairs = createPairs(match.scale.has_value());
  Evaluation evaluation(region.expression, pairs.result.size());
  for (auto [index, other] : llvm::enumerate(region.expression.nodes)) {
    if (other.kind == ExpressionNode::Kind::Accumulator)
      evaluation.set(index, pairs.result);
    if (other.kind == ExpressionNode::Kind::Leaf && other.leaf == match.scale)
      evaluation.set(index, pairs.scale);
  }
  if (failed(evaluation.evaluate(node)))
    return false;
  if (isFunction(pairs, evaluation, node,
                 [](double x, double s) { return saturate(x * s); }))
    return true;
  match.divides = true;
  return isFunction(pairs, evaluation, node,
                    [](double x, double s) { return saturate(x / s); });
}

std::optional<Requantization>
fused::matchRequantization(MatmulOp product, Numerics numerics,
                           const OperationOrder &order) {
  auto type = Float8E4M3FNType::get(product.getContext());
  if (!mayStore(product, type))
    return std::nullopt;
  RegionOptions options;
  options.fromPreactivation = true;
  Requantization match;
  match.region = growEpilogRegion(product, order, options);
  const EpilogRegion &region = match.region;
  const RegionTensor *result = findOnlyResult(region);
  if (!result || getElementTypeOrSelf(result->value.getType()) != type)
    return std::nullopt;
  const ExpressionNode &node = region.getNode(result->node);
  std::optional<Layout> layout = getLayout(result->owners, region.numDims);
  if (!isa_and_nonnull<arith::TruncFOp>(node.op) || !layout ||
      layout->orientation != Orientation::Straight)
    return std::nullopt;
  // The program rounds D, and perhaps its multiple.
  bool isRounded = !getElementTypeOrSelf(product.getInit().getType()).isF32() ||
                   node.roundings > 1;
  unsigned rounded = node.operands.front();
  if ((isRounded && !isPermitted(numerics, Concession::OneRounding)) ||
      region.getNode(rounded).narrowest < 16)
    return std::nullopt;
  if (failed(findScale(region, result->node, match.scale)) ||
      !matchFunction(match, rounded) ||
      (match.divides && !isPermitted(numerics, Concession::ReciprocalOfScale)))
    return std::nullopt;
  match.quantized = result->value;
  match.layout = *layout;
  return match;
}
