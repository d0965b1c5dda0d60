//===- SinkTransposes.cpp - Transposes of products after epilogs ----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeListener.h"
#include "Reshape.h"

#include "fused/Analysis/OperandSource.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace fused {
#define GEN_PASS_DEF_SINKTRANSPOSES
#include "fused/Transforms/RecognitionPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// True if `op` permutes a product so that its rows, or its columns, are no
/// longer neighbours: an epilog cannot end there.
static bool separatesDims(linalg::TransposeOp op) {
  auto expand = op.getInput().getDefiningOp<tensor::ExpandShapeOp>();
  if (!expand || !expand.getSrc().getDefiningOp<MatmulOp>())
    return false;
  SmallVector<int64_t> owners;
  for (int64_t dim : op.getPermutation())
    for (auto [owner, group] :
         llvm::enumerate(expand.getReassociationIndices()))
      if (llvm::is_contained(group, dim) &&
          (owners.empty() || owners.back() != int64_t(owner))) {
        if (llvm::is_contained(owners, owner))
          return true;
        owners.push_back(owner);
      }
  return false;
}

/// The only user of `transposed`, if it computes something elementwise and
/// could as well read the tensor before it was transposed: it reads no other
/// matrix.
static linalg::LinalgOp findUser(Value transposed) {
  if (!transposed.hasOneUse())
    return {};
  OpOperand &use = *transposed.use_begin();
  auto user = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!user || !isElementwise(user) || user.getNumDpsInits() != 1 ||
      !user.isDpsInput(&use) || user.hasIndexSemantics() ||
      llvm::hasSingleElement(*user.getBlock()) ||
      user.payloadUsesValueFromOperand(user.getDpsInitOperand(0)) ||
      user->getBlock() != transposed.getParentBlock())
    return {};
  for (OpOperand *input : user.getDpsInputOperands()) {
    AffineMap map = user.getMatchingIndexingMap(input);
    bool isOther = input != &use;
    if (isOther ? map.getNumResults() == user.getNumLoops()
                : !map.isPermutation())
      return {};
  }
  return user;
}

/// Lets `user` read the input of `op`. Returns the transpose of its result.
static linalg::TransposeOp sink(RewriterBase &rewriter, linalg::TransposeOp op,
                                linalg::LinalgOp user) {
  rewriter.setInsertionPoint(user);
  Location loc = user.getLoc();
  Value input = op.getInput();
  OpOperand &use = *op.getResult()[0].use_begin();
  AffineMap read = user.getMatchingIndexingMap(&use);
  // The loop along each dimension of the input takes its number.
  SmallVector<AffineExpr> loops(user.getNumLoops());
  for (auto [dim, inputDim] : llvm::enumerate(op.getPermutation()))
    loops[read.getDimPosition(dim)] = rewriter.getAffineDimExpr(inputDim);
  auto renumber = [&](AffineMap map) {
    return map.replaceDimsAndSymbols(loops, {}, loops.size(), 0);
  };
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (OpOperand *operand : user.getDpsInputOperands()) {
    inputs.push_back(operand == &use ? input : operand->get());
    maps.push_back(operand == &use
                       ? rewriter.getMultiDimIdentityMap(loops.size())
                       : renumber(user.getMatchingIndexingMap(operand)));
  }
  maps.push_back(rewriter.getMultiDimIdentityMap(loops.size()));
  Value init = tensor::EmptyOp::create(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, input),
      getElementTypeOrSelf(user->getResult(0).getType()));
  auto generic =
      linalg::GenericOp::create(rewriter, loc, init.getType(), inputs, init,
                                maps, user.getIteratorTypesArray());
  Region &body = generic.getRegion();
  rewriter.cloneRegionBefore(user->getRegion(0), body, body.begin());
  SmallVector<int64_t> permutation;
  AffineMap written =
      renumber(user.getMatchingIndexingMap(user.getDpsInitOperand(0)));
  for (unsigned dim = 0; dim < written.getNumResults(); ++dim)
    permutation.push_back(written.getDimPosition(dim));
  Value result =
      fused::transpose(rewriter, loc, generic.getResult(0), permutation);
  auto transposed = result.getDefiningOp<linalg::TransposeOp>();
  Type wanted = user->getResult(0).getType();
  if (result.getType() != wanted)
    result = tensor::CastOp::create(rewriter, loc, wanted, result);
  rewriter.replaceOp(user, result);
  rewriter.eraseOp(op);
  return transposed;
}

namespace {
struct SinkTransposes : fused::impl::SinkTransposesBase<SinkTransposes> {
  void runOnOperation() override {
    SmallVector<linalg::TransposeOp> ops;
    getOperation()->walk([&](linalg::TransposeOp op) {
      if (separatesDims(op))
        ops.push_back(op);
    });
    ChangeListener listener;
    IRRewriter rewriter(&getContext(), &listener);
    for (linalg::TransposeOp op : ops)
      while (linalg::LinalgOp user = findUser(op.getResult()[0]))
        op = sink(rewriter, op, user);
    if (!listener.hasChanged)
      markAllAnalysesPreserved();
  }
};
} // namespace
