//===- ProductFormation.cpp - Making fused.product ------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductFormation.h"

#include "Decompose.h"

#include "fused/Analysis/ProductSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fused;

/// Makes one operation of `producer` and `consumer`. Their results take the
/// place of those that have other users.
static linalg::GenericOp fuse(RewriterBase &rewriter,
                              linalg::GenericOp producer,
                              linalg::GenericOp consumer) {
  for (OpOperand *input : consumer.getDpsInputOperands()) {
    if (input->get().getDefiningOp() != producer)
      continue;
    rewriter.setInsertionPoint(consumer);
    FailureOr<linalg::ElementwiseOpFusionResult> fused =
        linalg::fuseElementwiseOps(rewriter, input);
    if (failed(fused))
      return {};
    for (auto [from, to] : fused->replacements)
      rewriter.replaceUsesWithIf(from, to, [&, from = from](OpOperand &use) {
        // Others may read what the producer computes earlier.
        Operation *reader =
            consumer->getBlock()->findAncestorOpInBlock(*use.getOwner());
        return from.getDefiningOp() == consumer ||
               (reader && consumer->isBeforeInBlock(reader));
      });
    rewriter.eraseOp(consumer);
    if (isOpTriviallyDead(producer))
      rewriter.eraseOp(producer);
    return cast<linalg::GenericOp>(fused->fusedOp);
  }
  return {};
}

namespace {
/// A result of the elementwise operation, and what becomes of it.
struct TailResult {
  Value value;
  bool isStored;
  SmallVector<MatrixSum> sums;
};
} // namespace

/// True if nothing but `sum.result` depends on what `sum.op` computes.
static bool isOnlyResult(const MatrixSum &sum) {
  for (Operation *op = sum.op; op != sum.result.getDefiningOp();
       op = *op->user_begin())
    if (!op->hasOneUse())
      return false;
  return true;
}

SmallVector<MatrixSum> fused::findSums(Value value, bool isStrict) {
  Builder builder(value.getContext());
  llvm::MapVector<Operation *, MatrixSum> sums;
  // Each dimension that remains is one of the result.
  auto hasAllDims = [](const MatrixSum &sum) {
    return llvm::all_of(sum.groups, [](int64_t size) { return size == 1; });
  };
  for (Type type : {Type(builder.getF32Type()), Type(builder.getBF16Type()),
                    Type(builder.getF16Type())}) {
    unsigned numOthers = 0;
    for (MatrixSum &sum : findMatrixSums(
             value, type, /*mayDropRounding=*/!isStrict, numOthers)) {
      auto result = cast<ShapedType>(sum.result.getType());
      if (hasAllDims(sum) && result.hasStaticShape() && isOnlyResult(sum))
        sums[sum.op] = sum;
    }
  }
  return llvm::to_vector(llvm::make_second_range(sums));
}

static TailResult examineResult(Value value, bool isStrict) {
  TailResult result = {value, /*isStored=*/false, findSums(value, isStrict)};
  result.isStored = !llvm::all_of(value.getUsers(), [&](Operation *user) {
    return llvm::any_of(result.sums,
                        [&](const MatrixSum &sum) { return sum.op == user; });
  });
  return result;
}

/// Erases the operations that define `values`, and those that only they need.
static void eraseDead(RewriterBase &rewriter, ValueRange values) {
  llvm::SetVector<Operation *> ops;
  for (Value value : values)
    ops.insert(value.getDefiningOp());
  while (!ops.empty()) {
    Operation *op = ops.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *definition = operand.getDefiningOp())
        ops.insert(definition);
    rewriter.eraseOp(op);
  }
}

namespace {
/// Makes the operation from an accumulator and the only elementwise operation
/// that reads it.
class ProductFormer {
public:
  ProductFormer(RewriterBase &rewriter, MatmulOp op, linalg::GenericOp tail,
                bool isStrict)
      : rewriter(rewriter), op(op), tail(tail) {
    for (Value result : tail->getResults())
      results.push_back(examineResult(result, isStrict));
    for (OpOperand *input : tail.getDpsInputOperands())
      if (input->get() != op.getD())
        addExtra(input);
    // A C of the compute type is part of the accumulator. A batch may share it.
    if (Value c = op.getC())
      addExtra(c, c,
               rewriter.getMultiDimIdentityMap(tail.getNumLoops())
                   .getMinorSubMap(cast<ShapedType>(c.getType()).getRank()));
    AffineMap none =
        AffineMap::get(tail.getNumLoops(), 0, rewriter.getContext());
    for (Value number : getCaptured(tail))
      addExtra(number, number, none);
  }

