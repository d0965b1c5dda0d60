//===- RaiseContraction.cpp - One contraction to fused.matmul -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaiseContraction.h"

#include "Reshape.h"

#include "fused/Analysis/OperandSource.h"
#include "fused/Dialect/ElementTypes.h"
#include "fused/Dialect/MatmulOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fused;

namespace {
/// How a factor is read as [batch x] rows x columns.
struct FactorLayout {
  /// Columns come before rows.
  bool transposed = false;
  /// The dimensions have to be permuted first.
  bool permuted = false;
};

using Loops = SmallVector<unsigned>;
} // namespace

static Loops concatenate(ArrayRef<unsigned> a, ArrayRef<unsigned> b,
                         ArrayRef<unsigned> c) {
  Loops result(a);
  llvm::append_range(result, b);
  llvm::append_range(result, c);
  return result;
}

static FactorLayout getLayout(const ContractionFactor &factor,
                              ArrayRef<unsigned> batch, ArrayRef<unsigned> rows,
                              ArrayRef<unsigned> columns) {
  if (factor.loops == concatenate(batch, rows, columns))
    return {};
  if (factor.loops == concatenate(batch, columns, rows))
    return {/*transposed=*/true, /*permuted=*/false};
  return {/*transposed=*/false, /*permuted=*/true};
}

/// The permutation that brings dimensions in the order `from` into order `to`.
static SmallVector<int64_t> getPermutation(ArrayRef<unsigned> from,
                                           ArrayRef<unsigned> to) {
  SmallVector<int64_t> permutation;
  for (unsigned loop : to)
    permutation.push_back(llvm::find(from, loop) - from.begin());
  return permutation;
}

namespace {
/// Rewrites one contraction.
class Raising {
public:
  Raising(RewriterBase &rewriter, linalg::LinalgOp op, Contraction &contraction)
      : rewriter(rewriter), op(op), loc(op.getLoc()), contraction(contraction) {
  }

  /// Makes loops along groups of queries dimensions of the batch.
  void separate(const GroupLoops &loops) {
    isSeparated = !loops.groups.empty();
    for (unsigned loop : loops.groups) {
      Contraction &c = contraction;
      if (llvm::is_contained(c.batch, loop))
        continue;
      if (llvm::is_contained(c.k, loop))
        summed.push_back(loop);
      for (Loops *others : {&c.m, &c.n, &c.k})
        llvm::erase(*others, loop);
      c.batch.push_back(loop);
    }
    // A gradient has a row for each key, as kernels compute it.
    auto isKey = [&](unsigned loop) {
      return llvm::is_contained(loops.keys, loop);
    };
    if (!summed.empty() && llvm::any_of(contraction.n, isKey))
      contraction.swapFactors();
  }

  void run() {
    std::optional<UnitLoops> unitLoops;
    if (Loops dropped = findUnitLoops(); !dropped.empty())
      unitLoops = drop(dropped);
    chooseOrder();
    Value a = buildFactor(contraction.a, contraction.m, contraction.k,
                          options.transposeA);
    Value b = buildFactor(contraction.b, contraction.k, contraction.n,
                          options.transposeB);
    Loops order = concatenate(contraction.batch, contraction.m, contraction.n);
    auto groups = getGroups(contraction.batch, contraction.m, contraction.n);

    SmallVector<OpFoldResult> sizes;
    for (unsigned loop : order)
      sizes.push_back(getLoopSize(loop));
    // What is scaled is rounded afterwards.
    Type resultType = getElementTypeOrSelf(contraction.init.getType());
    Type elementType = !contraction.scales.empty() ? rewriter.getF32Type()
                       : !summed.empty()           ? getComputeType(resultType)
                                                   : resultType;
    Value empty = tensor::EmptyOp::create(rewriter, loc, sizes, elementType);
    auto type = cast<RankedTensorType>(empty.getType());
    Value init = collapseGroups(rewriter, loc, empty, groups);
    if (!isKnownZero(contraction.init))
      options.c = buildC(order, groups, init);
    auto product =
        MatmulOp::create(rewriter, loc, Epilog::DEFAULT, a, b, init, options);
    Value result =
        expandGroups(rewriter, loc, product.getD(), groups, type, sizes);
    if (!summed.empty()) {
      result = sumGroups(result, order);
      llvm::erase_if(order, [&](unsigned loop) {
        return llvm::is_contained(summed, loop);
      });
    }
    if (contraction.resultLoops != order)
      result = fused::transpose(rewriter, loc, result,
                                getPermutation(order, contraction.resultLoops));
    if (!contraction.scales.empty())
      result = multiplyScales(result);
    // Sizes of the result may be known where those of factors are not.
    auto castTo = [&](Type wanted) {
      if (result.getType() != wanted)
        result = tensor::CastOp::create(rewriter, loc, wanted, result);
    };
    castTo(contraction.init.getType());
    if (unitLoops)
      result = expandGroups(rewriter, loc, result, unitLoops->groups,
                            unitLoops->type, unitLoops->sizes);
    castTo(op->getResult(0).getType());
    rewriter.replaceOp(op, result);
  }

private:
  /// A result with dimensions along loops of one iteration, and how these were
  /// collapsed.
  struct UnitLoops {
    RankedTensorType type;
    SmallVector<OpFoldResult> sizes;
    SmallVector<int64_t> groups;
  };

