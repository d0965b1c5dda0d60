//===- PointKernel.cpp - Kernels that compute points one by one ----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupedReads.h"
#include "Kernels.h"
#include "Launch.h"
#include "Tile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;
using namespace fused;

namespace {
/// Writes the kernel of an operation without reductions. Each thread computes
/// `width` neighbours in the order of the first output. If that output is
/// dense, operands of its shape are accessed by the linear index, as vectors
/// however long rows are; what is broadcast or strided, by the indices of each
/// neighbour. Where nothing is a vector, a thread computes several points that
/// are a block apart, so that enough loads are under way.
class PointEmitter {
public:
  PointEmitter(OpBuilder &builder, linalg::GenericOp op,
               const Schedule &schedule);

  void emit();

private:
  void chooseScalars();
  bool isVector(OpOperand &operand);
  Value createCondition();
  SmallVector<SmallVector<Value>> createPoints(Value linear, int64_t count);
  void addWrapping(SmallVector<SmallVector<Value>> &points, int64_t count);
  SmallVector<Value> load(OpOperand &operand, Value linear,
                          ArrayRef<SmallVector<Value>> points);
  void store(OpOperand &operand, Value linear,
             ArrayRef<SmallVector<Value>> points, ArrayRef<Value> values);
  void compute(Value linear, int64_t count);
  void emitOneByOne(Value blockStart, Value thread);

  Value add(Value a, Value b) {
    return builder.createOrFold<arith::AddIOp>(loc, a, b);
  }
  /// The linear index of one of the points that a thread computes at once.
  Value getLane(Value linear, int64_t lane) {
    return add(linear, createIndex(builder, loc, lane * stride));
  }

  OpBuilder &builder;
  linalg::GenericOp op;
  Location loc;
  const Schedule &schedule;
  SmallVector<Value> sizes;
  OperandAccess access;
  /// The dense operands of the output's shape, as vectors.
  DenseMap<OpOperand *, Value> flat;
  /// What the body itself reads: the threads then compute one element each.
  GroupedReads reads;
  Value total;
  int64_t width;
  /// The points of a thread that are `stride` apart, 1 or the size of a block.
  int64_t perThread, stride = 1;
};
} // namespace

PointEmitter::PointEmitter(OpBuilder &builder, linalg::GenericOp op,
                           const Schedule &schedule)
    : builder(builder), op(op), loc(op.getLoc()), schedule(schedule),
      sizes(createSizes(builder, PointOp(op))),
      access(PointOp(op), sizes, schedule.inner), reads(op),
      total(createProduct(builder, loc, sizes, schedule.results)),
      width(reads.empty() ? schedule.width : 1), perThread(width) {
  if (width == 1 && reads.empty())
    chooseScalars();
  if (!schedule.isLinear)
    return;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isLinear(op, operand))
      continue;
    Value array = operand.get();
    int64_t rank = cast<MemRefType>(array.getType()).getRank();
    auto all = llvm::to_vector<2>(llvm::seq<int64_t>(0, rank));
    if (rank > 1)
      array = memref::CollapseShapeOp::create(
          builder, loc, array, SmallVector<ReassociationIndices>{all});
    flat[&operand] = array;
  }
}

/// Lets a thread compute as many points as a vector would have, if there are
/// enough for all threads of a device.
void PointEmitter::chooseScalars() {
  constexpr int64_t manyPoints = 1 << 20, mostLoads = 32;
  std::optional<int64_t> all = getConstantIntValue(total);
  if (!all || *all < manyPoints)
    return;
  for (OpOperand &operand : op->getOpOperands())
    perThread = std::max(perThread, access.getFullWidth(operand));
  perThread = std::min<int64_t>(perThread, 8);
  while (perThread > 1 && perThread * op.getNumDpsInputs() > mostLoads)
    perThread /= 2;
  if (perThread != 1)
    stride = kBlockSize;
}

