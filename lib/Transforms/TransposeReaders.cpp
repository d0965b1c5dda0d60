//===- TransposeReaders.cpp - Operations behind a transpose ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransposeReaders.h"

#include "Reshape.h"

#include "fused/Analysis/OperandSource.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace fused;

std::optional<SmallVector<int64_t>> fused::getPermutation(Operation *op) {
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    return llvm::to_vector(transpose.getPermutation());
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return linalg::isaTransposeOpInterface(generic);
  return std::nullopt;
}

void fused::addUnitDimsBehind(RewriterBase &rewriter, linalg::LinalgOp op) {
  auto expand =
      op.getDpsInputs().front().getDefiningOp<tensor::ExpandShapeOp>();
  if (!expand || !expand.getResultType().hasStaticShape())
    return;
  ArrayRef<int64_t> expanded = expand.getResultType().getShape();
  // The dimensions of the source that those of the result are.
  SmallVector<int64_t> sources(expanded.size(), -1);
  for (auto [source, group] :
       llvm::enumerate(expand.getReassociationIndices())) {
    auto isLong = [&](int64_t dim) { return expanded[dim] != 1; };
    if (llvm::count_if(group, isLong) > 1)
      return;
    auto *only = llvm::find_if(group, isLong);
    sources[only == group.end() ? group.front() : *only] = source;
  }
  SmallVector<int64_t> order;
  SmallVector<ReassociationIndices> groups;
  for (auto [dim, from] : llvm::enumerate(*getPermutation(op))) {
    // Units in front of all others belong to the first.
    if (sources[from] >= 0) {
      order.push_back(sources[from]);
      if (order.size() > 1)
        groups.emplace_back();
    }
    if (groups.empty())
      groups.emplace_back();
    groups.back().push_back(dim);
  }
  SmallVector<int64_t> longDims = llvm::to_vector(order);
  llvm::erase_if(longDims, [&](int64_t dim) {
    return expand.getSrcType().getDimSize(dim) == 1;
  });
  if (llvm::is_sorted(longDims))
    return;
  rewriter.setInsertionPoint(op);
  Value source = transpose(rewriter, op.getLoc(), expand.getSrc(), order);
  rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(
      op, op->getResult(0).getType(), source, groups);
  if (expand->use_empty())
    rewriter.eraseOp(expand);
}

/// What `input` of `op` reads, if it does not vary along all loops, or has
/// booleans: their transpose moves few bytes.
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
  if (type.isInteger(1) && map.isPermutation())
    return OtherInput{input->get(), map, {}};
  return std::nullopt;
}

/// True if the transpose would move more bytes behind `op`, which does nothing
/// but convert elements to a wider type, or computes numbers from booleans.
static bool widens(linalg::LinalgOp op, OpOperand *use) {
  if (llvm::hasNItems(*op.getBlock(), 2) &&
      isa<arith::ExtFOp>(op.getBlock()->front()))
    return true;
  return getElementTypeOrSelf(use->get()).isInteger(1) &&
         !getElementTypeOrSelf(op->getResult(0)).isInteger(1);
}

std::optional<TransposeReader>
fused::findReader(OpOperand *use, tensor::CollapseShapeOp collapse,
                  function_ref<bool(Value)> isAlike) {
  auto op = dyn_cast<linalg::LinalgOp>(use->getOwner());
  if (!op || !isElementwise(op) || op.getNumDpsInits() != 1 ||
      !op.isDpsInput(use) || op.hasIndexSemantics() ||
      llvm::hasSingleElement(*op.getBlock()) ||
      op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)) ||
      !op.getMatchingIndexingMap(use).isPermutation())
    return std::nullopt;
  TransposeReader reader{op, use, collapse, {}};
  AffineMap map = op.getMatchingIndexingMap(use);
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (input == use)
      continue;
    if (!collapse && isAlike(input->get()) &&
        op.getMatchingIndexingMap(input) == map) {
      reader.others.push_back({input->get(), map, {}, /*isAlike=*/true});
      continue;
    }
    std::optional<OtherInput> other = findOtherInput(op, input);
    if (!other)
      return std::nullopt;
    reader.others.push_back(*other);
  }
  return reader;
}

