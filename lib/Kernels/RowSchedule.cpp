//===- RowSchedule.cpp - How threads share rows ---------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "RowBody.h"
#include "Schedule.h"

#include "fused/Analysis/Hopper.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fused;

/// The loop of a row along which most arrays lie in memory.
static unsigned findInner(RowsOp op) {
  SmallVector<unsigned> votes(op.getNumLoops());
  for (AffineMap map : op.getMaps())
    if (map.getNumResults() != 0)
      if (auto dim = dyn_cast<AffineDimExpr>(map.getResults().back()))
        ++votes[dim.getPosition()];
  unsigned inner = op.getRowLoops().front();
  for (int64_t loop : op.getRowLoops())
    if (votes[loop] >= votes[inner])
      inner = loop;
  return inner;
}

/// True if the rows of the leading operand follow one another in memory in
/// their order.
static bool areInOrder(const Schedule &schedule, PointOp op,
                       OpOperand &leader) {
  SmallVector<unsigned> loops(schedule.results);
  llvm::append_range(loops, schedule.reduced);
  AffineMap map = op.getMaps()[leader.getOperandNumber()];
  return map.getNumResults() == loops.size() &&
         llvm::all_of(llvm::zip_equal(map.getResults(), loops), [](auto pair) {
           return std::get<0>(pair).isFunctionOfDim(std::get<1>(pair)) &&
                  isa<AffineDimExpr>(std::get<0>(pair));
         });
}

/// Finds what rows have in common.
static void compareRows(RowsOp op, Schedule &schedule, RowBody &body,
                        OperandAccess &access) {
  for (OpOperand &operand : op->getOpOperands()) {
    Type type = getElementTypeOrSelf(operand.get().getType());
    if (!access.movesAlongInner(operand) || !type.isIntOrFloat())
      continue;
    int64_t bytes = llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
    bool isCommon =
        op.isDpsInput(&operand) && body.isCommon(op.getArgument(operand));
    (isCommon ? schedule.commonBytes : schedule.ownBytes) += bytes;
  }
  OpOperand *leader = access.findLeader();
  schedule.rowsAreAlike =
      !schedule.shifts || areInOrder(schedule, PointOp(op), *leader);
}

Schedule fused::chooseRows(RowsOp op, bool hasClusters) {
  Schedule schedule;
  schedule.kind = Schedule::Kind::Rows;
  schedule.inner = findInner(op);
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (loop != schedule.inner)
      (op.isRowLoop(loop) ? schedule.reduced : schedule.results)
          .push_back(loop);
  schedule.reduced.push_back(schedule.inner);
  OperandAccess access(PointOp(op), {}, schedule.inner);
  schedule.width = access.chooseWidth();
  chooseShift(PointOp(op), schedule);
  for (OpOperand *input : op.getDpsInputOperands())
    schedule.numMoving += access.movesAlongInner(*input);
  RowBody body(op);
  for (BlockArgument argument : body.getKeptArguments()) {
    int64_t bytes = RowBody::getBytes(argument);
    schedule.keptBytes += bytes;
    if (body.isCommon(argument))
      schedule.keptInCommon += bytes;
  }
  schedule.hasClusters = hasClusters;
  compareRows(op, schedule, body, access);
  return schedule;
}

/// The logarithm of the threads of a block.
static constexpr int64_t kMaxShift = llvm::ConstantLog2<kBlockSize>();

static int64_t getFewChunks(int64_t width) {
  return std::max<int64_t>(kElements / width, 1);
}

static RowLayout createLayout(OpBuilder &builder, Location loc, int64_t threads,
                              int64_t chunks, bool loops) {
  RowLayout layout;
  layout.threads = createIndex(builder, loc, threads);
  layout.shift = createIndex(builder, loc, llvm::Log2_64(uint64_t(threads)));
  layout.chunks = chunks;
  layout.loops = loops;
  layout.blockSize = std::max(threads, kBlockSize);
  return layout;
}