/// True if neighbours of `operand` are accessed as one vector.
bool PointEmitter::isVector(OpOperand &operand) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  if (!type || width == 1 || access.getFullWidth(operand) == 1)
    return false;
  if (!schedule.isLinear)
    return access.isContiguous(operand);
  bool isDense = type.getLayout().isIdentity() || type.getRank() == 1;
  return flat.contains(&operand) ||
         (schedule.rowsAreWhole && isDense && access.isContiguous(operand));
}

/// True if vectors are aligned, and the indices of neighbours fit into 32 bits.
Value PointEmitter::createCondition() {
  if (!reads.empty())
    return reads.createIsAligned(builder, loc);
  if (!schedule.isLinear)
    return access.createIsAligned(builder, width);
  Value rest = createIndex(builder, loc, 0);
  for (OpOperand &operand : op->getOpOperands())
    if (isVector(operand))
      rest = builder.createOrFold<arith::OrIOp>(
          loc, rest, access.createMisalignment(builder, operand, width));
  Value condition =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rest,
                            createIndex(builder, loc, 0));
  if (schedule.rowsAreWhole)
    return condition;
  Value most = createIndex(builder, loc, INT32_MAX);
  for (Value size : sizes) {
    Value fits = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::ule, size, most);
    condition = builder.createOrFold<arith::AndIOp>(loc, condition, fits);
  }
  return condition;
}

/// Adds the neighbours after the first by counting: the last index goes on, and
/// wraps around at the end of a row.
void PointEmitter::addWrapping(SmallVector<SmallVector<Value>> &points,
                               int64_t count) {
  Type i32 = builder.getI32Type();
  auto narrow = [&](Value index) {
    return builder.createOrFold<arith::IndexCastUIOp>(loc, i32, index);
  };
  Value zero = arith::ConstantIntOp::create(builder, loc, 0, 32);
  Value one = arith::ConstantIntOp::create(builder, loc, 1, 32);
  SmallVector<Value> current(llvm::map_range(points.front(), narrow));
  for (int64_t lane = 1; lane < count; ++lane) {
    Value carry = arith::ConstantIntOp::create(builder, loc, 1, 1);
    for (unsigned dim : llvm::reverse(schedule.results)) {
      Value next = add(current[dim], one);
      Value wraps = builder.createOrFold<arith::CmpIOp>(
          loc, arith::CmpIPredicate::eq, next, narrow(sizes[dim]));
      next = builder.createOrFold<arith::SelectOp>(loc, wraps, zero, next);
      current[dim] =
          builder.createOrFold<arith::SelectOp>(loc, carry, next, current[dim]);
      carry = builder.createOrFold<arith::AndIOp>(loc, carry, wraps);
    }
    SmallVector<Value> &indices = points.emplace_back();
    for (Value index : current)
      indices.push_back(builder.createOrFold<arith::IndexCastUIOp>(
          loc, builder.getIndexType(), index));
  }
}

/// The indices of `count` points from the linear index on.
SmallVector<SmallVector<Value>> PointEmitter::createPoints(Value linear,
                                                           int64_t count) {
  SmallVector<SmallVector<Value>> points;
  int64_t apart = stride == 1 ? 1 : count;
  for (int64_t lane = 0; lane < apart; ++lane)
    delinearize(builder, loc, getLane(linear, lane), sizes, schedule.results,
                points.emplace_back(sizes.size()));
  if (apart == count)
    return points;
  if (!schedule.rowsAreWhole) {
    addWrapping(points, count);
    return points;
  }
  for (int64_t lane = 1; lane < count; ++lane) {
    SmallVector<Value> indices = points.front();
    indices[schedule.inner] =
        add(indices[schedule.inner], createIndex(builder, loc, lane));
    points.push_back(std::move(indices));
  }
  return points;
}