/// The only reader of `transposed`, which is transposed by `permutation`.
static std::optional<TransposeReader>
findOnlyReader(Value transposed, ArrayRef<int64_t> permutation) {
  if (!transposed.hasOneUse())
    return std::nullopt;
  OpOperand *use = &*transposed.use_begin();
  auto collapse = dyn_cast<tensor::CollapseShapeOp>(use->getOwner());
  if (collapse) {
    if (!collapse->hasOneUse() || collapse.getResultType().getRank() == 0)
      return std::nullopt;
    use = &*collapse->use_begin();
  }
  std::optional<TransposeReader> reader =
      findReader(use, collapse, [&](Value value) {
        auto transpose = value.getDefiningOp<linalg::TransposeOp>();
        return transpose && transpose.getPermutation() == permutation;
      });
  if (!reader || reader->op->getBlock() != transposed.getParentBlock() ||
      (widens(reader->op, use) &&
       !findOnlyReader(reader->op->getResult(0), permutation)))
    return std::nullopt;
  return reader;
}

int64_t fused::countBits(Value value) {
  Type type = getElementTypeOrSelf(value.getType());
  return type.isInteger(1) || !type.isIntOrFloat()
             ? 0
             : type.getIntOrFloatBitWidth();
}

/// All readers of `collapse`, whose source is transposed, if their results have
/// no more bits together.
static SmallVector<TransposeReader>
findReaders(tensor::CollapseShapeOp collapse) {
  SmallVector<TransposeReader> readers;
  int64_t numBits = countBits(collapse.getSrc());
  SmallPtrSet<Operation *, 4> seen;
  for (OpOperand &use : collapse->getUses()) {
    std::optional<TransposeReader> reader =
        findReader(&use, collapse, [](Value) { return false; });
    if (!reader || reader->op->getBlock() != collapse->getBlock() ||
        widens(reader->op, &use) || !seen.insert(reader->op).second)
      return {};
    numBits -= countBits(reader->op->getResult(0));
    readers.push_back(*reader);
  }
  return numBits < 0 ? SmallVector<TransposeReader>() : readers;
}

SmallVector<TransposeReader>
fused::findOnlyReaders(linalg::TransposeOp transpose) {
  Value transposed = transpose->getResult(0);
  if (auto only = findOnlyReader(transposed, transpose.getPermutation()))
    return {*only};
  auto collapse =
      transposed.hasOneUse()
          ? dyn_cast<tensor::CollapseShapeOp>(*transposed.user_begin())
          : tensor::CollapseShapeOp();
  if (!collapse || collapse->hasOneUse() ||
      collapse.getResultType().getRank() == 0)
    return {};
  return findReaders(collapse);
}

namespace {
/// Lets a reader read the tensor before it was transposed.
class Sinking {
public:
  Sinking(RewriterBase &rewriter, linalg::TransposeOp op,
          TransposeReader reader)
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
    if (other.isAlike)
      return {other.value.getDefiningOp<linalg::TransposeOp>().getInput(),
              rewriter.getMultiDimIdentityMap(sizes.size())};
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
    auto map = AffineMap::get(sizes.size(), 0, results, rewriter.getContext());
    if (!map.isPermutation() || map.isIdentity())
      return {value, map};
    SmallVector<int64_t> permutation;
    for (unsigned dim = 0; dim < map.getNumDims(); ++dim)
      permutation.push_back(
          *map.getResultPosition(rewriter.getAffineDimExpr(dim)));
    return {fused::transpose(rewriter, loc, value, permutation),
            rewriter.getMultiDimIdentityMap(sizes.size())};
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
    if (reader.collapse && reader.collapse->use_empty())
      rewriter.eraseOp(reader.collapse);
    return transposed;
  }

  RewriterBase &rewriter;
  linalg::TransposeOp op;
  TransposeReader reader;
  Location loc;
  SmallVector<SmallVector<int64_t, 1>> dims;
  /// Of the input.
  SmallVector<OpFoldResult> sizes;
};

} // namespace

linalg::TransposeOp fused::sinkTranspose(RewriterBase &rewriter,
                                         linalg::TransposeOp transpose,
                                         TransposeReader reader) {
  return Sinking(rewriter, transpose, std::move(reader)).run();
}