  /// The loops of the batch, if this is known to be one product of two
  /// matrices, to which nothing is added. If groups of queries were made a
  /// batch, all loops of one iteration: products of one attention have them in
  /// different places.
  Loops findUnitLoops() {
    if (!contraction.scales.empty() || !isKnownZero(contraction.init))
      return {};
    auto isUnit = [&](unsigned loop) {
      return getConstantIntValue(getLoopSize(loop)) == 1;
    };
    Loops loops = contraction.batch;
    if (isSeparated) {
      for (const Loops *others :
           {&contraction.m, &contraction.n, &contraction.k})
        llvm::append_range(loops, *others);
      llvm::erase_if(loops, [&](unsigned loop) { return !isUnit(loop); });
    } else if (!llvm::all_of(loops, isUnit)) {
      return {};
    }
    // A number would be left of what has no other dimensions.
    auto hasMore = [&](const Loops &others) {
      return !llvm::all_of(others, [&](unsigned loop) {
        return llvm::is_contained(loops, loop);
      });
    };
    if (!hasMore(contraction.a.loops) || !hasMore(contraction.b.loops) ||
        !hasMore(contraction.resultLoops))
      return {};
    return loops;
  }

  /// Leaves out loops of one iteration: reshapes in other places leave out
  /// their dimensions, too.
  UnitLoops drop(const Loops &dropped) {
    UnitLoops unit;
    unit.type = cast<RankedTensorType>(contraction.init.getType());
    unit.sizes = tensor::getMixedSizes(rewriter, loc, contraction.init);
    unit.groups = drop(dropped, contraction.init, contraction.resultLoops);
    for (ContractionFactor *factor : {&contraction.a, &contraction.b})
      drop(dropped, factor->value, factor->loops);
    for (Loops *loops : {&contraction.batch, &contraction.m, &contraction.n,
                         &contraction.k, &summed})
      llvm::erase_if(*loops, [&](unsigned loop) {
        return llvm::is_contained(dropped, loop);
      });
    return unit;
  }
  SmallVector<int64_t> drop(const Loops &dropped, Value &tensor, Loops &loops) {
    SmallVector<int64_t> groups;
    int64_t numDropped = 0;
    for (unsigned loop : loops) {
      if (llvm::is_contained(dropped, loop)) {
        ++numDropped;
      } else {
        groups.push_back(numDropped + 1);
        numDropped = 0;
      }
    }
    groups.back() += numDropped;
    tensor = collapseGroups(rewriter, loc, tensor, groups);
    llvm::erase_if(loops, [&](unsigned loop) {
      return llvm::is_contained(dropped, loop);
    });
    return groups;
  }

  /// Transposes the product if the result is stored transposed, or if it is a
  /// vector, which should run along N like a bias. Takes the order of the
  /// reduction from the factor that leaves more factors unchanged.
  void chooseOrder() {
    const Contraction &c = contraction;
    bool isVector = c.n.empty() && !c.m.empty();
    bool isTransposed = c.resultLoops != concatenate(c.batch, c.m, c.n) &&
                        c.resultLoops == concatenate(c.batch, c.n, c.m);
    if (summed.empty() && (isVector || isTransposed))
      contraction.swapFactors();
    Loops orderOfA, orderOfB;
    auto collect = [&](const ContractionFactor &factor, Loops &order) {
      for (unsigned loop : factor.loops)
        if (llvm::is_contained(contraction.k, loop))
          order.push_back(loop);
    };
    collect(contraction.a, orderOfA);
    collect(contraction.b, orderOfB);
    auto countPermuted = [&](const Loops &k) {
      const Contraction &c = contraction;
      return getLayout(c.a, c.getBatch(c.a), c.m, k).permuted +
             getLayout(c.b, c.getBatch(c.b), k, c.n).permuted;
    };
    contraction.k =
        countPermuted(orderOfB) < countPermuted(orderOfA) ? orderOfB : orderOfA;
  }

