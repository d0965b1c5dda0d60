//===- FuseTails.cpp - Products and what follows them ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductFormation.h"

#include "fused/Analysis/ProductSchedule.h"
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
  void runOnOperation() override;
};
} // namespace

/// Microseconds that kernels for `tails` take on an H200, beside those that
/// store what they do not read.
static double estimateTails(MatmulOp op, ArrayRef<linalg::GenericOp> tails) {
  MatmulSizes sizes = op.getSizes();
  double elements = double(sizes.m) * sizes.n;
  bool isStored = llvm::any_of(op.getD().getUsers(), [&](Operation *user) {
    return !llvm::is_contained(tails, user);
  });
  // Each reads the result of the product, which otherwise need not be stored.
  double bytes = 2 * elements * (tails.size() + (isStored ? 0 : 1));
  return 1.3 * tails.size() + bytes / 3.6e6;
}

void FuseTails::runOnOperation() {
  SmallVector<MatmulOp> ops;
  getOperation()->walk([&](MatmulOp op) { ops.push_back(op); });
  IRRewriter rewriter(&getContext());
  for (MatmulOp op : ops) {
    // Legalize.cpp decides about gradients. A library adds up what it stores.
    if (!mayBecomeProduct(op) || op.getInfo().loadsAux() ||
        op.getInfo().biasGradient != BiasGradient::None)
      continue;
    SmallVector<linalg::GenericOp> tails = findTails(op);
    if (!tails.empty() && isKernelFaster(op, estimateTails(op, tails)))
      formProduct(rewriter, op, tails, numerics == Numerics::Strict);
  }
}
