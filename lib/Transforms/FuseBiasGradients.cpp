//===- FuseBiasGradients.cpp - Sums that ride on products -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuseEpilog.h"
#include "Remarks.h"
#include "Reshape.h"
#include "SizeSource.h"

#include "fused/Analysis/MatrixSum.h"
#include "fused/Analysis/OperandSource.h"
#include "fused/Analysis/OperationOrder.h"
#include "fused/Analysis/UsedValues.h"
#include "fused/Dialect/ElementTypes.h"
#include "fused/Dialect/MaskOps.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/BiasGradients.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace fused {
#define GEN_PASS_DEF_FUSEBIASGRADIENTS
#include "fused/Transforms/EpilogPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// At most this many operations move so that a product can compute a sum.
static constexpr size_t maxMoves = 64;

/// A product that could compute a sum, as far as its type goes.
namespace {
struct Candidate {
  BiasGradientCandidate choice;
  MatrixSum sum;
};
} // namespace

size_t fused::chooseFirstCandidate(ArrayRef<BiasGradientCandidate>) {
  return 0;
}

/// Products with fewer transposes come first. The product that computes the
/// summed matrix comes before one that reads it, because it has the elements at
/// hand.
static bool isBefore(const Candidate &a, const Candidate &b) {
  auto getRank = [](const Candidate &candidate) {
    const BiasGradientCandidate &choice = candidate.choice;
    bool isOperand =
        getEpilogInfo(choice.epilog).biasGradient != BiasGradient::SumOfD;
    return std::pair(choice.transposesProduct, isOperand);
  };
  return getRank(a) < getRank(b);
}

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

namespace {
/// Finds for each sum the products that could compute it.
class SumFinder {
public:
  explicit SumFinder(Numerics numerics) : numerics(numerics) {}

  void addProduct(MatmulOp product) {
    const EpilogInfo &info = product.getInfo();
    Type type =
        getExtraElementType(getElementTypeOrSelf(product.getA().getType()),
                            getElementTypeOrSelf(product.getInit().getType()));
    unsigned numOtherTypes = 0;
    int64_t rank = cast<ShapedType>(product.getInit().getType()).getRank();
    int64_t m = rank - 2, n = rank - 1;
    if (info.hasBiasGradient())
      return;
    if (info.loadsAux()) {
      for (const MatrixSum &sum : findMatrixSums(
               product.getD(), type, mayDropRounding(), numOtherTypes))
        // A sum along a row is one along a column of the transpose.
        add(product, BiasGradient::SumOfD, sum,
            /*transposesProduct=*/sum.dim == n);
    } else if (product.getEpilog() == Epilog::DEFAULT) {
      auto addFactor = [&](Value factor, int64_t mDim, BiasGradient gradient) {
        if (cast<ShapedType>(factor.getType()).getRank() != rank)
          return;
        for (const MatrixSum &sum :
             findMatrixSums(factor, type, mayDropRounding(), numOtherTypes))
          if (sum.dim != mDim)
            add(product, gradient, sum, /*transposesProduct=*/false);
      };
      addFactor(product.getA(), product.getOptions().transposeA ? n : m,
                BiasGradient::SumOfA);
      addFactor(product.getB(), product.getOptions().transposeB ? m : n,
                BiasGradient::SumOfB);
    }
    if (numOtherTypes != 0)
      emitMissed(product, "bias-gradient-type");
  }

  /// For each sum, in the order in which they are found.
  llvm::MapVector<Operation *, SmallVector<Candidate>> candidates;

private:
  bool mayDropRounding() const {
    return isPermitted(numerics, Concession::OneRounding);
  }

