//===- SinkTransposes.cpp - Transposes of products after epilogs ----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeListener.h"
#include "Reshape.h"

#include "fused/Analysis/Expression.h"
#include "fused/Analysis/OperandSource.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

namespace fused {
#define GEN_PASS_DEF_SINKTRANSPOSES
#include "fused/Transforms/RecognitionPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// How `op` permutes the dimensions of its input, if it does nothing else.
static std::optional<SmallVector<int64_t>> getPermutation(Operation *op) {
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    return llvm::to_vector(transpose.getPermutation());
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return linalg::isaTransposeOpInterface(generic);
  return std::nullopt;
}

/// True if `op` permutes a product in a way in which no epilog can end: its
/// rows, its columns, or those of its batch, are no longer neighbours in their
/// order, or the batch no longer comes first.
static bool separatesDims(linalg::LinalgOp op, ArrayRef<int64_t> permutation) {
  Value input = op->getOperand(0);
  auto expand = input.getDefiningOp<tensor::ExpandShapeOp>();
  auto product = (expand ? expand.getSrc() : input).getDefiningOp<MatmulOp>();
  if (!product)
    return false;
  int64_t numDims = cast<ShapedType>(product.getInit().getType()).getRank();
  DimOwners owners = getOwnDims(numDims);
  if (expand) {
    owners.assign(expand.getResultType().getRank(), 0);
    for (auto [owner, group] :
         llvm::enumerate(expand.getReassociationIndices()))
      for (int64_t dim : group)
        owners[dim] = owner;
  }
  DimOwners permuted = applyPermutation(owners, permutation);
  MLIRContext *context = op.getContext();
  return !getLayout(permuted, numDims) ||
         !keepsOrder(owners, input.getType(),
                     AffineMap::getMultiDimIdentityMap(owners.size(), context),
                     AffineMap::getPermutationMap(permutation, context));
}

namespace {
/// What an operation reads beside the transposed tensor.
struct OtherInput {
  Value value;
  /// Where each dimension of `value` is read: at a loop, or at a constant.
  AffineMap map;
  /// In place of `value`, if it is the same everywhere.
  TypedAttr constant;
};

/// An operation that computes something elementwise, and could as well read the
/// tensor before it was transposed: it reads no other matrix.
struct Reader {
  linalg::LinalgOp op;
  OpOperand *use;
  /// Between the transposed tensor and `use`, if it is there.
  tensor::CollapseShapeOp collapse;
  /// For each input except `use`.
  SmallVector<OtherInput> others;
};
} // namespace

/// What `input` of `op` reads, if it does not vary along all loops.
static std::optional<OtherInput> findOtherInput(linalg::LinalgOp op,
                                                OpOperand *input) {
  Type type = getElementTypeOrSelf(input->get().getType());
  AffineMap map = op.getMatchingIndexingMap(input);
  OtherInput other{input->get(), map, {}};
  if (isa<RankedTensorType>(input->get().getType())) {
    OperandSource source = traceOperand(input->get(), map);
    if (source.constant && isa<FloatType>(type))
      return OtherInput{{},
                        AffineMap::get(map.getNumDims(), 0, op.getContext()),
                        FloatAttr::get(type, *source.constant)};
    if (!source.constant &&
        getElementTypeOrSelf(source.value.getType()) == type)
      other = {source.value, source.map, {}};
  }
  auto isPlain = llvm::IsaPred<AffineDimExpr, AffineConstantExpr>;
  if (!llvm::all_of(other.map.getResults(), isPlain))
    return std::nullopt;
  for (unsigned loop = 0; loop < other.map.getNumDims(); ++loop)
    if (!other.map.isFunctionOfDim(loop))
      return other;
  return std::nullopt;
}

/// True if `op` does nothing but convert elements to a wider type: the
/// transpose would move more bytes.
static bool onlyWidens(linalg::LinalgOp op) {
  return llvm::hasNItems(*op.getBlock(), 2) &&
         isa<arith::ExtFOp>(op.getBlock()->front());
}

/// The only reader of `transposed`.
static std::optional<Reader> findReader(Value transposed) {
  if (!transposed.hasOneUse())
    return std::nullopt;
  Reader reader;
  reader.use = &*transposed.use_begin();
  reader.collapse = dyn_cast<tensor::CollapseShapeOp>(reader.use->getOwner());
  if (reader.collapse) {
    if (!reader.collapse->hasOneUse() ||
        reader.collapse.getResultType().getRank() == 0)
      return std::nullopt;
    reader.use = &*reader.collapse->use_begin();
  }
  reader.op = dyn_cast<linalg::LinalgOp>(reader.use->getOwner());
  linalg::LinalgOp op = reader.op;
  if (!op || !isElementwise(op) || op.getNumDpsInits() != 1 ||
      !op.isDpsInput(reader.use) || op.hasIndexSemantics() ||
      llvm::hasSingleElement(*op.getBlock()) ||
      (onlyWidens(op) && !findReader(op->getResult(0))) ||
      op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)) ||
      op->getBlock() != transposed.getParentBlock() ||
      !op.getMatchingIndexingMap(reader.use).isPermutation())
    return std::nullopt;
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (input == reader.use)
      continue;
    std::optional<OtherInput> other = findOtherInput(op, input);
    if (!other)
      return std::nullopt;
    reader.others.push_back(*other);
  }
  return reader;
}

