//===- SinkTransposes.cpp - Transposes of products after epilogs ----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeListener.h"
#include "Reshape.h"
#include "TransposeReaders.h"

#include "fused/Analysis/Expression.h"
#include "fused/Analysis/OperandSource.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace fused {
#define GEN_PASS_DEF_SINKTRANSPOSES
#include "fused/Transforms/LayoutPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// The matrix each element of which `op` rounds or widens, or adds one of a
/// vector to, such as a bias; null if it does something else.
static Value getBiasedMatrix(linalg::GenericOp op) {
  bool onlyAdds =
      llvm::all_of(op.getBody()->without_terminator(), [](Operation &inside) {
        return isa<arith::AddFOp, arith::ExtFOp, arith::TruncFOp>(inside);
      });
  OpOperand *output = op.getDpsInitOperand(0);
  if (!onlyAdds || op->getNumResults() != 1 || !isElementwise(op) ||
      !op.getMatchingIndexingMap(output).isIdentity() ||
      op.payloadUsesValueFromOperand(output))
    return {};
  Value matrix;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    OperandSource source = traceOperand(input->get(), map);
    auto isDim = [](AffineExpr expr) { return isa<AffineDimExpr>(expr); };
    if (source.constant ||
        llvm::count_if(source.map.getResults(), isDim) < op.getNumLoops())
      continue;
    if (matrix || !map.isIdentity())
      return {};
    matrix = input->get();
  }
  return matrix;
}

/// Makes a permutation of a permuted tensor one permutation, or none.
static void composePermutations(RewriterBase &rewriter, linalg::LinalgOp op) {
  Operation *first = op.getDpsInputs().front().getDefiningOp();
  auto inner = first ? getPermutation(first) : std::nullopt;
  if (!inner)
    return;
  rewriter.setInsertionPoint(op);
  Value source = first->getOperand(0);
  SmallVector<int64_t> both = applyPermutation(*inner, *getPermutation(op));
  bool isUndone = isIdentityPermutation(both) &&
                  source.getType() == op->getResult(0).getType();
  rewriter.replaceOp(
      op, isUndone ? source : transpose(rewriter, op.getLoc(), source, both));
  if (first->use_empty())
    rewriter.eraseOp(first);
}

namespace {
/// A product of whose result something is a reshape, perhaps of a conversion or
/// with a bias, and the reshape.
struct ReshapedProduct {
  MatmulOp product;
  /// The last one first.
  SmallVector<tensor::ExpandShapeOp, 2> reshapes;
  bool hasBias = false;
};
} // namespace

static ReshapedProduct findProduct(Value value) {
  ReshapedProduct found;
  while (value) {
    Operation *op = value.getDefiningOp();
    if ((found.product = dyn_cast_or_null<MatmulOp>(op)))
      break;
    auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
    if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(op)) {
      found.reshapes.push_back(expand);
      value = expand.getSrc();
      continue;
    }
    value = generic ? getBiasedMatrix(generic) : Value();
    found.hasBias |= generic && generic.getNumDpsInputs() > 1;
  }
  return found;
}

/// True if another permutation follows `permuted`, perhaps behind elementwise
/// operations and reshapes, and nothing else reads these: fused-fuse-epilogs
/// looks for epilogs that end there.
static bool isPermutedAgain(Operation *permuted) {
  constexpr size_t maxReaders = 32;
  bool isFound = false;
  llvm::SetVector<Operation *> readers(permuted->user_begin(),
                                       permuted->user_end());
  for (size_t i = 0; i < std::min(readers.size(), maxReaders); ++i) {
    Operation *reader = readers[i];
    auto generic = dyn_cast<linalg::GenericOp>(reader);
    if (getPermutation(reader))
      isFound = true;
    else if ((generic && isElementwise(generic)) || isReshape(reader))
      readers.insert(reader->user_begin(), reader->user_end());
    else
      return false;
  }
  return isFound;
}

/// True if `op` permutes a product, `input`, in a way in which no epilog can
/// end: its rows, its columns, or those of its batch, are no longer neighbours
/// in their order, or the batch no longer comes first.
static bool separatesDims(linalg::LinalgOp op, Value input,
                          ArrayRef<int64_t> permutation) {
  auto [product, reshapes, hasBias] = findProduct(input);
  if (!product || (hasBias && isPermutedAgain(op)))
    return false;
  int64_t numDims = cast<ShapedType>(product.getInit().getType()).getRank();
  DimOwners owners = getOwnDims(numDims);
  for (tensor::ExpandShapeOp expand : llvm::reverse(reshapes)) {
    DimOwners expanded(expand.getResultType().getRank());
    for (auto [source, group] :
         llvm::enumerate(expand.getReassociationIndices()))
      for (int64_t dim : group)
        expanded[dim] = owners[source];
    owners = expanded;
  }
  DimOwners permuted = applyPermutation(owners, permutation);
  MLIRContext *context = op.getContext();
  return !getLayout(permuted, numDims) ||
         !keepsOrder(owners, input.getType(),
                     AffineMap::getMultiDimIdentityMap(owners.size(), context),
                     AffineMap::getPermutationMap(permutation, context));
}