  void add(MatmulOp product, BiasGradient gradient, const MatrixSum &sum,
           bool transposesProduct) {
    const EpilogInfo &info = product.getInfo();
    std::optional<Epilog> epilog =
        findEpilog(info.activation, info.hasBias, info.aux, gradient);
    Type a = getElementTypeOrSelf(product.getA().getType());
    Type d = getElementTypeOrSelf(product.getInit().getType());
    if (!epilog ||
        failed(verifyElementTypes(*epilog, a, a, d, /*emitError=*/nullptr)))
      return;
    // D is summed before it is rounded, and in the compute type.
    bool dropsRounding =
        sum.dropsRounding ||
        (gradient == BiasGradient::SumOfD && d.getIntOrFloatBitWidth() <= 16);
    if (dropsRounding && !mayDropRounding()) {
      emitMissed(product, "strict-rounding");
      return;
    }
    candidates[sum.op].push_back({{product, *epilog, transposesProduct}, sum});
  }

  Numerics numerics;
};
} // namespace

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
/// Makes a sum the second result of a product.
class BiasGradientFusion {
public:
  BiasGradientFusion(IRRewriter &rewriter, const OperationOrder &order,
                     const Candidate &candidate)
      : rewriter(rewriter), order(order), product(candidate.choice.product),
        epilog(candidate.choice.epilog), sum(candidate.sum),
        loc(product.getLoc()),
        isTransposed(candidate.choice.transposesProduct) {}

  /// True if the product can stand where its results are before everything
  /// that uses the sum.
  bool isPossible() {
    if (!findFirstUser())
      return false;
    moves.clear();
    return !isBehindFirstUser(product) || collectMoves(product);
  }

  /// Only if this is possible.
  void run() {
    moveToPlace();
    MatmulOp fused = createProduct();
    Value d = fused.getD();
    if (isTransposed)
      d = transposeMatrix(rewriter, loc, d);
    if (d.getType() != product.getD().getType())
      d = tensor::CastOp::create(rewriter, loc, product.getD().getType(), d);
    Operation *last = sum.result.getDefiningOp();
    rewriter.replaceOp(product, d);
    if (order.getPosition(last) < order.getPosition(fused))
      rewriter.setInsertionPointAfter(fused);
    else
      rewriter.setInsertionPoint(last);
    auto type = cast<RankedTensorType>(sum.result.getType());
    Value vector = expandGroups(rewriter, loc, fused.getBiasGradient(),
                                sum.groups, type, getSizes(sum.result));
    rewriter.replaceAllUsesWith(sum.result, vector);
    eraseDead(last);
  }

private:
  /// The sizes of `value`, the sum or a reshape of it, without using it.
  SmallVector<OpFoldResult> getSizes(Value value) {
    SmallVector<OpFoldResult> sizes;
    auto collapse = value.getDefiningOp<tensor::CollapseShapeOp>();
    if (!collapse) {
      for (int64_t dim : llvm::seq(cast<ShapedType>(value.getType()).getRank()))
        sizes.push_back(getSizeSource(value, dim).build(rewriter, loc));
      return sizes;
    }
    SmallVector<OpFoldResult> expanded = getSizes(collapse.getSrc());
    for (const ReassociationIndices &group :
         collapse.getReassociationIndices()) {
      Value size;
      for (int64_t dim : group) {
        Value factor =
            getValueOrCreateConstantIndexOp(rewriter, loc, expanded[dim]);
        size = size ? rewriter.createOrFold<arith::MulIOp>(loc, size, factor)
                    : factor;
      }
      sizes.push_back(getAsOpFoldResult(size));
    }
    return sizes;
  }

  /// Finds the first operation in the block of the product that uses the sum,
  /// if any does. False if something uses it elsewhere.
  bool findFirstUser() {
    firstUser = nullptr;
    for (Operation *user : sum.result.getUsers()) {
      Operation *ancestor = product->getBlock()->findAncestorOpInBlock(*user);
      if (!ancestor)
        return false;
      if (!firstUser ||
          order.getPosition(ancestor) < order.getPosition(firstUser))
        firstUser = ancestor;
    }
    return true;
  }

  bool isBehindFirstUser(Operation *op) const {
    return firstUser && order.getPosition(firstUser) <= order.getPosition(op);
  }