  ProductOp run() {
    addOutputs();
    // A sum alone is no product.
    if (outputs.empty() || !outputMaps.front().isIdentity())
      return {};
    SmallVector<AffineMap> allMaps = maps;
    llvm::append_range(allMaps, outputMaps);
    auto product = ProductOp::create(
        rewriter, tail.getLoc(), op.getA(), op.getB(), op.getTransposeA(),
        op.getTransposeB(), extras, allMaps, outputs,
        [&](OpBuilder &inner, ValueRange arguments) {
          return emitBody(inner, arguments);
        });
    if (!findLackOfKernel(product).empty()) {
      rewriter.eraseOp(product);
      return {};
    }
    for (auto [from, to] : llvm::zip_equal(replaced, product.getResults()))
      rewriter.replaceAllUsesWith(from, to);
    eraseDead(rewriter, replaced);
    return product;
  }

private:
  void addExtra(OpOperand *input) {
    AffineMap map = tail.getMatchingIndexingMap(input);
    BlockArgument argument = tail.getMatchingBlockArgument(input);
    if (argument.use_empty())
      return;
    DenseElementsAttr constant;
    if (matchPattern(input->get(), m_Constant(&constant)) &&
        constant.isSplat()) {
      constants.push_back({argument, constant.getSplatValue<TypedAttr>()});
      return;
    }
    addExtra(argument, input->get(), map);
  }

  /// `inTail` is what the tail has of it.
  void addExtra(Value inTail, Value operand, AffineMap map) {
    for (auto [index, extra] : llvm::enumerate(extras))
      if (extra == operand && maps[index] == map) {
        arguments.push_back({inTail, index});
        return;
      }
    arguments.push_back({inTail, extras.size()});
    extras.push_back(operand);
    maps.push_back(map);
  }

  void addOutputs() {
    AffineMap identity = rewriter.getMultiDimIdentityMap(tail.getNumLoops());
    for (auto [index, result] : llvm::enumerate(results))
      if (result.isStored) {
        yielded.push_back(index);
        outputs.push_back(tail.getOutputs()[index]);
        outputMaps.push_back(identity);
        replaced.push_back(result.value);
      }
    rewriter.setInsertionPoint(tail);
    for (auto [index, result] : llvm::enumerate(results))
      for (MatrixSum &sum : result.sums) {
        auto type = cast<ShapedType>(sum.result.getType());
        yielded.push_back(index);
        outputs.push_back(tensor::EmptyOp::create(
            rewriter, tail.getLoc(), type.getShape(), type.getElementType()));
        outputMaps.push_back(identity.dropResult(sum.dim));
        replaced.push_back(sum.result);
      }
  }

  SmallVector<Value> emitBody(OpBuilder &inner, ValueRange own) {
    IRMapping mapping;
    for (auto [argument, index] : arguments)
      mapping.map(argument, own[index + 1]);
    auto scale = [&](Value value, const APFloat &factor) -> Value {
      if (factor.isExactlyValue(1.0))
        return value;
      Value constant = arith::ConstantOp::create(
          inner, tail.getLoc(),
          inner.getF32FloatAttr(factor.convertToDouble()));
      return arith::MulFOp::create(inner, tail.getLoc(), value, constant);
    };
    Value accumulator = scale(own.front(), op.getAlpha());
    if (Value c = op.getC())
      accumulator =
          arith::AddFOp::create(inner, tail.getLoc(), accumulator,
                                scale(mapping.lookup(c), op.getBeta()));
    for (OpOperand *input : tail.getDpsInputOperands())
      if (input->get() == op.getD())
        mapping.map(tail.getMatchingBlockArgument(input), accumulator);
    for (auto [argument, value] : constants)
      mapping.map(argument,
                  arith::ConstantOp::create(inner, tail.getLoc(), value));
    for (Operation &inside : tail.getBody()->without_terminator())
      inner.clone(inside, mapping);
    SmallVector<Value> values;
    for (auto [index, map] : llvm::zip_equal(yielded, outputMaps)) {
      Value value = mapping.lookupOrDefault(
          tail.getBody()->getTerminator()->getOperand(index));
      // Sums are of what is stored, in the compute type.
      if (!map.isIdentity() && value.getType() != op.getComputeType())
        value = arith::ExtFOp::create(inner, tail.getLoc(), op.getComputeType(),
                                      value);
      values.push_back(value);
    }
    return values;
  }

