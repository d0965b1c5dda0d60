//===- EpilogDecision.cpp - What to fuse into a product -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/EpilogDecision.h"

#include "fused/Analysis/FollowingPass.h"
#include "fused/Analysis/OperationCount.h"
#include "fused/Dialect/MatmulOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace fused;

/// True if the product already has this epilog. What only transposes the result
/// would transpose that of the same product again.
static bool changesNothing(const EpilogRegion &region, const RegionExit &exit,
                           const EpilogMatch &match) {
  auto product = cast<MatmulOp>(region.product);
  bool isTransposed = exit.node == region.exits.front().node &&
                      exit.layout.orientation == Orientation::Transposed &&
                      match.orientation == Orientation::Straight;
  return (!exit.op || isTransposed) && match.epilog == product.getEpilog() &&
         match.c.has_value() == bool(product.getC());
}

/// True if elementwise operations that compute something follow the last exit:
/// then a value before them has several uses, or is permuted.
static bool goesOnBehindLastExit(const EpilogRegion &region) {
  const RegionExit &exit = region.exits.back();
  size_t numOps = exit.op ? exit.numOps + 1 : 0;
  return llvm::any_of(
      llvm::drop_begin(region.ops, std::min(numOps, region.ops.size())),
      [](Operation *op) {
        auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
        return linalgOp && countFlops(linalgOp) != 0.0;
      });
}

/// True if the bias of a match has a constant that the program adds to all
/// elements.
static bool addsConstant(const EpilogDecision &decision) {
  return llvm::any_of(decision.match.bias, [&](const BiasTerm &term) {
    return decision.region.expression.leaves[term.leaf]
        .source.constant.has_value();
  });
}

/// True if a value of the region is an activation of the product with the
/// operands of the decision, which others use, too.
static bool precedesActivation(EpilogDecision &decision, Numerics numerics,
                               const OperationOrder &order) {
  EpilogRegion &region = decision.region;
  EpilogMatcher matcher(region, numerics, order);
  return llvm::any_of(region.tensors, [&](const RegionTensor &tensor) {
    std::optional<Layout> layout = getLayout(tensor.owners, region.numDims);
    if (!layout || !isa<FloatType>(region.getNode(tensor.node).type))
      return false;
    RegionExit value;
    value.node = tensor.node;
    value.layout = *layout;
    EpilogAnswer answer = matcher.match(value);
    return answer.match &&
           getEpilogInfo(answer.match->epilog).activation != Activation::None;
  });
}

/// True if the epilog of a decision leaves fewer passes over the result, and
/// does not store wider elements: if it ends in an activation or before one, or
/// if no elementwise operation follows. Otherwise the next one may as well add
/// the constant.
static bool savesPass(EpilogDecision &decision, Numerics numerics,
                      const OperationOrder &order) {
  const EpilogRegion &region = decision.region;
  auto getWidth = [&](const RegionExit &exit) {
    return region.getNode(exit.node).type.getIntOrFloatBitWidth();
  };
  if (getWidth(region.exits[*decision.exit]) > getWidth(region.exits.front()))
    return false;
  if (getEpilogInfo(decision.match.epilog).activation != Activation::None)
    return true;
  if (*decision.exit + 1 == region.exits.size() &&
      !goesOnBehindLastExit(region))
    return isa_and_nonnull<MatmulOp>(region.endOp) ||
           (region.endOp && region.endOp->hasTrait<OpTrait::IsTerminator>());
  return precedesActivation(decision, numerics, order);
}

/// The reason why nothing more is fused into a product at which its region
/// ends. There is none if something has been fused and no elementwise operation
/// follows.
static StringRef explainEnd(const EpilogRegion &region) {
  auto product = cast<MatmulOp>(region.product);
  bool isPlain = product.getEpilog() == Epilog::DEFAULT && !product.getC() &&
                 product.getAlpha().isExactlyValue(1.0);
  if (!isPlain && findFollowingPass(product.getD()).numOps == 0)
    return "";
  return region.endReason.empty() ? "no-consumer" : region.endReason;
}

