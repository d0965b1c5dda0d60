//===- FuseTails.cpp - Products and what follows them ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollapsedTails.h"
#include "ProductChooser.h"
#include "ProductFormation.h"

#include "fused/Analysis/ProductSupport.h"
#include "fused/Transforms/EpilogPasses.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace fused {
#define GEN_PASS_DEF_FUSETAILS
#include "fused/Transforms/EpilogPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
struct FuseTails : public fused::impl::FuseTailsBase<FuseTails> {
  using Base::Base;
  LogicalResult initialize(MLIRContext *context) override {
    return verifyTiling(context, getArgument(), tiling);
  }
  void runOnOperation() override;

  ProductChoices *choices = nullptr;
};
} // namespace

std::unique_ptr<Pass> fused::createFuseTails(FuseTailsOptions options,
                                             ProductChoices *choices) {
  auto pass = std::make_unique<FuseTails>(std::move(options));
  pass->choices = choices;
  return pass;
}

static SmallVector<Value> getOutputs(ArrayRef<linalg::GenericOp> tails) {
  SmallVector<Value> outputs;
  for (linalg::GenericOp tail : tails)
    llvm::append_range(outputs, tail->getResults());
  return outputs;
}

/// True if `op` takes a hundred instructions, or branches: few threads of a
/// kernel compute a region, so that nothing hides how long these take. So do
/// exact roots, which also take seconds to assemble.
static bool isSlow(Operation &op, Numerics numerics) {
  if (numerics == Numerics::Strict && isa<math::SqrtOp, math::RsqrtOp>(op))
    return true;
  return isa<math::AcosOp, math::AcoshOp, math::AsinOp, math::AsinhOp,
             math::AtanOp, math::Atan2Op, math::AtanhOp, math::CbrtOp,
             math::CosOp, math::CoshOp, math::PowFOp, math::SinOp, math::SinhOp,
             math::TanOp>(op);
}

/// True if a tail computes a slow function of each element.
static bool isSlow(linalg::GenericOp tail, Numerics numerics) {
  DenseSet<Value> elements;
  for (OpOperand *input : tail.getDpsInputOperands())
    if (tail.getMatchingIndexingMap(input).getNumResults() != 0)
      elements.insert(tail.getMatchingBlockArgument(input));
  for (Operation &inside : tail.getBody()->without_terminator()) {
    if (llvm::none_of(inside.getOperands(), [&](Value operand) {
          return elements.contains(operand);
        }))
      continue;
    if (isSlow(inside, numerics))
      return true;
    elements.insert_range(inside.getResults());
  }
  return false;
}

/// Microseconds that a kernel for `tail` takes, by the same measurements as
/// those of ProductRule.
static double estimateTail(MatmulOp op, linalg::GenericOp tail) {
  SmallVector<Value> matrices = getMatrices(op, tail);
  llvm::append_range(matrices, tail->getResults());
  int64_t bytes = getElementBytes(op.getD());
  for (Value matrix : matrices)
    bytes += getElementBytes(matrix);
  MatmulSizes sizes = op.getSizes();
  double elements = double(sizes.batch) * sizes.m * sizes.n;
  // Of several arrays of f32, as in the update of a weight.
  bool isWide = llvm::any_of(
      matrices, [](Value matrix) { return getElementBytes(matrix) > 2; });
  return isWide ? 3.5 + elements * bytes / 2.3e6
                : 2.39 + elements * bytes / 3.03e6;
}

/// The same for the sum of a factor.
static double estimateSum(Value factor) {
  double elements = cast<ShapedType>(factor.getType()).getNumElements();
  return 7.9 + elements * getElementBytes(factor) / 1.9e6;
}

/// What the kernel does for `op` and `tails`.
static ProductWork getWork(MatmulOp op, ArrayRef<linalg::GenericOp> tails) {
  SmallVector<Value> outputs = getOutputs(tails);
  if (isReadByOthers(op, tails))
    outputs.push_back(op.getD());
  SmallVector<Value> operands = getMatrices(op, tails);
  if (Value c = op.getC(); c && !llvm::is_contained(operands, c))
    operands.push_back(c);
  return ProductWork::of(op, operands, outputs);
}

/// What `op` and what reads it could become. The rule leaves products without
/// tails to libraries.
static std::optional<ProductCandidate>
findCandidate(MatmulOp op, bool looksBeyondRule, Numerics numerics) {
  // Legalize.cpp decides about gradients. A library adds up what it stores.
  BiasGradient sum = op.getInfo().biasGradient;
  if (!mayBecomeProduct(op) || op.getInfo().loadsAux() ||
      sum == BiasGradient::SumOfD)
    return std::nullopt;
  SmallVector<linalg::GenericOp> tails = findTails(op);
  if (tails.empty() &&
      (!looksBeyondRule || !hasStorableResults(op) || sumsFactor(op)))
    return std::nullopt;
  ProductCandidate candidate = {op, tails, getWork(op, tails), std::nullopt};
  bool areFast = llvm::none_of(
      tails, [&](linalg::GenericOp tail) { return isSlow(tail, numerics); });
  if (tails.empty() || !areFast)
    return candidate;
  candidate.estimate = 0;
  for (linalg::GenericOp tail : tails)
    *candidate.estimate += estimateTail(op, tail);
  if (sumsFactor(op))
    *candidate.estimate -=
        estimateSum(sum == BiasGradient::SumOfA ? op.getA() : op.getB());
  return candidate;
}

void FuseTails::runOnOperation() {
  IRRewriter rewriter(&getContext());
  collapseTails(rewriter, getOperation());
  SmallVector<MatmulOp> ops;
  getOperation()->walk([&](MatmulOp op) { ops.push_back(op); });
  ProductChooser chooser(tiling, choices, numerics);
  bool looksBeyondRule = chooser.looksBeyondRule();
  if (choices) {
    SmallVector<ProductCandidate> candidates;
    for (MatmulOp op : ops)
      if (auto candidate = findCandidate(op, looksBeyondRule, numerics))
        candidates.push_back(*candidate);
    chooser.prepare(candidates);
  }
  for (MatmulOp op : ops) {
    // Those before may have taken tails away.
    auto candidate = findCandidate(op, looksBeyondRule, numerics);
    if (!candidate)
      continue;
    if (std::optional<std::string> chosen = chooser.choose(*candidate))
      formProduct(rewriter, op, candidate->tails, numerics == Numerics::Strict,
                  *chosen);
  }
}
