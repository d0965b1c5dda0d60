//===- PairEpilogs.cpp - Pre-activations that are used twice --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"
#include "Reshape.h"

#include "fused/Analysis/EpilogMatcher.h"
#include "fused/Dialect/ElementTypes.h"
#include "fused/Dialect/MaskOps.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/EpilogPasses.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace fused {
#define GEN_PASS_DEF_PAIREPILOGS
#include "fused/Transforms/EpilogPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
/// Gives a product that ends in its pre-activation the activation that is
/// computed from it, while others use the pre-activation, too.
class Pairing {
public:
  Pairing(IRRewriter &rewriter, EpilogRegion &region, Numerics numerics)
      : rewriter(rewriter), region(region),
        product(cast<MatmulOp>(region.product)), numerics(numerics),
        loc(product.getLoc()), forms(classifySavedForms(region, numerics)),
        inside(region.ops.begin(), region.ops.end()) {}

  bool run() { return pairGelu() || pairRelu(); }

private:
  /// The tensors of the region that are an activation of the product.
  SmallVector<unsigned> findOutputs(Activation activation) {
    Type type = getElementTypeOrSelf(product.getInit().getType());
    SmallVector<unsigned> outputs;
    for (auto [index, tensor] : llvm::enumerate(region.tensors))
      if (forms[index].activation == activation &&
          getElementTypeOrSelf(tensor.value.getType()) == type &&
          canReplace(tensor))
        outputs.push_back(index);
    return outputs;
  }

  bool isValid(Epilog epilog) {
    return succeeded(verifyElementTypes(
        epilog, getElementTypeOrSelf(product.getA().getType()),
        getElementTypeOrSelf(product.getB().getType()),
        getElementTypeOrSelf(product.getInit().getType()),
        /*emitError=*/nullptr));
  }

  std::optional<Epilog> findValidEpilog(Activation activation, Aux aux) {
    std::optional<Epilog> epilog =
        findEpilog(activation, product.getInfo().hasBias, aux);
    return epilog && isValid(*epilog) ? epilog : std::nullopt;
  }

  /// The program stores the pre-activation, and so rounds it to the type of D.
  /// The product says whether the program rounds the accumulator before the
  /// bias.
  MatmulOp createProduct(Epilog epilog, ValueRange outs) {
    const EpilogInfo &info = getEpilogInfo(epilog);
    MatmulOptions options = product.getOptions();
    unsigned width = getElementTypeOrSelf(product.getInit().getType())
                         .getIntOrFloatBitWidth();
    options.allowRoundedSteps |=
        width == 16 && !info.hasBias && info.hasRoundableSteps();
    options.allowAnyNanBit = info.aux == Aux::StoreMask &&
                             isPermitted(numerics, Concession::NaNBitOfMask);
    auto paired = MatmulOp::create(rewriter, loc, epilog, product.getA(),
                                   product.getB(), outs, options);
    emitFused(loc, epilog);
    return paired;
  }

