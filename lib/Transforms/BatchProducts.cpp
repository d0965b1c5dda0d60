//===- BatchProducts.cpp - Products of a loop side by side ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransposeReaders.h"

#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/IterationPasses.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace fused {
#define GEN_PASS_DEF_BATCHPRODUCTS
#include "fused/Transforms/IterationPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

using Products = SmallVector<MatmulOp>;

namespace {
struct BatchProducts : public fused::impl::BatchProductsBase<BatchProducts> {
  void runOnOperation() override;
};
} // namespace

/// True for D = op(A) op(B) of known sizes that leaves most of a device idle.
static bool isSmall(MatmulOp op) {
  // A device has about as many multiprocessors.
  constexpr int64_t maxTiles = 128, tile = 128;
  if (op.getEpilog() != Epilog::DEFAULT || op->getNumOperands() != 3 ||
      op->getNumResults() != 1)
    return false;
  MatmulSizes sizes = op.getSizes();
  if (sizes.isBatched ||
      ShapedType::isDynamicShape({sizes.m, sizes.n, sizes.k}))
    return false;
  return llvm::divideCeil(sizes.m, tile) * llvm::divideCeil(sizes.n, tile) <
         maxTiles;
}

/// Lets a product compute the transpose of its result if nothing else is read.
static void transposeResult(RewriterBase &rewriter, MatmulOp op) {
  auto user = op.getD().hasOneUse()
                  ? dyn_cast<linalg::LinalgOp>(*op.getD().user_begin())
                  : linalg::LinalgOp();
  if (!user || getPermutation(user) != SmallVector<int64_t>{1, 0} ||
      user.getDpsInputOperand(0)->get() != op.getD())
    return;
  rewriter.setInsertionPoint(user);
  MatmulOptions options = op.getOptions();
  Value a = op.getA(), b = op.getB();
  options.transposeFactors(a, b);
  rewriter.replaceOpWithNewOp<MatmulOp>(user, op.getEpilog(), a, b,
                                        user.getDpsInits(), options);
  rewriter.eraseOp(op);
}

namespace {
/// Which part of a stack one matrix is.
struct Part {
  Part(OpBuilder &builder, int64_t index, RankedTensorType type)
      : offsets(type.getRank() + 1, builder.getIndexAttr(0)),
        sizes(1, builder.getIndexAttr(1)),
        strides(type.getRank() + 1, builder.getIndexAttr(1)) {
    offsets.front() = builder.getIndexAttr(index);
    llvm::append_range(
        sizes, getAsIndexOpFoldResult(type.getContext(), type.getShape()));
  }

  SmallVector<OpFoldResult> offsets, sizes, strides;
};

/// Makes batches of the products in one block of a loop.
class Batching {
public:
  Batching(LoopLikeOpInterface loop, Block &block)
      : loop(loop), block(block), rewriter(loop.getContext()) {}

  void run();

private:
  bool isInvariant(Value value) { return loop.isDefinedOutsideOfLoop(value); }
  bool dependsOn(MatmulOp op, ArrayRef<MatmulOp> products);
  void addGroup(Products &products, function_ref<bool(MatmulOp)> belongs);
  void addGroups(Products products);
  Value stack(ArrayRef<Value> matrices);
  void readFromStack(Value matrix, int64_t index, Value stack);
  void batch(ArrayRef<MatmulOp> products);

  LoopLikeOpInterface loop;
  Block &block;
  IRRewriter rewriter;
  SmallVector<Products> groups;
  /// What has been stacked: the matrices, and the result.
  SmallVector<std::pair<SmallVector<Value>, Value>> stacks;
};
} // namespace

/// True if an operand of `op` is computed from one of the results.
bool Batching::dependsOn(MatmulOp op, ArrayRef<MatmulOp> products) {
  SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.omitUsesFromAbove = false;
  options.filter = [&](Operation *inside) {
    return block.findAncestorOpInBlock(*inside) != nullptr;
  };
  if (failed(getBackwardSlice(op.getOperation(), &slice, options)))
    return true;
  return llvm::any_of(products, [&](MatmulOp product) {
    return slice.contains(product.getOperation());
  });
}

/// Moves those of `products` that do not depend on each other, and that belong
/// together, to a group of their own.
void Batching::addGroup(Products &products,
                        function_ref<bool(MatmulOp)> belongs) {
  Products group, others;
  for (MatmulOp op : products) {
    bool joins = belongs(op) && !dependsOn(op, group);
    (joins ? group : others).push_back(op);
  }
  if (group.size() < 2)
    return;
  groups.push_back(group);
  products = others;
}

/// Adds groups of products that agree in all but their matrices: first those
/// that share an operand with most others, then those with an operand that no
/// iteration changes.
void Batching::addGroups(Products products) {
  size_t numGroups;
  do {
    numGroups = groups.size();
    llvm::MapVector<std::pair<unsigned, Value>, unsigned> uses;
    for (MatmulOp op : products)
      for (unsigned operand : {0, 1})
        ++uses[{operand, op->getOperand(operand)}];
    auto most = llvm::max_element(
        uses, [](const auto &a, const auto &b) { return a.second < b.second; });
    if (most != uses.end() && most->second > 1)
      addGroup(products, [&, shared = most->first](MatmulOp op) {
        return op->getOperand(shared.first) == shared.second;
      });
  } while (groups.size() != numGroups);
  for (unsigned operand : {1, 0})
    addGroup(products,
             [&](MatmulOp op) { return isInvariant(op->getOperand(operand)); });
}