namespace {
/// Lets a reader read the tensor before it was transposed.
class Sinking {
public:
  Sinking(RewriterBase &rewriter, linalg::TransposeOp op, Reader reader)
      : rewriter(rewriter), op(op), reader(std::move(reader)),
        loc(this->reader.op.getLoc()) {}

  /// Returns the transpose of the result.
  linalg::TransposeOp run() {
    linalg::LinalgOp user = reader.op;
    rewriter.setInsertionPoint(user);
    findDims();
    sizes = tensor::getMixedSizes(rewriter, loc, op.getInput());
    AffineMap identity = rewriter.getMultiDimIdentityMap(sizes.size());
    SmallVector<Value> inputs;
    SmallVector<AffineMap> maps;
    auto other = reader.others.begin();
    for (OpOperand *operand : user.getDpsInputOperands()) {
      bool isTransposed = operand == reader.use;
      auto [value, map] = isTransposed
                              ? std::pair(Value(op.getInput()), identity)
                              : convert(*other++);
      inputs.push_back(value);
      maps.push_back(map);
    }
    maps.push_back(identity);
    Value init = tensor::EmptyOp::create(
        rewriter, loc, sizes, getElementTypeOrSelf(user->getResult(0)));
    SmallVector<utils::IteratorType> iterators(sizes.size(),
                                               utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(rewriter, loc, init.getType(),
                                             inputs, init, maps, iterators);
    Region &body = generic.getRegion();
    rewriter.cloneRegionBefore(user->getRegion(0), body, body.begin());
    return replaceUser(generic.getResult(0));
  }

private:
  /// Finds the dimensions of the input that each loop of the user runs along.
  void findDims() {
    AffineMap read = reader.op.getMatchingIndexingMap(reader.use);
    ArrayRef<int64_t> permutation = op.getPermutation();
    dims.resize(reader.op.getNumLoops());
    if (!reader.collapse) {
      for (auto [dim, inputDim] : llvm::enumerate(permutation))
        dims[read.getDimPosition(dim)].push_back(inputDim);
      return;
    }
    for (auto [dim, group] :
         llvm::enumerate(reader.collapse.getReassociationIndices()))
      for (int64_t transposedDim : group)
        dims[read.getDimPosition(dim)].push_back(permutation[transposedDim]);
  }

  /// Reshapes another input so that it has a dimension for each of the
  /// product's.
  std::pair<Value, AffineMap> convert(const OtherInput &other) {
    if (other.constant)
      return {arith::ConstantOp::create(rewriter, loc, other.constant),
              AffineMap::get(sizes.size(), 0, rewriter.getContext())};
    auto type = dyn_cast<RankedTensorType>(other.value.getType());
    SmallVector<AffineExpr> results;
    if (!type)
      return {other.value,
              AffineMap::get(sizes.size(), 0, results, rewriter.getContext())};
    SmallVector<OpFoldResult> valueSizes =
        tensor::getMixedSizes(rewriter, loc, other.value);
    SmallVector<OpFoldResult> expandedSizes;
    SmallVector<int64_t> groups, shape;
    for (auto [dim, result] : llvm::enumerate(other.map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(result);
      if (!loop || dims[loop.getPosition()].size() == 1) {
        results.push_back(
            loop ? rewriter.getAffineDimExpr(dims[loop.getPosition()].front())
                 : result);
        expandedSizes.push_back(valueSizes[dim]);
        shape.push_back(type.getDimSize(dim));
        groups.push_back(1);
        continue;
      }
      for (int64_t inputDim : dims[loop.getPosition()]) {
        results.push_back(rewriter.getAffineDimExpr(inputDim));
        expandedSizes.push_back(sizes[inputDim]);
        shape.push_back(op.getInput().getType().getDimSize(inputDim));
      }
      groups.push_back(dims[loop.getPosition()].size());
    }
    Value value = expandGroups(rewriter, loc, other.value, groups,
                               type.clone(shape), expandedSizes);
    return {value,
            AffineMap::get(sizes.size(), 0, results, rewriter.getContext())};
  }

  linalg::TransposeOp replaceUser(Value computed) {
    linalg::LinalgOp user = reader.op;
    AffineMap written = user.getMatchingIndexingMap(user.getDpsInitOperand(0));
    SmallVector<int64_t> permutation, groups;
    for (unsigned dim = 0; dim < written.getNumResults(); ++dim) {
      llvm::append_range(permutation, dims[written.getDimPosition(dim)]);
      groups.push_back(dims[written.getDimPosition(dim)].size());
    }
    Value result = fused::transpose(rewriter, loc, computed, permutation);
    auto transposed = result.getDefiningOp<linalg::TransposeOp>();
    result = collapseGroups(rewriter, loc, result, groups);
    Type wanted = user->getResult(0).getType();
    if (result.getType() != wanted)
      result = tensor::CastOp::create(rewriter, loc, wanted, result);
    rewriter.replaceOp(user, result);
    if (reader.collapse)
      rewriter.eraseOp(reader.collapse);
    rewriter.eraseOp(op);
    return transposed;
  }

  RewriterBase &rewriter;
  linalg::TransposeOp op;
  Reader reader;
  Location loc;
  SmallVector<SmallVector<int64_t, 1>> dims;
  /// Of the input.
  SmallVector<OpFoldResult> sizes;
};

struct SinkTransposes : fused::impl::SinkTransposesBase<SinkTransposes> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      std::optional<SmallVector<int64_t>> permutation = getPermutation(op);
      if (permutation && separatesDims(op, *permutation))
        ops.push_back(op);
    });
    ChangeListener listener;
    IRRewriter rewriter(&getContext(), &listener);
    for (linalg::LinalgOp op : ops)
      sink(rewriter, op);
    if (!listener.hasChanged)
      markAllAnalysesPreserved();
  }

  static void sink(RewriterBase &rewriter, linalg::LinalgOp op) {
    std::optional<Reader> reader = findReader(op->getResult(0));
    if (!reader)
      return;
    auto transpose = dyn_cast<linalg::TransposeOp>(op.getOperation());
    if (!transpose) {
      rewriter.setInsertionPoint(op);
      transpose = rewriter.replaceOpWithNewOp<linalg::TransposeOp>(
          op, op.getDpsInputs().front(), op.getDpsInits().front(),
          *getPermutation(op));
      reader = findReader(transpose.getResult()[0]);
    }
    for (; reader; reader = findReader(transpose.getResult()[0]))
      transpose = Sinking(rewriter, transpose, *reader).run();
  }
};
} // namespace
