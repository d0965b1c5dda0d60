//===- Schedule.cpp - How threads share the work -------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule.h"

#include "Launch.h"

#include "fused/Analysis/MemoryAccess.h"
#include "fused/Analysis/Writes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fused;

SmallVector<Value> fused::createSizes(OpBuilder &builder, PointOp op) {
  return getValueOrCreateConstantIndexOp(builder, op->getLoc(),
                                         op.createLoopSizes(builder));
}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

/// The order of the loops in which the first output lies in memory, or their
/// own.
static SmallVector<unsigned> getMemoryOrder(linalg::GenericOp op) {
  SmallVector<unsigned> order;
  // What only asserts has no output.
  AffineMap map = op.getNumDpsInits() == 0
                      ? AffineMap()
                      : op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (map && map.isPermutation())
    for (AffineExpr expr : map.getResults())
      order.push_back(cast<AffineDimExpr>(expr).getPosition());
  else
    llvm::append_range(order, llvm::seq<unsigned>(0, op.getNumLoops()));
  return order;
}

bool fused::isLinear(linalg::GenericOp op, OpOperand &operand) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  OpOperand *output = op.getDpsInitOperand(0);
  return type && type.getRank() > 0 && type.getLayout().isIdentity() &&
         op.getMatchingIndexingMap(&operand) ==
             op.getMatchingIndexingMap(output);
}

static Schedule choosePoints(linalg::GenericOp op) {
  Schedule schedule;
  schedule.results = getMemoryOrder(op);
  if (schedule.results.empty())
    return schedule;
  schedule.inner = schedule.results.back();
  OperandAccess access(PointOp(op), {}, schedule.inner);
  OpOperand *output =
      op.getNumDpsInits() == 0 ? nullptr : op.getDpsInitOperand(0);
  schedule.isLinear = output && isLinear(op, *output) &&
                      op.getMatchingIndexingMap(output).isPermutation();
  if (!schedule.isLinear) {
    schedule.width = access.chooseWidth();
    return schedule;
  }
  for (OpOperand &operand : op->getOpOperands())
    if (isLinear(op, operand))
      schedule.width = std::max(schedule.width, access.getFullWidth(operand));
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  bool isOneRow = llvm::all_of(ArrayRef(schedule.results).drop_back(),
                               [&](unsigned loop) { return sizes[loop] == 1; });
  int64_t row = sizes[schedule.inner];
  schedule.rowsAreWhole =
      isOneRow || (!ShapedType::isDynamic(row) && row % schedule.width == 0);
  return schedule;
}

/// Shorter sides are not worth a square.
static bool isShortSide(int64_t size) {
  constexpr int64_t minSide = 16;
  return !ShapedType::isDynamic(size) && size < minSide;
}

/// Squares of at most 24 KiB, whose rows have 128 bytes or more.
static void chooseSquare(linalg::GenericOp op, Schedule &schedule) {
  schedule.side = 64;
  for (OpOperand *operand : schedule.transposed)
    if (getElementTypeOrSelf(operand->get()).getIntOrFloatBitWidth() > 32)
      schedule.side = 32;
  OperandAccess along(PointOp(op), {}, schedule.outer);
  OperandAccess across(PointOp(op), {}, schedule.inner);
  int64_t width = along.chooseWidth(), outputWidth = across.chooseWidth();
  // At most so many that all threads of a block have a place in the square.
  if (width != 1 && outputWidth != 1)
    schedule.width = std::min(std::max(width, outputWidth),
                              schedule.side * schedule.side / kBlockSize);
}

/// An operation that reads an input along another loop than the one along which
/// it writes.
static std::optional<Schedule> chooseTransposition(linalg::GenericOp op) {
  if (op.getNumLoops() < 2 || op.getNumDpsInits() == 0)
    return std::nullopt;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!map.isPermutation())
    return std::nullopt;
  Schedule schedule;
  schedule.kind = Schedule::Kind::Transposition;
  schedule.inner = cast<AffineDimExpr>(map.getResults().back()).getPosition();
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (unsigned outer = 0; outer < op.getNumLoops(); ++outer) {
    if (outer == schedule.inner || isShortSide(sizes[schedule.inner]) ||
        isShortSide(sizes[outer]))
      continue;
    OperandAccess along(PointOp(op), {}, outer);
    OperandAccess across(PointOp(op), {}, schedule.inner);
    SmallVector<OpOperand *> transposed;
    for (OpOperand *input : op.getDpsInputOperands())
      if (along.isContiguous(*input) && across.movesAlongInner(*input))
        transposed.push_back(input);
    // As many squares as fit into workgroup memory.
    constexpr size_t maxSquares = 2;
    if (transposed.empty() || transposed.size() > maxSquares)
      continue;
    schedule.outer = outer;
    schedule.transposed = std::move(transposed);
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      if (loop != schedule.inner && loop != outer)
        schedule.results.push_back(loop);
    schedule.results.append({outer, schedule.inner});
    chooseSquare(op, schedule);
    return schedule;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

bool fused::readsNarrow(linalg::GenericOp op, OperandAccess &access) {
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    Type type = getElementTypeOrSelf(input->get().getType());
    return !access.movesAlongInner(*input) ||
           (type.isIntOrFloat() && type.getIntOrFloatBitWidth() <= 16);
  });
}

/// The product of sizes, or none if one is not known.
static std::optional<int64_t> multiply(ArrayRef<int64_t> sizes,
                                       ArrayRef<unsigned> loops) {
  int64_t product = 1;
  for (unsigned loop : loops) {
    if (ShapedType::isDynamic(sizes[loop]))
      return std::nullopt;
    product *= sizes[loop];
  }
  return product;
}