/// Rows that are too long for registers are kept in workgroup memory. Large
/// blocks take all of that of a multiprocessor, small ones a half; what does
/// not fit is read again, and is then in the cache of the device.
static RowLayout createLoops(OpBuilder &builder, Location loc, int64_t length,
                             const Schedule &schedule) {
  constexpr int64_t bytesOfSmallBlock = 112 << 10;
  constexpr int64_t fewVectors = 4;
  bool isSmall = length * schedule.keptBytes <= bytesOfSmallBlock;
  return createLayout(builder, loc, isSmall ? kLargeBlock / 2 : kLargeBlock,
                      schedule.width == 1 ? kElements : fewVectors,
                      /*loops=*/true);
}

/// The largest cluster that all devices have, the blocks of a device that run
/// at a time if two share a multiprocessor, and the workgroup memory that one
/// of two has for what it keeps of rows.
static constexpr int64_t kMaxCluster = 8,
                         kBlocksOfRows = 2 * hopper::kMultiprocessors,
                         kKeptBytes = 108 << 10;

/// How many clusters of blocks run at a time.
static int64_t countRunning(const RowLayout &layout) {
  return kBlocksOfRows / layout.cluster;
}

/// Rows that are too long for the registers of a block: as many together as
/// keeps what they have in common from being most of what is read, and as many
/// blocks for them as have room for all. `isMany`: there are enough rows for
/// all multiprocessors; else one at a time. None if a cluster has no room.
static std::optional<RowLayout> chooseCluster(OpBuilder &builder, Location loc,
                                              int64_t length,
                                              const Schedule &schedule,
                                              bool isMany) {
  constexpr int64_t mostRows = 4, vectors = 4;
  if (!schedule.hasClusters || schedule.keptBytes == 0)
    return std::nullopt;
  int64_t rows = 1, cluster = 1;
  while (isMany && schedule.rowsAreAlike && rows < mostRows &&
         2 * schedule.commonBytes > rows * schedule.ownBytes)
    rows *= 2;
  auto fits = [&] {
    return length * schedule.getKeptBytes(rows) <= cluster * kKeptBytes;
  };
  for (cluster = kMaxCluster; rows > 1 && !fits();)
    rows /= 2;
  for (cluster = 1; cluster <= kMaxCluster && !fits();)
    cluster *= 2;
  if (cluster > kMaxCluster || cluster * rows == 1)
    return std::nullopt;
  int64_t chunks = schedule.width == 1 ? kElements / rows : vectors / rows;
  RowLayout layout = createLayout(builder, loc, cluster * kBlockSize, chunks,
                                  /*loops=*/true);
  layout.blockSize = kBlockSize;
  layout.cluster = cluster;
  layout.rows = rows;
  return layout;
}

/// Rows of a known length: the number of threads that leaves the fewest places
/// without an element. More elements for each thread than it should have count
/// as a sixth more places, or as half of them if there are several such arrays.
static RowLayout chooseLayout(OpBuilder &builder, Location loc, int64_t length,
                              const Schedule &schedule) {
  int64_t width = schedule.width;
  int64_t many = schedule.numMoving > 2 ? 9 : 7;
  int64_t bestThreads = 0, bestElements = 0, bestCost = 0;
  for (int64_t threads = kBlockSize; threads >= 1; threads /= 2) {
    int64_t elements = llvm::divideCeil(length, threads * width) * width;
    if (elements > std::max(width, kMaxElements))
      break;
    int64_t cost = threads * elements * (elements > kElements ? many : 6);
    if (bestThreads && cost > bestCost)
      continue;
    bestThreads = threads;
    bestElements = elements;
    bestCost = cost;
  }
  if (length == 0 || !bestThreads)
    return createLoops(builder, loc, length, schedule);
  return createLayout(builder, loc, bestThreads, bestElements / width,
                      /*loops=*/false);
}

/// The logarithm of the fewest threads whose registers have room for a row, if
/// each takes `elements`.
static Value createShift(OpBuilder &builder, Location loc, Value length,
                         int64_t elements) {
  constexpr int64_t fewest = 2;
  Value shift = createIndex(builder, loc, kMaxShift);
  for (int64_t candidate = kMaxShift - 1; candidate >= fewest; --candidate) {
    Value fits =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule, length,
                              createIndex(builder, loc, elements << candidate));
    shift = arith::SelectOp::create(
        builder, loc, fits, createIndex(builder, loc, candidate), shift);
  }
  return shift;
}