/// True if `node` is nothing but a widened `source`.
static bool isWideningOf(const EpilogRegion &region, unsigned node,
                         unsigned source) {
  const ExpressionNode &widening = region.getNode(node);
  return isa_and_nonnull<arith::ExtFOp>(widening.op) &&
         widening.operands.front() == source;
}

/// True if the caller of the function alone reads an exit.
static bool isReturned(const RegionExit &exit) {
  return exit.tensor &&
         llvm::all_of(exit.tensor.getUsers(), [](Operation *user) {
           return user->hasTrait<OpTrait::ReturnLike>() &&
                  isa<FunctionOpInterface>(user->getParentOp());
         });
}

static EpilogDecision decideEpilog(MatmulOp product,
                                   const RegionOptions &options,
                                   Numerics numerics,
                                   const OperationOrder &order) {
  EpilogDecision decision{
      growEpilogRegion(product, order, options), {}, {}, {}};
  EpilogRegion &region = decision.region;
  EpilogMatcher matcher(region, numerics, order);
  if (goesOnBehindLastExit(region))
    decision.reason = region.isPermutedAfterExits ? "permuted" : "several-uses";
  for (size_t i = region.exits.size(); i-- > 0;) {
    // What is only widened is smaller, and is widened where the program reads
    // it.
    if (i > 0 &&
        isWideningOf(region, region.exits[i].node, region.exits[i - 1].node) &&
        !isReturned(region.exits[i]))
      continue;
    EpilogAnswer answer = matcher.match(region.exits[i]);
    if (!answer.match) {
      // A product of integers, as it is.
      if (i == 0 && decision.reason.empty() && answer.reason == "no-epilog")
        decision.reason = explainEnd(region);
      // A larger expression always has a part that is not an epilog.
      else if (decision.reason.empty() || answer.reason != "no-epilog")
        decision.reason = answer.reason;
      continue;
    }
    decision.match = *answer.match;
    if (!changesNothing(region, region.exits[i], decision.match)) {
      if (product.isScaled())
        decision.reason = "has-scales";
      else
        decision.exit = i;
    } else if (decision.reason.empty()) {
      decision.reason = explainEnd(region);
    }
    break;
  }
  return decision;
}

std::optional<EpilogDecision> fused::decideEpilog(MatmulOp product,
                                                  Numerics numerics,
                                                  const OperationOrder &order) {
  const EpilogInfo &info = product.getInfo();
  if (!product.hasPureTensorSemantics() || product.repeatsC() ||
      mayBeGraphRegion(*product->getParentRegion()) ||
      info.activation != Activation::None || info.hasBiasGradient())
    return std::nullopt;
  RegionOptions options;
  options.clampAtLargest = isPermitted(numerics, Concession::ClampAtLargest);
  EpilogDecision decision = ::decideEpilog(product, options, numerics, order);
  bool mayAddConstants =
      decision.reason == "no-epilog" || decision.reason == "several-uses";
  if (!mayAddConstants || !decision.region.expression.hasConstantVectors())
    return decision;
  // A constant that the program adds to all elements is a bias.
  options.vectorsForConstants = true;
  EpilogDecision other = ::decideEpilog(product, options, numerics, order);
  bool isBetter =
      other.exit
          ? (!decision.exit || *other.exit > *decision.exit) &&
                (!addsConstant(other) || savesPass(other, numerics, order))
          : decision.reason == "no-epilog" && !decision.exit &&
                other.reason != "no-epilog";
  return isBetter ? std::move(other) : std::move(decision);
}

StringRef fused::explainProduct(MatmulOp product, Numerics numerics,
                                const OperationOrder &order) {
  std::optional<EpilogDecision> decision =
      decideEpilog(product, numerics, order);
  if (!decision)
    return product.hasPureTensorSemantics() &&
                   findFollowingPass(product.getD()).numOps != 0
               ? "has-epilog"
               : "";
  return decision->exit ? "not-run" : decision->reason;
}

StringRef fused::explainProduct(MatmulOp product, Numerics numerics) {
  Operation *root = product->getParentOfType<FunctionOpInterface>();
  return explainProduct(product, numerics,
                        OperationOrder(root ? root : product->getParentOp()));
}
