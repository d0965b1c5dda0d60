//===- Legalize.cpp - What a target lacks, decomposed ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decompose.h"
#include "ProductChooser.h"
#include "ProductFormation.h"
#include "Reshape.h"
#include "SharedMatrix.h"
#include "WidenOperands.h"

#include "fused/Analysis/AttentionSupport.h"
#include "fused/Analysis/FusionReasons.h"
#include "fused/Analysis/ProductSupport.h"
#include "fused/Analysis/SupportTable.h"
#include "fused/Dialect/ElementTypes.h"
#include "fused/Dialect/MaskOps.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/ProductPasses.h"
#include "fused/Transforms/SplitAttention.h"
#include "fused/Transforms/SplitProduct.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/MemoryBuffer.h"

namespace fused {
#define GEN_PASS_DEF_LEGALIZE
#include "fused/Transforms/ProductPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// Adds the stride of the rows of a matrix in memory, unless rows follow each
/// other.
static void addRowStride(Value matrix, SmallVectorImpl<int64_t> &strides) {
  auto type = dyn_cast<MemRefType>(matrix.getType());
  if (!type || type.getLayout().isIdentity())
    return;
  int64_t offset;
  SmallVector<int64_t> all;
  if (failed(type.getStridesAndOffset(all, offset)))
    return;
  strides.push_back(all[all.size() - 2]);
}

/// Asks for `op` as it stands.
static SupportQuery makeQuery(MatmulOp op) {
  SupportQuery query;
  query.epilog = op.getEpilog();
  query.a = getElementTypeOrSelf(op.getA().getType());
  query.b = getElementTypeOrSelf(op.getB().getType());
  query.d = getElementTypeOrSelf(op.getInit().getType());
  query.transposeA = op.getTransposeA();
  query.transposeB = op.getTransposeB();
  query.multipliesMask = op.getMultiplyMask();
  query.sizes = op.getSizes();
  for (Value matrix : {op.getA(), op.getB(), op.getInit()})
    addRowStride(matrix, query.rowStrides);
  return query;
}

/// `table` lacks `op`. Returns the smallest part without which the table has
/// it.
static DecomposedPart findLackingPart(const SupportTable &table, MatmulOp op) {
  const EpilogInfo &info = op.getInfo();
  Type computeType = op.getComputeType();
  SupportQuery query = makeQuery(op);
  bool sumsStoredValues =
      info.biasGradient != BiasGradient::SumOfD || query.d == computeType;
  if (info.hasBiasGradient() && sumsStoredValues) {
    query.epilog = getEpilogWithoutBiasGradient(info);
    if (table.findLack(query).empty())
      return DecomposedPart::BiasGradient;
  }
  query.epilog = Epilog::DEFAULT;
  query.d = computeType;
  query.multipliesMask = false;
  if (table.findLack(query).empty())
    return DecomposedPart::Epilog;
  return DecomposedPart::All;
}

/// The part that stays a product.
static StringRef getKeptEpilog(MatmulOp op, DecomposedPart part) {
  switch (part) {
  case DecomposedPart::BiasGradient:
    return stringifyEpilog(getEpilogWithoutBiasGradient(op.getInfo()));
  case DecomposedPart::Epilog:
    return stringifyEpilog(Epilog::DEFAULT);
  case DecomposedPart::All:
    return "none";
  }
  llvm_unreachable("every part is named");
}

/// The same product with operands transposed in a way that `table` has, if it
/// has one. On tensors.
static std::optional<SupportQuery> findTransposed(const SupportTable &table,
                                                  MatmulOp op) {
  if (!op.hasPureTensorSemantics())
    return std::nullopt;
  SupportQuery query = makeQuery(op);
  for (unsigned flips : {1, 2, 3}) {
    query.transposeA = op.getTransposeA() != bool(flips & 2);
    query.transposeB = op.getTransposeB() != bool(flips & 1);
    if (table.findLack(query).empty())
      return query;
  }
  return std::nullopt;
}

/// Transposes the operands of `op` to what `query` says.
static void transposeOperands(RewriterBase &rewriter, MatmulOp op,
                              const SupportQuery &query) {
  rewriter.setInsertionPoint(op);
  auto transpose = [&](OpOperand &operand) {
    operand.set(transposeMatrix(rewriter, op.getLoc(), operand.get()));
  };
  rewriter.modifyOpInPlace(op, [&] {
    if (query.transposeA != op.getTransposeA())
      transpose(op.getAMutable());
    if (query.transposeB != op.getTransposeB())
      transpose(op.getBMutable());
    op.setTransposeA(query.transposeA);
    op.setTransposeB(query.transposeB);
  });
}

/// Gives each product of a batch a C of its own, or none, where the target
/// cannot share it. Returns what is left.
static MatmulOp legalizeC(RewriterBase &rewriter, const SupportTable &table,
                          MatmulOp op) {
  if (!op.hasPureTensorSemantics() ||
      !(op.repeatsC() || (sharesC(op) && !table.sharedC)))
    return op;
  StringRef lack = "unsupported-c";
  StringRef epilog = stringifyEpilog(op.getEpilog());
  remark::missed(op.getLoc(),
                 remark::RemarkOpts::name(lack).category("fused-legalize"))
      << remark::reason("{0}", describeReason(lack))
      << remark::metric("epilog", epilog) << remark::metric("kept", epilog);
  return separateC(rewriter, op);
}

/// True if `table` has `op` with wider operands of `type`, which may be null.
static bool hasWider(const SupportTable &table, MatmulOp op, Epilog epilog,
                     Type d, Type type) {
  if (!type)
    return false;
  SupportQuery query = makeQuery(op);
  query.a = query.b = type;
  query.epilog = epilog;
  query.d = d;
  query.multipliesMask &= epilog == op.getEpilog();
  return table.findLack(query).empty();
}

/// Rewrites a product of 8 bits as products of wider operands, if `table` has
/// those, and returns the epilog that they keep.
static std::optional<StringRef> widen(RewriterBase &rewriter,
                                      const SupportTable &table, MatmulOp op) {
  Type d = getElementTypeOrSelf(op.getInit().getType());
  Type bf16 = rewriter.getBF16Type(), f32 = rewriter.getF32Type();
  StringRef epilog = stringifyEpilog(op.getEpilog());
  if (canMultiplyIntegersAsFloats(op) && table.target == "cpu" &&
      hasWider(table, op, Epilog::DEFAULT, f32, bf16)) {
    multiplyIntegersAsFloats(rewriter, op);
    return epilog;
  }
  Type type = getWiderOperands(op);
  if (hasWider(table, op, op.getEpilog(), d, type)) {
    widenOperands(rewriter, op, type);
    return epilog;
  }
  bool isFloat = isFloat8(getElementTypeOrSelf(op.getA().getType()));
  if (!isFloat || !op.hasPureTensorSemantics() ||
      !hasWider(table, op, Epilog::DEFAULT, f32, bf16))
    return std::nullopt;
  widenOperands(rewriter, decompose(rewriter, op, DecomposedPart::Epilog),
                bf16);
  return stringifyEpilog(Epilog::DEFAULT);
}

static LogicalResult legalize(const SupportTable &table, MatmulOp op) {
  IRRewriter rewriter(op.getContext());
  op = legalizeC(rewriter, table, op);
  StringRef lack =
      op.repeatsC() ? "unsupported-c" : table.findLack(makeQuery(op));
  if (lack.empty())
    return success();
  if (isQuantized(op))
    return op.emitError() << table.getName() << " lacks it ("
                          << describeReason(lack)
                          << "), and it has no meaning in linalg: the scale of "
                             "a quantised result is not part of the operation";
  Location loc = op.getLoc();
  StringRef epilog = stringifyEpilog(op.getEpilog());
  DecomposedPart part =
      op.repeatsC() ? DecomposedPart::All : findLackingPart(table, op);
  StringRef kept = getKeptEpilog(op, part);
  // A product is worth a transposition, but an epilog is not.
  std::optional<SupportQuery> transposed;
  if (part == DecomposedPart::All && !op.repeatsC())
    transposed = findTransposed(table, op);
  if (transposed) {
    kept = epilog;
    transposeOperands(rewriter, op, *transposed);
  } else if (std::optional<StringRef> widened = part == DecomposedPart::All
                                                    ? widen(rewriter, table, op)
                                                    : std::nullopt) {
    kept = *widened;
  } else {
    decompose(rewriter, op, part);
  }
  remark::missed(loc, remark::RemarkOpts::name(lack).category("fused-legalize"))
      << remark::reason("{0}", describeReason(lack))
      << remark::metric("epilog", epilog) << remark::metric("kept", kept);
  return success();
}

/// Microseconds that the epilog of a library takes beside the plain product, by
/// the same measurements as those of ProductRule. The mask of a gradient is
/// packed by another kernel.
static double estimateEpilog(MatmulOp op) {
  MatmulSizes sizes = op.getSizes();
  double millions = 1e-6 * sizes.m * sizes.n;
  if (op.getInfo().loadsAux())
    return 9.32 + 5.26 * millions;
  return 0.283 + (op.getInfo().storesAux() ? 1.21 : 0.4) * millions;
}

/// A product with GELU or the gradient of an activation, which could be a
/// kernel of its own. With `leavesTails`, not if fused-fuse-tails can make one
/// of more: then what was measured is the larger one.
static std::optional<ProductCandidate> findCandidate(MatmulOp op,
                                                     bool leavesTails) {
  const EpilogInfo &info = op.getInfo();
  bool isSlow = info.activation == Activation::Gelu;
  if (info.aux == Aux::LoadPreactivation)
    isSlow = isReadable(op.getAux());
  PackMaskOp mask;
  if (info.aux == Aux::LoadMask)
    mask = findPackedMask(op, op.getAux());
  if (mask)
    isSlow =
        canCompute(mask.getBits(),
                   AffineMap::getMultiDimIdentityMap(
                       cast<ShapedType>(mask.getBits().getType()).getRank(),
                       op.getContext()));
  if (!isSlow || !mayBecomeProduct(op) || !hasStorableResults(op))
    return std::nullopt;
  if (leavesTails && !info.loadsAux() && !findTails(op).empty())
    return std::nullopt;
  return ProductCandidate{op, {}, ProductWork::of(op), estimateEpilog(op)};
}

/// Makes a kernel of its own of a product, where that should be faster than the
/// library's epilog. Otherwise `op` is what is left to be legalized.
static bool convertToKernel(RewriterBase &rewriter, ProductChooser &chooser,
                            MatmulOp &op) {
  std::optional<ProductCandidate> candidate =
      findCandidate(op, /*leavesTails=*/chooser.hasTiling());
  std::optional<std::string> tiling =
      candidate ? chooser.choose(*candidate) : std::nullopt;
  if (!tiling)
    return false;
  ProductOp product = formProduct(rewriter, op, {}, /*isStrict=*/true, *tiling);
  if (product)
    allowApproximations(product);
  return product != nullptr;
}

/// Reads a table from a file.
static llvm::Expected<SupportTable> readSupportTable(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return llvm::createStringError(buffer.getError(), "%s: %s",
                                   path.str().c_str(),
                                   buffer.getError().message().c_str());
  return parseSupportTable((*buffer)->getBuffer(), path);
}

namespace {
struct LegalizePass : fused::impl::LegalizeBase<LegalizePass> {
  using LegalizeBase::LegalizeBase;