/// Rows of an unknown length: those that are too long for the registers of a
/// block, or have no elements, are left to loops.
static SmallVector<RowVariant> chooseUnknownLength(OpBuilder &builder,
                                                   Location loc, Value length,
                                                   const Schedule &schedule,
                                                   bool areShort) {
  int64_t width = schedule.width;
  int64_t chunks = getFewChunks(width), elements = chunks * width;
  Value shift = createShift(builder, loc, length, elements);
  Value threads =
      arith::ShLIOp::create(builder, loc, createIndex(builder, loc, 1), shift);
  RowLayout inRegisters = {threads, shift, chunks, /*loops=*/false};
  if (areShort)
    return {{inRegisters, Value()}};
  Value last = builder.createOrFold<arith::SubIOp>(
      loc, length, createIndex(builder, loc, 1));
  Value fits =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, last,
                            createIndex(builder, loc, kBlockSize * elements));
  return {{inRegisters, fits},
          {createLoops(builder, loc, INT32_MAX, schedule), Value()}};
}

SmallVector<RowVariant> fused::chooseRowVariants(OpBuilder &builder,
                                                 Location loc, Value numRows,
                                                 Value length,
                                                 const Schedule &schedule,
                                                 bool areShort) {
  std::optional<int64_t> known = getConstantIntValue(length);
  if (!known)
    return chooseUnknownLength(builder, loc, length, schedule, areShort);
  RowLayout layout = chooseLayout(builder, loc, *known, schedule);
  if (!layout.loops)
    return {{layout, Value()}};
  if (std::optional<RowLayout> ofCluster =
          chooseCluster(builder, loc, *known, schedule, /*isMany=*/false))
    layout = *ofCluster;
  std::optional<RowLayout> together =
      chooseCluster(builder, loc, *known, schedule, /*isMany=*/true);
  if (!together || together->rows == 1)
    return {{layout, Value()}};
  Value isMany = builder.createOrFold<arith::CmpIOp>(
      loc, arith::CmpIPredicate::uge, numRows,
      createIndex(builder, loc, together->rows * countRunning(*together)));
  if (std::optional<int64_t> decided = getConstantIntValue(isMany))
    return {{*decided ? *together : layout, Value()}};
  return {{*together, isMany}, {layout, Value()}};
}

Value fused::createRowsPerBlock(OpBuilder &builder, Location loc,
                                const RowLayout &layout) {
  return builder.createOrFold<arith::ShRUIOp>(
      loc, createIndex(builder, loc, layout.blockSize), layout.shift);
}

Value fused::createKeptElements(OpBuilder &builder, Location loc, Value length,
                                const RowLayout &layout, int64_t width) {
  Value ofBlock = createIndex(builder, loc, layout.blockSize * width);
  Value ofAll =
      createIndex(builder, loc, layout.cluster * layout.blockSize * width);
  Value rounds = builder.createOrFold<arith::DivUIOp>(loc, length, ofAll);
  Value rest = builder.createOrFold<arith::RemUIOp>(loc, length, ofAll);
  rest = builder.createOrFold<arith::MinUIOp>(loc, rest, ofBlock);
  Value unit = createIndex(builder, loc, kKeptUnit);
  rest = builder.createOrFold<arith::MulIOp>(
      loc, createCeilDiv(builder, loc, rest, unit), unit);
  return builder.createOrFold<arith::AddIOp>(
      loc, builder.createOrFold<arith::MulIOp>(loc, rounds, ofBlock), rest);
}

Value fused::createNumClusters(OpBuilder &builder, Location loc, Value numRows,
                               const RowLayout &layout,
                               const Schedule &schedule) {
  Value clusters = createCeilDiv(builder, loc, numRows,
                                 createIndex(builder, loc, layout.rows));
  if (layout.rows == 1 || !schedule.shifts)
    return clusters;
  Value width = createIndex(builder, loc, schedule.width);
  return builder.createOrFold<arith::MulIOp>(
      loc, createCeilDiv(builder, loc, clusters, width), width);
}