/// Makes a batch of matrices, outside of the loop if they come from there.
Value Batching::stack(ArrayRef<Value> matrices) {
  for (auto &[parts, result] : stacks)
    if (ArrayRef(parts) == matrices)
      return result;
  OpBuilder::InsertionGuard guard(rewriter);
  if (llvm::all_of(matrices, [&](Value value) { return isInvariant(value); }))
    rewriter.setInsertionPoint(loop);
  auto type = cast<RankedTensorType>(matrices.front().getType());
  Location loc = matrices.front().getLoc();
  SmallVector<int64_t> shape = {static_cast<int64_t>(matrices.size())};
  llvm::append_range(shape, type.getShape());
  Value result =
      tensor::EmptyOp::create(rewriter, loc, shape, type.getElementType());
  for (auto [i, matrix] : llvm::enumerate(matrices)) {
    Part part(rewriter, i, type);
    result = tensor::InsertSliceOp::create(
        rewriter, loc, matrix, result, part.offsets, part.sizes, part.strides);
  }
  stacks.emplace_back(SmallVector<Value>(matrices), result);
  return result;
}

/// Lets what comes behind the stack read `matrix` there. Then the matrix can be
/// computed in its place.
void Batching::readFromStack(Value matrix, int64_t index, Value stack) {
  Operation *last = stack.getDefiningOp();
  auto reads = [&](OpOperand &use) {
    Operation *user = block.findAncestorOpInBlock(*use.getOwner());
    return user && last->getBlock() == &block && last->isBeforeInBlock(user);
  };
  if (isInvariant(matrix) || llvm::none_of(matrix.getUses(), reads))
    return;
  rewriter.setInsertionPointAfter(last);
  auto type = cast<RankedTensorType>(matrix.getType());
  Part part(rewriter, index, type);
  Value read =
      tensor::ExtractSliceOp::create(rewriter, stack.getLoc(), type, stack,
                                     part.offsets, part.sizes, part.strides);
  rewriter.replaceUsesWithIf(matrix, read, reads);
}

/// Replaces the products by one with a batch, in the place of the first.
void Batching::batch(ArrayRef<MatmulOp> products) {
  MatmulOp first = products.front();
  if (llvm::any_of(products,
                   [&](MatmulOp op) { return dependsOn(op, products); }))
    return;
  rewriter.setInsertionPoint(first);
  SmallVector<SmallVector<Value>> matrices(2);
  SmallVector<Value> inside;
  for (auto [operand, values] : llvm::enumerate(matrices)) {
    for (MatmulOp op : products)
      values.push_back(op->getOperand(operand));
    llvm::copy_if(values, std::back_inserter(inside),
                  [&](Value value) { return !isInvariant(value); });
  }
  if (failed(moveValueDefinitions(rewriter, inside, first)))
    return;
  // Stacks have to be in front of what reads them later.
  Value operands[2];
  for (auto [operand, values] : llvm::enumerate(matrices))
    operands[operand] =
        llvm::all_equal(values) ? values.front() : stack(values);
  auto type = cast<RankedTensorType>(first.getD().getType());
  SmallVector<int64_t> shape = {static_cast<int64_t>(products.size())};
  llvm::append_range(shape, type.getShape());
  SmallVector<Location> locations;
  for (MatmulOp op : products)
    locations.push_back(op.getLoc());
  Location loc = rewriter.getFusedLoc(locations);
  Value init =
      tensor::EmptyOp::create(rewriter, loc, shape, type.getElementType());
  auto batched = MatmulOp::create(rewriter, loc, first.getEpilog(), operands[0],
                                  operands[1], init, first.getOptions());
  for (auto [i, op] : llvm::enumerate(products)) {
    Part part(rewriter, i, type);
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, type, batched.getD(), part.offsets, part.sizes, part.strides);
  }
}

void Batching::run() {
  using Key = std::tuple<DictionaryAttr, Type, Type, Type>;
  llvm::MapVector<Key, Products> alike;
  for (auto op : llvm::make_early_inc_range(block.getOps<MatmulOp>()))
    if (isSmall(op))
      transposeResult(rewriter, op);
  for (auto op : block.getOps<MatmulOp>()) {
    if (!isSmall(op))
      continue;
    Products &products = alike[{op->getAttrDictionary(), op.getA().getType(),
                                op.getB().getType(), op.getD().getType()}];
    // Equal products, which CSE has not met, would share both operands.
    if (llvm::none_of(products, [&](MatmulOp other) {
          return other.getA() == op.getA() && other.getB() == op.getB();
        }))
      products.push_back(op);
  }
  for (auto &[key, products] : alike)
    addGroups(std::move(products));
  // So that stacks come before all that read them.
  llvm::sort(groups, [](const Products &a, const Products &b) {
    return a.front()->isBeforeInBlock(b.front());
  });
  for (const Products &products : groups)
    batch(products);
  for (const auto &[matrices, result] : stacks)
    for (auto [i, matrix] : llvm::enumerate(matrices))
      readFromStack(matrix, i, result);
}

void BatchProducts::runOnOperation() {
  getOperation()->walk([](LoopLikeOpInterface loop) {
    for (Region &region : loop->getRegions())
      for (Block &block : region)
        Batching(loop, block).run();
  });
}
