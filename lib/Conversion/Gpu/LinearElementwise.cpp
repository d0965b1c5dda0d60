//===- LinearElementwise.cpp - Operands in the order of the output --------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Element.h"
#include "GroupedReads.h"
#include "Kernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;
using namespace fused;

namespace {
/// Writes the kernel of an operation whose first output is dense. Operands of
/// its shape are accessed by the linear index, as vectors however long rows
/// are; what is broadcast or strided, by the indices of each neighbour.
class LinearEmitter {
public:
  LinearEmitter(OpBuilder &builder, linalg::GenericOp op);

  /// True if the operation is of this kind.
  static bool accepts(linalg::GenericOp op);

  void emit();

private:
  /// Where the neighbours that a thread computes are.
  struct Place {
    Value linear;
    SmallVector<SmallVector<Value>> indices;
  };

  bool isVector(OpOperand &operand);
  void chooseWidth();
  Value createCondition();
  Value createIsFull(Value blockStart, Value perBlock);
  Place createPlace(Value linear, int64_t count);
  void addWrappingLanes(Place &place, int64_t count);
  SmallVector<Value> load(OpOperand &operand, const Place &place);
  void store(OpOperand &operand, const Place &place, ArrayRef<Value> values);
  void compute(Value linear, int64_t count);
  void emitOneByOne(Value blockStart, Value thread);

  Value add(Value a, Value b) {
    return builder.createOrFold<arith::AddIOp>(loc, a, b);
  }

  OpBuilder &builder;
  linalg::GenericOp op;
  Location loc;
  SmallVector<Value> sizes;
  SmallVector<unsigned> order;
  ElementEmitter emitter;
  /// The dense operands of the output's shape, as vectors.
  DenseMap<OpOperand *, Value> flat;
  /// What the body itself reads: the threads then compute one element each.
  GroupedReads reads;
  Value total;
  int64_t width = 1;
  /// True if no vector has elements of two rows.
  bool rowsAreWhole = false;
};
} // namespace

/// True if the elements of `operand` lie in memory in the order of those of
/// the first output.
static bool isLinear(linalg::GenericOp op, OpOperand &operand) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  OpOperand *output = op.getDpsInitOperand(0);
  return type && type.getRank() > 0 && type.getLayout().isIdentity() &&
         op.getMatchingIndexingMap(&operand) ==
             op.getMatchingIndexingMap(output);
}

bool LinearEmitter::accepts(linalg::GenericOp op) {
  if (op.getNumDpsInits() == 0)
    return false;
  OpOperand *output = op.getDpsInitOperand(0);
  return op.getNumLoops() > 0 &&
         op.getMatchingIndexingMap(output).isPermutation() &&
         isLinear(op, *output);
}

LinearEmitter::LinearEmitter(OpBuilder &builder, linalg::GenericOp op)
    : builder(builder), op(op), loc(op.getLoc()),
      sizes(createSizes(builder, op)), order(getMemoryOrder(op)),
      emitter(op, sizes, order.back()), reads(op) {
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
  total = createProduct(builder, loc, sizes, order);
}

void LinearEmitter::chooseWidth() {
  if (reads.empty())
    for (auto &[operand, array] : flat)
      width = std::max(width, emitter.getFullWidth(*operand));
  std::optional<int64_t> extent = getConstantIntValue(sizes[order.back()]);
  bool isOneRow = llvm::all_of(ArrayRef(order).drop_back(), [&](unsigned dim) {
    return getConstantIntValue(sizes[dim]) == 1;
  });
  rowsAreWhole = isOneRow || (extent && *extent % width == 0);
}

/// True if neighbours of `operand` are accessed as one vector.
bool LinearEmitter::isVector(OpOperand &operand) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  if (!type || width == 1 || emitter.getFullWidth(operand) == 1)
    return false;
  bool isDense = type.getLayout().isIdentity() || type.getRank() == 1;
  return flat.contains(&operand) ||
         (rowsAreWhole && isDense && emitter.isContiguous(operand));
}