/// Decides how many threads share a result: all of a block where rows are
/// reduced; where columns are, a warp has neighbouring results, or fewer
/// threads if there are fewer. Of long columns of narrow elements that are
/// loaded one by one, all threads have neighbours: what a warp reads ends
/// within what memory transfers at a time.
static int64_t chooseThreads(linalg::GenericOp op, const Schedule &schedule,
                             OperandAccess &access) {
  if (schedule.reducesInner())
    return kBlockSize;
  constexpr int64_t longColumn = 1024;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  bool isNarrow = schedule.width == 1 && readsNarrow(op, access) &&
                  multiply(sizes, schedule.reduced).value_or(0) >= longColumn;
  int64_t columns = isNarrow ? kBlockSize : kWarp;
  if (std::optional<int64_t> results = multiply(sizes, schedule.results)) {
    int64_t groups = llvm::divideCeil(*results, schedule.width);
    columns = std::min<int64_t>(columns, llvm::PowerOf2Ceil(groups));
  }
  return kBlockSize / std::max<int64_t>(columns, 1);
}

void fused::chooseShift(PointOp op, Schedule &schedule) {
  OperandAccess access(op, {}, schedule.inner);
  OpOperand *leader = access.findLeader();
  int64_t row = op.getLoopSizes()[schedule.inner];
  // The ends of short rows are a large part of them.
  bool keepsRows = schedule.reducesInner();
  constexpr int64_t fewVectors = 4, shortRow = 512;
  if (schedule.width != 1 || !leader || ShapedType::isDynamic(row) ||
      row < fewVectors * access.getFullWidth(*leader) ||
      (keepsRows && row < shortRow) || schedule.reduced.size() != 1)
    return;
  // A warp that loads its columns one by one reads whole sectors of memory.
  constexpr int64_t narrowWidth = 8;
  if (!keepsRows && access.getFullWidth(*leader) < narrowWidth)
    return;
  // Reduced results are stored one by one. What is read in long rows may begin
  // elsewhere in a vector.
  bool isLong = keepsRows && row > kBlockSize * kMaxElements;
  for (OpOperand &operand : op->getOpOperands()) {
    bool isOutput = op.getDps().isDpsInit(&operand);
    if (access.movesAlongInner(operand) && !access.movesAsLeader(operand) &&
        (keepsRows || !isOutput) &&
        (isOutput || !isLong || !access.isVector(operand)))
      return;
  }
  // Neighbours that are no points are computed, too.
  WalkResult result = op.getBody()->walk([](Operation *inside) {
    return isa<memref::LoadOp, memref::AtomicRMWOp>(inside)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return;
  schedule.width = access.getFullWidth(*leader);
  schedule.shifts = schedule.width != 1;
}

static Schedule chooseReduction(linalg::GenericOp op) {
  Schedule schedule;
  schedule.inner = chooseVectorDim(op, op.getStaticLoopRanges());
  auto kinds = op.getIteratorTypesArray();
  for (auto [loop, kind] : llvm::enumerate(kinds))
    if (loop != schedule.inner)
      (kind == utils::IteratorType::parallel ? schedule.results
                                             : schedule.reduced)
          .push_back(loop);
  bool reducesInner = kinds[schedule.inner] == utils::IteratorType::reduction;
  (reducesInner ? schedule.reduced : schedule.results)
      .push_back(schedule.inner);
  if (!hasAnyOrder(op)) {
    schedule.kind = Schedule::Kind::Sequence;
    return schedule;
  }
  OperandAccess access(PointOp(op), {}, schedule.inner);
  schedule.width = access.chooseWidth();
  if (!reducesInner) {
    // With vectors, where they are aligned, a launch has fewer blocks. Its
    // number has to be known for it to join others, which small ones gain by.
    constexpr int64_t fewElements = 1 << 13;
    SmallVector<int64_t> sizes = op.getStaticLoopRanges();
    if (!ShapedType::isDynamicShape(sizes) &&
        ShapedType::getNumElements(sizes) <= fewElements)
      schedule.width = 1;
    chooseShift(PointOp(op), schedule);
  }
  schedule.threads = chooseThreads(op, schedule, access);
  if (schedule.shifts && schedule.threads % schedule.width != 0) {
    schedule.shifts = false;
    schedule.width = 1;
    schedule.threads = chooseThreads(op, schedule, access);
  }
  schedule.kind = reducesInner && !schedule.results.empty()
                      ? Schedule::Kind::Rows
                      : Schedule::Kind::Reduction;
  return schedule;
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

Schedule fused::chooseJoiningSchedule(PointOp op) {
  Schedule schedule = chooseSchedule(op);
  SmallVector<int64_t> sizes = op.getLoopSizes();
  std::optional<int64_t> results = multiply(sizes, schedule.results);
  std::optional<int64_t> reduced = multiply(sizes, schedule.reduced);
  if (schedule.kind != Schedule::Kind::Reduction || schedule.shifts ||
      schedule.reducesInner() || !results || !reduced)
    return schedule;
  constexpr int64_t manyThreads = 1 << 16;
  while (schedule.threads * 2 <= std::min(kBlockSize, *reduced) &&
         *results / schedule.width * schedule.threads < manyThreads)
    schedule.threads *= 2;
  return schedule;
}

Schedule fused::chooseSchedule(PointOp op, bool hasClusters) {
  if (auto rows = dyn_cast<RowsOp>(op.getOperation()))
    return chooseRows(rows, hasClusters);
  auto generic = cast<linalg::GenericOp>(op.getOperation());
  if (generic.getNumReductionLoops() != 0 && generic.getNumDpsInits() != 0)
    return chooseReduction(generic);
  if (std::optional<Schedule> schedule = chooseTransposition(generic))
    return *schedule;
  return choosePoints(generic);
}
