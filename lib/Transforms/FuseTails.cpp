//===- FuseTails.cpp - Products and what follows them ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductChooser.h"
#include "ProductFormation.h"

#include "fused/Analysis/ProductSupport.h"
#include "fused/Transforms/EpilogPasses.h"

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

/// Microseconds that kernels for `tails` take on an H200, beside those that
/// store what they do not read.
static double estimateTails(MatmulOp op, ArrayRef<linalg::GenericOp> tails) {
  MatmulSizes sizes = op.getSizes();
  double elements = double(sizes.m) * sizes.n;
  bool isStored = llvm::any_of(op.getD().getUsers(), [&](Operation *user) {
    return !llvm::is_contained(tails, user);
  });
  // Each reads the result of the product, which otherwise need not be stored.
  double bytes = elements * getElementBytes(op.getD()) *
                 (tails.size() + (isStored ? 0 : 1));
  return 2.43 * tails.size() + bytes / 3.81e6;
}

/// What `op` and what reads it could become. The rule leaves products without
/// tails to libraries.
static std::optional<ProductCandidate> findCandidate(MatmulOp op,
                                                     bool looksBeyondRule) {
  // Legalize.cpp decides about gradients. A library adds up what it stores.
  if (!mayBecomeProduct(op) || op.getInfo().loadsAux() ||
      op.getInfo().biasGradient != BiasGradient::None)
    return std::nullopt;
  ProductCandidate candidate = {op, findTails(op), std::nullopt};
  if (!candidate.tails.empty())
    candidate.estimate = estimateTails(op, candidate.tails);
  else if (!looksBeyondRule || !hasStorableResults(op))
    return std::nullopt;
  return candidate;
}

void FuseTails::runOnOperation() {
  SmallVector<MatmulOp> ops;
  getOperation()->walk([&](MatmulOp op) { ops.push_back(op); });
  ProductChooser chooser(tiling, choices, numerics);
  bool looksBeyondRule = chooser.looksBeyondRule();
  if (choices) {
    SmallVector<ProductCandidate> candidates;
    for (MatmulOp op : ops)
      if (auto candidate = findCandidate(op, looksBeyondRule))
        candidates.push_back(*candidate);
    chooser.prepare(candidates);
  }
  IRRewriter rewriter(&getContext());
  for (MatmulOp op : ops) {
    // Those before may have taken tails away.
    auto candidate = findCandidate(op, looksBeyondRule);
    if (!candidate)
      continue;
    if (std::optional<std::string> chosen = chooser.choose(*candidate))
      formProduct(rewriter, op, candidate->tails, numerics == Numerics::Strict,
                  *chosen);
  }
}
