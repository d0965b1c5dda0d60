//===- ScatterToLoops.cpp - Loops over updates ----------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterToLoops.h"

#include "fused/Dialect/ScatterWindows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fused;

/// How many additions the updates cost, `ShapedType::kDynamic` if not known.
static int64_t getWork(ScatterOp op) {
  auto updates = cast<MemRefType>(op.getUpdates().getType());
  int64_t work = 1;
  for (int64_t size : updates.getShape()) {
    if (ShapedType::isDynamic(size))
      return ShapedType::kDynamic;
    work = llvm::SaturatingMultiply<uint64_t>(work, size) > INT64_MAX
               ? INT64_MAX
               : work * size;
  }
  return work;
}

/// The dimension of the window that threads share: the outermost of the largest
/// ones without an index. Two threads then have no element in common.
static std::optional<unsigned> chooseSharedDim(ScatterOp op) {
  std::optional<unsigned> chosen;
  ArrayRef<int64_t> window = op.getWindowShape();
  auto isLarger = [&](int64_t a, int64_t b) {
    return !ShapedType::isDynamic(b) && (ShapedType::isDynamic(a) || a > b);
  };
  for (unsigned dim = 0; dim < window.size(); ++dim)
    if (!op.getComponent(dim) && window[dim] != 1 &&
        (!chosen || isLarger(window[dim], window[*chosen])))
      chosen = dim;
  return chosen;
}

/// How many indices of the shared dimension one thread takes at a time: so many
/// that a piece of a window is worth finding it.
static int64_t chooseBlock(ScatterOp op, unsigned sharedDim) {
  constexpr int64_t smallPiece = 64, mostPieces = 64;
  ArrayRef<int64_t> window = op.getWindowShape();
  int64_t inner = 1;
  for (int64_t size : window.drop_front(sharedDim + 1))
    if (!ShapedType::isDynamic(size) && inner < smallPiece)
      inner *= std::max<int64_t>(size, 1);
  int64_t block = llvm::divideCeil(smallPiece, inner);
  if (!ShapedType::isDynamic(window[sharedDim]))
    block = std::max<int64_t>(block,
                              llvm::divideCeil(window[sharedDim], mostPieces));
  return block;
}

namespace {
/// Part of the shared dimension.
struct Piece {
  unsigned dim;
  Value begin, size;
};

class ScatterEmitter {
public:
  ScatterEmitter(RewriterBase &rewriter, ScatterOp op)
      : rewriter(rewriter), op(op), loc(op.getLoc()), windows(rewriter, op) {}

  /// Writes the loop over all updates, for a piece of each window or for all of
  /// it.
  void emitUpdates(const std::optional<Piece> &piece) {
    scf::ForOp::create(rewriter, loc, createIndex(0), windows.getNumUpdates(),
                       createIndex(1), ValueRange(),
                       [&](OpBuilder &, Location, Value update, ValueRange) {
                         emitUpdate(update, piece);
                         scf::YieldOp::create(rewriter, loc);
                       });
  }

  /// Lets threads share a dimension.
  void emitShared(unsigned dim, int64_t block, Value isWorthThreads) {
    Value size = windows.getWindowSizes()[dim];
    Bounds bounds = {createIndex(0), size, createIndex(block)};
    createSharedLoops(
        rewriter, loc, bounds, isWorthThreads, [] {},
        [&](ValueRange indices) {
          Value rest = arith::SubIOp::create(rewriter, loc, size, indices[0]);
          Value length =
              arith::MinSIOp::create(rewriter, loc, rest, createIndex(block));
          emitUpdates(Piece{dim, indices[0], length});
        });
  }

  /// Whether the work, known only when the program runs, is worth threads.
  Value createIsWorthThreads(int64_t minimumWork) {
    Value work = windows.getNumUpdates();
    for (Value size : windows.getWindowSizes())
      work = arith::MulIOp::create(rewriter, loc, work, size);
    return arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::sge, work,
                                 createIndex(minimumWork));
  }

private:
  void emitUpdate(Value update, const std::optional<Piece> &piece) {
    SmallVector<Value> starts =
        windows.createStarts(rewriter, windows.createIndices(rewriter, update));
    Value isInside = windows.createIsInside(rewriter, starts);
    scf::IfOp::create(rewriter, loc, isInside, [&](OpBuilder &, Location) {
      emitWindow(update, starts, piece);
      scf::YieldOp::create(rewriter, loc);
    });
  }

  /// Combines (a piece of) a window, which is inside of the array.
  void emitWindow(Value update, ArrayRef<Value> starts,
                  const std::optional<Piece> &piece) {
    SmallVector<OpFoldResult> targets, sources = {update},
                                       lengths = {rewriter.getIndexAttr(1)};
    for (unsigned dim = 0; dim < starts.size(); ++dim) {
      bool isPiece = piece && piece->dim == dim;
      targets.push_back(
          getAsOpFoldResult(isPiece ? piece->begin : starts[dim]));
      sources.push_back(isPiece ? OpFoldResult(piece->begin)
                                : OpFoldResult(rewriter.getIndexAttr(0)));
      lengths.push_back(getAsOpFoldResult(
          isPiece ? piece->size : windows.getWindowSizes()[dim]));
    }
    Value target =
        createView(op.getInit(), targets, ArrayRef(lengths).drop_front(),
                   /*dropped=*/0);
    Value source = createView(op.getUpdates(), sources, lengths, /*dropped=*/1);
    unsigned rank = starts.size();
    AffineMap identity = rewriter.getMultiDimIdentityMap(rank);
    linalg::GenericOp::create(
        rewriter, loc, source, target, {identity, identity},
        SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
        [&](OpBuilder &, Location, ValueRange numbers) {
          linalg::YieldOp::create(
              rewriter, loc,
              windows.createCombined(rewriter, numbers[1], numbers[0]));
        });
  }

  /// A part of an array, without the first `dropped` dimensions.
  Value createView(Value array, ArrayRef<OpFoldResult> offsets,
                   ArrayRef<OpFoldResult> lengths, unsigned dropped) {
    SmallVector<OpFoldResult> steps(offsets.size(), rewriter.getIndexAttr(1));
    SmallVector<int64_t> shape;
    SmallVector<Value> dynamic;
    dispatchIndexOpFoldResults(lengths.drop_front(dropped), dynamic, shape);
    MemRefType type = memref::SubViewOp::inferRankReducedResultType(
        shape, cast<MemRefType>(array.getType()), offsets, lengths, steps);
    return memref::SubViewOp::create(rewriter, loc, type, array, offsets,
                                     lengths, steps);
  }

  Value createIndex(int64_t value) {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  }

  RewriterBase &rewriter;
  ScatterOp op;
  Location loc;
  ScatterWindows windows;
};
} // namespace

void fused::emitScatter(RewriterBase &rewriter, ScatterOp op, Threads threads,
                        int64_t minimumWork) {
  ScatterEmitter emitter(rewriter, op);
  std::optional<unsigned> dim = chooseSharedDim(op);
  int64_t work = getWork(op);
  bool isKnown = !ShapedType::isDynamic(work);
  if (threads == Threads::One || !dim || (isKnown && work < minimumWork))
    return emitter.emitUpdates(std::nullopt);
  emitter.emitShared(*dim, chooseBlock(op, *dim),
                     isKnown ? Value()
                             : emitter.createIsWorthThreads(minimumWork));
}