SmallVector<Value> PointEmitter::load(OpOperand &operand, Value linear,
                                      ArrayRef<SmallVector<Value>> points) {
  int64_t count = points.size();
  Value array = flat.lookup(&operand);
  if (count > 1 && isVector(operand))
    return array ? access.loadVector(builder, array, linear, count)
                 : access.load(builder, operand, points[0], count);
  if (!access.moves(operand, schedule.rowsAreWhole && stride == 1))
    return SmallVector<Value>(
        count, access.load(builder, operand, points[0], 1).front());
  SmallVector<Value> values;
  for (auto [lane, indices] : llvm::enumerate(points)) {
    if (!array) {
      values.push_back(access.load(builder, operand, indices, 1).front());
      continue;
    }
    values.push_back(
        memref::LoadOp::create(builder, loc, array, getLane(linear, lane)));
  }
  return values;
}

void PointEmitter::store(OpOperand &operand, Value linear,
                         ArrayRef<SmallVector<Value>> points,
                         ArrayRef<Value> values) {
  Value array = flat.lookup(&operand);
  if (values.size() > 1 && isVector(operand))
    return array ? access.storeVector(builder, array, linear, values)
                 : access.store(builder, operand, points[0], values);
  for (auto [lane, value] : llvm::enumerate(values)) {
    if (!array) {
      access.store(builder, operand, points[lane], value);
      continue;
    }
    memref::StoreOp::create(builder, loc, value, array, getLane(linear, lane));
  }
}

/// Computes `count` points from the linear index `linear` on.
void PointEmitter::compute(Value linear, int64_t count) {
  SmallVector<SmallVector<Value>> points = createPoints(linear, count);
  Tile tile(builder, PointOp(op), access, count);
  tile.addPoints(points);
  tile.setLoader([&](const Tile &, OpOperand &operand, int64_t) {
    return load(operand, linear, points);
  });
  tile.load(op.getBody()->getArguments());
  SmallVector<SmallVector<Value>> results(op.getNumDpsInits());
  for (int64_t lane = 0; lane < count; ++lane)
    for (auto [result, value] : llvm::zip_equal(results, tile.compute(0, lane)))
      result.push_back(value);
  for (auto [output, values] :
       llvm::zip_equal(op.getDpsInitsMutable(), results))
    store(output, linear, points, values);
}

/// Computes the elements of the block one by one, with neighbouring threads on
/// neighbouring elements.
void PointEmitter::emitOneByOne(Value blockStart, Value thread) {
  Value start = add(blockStart, thread);
  Value end =
      add(blockStart, createIndex(builder, loc, kBlockSize * perThread));
  end = builder.createOrFold<arith::MinUIOp>(loc, end, total);
  auto loop = scf::ForOp::create(builder, loc, start, end,
                                 createIndex(builder, loc, kBlockSize));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  compute(loop.getInductionVar(), 1);
}

void PointEmitter::emit() {
  Value perBlock = createIndex(builder, loc, kBlockSize * perThread);
  Value blocks = createCeilDiv(builder, loc, total, perBlock);
  bool isScalar = perThread == 1 && reads.empty();
  Value condition = width == 1 && reads.empty() ? Value() : createCondition();
  gpu::LaunchOp launch = createLaunch(builder, loc, blocks,
                                      createIndex(builder, loc, 1), kBlockSize);
  Value thread = launch.getThreadIds().x;
  Value blockStart = builder.createOrFold<arith::MulIOp>(
      loc, launch.getBlockIds().x, perBlock);
  if (isScalar)
    return emitOneByOne(blockStart, thread);
  Value isFull = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule,
                                       add(blockStart, perBlock), total);
  if (condition)
    isFull = builder.createOrFold<arith::AndIOp>(loc, condition, isFull);
  auto branch = scf::IfOp::create(builder, loc, isFull,
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  Value first = builder.createOrFold<arith::MulIOp>(
      loc, thread, createIndex(builder, loc, width));
  compute(add(blockStart, first), perThread);
  GroupedReads(branch).merge(builder);
  builder.setInsertionPointToStart(branch.elseBlock());
  emitOneByOne(blockStart, thread);
}

void fused::emitPoints(OpBuilder &builder, linalg::GenericOp op,
                       const Schedule &schedule) {
  OpBuilder::InsertionGuard guard(builder);
  PointEmitter(builder, op, schedule).emit();
}
