//===- Disturb.cpp - Upstream's passes between stages -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Disturb.h"

#include "Random.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace fused;

namespace {
class Disturb : public PassWrapper<Disturb, OperationPass<func::FuncOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Disturb)

  explicit Disturb(uint64_t seed) : seed(seed) {}

  StringRef getArgument() const override { return "fused-fuzz-disturb"; }
  StringRef getDescription() const override {
    return "Apply passes of upstream at random";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<affine::AffineDialect, arith::ArithDialect,
                    linalg::LinalgDialect, scf::SCFDialect,
                    tensor::TensorDialect>();
  }

  void runOnOperation() override;

private:
  void tile(run::Random &random);

  uint64_t seed;
};
} // namespace

static constexpr unsigned numPasses = 6, foldUnitDims = 2, fuseElementwise = 3;

/// Adds one of the passes that programs may go through anywhere. Upstream's
/// control-flow-sink is not one: it moves linalg.index into other regions.
static void addPass(OpPassManager &manager, uint64_t choice) {
  switch (choice) {
  case 0:
    return manager.addPass(createCanonicalizerPass());
  case 1:
    return manager.addPass(createCSEPass());
  case foldUnitDims:
    return manager.addPass(createLinalgFoldUnitExtentDimsPass());
  case fuseElementwise:
    return manager.addPass(createLinalgElementwiseOpFusionPass());
  case 4:
    return manager.addPass(createSCCPPass());
  default:
    return manager.addPass(createLoopInvariantCodeMotionPass());
  }
}

/// True if a type has a size that is known to be zero. Upstream's tiling
/// crashes on loops without points (computeTileSizes).
static bool isEmpty(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && llvm::is_contained(tensor.getShape(), 0);
}

/// True if an index falls where a loop rises, as in a reversal. Upstream's
/// tiling takes a slice of one element for the elements that a tile reads.
static bool hasFallingIndex(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp)
    return false;
  auto isNegative = [](AffineExpr expr) {
    auto product = dyn_cast<AffineBinaryOpExpr>(expr);
    auto factor = product && product.getKind() == AffineExprKind::Mul
                      ? dyn_cast<AffineConstantExpr>(product.getRHS())
                      : AffineConstantExpr();
    return factor && factor.getValue() < 0;
  };
  bool falls = false;
  for (AffineMap map : linalgOp.getIndexingMapsArray())
    map.walkExprs([&](AffineExpr expr) { falls |= isNegative(expr); });
  return falls;
}

/// True if all results are tensors, which the operation computes as a whole.
static bool isTileable(TilingInterface op) {
  return op->getNumResults() != 0 && !hasFallingIndex(op) &&
         llvm::none_of(op->getOperandTypes(), isEmpty) &&
         llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>) &&
         llvm::is_contained(op.getLoopIteratorTypes(),
                            utils::IteratorType::parallel);
}

/// Cuts some operations into loops over parts of up to five points. The last
/// part may be smaller.
void Disturb::tile(run::Random &random) {
  SmallVector<TilingInterface> ops;
  getOperation().walk([&](TilingInterface op) {
    if (isTileable(op) && random.next() % 4 == 0)
      ops.push_back(op);
  });
  IRRewriter rewriter(&getContext());
  for (TilingInterface op : ops) {
    SmallVector<OpFoldResult> sizes;
    for (utils::IteratorType kind : op.getLoopIteratorTypes())
      sizes.push_back(rewriter.getIndexAttr(
          kind == utils::IteratorType::parallel && random.next() % 2
              ? int64_t(random.next() % 5 + 1)
              : 0));
    if (llvm::all_of(sizes, isZeroInteger))
      continue;
    rewriter.setInsertionPoint(op);
    scf::SCFTilingOptions options;
    options.setTileSizes(sizes);
    FailureOr<scf::SCFTilingResult> tiled =
        scf::tileUsingSCF(rewriter, op, options);
    // What cannot be tiled stays as it is.
    if (succeeded(tiled))
      rewriter.replaceOp(op, tiled->replacements);
  }
}

/// True if an operation has a window of one element. If its operand is larger
/// than its result, which is valid, upstream's linalg-fold-unit-extent-dims
/// makes it one that is not.
static bool hasUnitWindow(linalg::LinalgOp op) {
  auto isSum = [](AffineExpr index) {
    return !isa<AffineDimExpr, AffineConstantExpr>(index);
  };
  return llvm::is_contained(op.getStaticLoopRanges(), 1) &&
         llvm::any_of(op.getIndexingMapsArray(), [&](AffineMap map) {
           return llvm::any_of(map.getResults(), isSum);
         });
}

/// True if a reduction does not read its output. Where there is nothing to
/// reduce, that is the result, but upstream's linalg-fuse-elementwise-ops takes
/// another, empty output.
static bool hasUnreadOutput(linalg::LinalgOp op) {
  return op.getNumReductionLoops() != 0 &&
         llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
           return !op.payloadUsesValueFromOperand(&init);
         });
}

/// True if operations with more loops read one of several results. Upstream's
/// linalg-fuse-elementwise-ops lets each point of these loops write the others.
static bool hasFewLoops(linalg::LinalgOp op) {
  return op->getNumResults() > 1 &&
         llvm::any_of(op->getUsers(), [&](Operation *user) {
           auto reader = dyn_cast<linalg::LinalgOp>(user);
           return reader && reader.getNumLoops() > op.getNumLoops();
         });
}

/// True if upstream's pass is wrong for an operation of `function`.
static bool isWrong(uint64_t choice, func::FuncOp function) {
  WalkResult walk = function.walk([&](linalg::LinalgOp op) {
    bool isWrong = choice == foldUnitDims ? hasUnitWindow(op)
                   : choice == fuseElementwise
                       ? hasUnreadOutput(op) || hasFewLoops(op)
                       : false;
    return isWrong ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

void Disturb::runOnOperation() {
  func::FuncOp function = getOperation();
  if (function.isExternal())
    return;
  run::Random random(seed ^ llvm::xxh3_64bits(function.getName()));
  for (uint64_t count = random.next() % 3; count > 0; --count) {
    OpPassManager manager(func::FuncOp::getOperationName());
    // Upstream drops the wrong one of two unit dimensions if a size that is one
    // is not known to be when linalg-fold-unit-extent-dims runs.
    if (random.next() % 3 == 0) {
      tile(random);
      manager.addPass(createCanonicalizerPass());
    } else if (uint64_t choice = random.next() % numPasses;
               !isWrong(choice, function)) {
      addPass(manager, choice);
    }
    if (failed(runPipeline(manager, function)))
      return signalPassFailure();
  }
}

std::function<void(OpPassManager &)>
fused::fuzz::makeDisturbance(uint64_t seed) {
  return [seed, number = uint64_t(0)](OpPassManager &manager) mutable {
    constexpr uint64_t odd = 0x9e3779b97f4a7c15;
    manager.addNestedPass<func::FuncOp>(
        std::make_unique<Disturb>(seed + odd * ++number));
  };
}