/// Lets `op`, which permutes dimensions that were joined, such as the heads of
/// all examples, do so before these are joined, if it separates the dimensions
/// of a product.
static void joinDimsBehind(RewriterBase &rewriter, linalg::LinalgOp op) {
  Value input = op->getOperand(0);
  auto collapse = input.getDefiningOp<tensor::CollapseShapeOp>();
  if (!collapse || !collapse.getSrcType().hasStaticShape())
    return;
  SmallVector<ReassociationIndices> joined = collapse.getReassociationIndices();
  SmallVector<ReassociationIndices> groups;
  SmallVector<int64_t> order = *getPermutation(op), permutation;
  for (int64_t dim : order) {
    ReassociationIndices &group = groups.emplace_back();
    for (int64_t source : joined[dim]) {
      group.push_back(permutation.size());
      permutation.push_back(source);
    }
  }
  if (!separatesDims(op, collapse.getSrc(), permutation))
    return;
  rewriter.setInsertionPoint(op);
  Value permuted =
      transpose(rewriter, op.getLoc(), collapse.getSrc(), permutation);
  rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(
      op, op->getResult(0).getType(), permuted, groups);
  if (collapse->use_empty())
    rewriter.eraseOp(collapse);
}

/// True if every result of `op` is written in the order in which `use` is read.
static bool keepsLoops(linalg::LinalgOp op, OpOperand *use) {
  return op.getMatchingIndexingMap(op.getDpsInitOperand(0)) ==
         op.getMatchingIndexingMap(use);
}

namespace {
/// Transposes of products in one block, and the elementwise operations that
/// read nothing but these, each other's results and smaller tensors: a region
/// for each set of operations that depend on each other. In a training step,
/// the activation and its gradient form one.
class TransposedRegions {
public:
  /// `transposes` are in one block, in any order.
  explicit TransposedRegions(ArrayRef<linalg::TransposeOp> transposes) {
    Operation *first = transposes.front();
    for (linalg::TransposeOp op : transposes) {
      addValue(op->getResult(0), op.getPermutation());
      if (op->isBeforeInBlock(first))
        first = op;
    }
    for (auto it = first->getIterator(); it != first->getBlock()->end(); ++it)
      if (auto op = dyn_cast<linalg::LinalgOp>(*it))
        addMember(op);
    dropWideningMembers();
    for (linalg::TransposeOp op : transposes)
      if (!isUsedOutside(op->getResult(0)))
        addSaved(op->getResult(0), 1);
    for (Operation *op : members)
      if (isReadTransposed(op->getResult(0)))
        addSaved(op->getResult(0), -1);
  }

  /// The operations of regions whose results need no more transposes than what
  /// they read, in the order of the block.
  SmallVector<linalg::LinalgOp> getMembers() const {
    SmallVector<linalg::LinalgOp> chosen;
    for (Operation *op : members)
      if (savedBits.lookup(regions.getLeaderValue(op->getResult(0))) >= 0)
        chosen.push_back(cast<linalg::LinalgOp>(op));
    return chosen;
  }

private:
  void addValue(Value value, ArrayRef<int64_t> permutation) {
    permutations[value].assign(permutation.begin(), permutation.end());
    regions.insert(value);
  }

  void addMember(linalg::LinalgOp op) {
    auto isKnown = [&](OpOperand *input) {
      return permutations.contains(input->get());
    };
    SmallVector<OpOperand *> inputs = op.getDpsInputOperands();
    auto use = llvm::find_if(inputs, isKnown);
    if (use == inputs.end())
      return;
    // A copy, because the map grows.
    SmallVector<int64_t> permutation = permutations[(*use)->get()];
    std::optional<TransposeReader> reader =
        findReader(*use, /*collapse=*/{}, [&](Value value) {
          auto found = permutations.find(value);
          return found != permutations.end() && found->second == permutation;
        });
    if (!reader || !keepsLoops(op, *use))
      return;
    Value result = op->getResult(0);
    addValue(result, permutation);
    regions.unionSets((*use)->get(), result);
    for (const OtherInput &other : reader->others)
      if (other.isAlike)
        regions.unionSets(other.value, result);
    members.insert(op);
  }