  /// Other uses of the pre-activation read the aux.
  bool pairGelu() {
    SmallVector<unsigned> outputs = findOutputs(Activation::Gelu);
    std::optional<Epilog> epilog =
        findValidEpilog(Activation::Gelu, Aux::StorePreactivation);
    if (outputs.empty() || !epilog)
      return false;
    rewriter.setInsertionPoint(product);
    Value init = product.getInit();
    Value auxInit = tensor::EmptyOp::create(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, init),
        getElementTypeOrSelf(init.getType()));
    MatmulOp paired = createProduct(*epilog, {init, auxInit});
    Value preactivation = paired.getAuxResult();
    if (preactivation.getType() != product.getD().getType())
      preactivation = tensor::CastOp::create(
          rewriter, loc, product.getD().getType(), preactivation);
    rewriter.replaceAllUsesWith(product.getD(), preactivation);
    for (unsigned output : outputs)
      replaceTensor(output, paired.getD());
    eraseDead();
    return true;
  }

  /// The pre-activation disappears: every other use reads the ReLU, or the
  /// mask, instead.
  bool pairRelu() {
    SmallVector<unsigned> outputs = findOutputs(Activation::Relu);
    if (outputs.empty() || !canReplacePreactivation(outputs))
      return false;
    SmallVector<unsigned> masks;
    for (auto [index, form] : llvm::enumerate(forms))
      if (isReplacedByMask(index))
        masks.push_back(index);
    std::optional<Epilog> epilog = findValidEpilog(
        Activation::Relu, masks.empty() ? Aux::None : Aux::StoreMask);
    if (!epilog)
      return false;
    rewriter.setInsertionPoint(product);
    SmallVector<Value> outs = {product.getInit()};
    if (!masks.empty())
      outs.push_back(createMaskInit());
    MatmulOp paired = createProduct(*epilog, outs);
    for (unsigned mask : masks) {
      rewriter.setInsertionPoint(region.tensors[mask].value.getDefiningOp());
      SmallVector<OpFoldResult> sizes =
          tensor::getMixedSizes(rewriter, loc, product.getInit());
      replaceTensor(mask, UnpackMaskOp::create(rewriter, loc,
                                               paired.getAuxResult(), sizes)
                              .getResult());
    }
    for (unsigned output : outputs)
      replaceTensor(output, paired.getD());
    rewriter.replaceAllUsesWith(product.getD(), paired.getD());
    eraseDead();
    return true;
  }

  Value createMaskInit() {
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, product.getInit());
    sizes.back() = createMaskRowBytes(rewriter, loc, sizes.back());
    return tensor::EmptyOp::create(rewriter, loc, sizes, rewriter.getI8Type());
  }

  static bool isSplit(const Layout &layout) {
    return llvm::any_of(layout.groups, [](int64_t n) { return n > 1; });
  }

  /// True if a matrix like the product's can be reshaped to `tensor`: no
  /// dimension of the matrix becomes several, or their sizes are known without
  /// the tensor.
  bool canReplace(const RegionTensor &tensor) const {
    std::optional<Layout> layout = getLayout(tensor.owners, region.numDims);
    return layout &&
           (!isSplit(*layout) ||
            cast<ShapedType>(tensor.value.getType()).hasStaticShape() ||
            isa<linalg::LinalgOp, tensor::ExpandShapeOp>(
                tensor.value.getDefiningOp()));
  }

  /// The sizes of a tensor that can be replaced.
  SmallVector<OpFoldResult> getSizes(Value value) {
    if (auto op = value.getDefiningOp<linalg::LinalgOp>()) {
      unsigned number = cast<OpResult>(value).getResultNumber();
      value = op.getDpsInitOperand(number)->get();
    } else if (auto expand = value.getDefiningOp<tensor::ExpandShapeOp>()) {
      return expand.getMixedOutputShape();
    }
    return tensor::getMixedSizes(rewriter, loc, value);
  }

  /// Packed bits come from the product; others, where that is possible, are
  /// computed from the ReLU.
  bool isReplacedByMask(unsigned index) {
    const SavedForm &form = forms[index];
    Value value = region.tensors[index].value;
    return form.isReluMask && canReplace(region.tensors[index]) &&
           (!form.isOfRelu ||
            llvm::any_of(value.getUsers(), llvm::IsaPred<PackMaskOp>));
  }

  /// True if `value` is one of `replaced`, or nothing else needs it.
  bool isOnlyFor(const DenseSet<Value> &replaced, Value value) const {
    return replaced.contains(value) ||
           llvm::all_of(value.getUsers(), [&](Operation *user) {
             return inside.contains(user) &&
                    llvm::all_of(user->getResults(), [&](Value result) {
                      return isOnlyFor(replaced, result);
                    });
           });
  }

  /// True if everything that reads the pre-activation could as well read the
  /// ReLU, is replaced as `outputs` and masks are, or only serves to compute
  /// these.
  bool canReplacePreactivation(ArrayRef<unsigned> outputs) {
    DenseSet<Value> replaced;
    for (auto [index, tensor] : llvm::enumerate(region.tensors))
      if (llvm::is_contained(outputs, index) || isReplacedByMask(index))
        replaced.insert(tensor.value);
    DenseMap<Operation *, SmallVector<unsigned>> results;
    for (auto [index, tensor] : llvm::enumerate(region.tensors))
      results[tensor.value.getDefiningOp()].push_back(index);
    unsigned root = region.tensors.front().node;
    for (const RegionTensor &tensor : region.tensors) {
      if (tensor.node != root)
        continue;
      for (Operation *user : tensor.value.getUsers()) {
        if (!inside.contains(user))
          return false;
        for (unsigned index : results.lookup(user))
          if (region.tensors[index].node != root && !forms[index].isOfRelu &&
              !isOnlyFor(replaced, region.tensors[index].value))
            return false;
      }
    }
    return true;
  }

  /// Replaces a tensor of the region by a matrix like the product's.
  void replaceTensor(unsigned index, Value matrix) {
    const RegionTensor &tensor = region.tensors[index];
    rewriter.setInsertionPoint(tensor.value.getDefiningOp());
    Layout layout = *getLayout(tensor.owners, region.numDims);
    if (layout.orientation == Orientation::Transposed)
      matrix = transposeMatrix(rewriter, loc, matrix);
    auto type = cast<RankedTensorType>(tensor.value.getType());
    SmallVector<OpFoldResult> sizes;
    if (isSplit(layout))
      sizes = getSizes(tensor.value);
    rewriter.replaceAllUsesWith(
        tensor.value,
        expandGroups(rewriter, loc, matrix, layout.groups, type, sizes));
  }

  void eraseDead() {
    for (Operation *op : llvm::reverse(region.ops))
      if (isOpTriviallyDead(op))
        rewriter.eraseOp(op);
    if (product->use_empty())
      rewriter.eraseOp(product);
  }

  IRRewriter &rewriter;
  EpilogRegion &region;
  MatmulOp product;
  Numerics numerics;
  Location loc;
  SmallVector<SavedForm> forms;
  DenseSet<Operation *> inside;
};

struct PairEpilogsPass : fused::impl::PairEpilogsBase<PairEpilogsPass> {
  using PairEpilogsBase::PairEpilogsBase;

  void runOnOperation() override {
    OperationOrder order(getOperation());
    IRRewriter rewriter(&getContext(), &order);
    SmallVector<MatmulOp> products;
    getOperation()->walk([&](MatmulOp product) {
      const EpilogInfo &info = product.getInfo();
      if (product.hasPureTensorSemantics() && !product.getDScale() &&
          !product.getAmaxInit() && info.activation == Activation::None &&
          !info.hasBiasGradient() &&
          !mayBeGraphRegion(*product->getParentRegion()))
        products.push_back(product);
    });
    bool hasChanged = false;
    for (MatmulOp product : products) {
      RegionOptions options;
      options.clampAtLargest =
          isPermitted(numerics, Concession::ClampAtLargest);
      options.fromPreactivation = options.endAtLeaves = true;
      EpilogRegion region = growEpilogRegion(product, order, options);
      if (region.tensors.size() > 1)
        hasChanged |= Pairing(rewriter, region, numerics).run();
    }
    if (!hasChanged)
      markAllAnalysesPreserved();
  }
};
} // namespace