  static SmallVector<int64_t>
  getGroups(ArrayRef<unsigned> batch, const Loops &rows, const Loops &columns) {
    SmallVector<int64_t> groups;
    if (!batch.empty())
      groups.push_back(batch.size());
    groups.push_back(rows.size());
    groups.push_back(columns.size());
    return groups;
  }

  /// The elements of a factor in the type that the product needs.
  Value widen(Value factor) {
    Type type = contraction.widened;
    return type ? convertElements(rewriter, loc, factor, type) : factor;
  }

  /// Multiplies the elements of the result, which has the dimensions of that of
  /// the contraction, and rounds them to its type. Two scales are multiplied
  /// first, as libraries do: one may be so large that the sum overflows, if the
  /// other makes it small again.
  Value multiplyScales(Value result) {
    Type type = getElementTypeOrSelf(contraction.init.getType());
    auto rank = static_cast<unsigned>(contraction.resultLoops.size());
    SmallVector<Value> inputs = {result};
    SmallVector<AffineMap> maps = {rewriter.getMultiDimIdentityMap(rank)};
    for (const ContractionScale &scale : contraction.scales) {
      SmallVector<AffineExpr> indices;
      for (std::optional<unsigned> loop : scale.loops)
        indices.push_back(loop
                              ? rewriter.getAffineDimExpr(static_cast<unsigned>(
                                    llvm::find(contraction.resultLoops, *loop) -
                                    contraction.resultLoops.begin()))
                              : rewriter.getAffineConstantExpr(0));
      inputs.push_back(scale.value);
      maps.push_back(AffineMap::get(rank, 0, indices, rewriter.getContext()));
    }
    maps.push_back(maps.front());
    Value empty = tensor::EmptyOp::create(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, result), type);
    SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
    auto scaled = linalg::GenericOp::create(
        rewriter, loc, empty.getType(), inputs, empty, maps, loops,
        [&](OpBuilder &builder, Location at, ValueRange arguments) {
          Value product = arguments.front(), all;
          for (Value scale : arguments.drop_front().drop_back()) {
            if (scale.getType() != product.getType())
              scale =
                  arith::ExtFOp::create(builder, at, product.getType(), scale);
            all = all ? arith::MulFOp::create(builder, at, all, scale) : scale;
          }
          product = arith::MulFOp::create(builder, at, product, all);
          if (type != product.getType())
            product = arith::TruncFOp::create(builder, at, type, product);
          linalg::YieldOp::create(builder, at, product);
        });
    return scaled.getResult(0);
  }

  /// Adds the products of each group, which have dimensions in this order, and
  /// rounds the sums.
  Value sumGroups(Value products, ArrayRef<unsigned> order) {
    SmallVector<int64_t> dims;
    for (auto [dim, loop] : llvm::enumerate(order))
      if (llvm::is_contained(summed, loop))
        dims.push_back(dim);
    return convertElements(rewriter, loc,
                           sumOver(rewriter, loc, products, dims),
                           getElementTypeOrSelf(contraction.init.getType()));
  }

  /// Repeats `tensor` along the dimensions of the batch that are not among its
  /// first, `batch`.
  Value repeatAlongGroups(Value tensor, ArrayRef<unsigned> batch) {
    SmallVector<int64_t> repeated;
    SmallVector<OpFoldResult> sizes;
    int64_t next = 0;
    for (auto [dim, loop] : llvm::enumerate(contraction.batch)) {
      if (llvm::is_contained(batch, loop)) {
        sizes.push_back(tensor::getMixedSize(rewriter, loc, tensor, next++));
      } else {
        repeated.push_back(dim);
        sizes.push_back(getLoopSize(loop));
      }
    }
    for (int64_t rank = cast<ShapedType>(tensor.getType()).getRank();
         next < rank; ++next)
      sizes.push_back(tensor::getMixedSize(rewriter, loc, tensor, next));
    Value empty = tensor::EmptyOp::create(
        rewriter, loc, sizes, getElementTypeOrSelf(tensor.getType()));
    return linalg::BroadcastOp::create(rewriter, loc, tensor, empty, repeated)
        ->getResult(0);
  }