  /// Collects what `op` needs and what stands behind the first user of the sum.
  /// False if it cannot move before that user: it depends on the sum, has other
  /// effects than its results, or is too much.
  bool collectMoves(Operation *op) {
    for (Value value : getUsedValues(op)) {
      if (value == sum.result)
        return false;
      Operation *definition = value.getDefiningOp();
      if (definition)
        definition = product->getBlock()->findAncestorOpInBlock(*definition);
      if (!definition || !isBehindFirstUser(definition) ||
          moves.contains(definition))
        continue;
      if (moves.size() == maxMoves || !isMemoryEffectFree(definition) ||
          !collectMoves(definition))
        return false;
      moves.insert(definition);
    }
    return true;
  }

  /// Lets the rewriter insert where the product can stand.
  void moveToPlace() {
    [[maybe_unused]] bool canStand = isPossible();
    assert(canStand && "somebody has asked before");
    for (Operation *op : moves)
      rewriter.moveOpBefore(op, firstUser);
    rewriter.setInsertionPoint(isBehindFirstUser(product) ? firstUser
                                                          : product);
  }

  MatmulOp createProduct() {
    MatmulOptions options = product.getOptions();
    options.allowRoundedSteps = sumsRoundedValues(options);
    Value a = product.getA(), b = product.getB(), init = product.getInit();
    if (isTransposed) {
      options.transposeFactors(a, b);
      if (options.c)
        options.c = transposeMatrix(rewriter, loc, options.c);
      options.aux = transposeAux(options.aux);
      SmallVector<OpFoldResult> sizes =
          tensor::getMixedSizes(rewriter, loc, init);
      std::swap(sizes[sizes.size() - 2], sizes[sizes.size() - 1]);
      init = tensor::EmptyOp::create(rewriter, loc, sizes,
                                     getElementTypeOrSelf(init.getType()));
    }
    return MatmulOp::create(rewriter, loc, epilog, a, b,
                            {init, createGradientInit(init)}, options);
  }

  /// True if the steps up to a sum of D may be rounded: the program sums D as
  /// it stores it. Before D, the gradient of ReLU has no steps that round.
  bool sumsRoundedValues(const MatmulOptions &options) {
    const EpilogInfo &info = getEpilogInfo(epilog);
    Type d = getElementTypeOrSelf(product.getInit().getType());
    return info.biasGradient == BiasGradient::SumOfD &&
           d.getIntOrFloatBitWidth() == 16 &&
           (options.allowRoundedSteps ||
            !product.getInfo().hasRoundableSteps());
  }

  /// An uninitialised vector of the remaining sizes.
  Value createGradientInit(Value init) {
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, init);
    OpFoldResult m = sizes[sizes.size() - 2], n = sizes.back();
    sizes.pop_back();
    sizes.back() =
        getEpilogInfo(epilog).biasGradient == BiasGradient::SumOfA ? m : n;
    Type type =
        getExtraElementType(getElementTypeOrSelf(product.getA().getType()),
                            getElementTypeOrSelf(init.getType()));
    return tensor::EmptyOp::create(rewriter, loc, sizes, type);
  }

  Value transposeAux(Value aux) {
    if (!getEpilogInfo(epilog).hasMask())
      return transposeMatrix(rewriter, loc, aux);
    Value bits;
    if (auto pack = aux.getDefiningOp<PackMaskOp>()) {
      bits = pack.getBits();
    } else {
      SmallVector<OpFoldResult> sizes =
          tensor::getMixedSizes(rewriter, loc, product.getInit());
      bits = UnpackMaskOp::create(rewriter, loc, aux, sizes).getResult();
    }
    bits = transposeMatrix(rewriter, loc, bits);
    return PackMaskOp::create(rewriter, loc, bits).getResult();
  }

  /// Erases `op` and what only it needed.
  void eraseDead(Operation *op) {
    while (op && !isa<MatmulOp>(op) && isOpTriviallyDead(op)) {
      Operation *next = op->getNumOperands() != 0
                            ? op->getOperand(0).getDefiningOp()
                            : nullptr;
      rewriter.eraseOp(op);
      op = next;
    }
  }

  IRRewriter &rewriter;
  const OperationOrder &order;
  MatmulOp product;
  Epilog epilog;
  const MatrixSum &sum;
  Location loc;
  bool isTransposed;
  Operation *firstUser = nullptr;
  /// What must stand before the first user, each after its operands.
  llvm::SetVector<Operation *> moves;
};