  bool isUsedOutside(Value value) const {
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      return !members.contains(user);
    });
  }

  /// True if somebody outside needs the transpose of a result in memory: sums
  /// can read it in any order, and another permutation may undo it.
  bool isReadTransposed(Value value) const {
    ArrayRef<int64_t> permutation = permutations.at(value);
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      auto reader = dyn_cast<linalg::LinalgOp>(user);
      if (!reader || members.contains(user))
        return !reader;
      std::optional<SmallVector<int64_t>> other = getPermutation(reader);
      bool undoes =
          other && isIdentityPermutation(applyPermutation(permutation, *other));
      return !undoes && reader.getNumReductionLoops() == 0;
    });
  }

  /// From the last to the first, drops members without which fewer bits are
  /// transposed: their inputs instead of their results, such as the mask that
  /// selects elements of another tensor.
  void dropWideningMembers() {
    SmallVector<Operation *> ops(members.getArrayRef());
    for (Operation *op : llvm::reverse(ops)) {
      Value result = op->getResult(0);
      if (llvm::any_of(result.getUsers(),
                       [&](Operation *user) { return members.contains(user); }))
        continue;
      int64_t inputBits = 0;
      for (Value input :
           llvm::SetVector<Value>(op->operand_begin(), op->operand_end()))
        if (permutations.contains(input) && !isUsedOutside(input))
          inputBits += countBits(input);
      if (inputBits < countBits(result))
        members.remove(op);
    }
  }

  void addSaved(Value value, int64_t sign) {
    savedBits[regions.getLeaderValue(value)] += sign * countBits(value);
  }

  DenseMap<Value, SmallVector<int64_t>> permutations;
  llvm::EquivalenceClasses<Value> regions;
  llvm::SetVector<Operation *> members;
  /// Of each element, by how much fewer bits are transposed.
  DenseMap<Value, int64_t> savedBits;
};

struct SinkTransposes : fused::impl::SinkTransposesBase<SinkTransposes> {
  void runOnOperation() override {
    ChangeListener listener;
    IRRewriter rewriter(&getContext(), &listener);
    // What is erased was composed before.
    for (linalg::LinalgOp op : collectPermutations())
      composePermutations(rewriter, op);
    for (linalg::LinalgOp op : collectPermutations())
      joinDimsBehind(rewriter, op);
    llvm::MapVector<Block *, SmallVector<linalg::TransposeOp>> blocks;
    for (linalg::LinalgOp op : collectPermutations())
      if (separatesDims(op, op->getOperand(0), *getPermutation(op)))
        blocks[op->getBlock()].push_back(nameTranspose(rewriter, op));
    for (auto &[block, transposes] : blocks) {
      sinkBehindRegions(rewriter, transposes);
      for (linalg::TransposeOp transpose : transposes)
        sinkBehindOnlyReaders(rewriter, transpose);
    }
    // Others read the tensors before these now.
    if (listener.hasChanged)
      getOperation()->walk([&](linalg::TransposeOp op) {
        if (op->use_empty())
          rewriter.eraseOp(op);
      });
    for (linalg::LinalgOp op : collectPermutations())
      addUnitDimsBehind(rewriter, op);
    if (!listener.hasChanged)
      markAllAnalysesPreserved();
  }

private:
  SmallVector<linalg::LinalgOp> collectPermutations() {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (getPermutation(op))
        ops.push_back(op);
    });
    return ops;
  }

  /// The same operation as one of its name.
  static linalg::TransposeOp nameTranspose(RewriterBase &rewriter,
                                           linalg::LinalgOp op) {
    if (auto transpose = dyn_cast<linalg::TransposeOp>(op.getOperation()))
      return transpose;
    rewriter.setInsertionPoint(op);
    return rewriter.replaceOpWithNewOp<linalg::TransposeOp>(
        op, op.getDpsInputs().front(), op.getDpsInits().front(),
        *getPermutation(op));
  }

  /// Adds the transposes of the results to `transposes`.
  static void
  sinkBehindRegions(RewriterBase &rewriter,
                    SmallVectorImpl<linalg::TransposeOp> &transposes) {
    auto findTranspose = [](Value value) {
      return value.getDefiningOp<linalg::TransposeOp>();
    };
    for (linalg::LinalgOp op : TransposedRegions(transposes).getMembers())
      for (OpOperand *input : op.getDpsInputOperands()) {
        linalg::TransposeOp transpose = findTranspose(input->get());
        if (!transpose || !keepsLoops(op, input))
          continue;
        std::optional<TransposeReader> reader =
            findReader(input, /*collapse=*/{}, [&](Value value) {
              linalg::TransposeOp other = findTranspose(value);
              return other &&
                     other.getPermutation() == transpose.getPermutation();
            });
        if (!reader)
          continue;
        transposes.push_back(sinkTranspose(rewriter, transpose, *reader));
        break;
      }
  }

  static void sinkBehindOnlyReaders(RewriterBase &rewriter,
                                    linalg::TransposeOp transpose) {
    for (const TransposeReader &reader : findOnlyReaders(transpose))
      sinkBehindOnlyReaders(rewriter,
                            sinkTranspose(rewriter, transpose, reader));
  }
};
} // namespace