/// True if vectors are aligned, and the indices of neighbours fit into 32 bits.
Value LinearEmitter::createCondition() {
  if (!reads.empty())
    return reads.createIsAligned(builder, loc);
  Value rest = createIndex(builder, loc, 0);
  for (OpOperand &operand : op->getOpOperands())
    if (isVector(operand))
      rest = builder.createOrFold<arith::OrIOp>(
          loc, rest, emitter.createMisalignment(builder, operand, width));
  Value condition =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rest,
                            createIndex(builder, loc, 0));
  if (rowsAreWhole)
    return condition;
  Value most = createIndex(builder, loc, INT32_MAX);
  for (Value size : sizes) {
    Value fits = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::ule, size, most);
    condition = builder.createOrFold<arith::AndIOp>(loc, condition, fits);
  }
  return condition;
}

/// Finds the indices of the neighbours after the first by counting: the last
/// index goes on, and wraps around at the end of a row.
void LinearEmitter::addWrappingLanes(Place &place, int64_t count) {
  Type i32 = builder.getI32Type();
  auto narrow = [&](Value index) {
    return builder.createOrFold<arith::IndexCastUIOp>(loc, i32, index);
  };
  Value zero = arith::ConstantIntOp::create(builder, loc, 0, 32);
  Value one = arith::ConstantIntOp::create(builder, loc, 1, 32);
  SmallVector<Value> current(llvm::map_range(place.indices.front(), narrow));
  for (int64_t lane = 1; lane < count; ++lane) {
    Value carry = arith::ConstantIntOp::create(builder, loc, 1, 1);
    for (unsigned dim : llvm::reverse(order)) {
      Value next = add(current[dim], one);
      Value wraps = builder.createOrFold<arith::CmpIOp>(
          loc, arith::CmpIPredicate::eq, next, narrow(sizes[dim]));
      next = builder.createOrFold<arith::SelectOp>(loc, wraps, zero, next);
      current[dim] =
          builder.createOrFold<arith::SelectOp>(loc, carry, next, current[dim]);
      carry = builder.createOrFold<arith::AndIOp>(loc, carry, wraps);
    }
    SmallVector<Value> &indices = place.indices.emplace_back();
    for (Value index : current)
      indices.push_back(builder.createOrFold<arith::IndexCastUIOp>(
          loc, builder.getIndexType(), index));
  }
}

LinearEmitter::Place LinearEmitter::createPlace(Value linear, int64_t count) {
  Place place = {linear, {}};
  SmallVector<Value> &first = place.indices.emplace_back(sizes.size());
  delinearize(builder, loc, linear, sizes, order, first);
  if (!rowsAreWhole) {
    addWrappingLanes(place, count);
    return place;
  }
  for (int64_t lane = 1; lane < count; ++lane) {
    SmallVector<Value> indices = place.indices.front();
    indices[order.back()] =
        add(indices[order.back()], createIndex(builder, loc, lane));
    place.indices.push_back(std::move(indices));
  }
  return place;
}

SmallVector<Value> LinearEmitter::load(OpOperand &operand, const Place &place) {
  int64_t count = place.indices.size();
  Value array = flat.lookup(&operand);
  if (count > 1 && isVector(operand))
    return array ? emitter.loadVector(builder, array, place.linear, count)
                 : emitter.load(builder, operand, place.indices[0], count);
  if (!emitter.moves(operand, rowsAreWhole))
    return SmallVector<Value>(
        count, emitter.load(builder, operand, place.indices[0], 1).front());
  SmallVector<Value> values;
  for (auto [lane, indices] : llvm::enumerate(place.indices)) {
    if (!array) {
      values.push_back(emitter.load(builder, operand, indices, 1).front());
      continue;
    }
    Value index = add(place.linear, createIndex(builder, loc, lane));
    values.push_back(memref::LoadOp::create(builder, loc, array, index));
  }
  return values;
}