/// The products from which elementwise operations compute what a sum reads: an
/// epilog that could not end before the sum may end behind it.
class ProductsBefore {
public:
  void add(Operation *sum) {
    llvm::SetVector<Operation *> ops;
    ops.insert(sum);
    for (size_t i = 0; i < ops.size() && ops.size() < maxOps; ++i)
      for (Value operand : ops[i]->getOperands()) {
        Operation *op = operand.getDefiningOp();
        auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op);
        if (isa_and_nonnull<MatmulOp>(op))
          products.insert(op);
        else if ((linalgOp && isElementwise(linalgOp)) ||
                 isa_and_nonnull<tensor::CastOp, tensor::CollapseShapeOp,
                                 tensor::ExpandShapeOp>(op))
          ops.insert(op);
      }
  }

  llvm::SetVector<Operation *> products;

private:
  static constexpr size_t maxOps = 256;
};

struct FuseBiasGradientsPass
    : fused::impl::FuseBiasGradientsBase<FuseBiasGradientsPass> {
  using FuseBiasGradientsBase::FuseBiasGradientsBase;

  FuseBiasGradientsPass(const FuseBiasGradientsOptions &options,
                        BiasGradientCostModel costModel)
      : FuseBiasGradientsBase(options), costModel(std::move(costModel)) {}

  void runOnOperation() override {
    SumFinder finder(numerics);
    getOperation()->walk([&](MatmulOp product) {
      if (product.hasPureTensorSemantics() && !product.getDScale() &&
          !product.getAmaxInit() &&
          !mayBeGraphRegion(*product->getParentRegion()))
        finder.addProduct(product);
    });
    OperationOrder order(getOperation());
    IRRewriter rewriter(&getContext(), &order);
    DenseSet<Operation *> taken;
    ProductsBefore before;
    for (auto &[op, candidates] : finder.candidates)
      fuse(rewriter, order, candidates, taken, before);
    for (Operation *product : before.products) {
      if (taken.contains(product))
        continue;
      std::optional<EpilogDecision> decision =
          decideEpilog(cast<MatmulOp>(product), numerics, order);
      if (decision && decision->exit)
        fuseEpilog(rewriter, *decision, order);
    }
    if (taken.empty())
      markAllAnalysesPreserved();
  }

private:
  void fuse(IRRewriter &rewriter, const OperationOrder &order,
            SmallVector<Candidate> &candidates, DenseSet<Operation *> &taken,
            ProductsBefore &before) {
    llvm::erase_if(candidates, [&](const Candidate &candidate) {
      return taken.contains(candidate.choice.product) ||
             !BiasGradientFusion(rewriter, order, candidate).isPossible();
    });
    if (candidates.empty())
      return;
    llvm::sort(candidates, isBefore);
    auto choices =
        llvm::map_to_vector(candidates, [](const Candidate &candidate) {
          return candidate.choice;
        });
    const Candidate &chosen = candidates[costModel(choices)];
    // Kept by address: the operation is replaced, and not seen again.
    taken.insert(chosen.choice.product);
    Location loc = chosen.choice.product->getLoc();
    if (getEpilogInfo(chosen.choice.epilog).biasGradient !=
        BiasGradient::SumOfD)
      before.add(chosen.sum.op);
    BiasGradientFusion(rewriter, order, chosen).run();
    emitFused(loc, chosen.choice.epilog);
  }

  BiasGradientCostModel costModel = chooseFirstCandidate;
};
} // namespace

std::unique_ptr<Pass>
fused::createFuseBiasGradients(const FuseBiasGradientsOptions &options,
                               BiasGradientCostModel costModel) {
  return std::make_unique<FuseBiasGradientsPass>(options, std::move(costModel));
}