  RewriterBase &rewriter;
  MatmulOp op;
  linalg::GenericOp tail;
  SmallVector<TailResult> results;
  /// Further operands, without repetitions, and of which of them a value of the
  /// tail is an element.
  SmallVector<Value> extras;
  SmallVector<AffineMap> maps;
  SmallVector<std::pair<Value, size_t>> arguments;
  SmallVector<std::pair<BlockArgument, TypedAttr>> constants;
  /// Of each output, which result of the tail it is made of, and what it
  /// replaces.
  SmallVector<size_t> yielded;
  SmallVector<Value> outputs, replaced;
  SmallVector<AffineMap> outputMaps;
};
} // namespace

/// Computes in `tail` what it reads, where that is cheap.
static linalg::GenericOp fuseCheapOperands(RewriterBase &rewriter,
                                           linalg::GenericOp tail, Value d) {
  auto findProducer = [&]() -> linalg::GenericOp {
    for (OpOperand *input : tail.getDpsInputOperands())
      if (auto producer = input->get().getDefiningOp<linalg::GenericOp>())
        if (input->get() != d && isCheap(producer) &&
            canComputeInputs(producer, tail.getMatchingIndexingMap(input)))
          return producer;
    return {};
  };
  while (linalg::GenericOp producer = findProducer()) {
    linalg::GenericOp fused = fuse(rewriter, producer, tail);
    if (!fused)
      break;
    tail = fused;
  }
  return tail;
}

/// Gives D of a plain product an operation that computes it.
static void addEpilog(RewriterBase &rewriter, MatmulOp plain) {
  Value d = plain.getD();
  rewriter.setInsertionPointAfter(plain);
  auto type = cast<RankedTensorType>(d.getType());
  AffineMap identity = rewriter.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto epilog = linalg::GenericOp::create(
      rewriter, plain.getLoc(), type, d, plain.getInit(), {identity, identity},
      iterators, [](OpBuilder &inner, Location loc, ValueRange arguments) {
        linalg::YieldOp::create(inner, loc, arguments.front());
      });
  rewriter.replaceAllUsesExcept(d, epilog.getResult(0), epilog);
}

ProductOp fused::formProduct(RewriterBase &rewriter, MatmulOp &op,
                             ArrayRef<linalg::GenericOp> tails, bool isStrict,
                             StringRef tiling) {
  // All at the place of the last operand that they have.
  Operation *place = op;
  for (linalg::GenericOp tail : tails)
    for (Operation *definition : getDefinitions(tail, op->getBlock()))
      if (place->isBeforeInBlock(definition))
        place = definition;
  for (linalg::GenericOp tail : llvm::reverse(tails))
    rewriter.moveOpAfter(tail, place);

  SmallPtrSet<Operation *, 4> others(llvm::from_range, op.getD().getUsers());
  for (linalg::GenericOp tail : tails)
    others.erase(tail);
  if (sumsFactor(op))
    op = decompose(rewriter, op, DecomposedPart::BiasGradient);
  MatmulOp plain = op = decompose(rewriter, op, DecomposedPart::Epilog);
  // Others read D as it is.
  if (!plain.getD().hasOneUse() || others.contains(*plain.getD().user_begin()))
    addEpilog(rewriter, plain);
  // The epilog as an operation of its own, or the only tail.
  auto all = dyn_cast<linalg::GenericOp>(*plain.getD().user_begin());
  for (linalg::GenericOp tail : tails)
    if (all && tail != all)
      if (linalg::GenericOp fused = fuse(rewriter, all, tail))
        all = fused;
  if (!all || !plain.getD().hasOneUse())
    return {};
  all = fuseCheapOperands(rewriter, all, plain.getD());
  ProductOp product = ProductFormer(rewriter, plain, all, isStrict).run();
  if (product && !isStrict) {
    widenRegion(rewriter, *product.getBodyBlock());
    allowQuotients(*product.getBodyBlock());
  }
  if (product && !tiling.empty())
    product.setTiling(tiling);
  return product;
}