void LinearEmitter::store(OpOperand &operand, const Place &place,
                          ArrayRef<Value> values) {
  Value array = flat.lookup(&operand);
  if (values.size() > 1 && isVector(operand) && array)
    return emitter.storeVector(builder, array, place.linear, values);
  for (auto [lane, value] : llvm::enumerate(values)) {
    if (!array) {
      emitter.store(builder, operand, place.indices[lane], value);
      continue;
    }
    Value index = add(place.linear, createIndex(builder, loc, lane));
    memref::StoreOp::create(builder, loc, value, array, index);
  }
}

/// Computes `count` neighbours from the linear index `linear` on.
void LinearEmitter::compute(Value linear, int64_t count) {
  Place place = createPlace(linear, count);
  auto loadUsed = [&](OpOperand &operand) {
    bool isUsed = !op.getMatchingBlockArgument(&operand).use_empty();
    return isUsed ? load(operand, place) : SmallVector<Value>();
  };
  SmallVector<SmallVector<Value>> inputs, outputs;
  for (OpOperand *input : op.getDpsInputOperands())
    inputs.push_back(loadUsed(*input));
  for (OpOperand &output : op.getDpsInitsMutable())
    outputs.push_back(loadUsed(output));
  SmallVector<SmallVector<Value>> results(outputs.size());
  for (int64_t lane = 0; lane < count; ++lane) {
    SmallVector<SmallVector<Value>> here;
    for (ArrayRef<Value> values : inputs)
      here.emplace_back(values.empty() ? values : values.slice(lane, 1));
    SmallVector<Value> before;
    for (ArrayRef<Value> values : outputs)
      before.push_back(values.empty() ? Value() : values[lane]);
    for (auto [result, value] :
         llvm::zip_equal(results, emitter.emitBody(builder, place.indices[lane],
                                                   /*lane=*/0, here, before)))
      result.push_back(value);
  }
  for (auto [output, values] :
       llvm::zip_equal(op.getDpsInitsMutable(), results))
    store(output, place, values);
}

/// Computes the elements of the block one by one, with neighbouring threads on
/// neighbouring elements.
void LinearEmitter::emitOneByOne(Value blockStart, Value thread) {
  Value start = add(blockStart, thread);
  Value end = add(blockStart, createIndex(builder, loc, kBlockSize * width));
  end = builder.createOrFold<arith::MinUIOp>(loc, end, total);
  auto loop = scf::ForOp::create(builder, loc, start, end,
                                 createIndex(builder, loc, kBlockSize));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  compute(loop.getInductionVar(), 1);
}

Value LinearEmitter::createIsFull(Value blockStart, Value perBlock) {
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule,
                               add(blockStart, perBlock), total);
}

void LinearEmitter::emit() {
  chooseWidth();
  Value perBlock = createIndex(builder, loc, kBlockSize * width);
  Value blocks = createCeilDiv(builder, loc, total, perBlock);
  bool isScalar = width == 1 && reads.empty();
  Value condition = isScalar ? Value() : createCondition();
  gpu::LaunchOp launch =
      createLaunch(builder, loc, blocks, createIndex(builder, loc, 1));
  Value thread = launch.getThreadIds().x;
  Value blockStart = builder.createOrFold<arith::MulIOp>(
      loc, launch.getBlockIds().x, perBlock);
  if (isScalar)
    return emitOneByOne(blockStart, thread);
  Value isFull = createIsFull(blockStart, perBlock);
  condition = builder.createOrFold<arith::AndIOp>(loc, condition, isFull);
  auto branch = scf::IfOp::create(builder, loc, condition,
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  Value first = builder.createOrFold<arith::MulIOp>(
      loc, thread, createIndex(builder, loc, width));
  compute(add(blockStart, first), width);
  GroupedReads(branch).merge(builder);
  builder.setInsertionPointToStart(branch.elseBlock());
  emitOneByOne(blockStart, thread);
}

bool fused::emitLinear(OpBuilder &builder, linalg::GenericOp op) {
  if (!LinearEmitter::accepts(op))
    return false;
  LinearEmitter(builder, op).emit();
  return true;
}