  LogicalResult initialize(MLIRContext *context) override {
    llvm::Expected<SupportTable> found = [&]() -> llvm::Expected<SupportTable> {
      if (!table.empty())
        return readSupportTable(table);
      llvm::Expected<const SupportTable *> known =
          findSupportTable(target, chip, library);
      if (!known)
        return known.takeError();
      SupportTable copy = **known;
      copy.restrictTo(chip);
      return copy;
    }();
    if (!found)
      return emitError(UnknownLoc::get(context))
             << getArgument() << ": " << llvm::toString(found.takeError());
    support = std::make_shared<SupportTable>(std::move(*found));
    return verifyTiling(context, getArgument(), tiling);
  }

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    bool hasKernels =
        productKernels && (chip.empty() || hasProductKernels(chip));
    getOperation()->walk([&](ProductOp op) {
      if (!hasKernels || !findLackOfKernel(op).empty())
        splitProduct(rewriter, op);
    });
    auto splitWithoutKernel = [&](auto op) {
      if (!hasKernels || !findLackOfKernel(op).empty())
        splitAttention(rewriter, op);
    };
    getOperation()->walk([&](AttentionOp op) { splitWithoutKernel(op); });
    getOperation()->walk(
        [&](AttentionGradientOp op) { splitWithoutKernel(op); });
    SmallVector<MatmulOp> products;
    getOperation()->walk([&](MatmulOp op) { products.push_back(op); });
    ProductChooser chooser(tiling, choices, numerics);
    if (hasKernels && choices)
      prepare(chooser, products);
    for (MatmulOp op : products)
      if (!(hasKernels && convertToKernel(rewriter, chooser, op)) &&
          failed(legalize(*support, op)))
        signalPassFailure();
  }

  ProductChoices *choices = nullptr;

private:
  static void prepare(ProductChooser &chooser, ArrayRef<MatmulOp> products) {
    SmallVector<ProductCandidate> candidates;
    for (MatmulOp op : products)
      if (auto candidate = findCandidate(op, /*leavesTails=*/false))
        candidates.push_back(*candidate);
    chooser.prepare(candidates);
  }

  std::shared_ptr<const SupportTable> support;
};
} // namespace

std::unique_ptr<Pass> fused::createLegalize(LegalizeOptions options,
                                            ProductChoices *choices) {
  auto pass = std::make_unique<LegalizePass>(std::move(options));
  pass->choices = choices;
  return pass;
}