  Value buildFactor(const ContractionFactor &factor, const Loops &rows,
                    const Loops &columns, bool &transposed) {
    Loops batch = contraction.getBatch(factor);
    FactorLayout layout = getLayout(factor, batch, rows, columns);
    Value value = widen(factor.value);
    transposed = layout.transposed;
    if (layout.permuted) {
      // Elements that are adjacent in memory stay adjacent.
      transposed = !rows.empty() && rows.back() == factor.loops.back();
      Loops order = transposed ? concatenate(batch, columns, rows)
                               : concatenate(batch, rows, columns);
      value = fused::transpose(rewriter, loc, value,
                               getPermutation(factor.loops, order));
    }
    if ((isSeparated || !batch.empty()) && batch != contraction.batch) {
      value = repeatAlongGroups(value, batch);
      batch = contraction.batch;
    }
    return collapseGroups(rewriter, loc, value,
                          transposed ? getGroups(batch, columns, rows)
                                     : getGroups(batch, rows, columns));
  }

  /// The init as a matrix. A vector along rows or columns, or one for each
  /// product of the batch, which the program repeats, is repeated as that of a
  /// matrix is: it may be a bias.
  Value buildC(const Loops &order, ArrayRef<int64_t> groups, Value empty) {
    if (contraction.resultLoops == order &&
        llvm::all_of(groups, [](int64_t size) { return size == 1; }))
      return contraction.init;
    if (Value c = buildRepeated(empty))
      return c;
    Value c = contraction.init;
    if (contraction.resultLoops != order)
      c = fused::transpose(rewriter, loc, c,
                           getPermutation(contraction.resultLoops, order));
    return collapseGroups(rewriter, loc, c, groups);
  }

  /// The init as a matrix, if it repeats a smaller tensor along all loops of
  /// the batch, of the rows or of the columns; null if it is something else.
  Value buildRepeated(Value empty) {
    OperandSource source = traceOperand(contraction.init);
    if (!isa<RankedTensorType>(source.value.getType()))
      return {};
    Loops loops;
    for (AffineExpr index : source.map.getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(index);
      if (!dim)
        return {};
      loops.push_back(contraction.resultLoops[dim.getPosition()]);
    }
    Loops kept;
    SmallVector<int64_t> groups, sizes, repeated;
    int64_t dim = 0;
    for (const Loops *group :
         {&contraction.batch, &contraction.m, &contraction.n}) {
      if (group->empty() && group == &contraction.batch)
        continue;
      if (!group->empty() && llvm::is_contained(loops, group->front())) {
        llvm::append_range(kept, *group);
        groups.push_back(group->size());
        sizes.push_back(cast<ShapedType>(empty.getType()).getDimSize(dim));
      } else {
        repeated.push_back(dim);
      }
      ++dim;
    }
    if (kept.empty() || repeated.empty() || kept != loops)
      return {};
    Value tensor = collapseGroups(rewriter, loc, source.value, groups);
    if (cast<ShapedType>(tensor.getType()).getShape() != ArrayRef(sizes))
      return {};
    tensor = convertElements(rewriter, loc, tensor, source.elementType);
    return linalg::BroadcastOp::create(rewriter, loc, tensor, empty, repeated)
        ->getResult(0);
  }

  /// The number of iterations of a loop of the result.
  OpFoldResult getLoopSize(unsigned loop) {
    for (const ContractionFactor *factor : {&contraction.a, &contraction.b}) {
      const unsigned *position = llvm::find(factor->loops, loop);
      if (position != factor->loops.end())
        return tensor::getMixedSize(rewriter, loc, factor->value,
                                    position - factor->loops.begin());
    }
    llvm_unreachable("every loop of the result is one of a factor");
  }

  RewriterBase &rewriter;
  linalg::LinalgOp op;
  Location loc;
  Contraction &contraction;
  MatmulOptions options;
  /// Loops of the batch along which products are added.
  Loops summed;
  /// Groups of queries are in the batch.
  bool isSeparated = false;
};
} // namespace

void fused::raiseContraction(RewriterBase &rewriter, linalg::LinalgOp op,
                             Contraction &contraction,
                             const GroupLoops &groups) {
  Raising raising(rewriter, op, contraction);
  raising.separate(groups);
  raising.run();
}
