//===- Reduction.cpp - Kernels that reduce --------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Loops/LoopPlan.h"
#include "Element.h"
#include "Kernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace fused;

/// Threads of a block that lie beside each other along the inner dimension
/// where that is not reduced: one access of a warp.
static constexpr int64_t kColumns = 32;
/// Blocks that are enough to occupy a device.
static constexpr int64_t kEnoughBlocks = 1024;
/// A thread reduces at least so many elements if it can.
static constexpr int64_t kMinSteps = 8;
/// Elements that a thread loads before it needs the first of them.
static constexpr int64_t kUnroll = 4;

//===----------------------------------------------------------------------===//
// What is reduced
//===----------------------------------------------------------------------===//

/// The operation of the body that joins an output with what one element adds to
/// it, and nothing else: `yield combine(output, f(inputs))`. Null if the body
/// is not of this form.
static Operation *findCombiner(linalg::GenericOp op, unsigned output) {
  BlockArgument argument = op.getRegionOutputArgs()[output];
  if (!argument.hasOneUse())
    return nullptr;
  Operation *user = *argument.user_begin();
  bool isAssociative =
      isa<arith::AddFOp, arith::MulFOp, arith::MaximumFOp, arith::MinimumFOp,
          arith::MaxNumFOp, arith::MinNumFOp, arith::AddIOp, arith::MulIOp,
          arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp,
          arith::AndIOp, arith::OrIOp, arith::XOrIOp>(user);
  if (!isAssociative || user->getBlock() != op.getBody() ||
      op.getBody()->getTerminator()->getOperand(output) != user->getResult(0) ||
      !user->getResult(0).hasOneUse() || !arith::getNeutralElement(user))
    return nullptr;
  return user;
}

static Value combine(OpBuilder &builder, Operation *combiner, Value a,
                     Value b) {
  IRMapping mapping;
  mapping.map(combiner->getOperand(0), a);
  mapping.map(combiner->getOperand(1), b);
  return builder.clone(*combiner, mapping)->getResult(0);
}

namespace {
/// Writes the kernel of one operation.
class ReductionEmitter {
public:
  ReductionEmitter(OpBuilder &builder, linalg::GenericOp op);

  /// One thread for each result. For bodies of any form.
  void emitSequential();
  /// A block for some results, several threads for each.
  void emitParallel(bool maySplit);
  bool hasCombiners() const { return !llvm::is_contained(combiners, nullptr); }

private:
  void chooseLayout();
  Value countChunks();
  SmallVector<Value> reduce(int64_t width, Value isInside, Value lane,
                            ArrayRef<Value> indices, Value lower, Value upper);
  SmallVector<Value> step(OpBuilder &builder, int64_t width,
                          ArrayRef<Value> start, Value linear,
                          ValueRange before);
  void joinThreads(SmallVectorImpl<Value> &values, int64_t lanes, Value thread,
                   Value lane, gpu::LaunchOp launch);
  void emitBlock(gpu::LaunchOp launch, int64_t width, Value chunkSize);
  void finish(ArrayRef<Value> indices, ArrayRef<Value> values, int64_t lanes);
  void combinePartials(linalg::GenericOp op);

  unsigned numOutputs() const { return combiners.size(); }
  /// Neighbours of which each has a result of its own.
  int64_t getLanes(int64_t width) const { return reducesInner ? 1 : width; }

  OpBuilder &builder;
  linalg::GenericOp op;
  Location loc;
  SmallVector<Value> sizes;
  SmallVector<unsigned> parallel, reduced;
  unsigned inner = 0;
  bool reducesInner = false;
  /// How many threads share one result.
  int64_t threads = 1;
  SmallVector<Operation *> combiners;
  std::optional<ElementEmitter> emitter;
  Value numResults, numReduced;
  /// Where the parts of a reduction in several blocks go; empty without.
  SmallVector<Value> partials;
};
} // namespace

ReductionEmitter::ReductionEmitter(OpBuilder &builder, linalg::GenericOp op)
    : builder(builder), op(op), loc(op.getLoc()),
      sizes(createSizes(builder, op)) {
  inner = chooseVectorDim(op, op.getStaticLoopRanges());
  for (auto [dim, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (dim != inner)
      (kind == utils::IteratorType::parallel ? parallel : reduced)
          .push_back(dim);
  reducesInner =
      op.getIteratorTypesArray()[inner] == utils::IteratorType::reduction;
  (reducesInner ? reduced : parallel).push_back(inner);
  for (unsigned output = 0; output < op.getNumDpsInits(); ++output)
    combiners.push_back(findCombiner(op, output));
  emitter.emplace(op, sizes, inner);
  numResults = createProduct(builder, loc, sizes, parallel);
  numReduced = createProduct(builder, loc, sizes, reduced);
}

//===----------------------------------------------------------------------===//
// One thread for each result
//===----------------------------------------------------------------------===//

void ReductionEmitter::emitSequential() {
  Value blocks = createCeilDiv(builder, loc, numResults,
                               createIndex(builder, loc, kBlockSize));
  gpu::LaunchOp launch =
      createLaunch(builder, loc, blocks, createIndex(builder, loc, 1));
  Value linear = builder.createOrFold<arith::MulIOp>(
      loc, launch.getBlockIds().x, createIndex(builder, loc, kBlockSize));
  linear =
      builder.createOrFold<arith::AddIOp>(loc, linear, launch.getThreadIds().x);
  Value isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, linear, numResults);
  auto branch = scf::IfOp::create(builder, loc, isInside,
                                  /*withElseRegion=*/false);
  builder.setInsertionPointToStart(branch.thenBlock());
  SmallVector<Value> indices(op.getNumLoops());
  delinearize(builder, loc, linear, sizes, parallel, indices);
  for (unsigned dim : reduced)
    indices[dim] = createIndex(builder, loc, 0);
  SmallVector<Value> before;
  for (OpOperand &output : op.getDpsInitsMutable())
    before.push_back(emitter->load(builder, output, indices, 1).front());
  auto loop = scf::ForOp::create(
      builder, loc, createIndex(builder, loc, 0), numReduced,
      createIndex(builder, loc, 1), before,
      [&](OpBuilder &inside, Location, Value index, ValueRange values) {
        SmallVector<Value> point(indices);
        delinearize(inside, loc, index, sizes, reduced, point);
        auto inputs = emitter->loadInputs(inside, point, 1);
        scf::YieldOp::create(
            inside, loc, emitter->emitBody(inside, point, 0, inputs, values));
      });
  for (auto [output, value] :
       llvm::zip_equal(op.getDpsInitsMutable(), loop.getResults()))
    emitter->store(builder, output, indices, value);
}

//===----------------------------------------------------------------------===//
// Several threads for each result
//===----------------------------------------------------------------------===//

/// Decides how many threads share a result: a warp for short rows, else a
/// block; all threads of a column of the block where columns are reduced.
void ReductionEmitter::chooseLayout() {
  constexpr int64_t shortRow = 1024;
  std::optional<int64_t> length = getConstantIntValue(sizes[inner]);
  if (reducesInner)
    threads = reduced.size() == 1 && length && *length <= shortRow ? kColumns
                                                                   : kBlockSize;
  else
    threads = kBlockSize / kColumns;
}

/// How many blocks share a result: enough to occupy the device, if each of
/// their threads has enough to do.
Value ReductionEmitter::countChunks() {
  int64_t width = emitter->chooseWidth();
  Value results =
      createIndex(builder, loc, kBlockSize / threads * getLanes(width));
  Value blocks = createCeilDiv(builder, loc, numResults, results);
  Value one = createIndex(builder, loc, 1);
  blocks = builder.createOrFold<arith::MaxUIOp>(loc, blocks, one);
  Value wanted = builder.createOrFold<arith::DivUIOp>(
      loc, createIndex(builder, loc, kEnoughBlocks), blocks);
  int64_t elements = threads * kMinSteps * (reducesInner ? width : 1);
  Value possible = builder.createOrFold<arith::DivUIOp>(
      loc, numReduced, createIndex(builder, loc, elements));
  Value chunks = builder.createOrFold<arith::MinUIOp>(loc, wanted, possible);
  return builder.createOrFold<arith::MaxUIOp>(loc, chunks, one);
}

/// Combines the elements at `linear` of the reduction into `before`.
SmallVector<Value> ReductionEmitter::step(OpBuilder &inside, int64_t width,
                                          ArrayRef<Value> start, Value linear,
                                          ValueRange before) {
  SmallVector<Value> indices(start), values(before);
  delinearize(inside, loc, linear, sizes, reduced, indices);
  auto inputs = emitter->loadInputs(inside, indices, width);
  int64_t lanes = getLanes(width);
  for (int64_t lane = 0; lane < width; ++lane) {
    SmallVector<Value> current;
    for (unsigned output = 0; output < numOutputs(); ++output)
      current.push_back(values[output * lanes + lane % lanes]);
    SmallVector<Value> next =
        emitter->emitBody(inside, indices, lane, inputs, current);
    for (unsigned output = 0; output < numOutputs(); ++output)
      values[output * lanes + lane % lanes] = next[output];
  }
  return values;
}

/// What this thread contributes to its results: every `threads`th element (or
/// group of `width`) of [lower, upper).
SmallVector<Value> ReductionEmitter::reduce(int64_t width, Value isInside,
                                            Value lane, ArrayRef<Value> indices,
                                            Value lower, Value upper) {
  int64_t lanes = getLanes(width);
  SmallVector<Value> neutral;
  for (Operation *combiner : combiners) {
    Value value = arith::ConstantOp::create(
        builder, loc, *arith::getNeutralElement(combiner));
    neutral.append(lanes, value);
  }
  int64_t advance = threads * (reducesInner ? width : 1);
  Value first = builder.createOrFold<arith::MulIOp>(
      loc, lane, createIndex(builder, loc, reducesInner ? width : 1));
  first = builder.createOrFold<arith::AddIOp>(loc, lower, first);
  // A thread without a result does nothing.
  Value end = arith::SelectOp::create(builder, loc, isInside, upper, lower);
  Value unrolledEnd = builder.createOrFold<arith::SubIOp>(
      loc, end, createIndex(builder, loc, (kUnroll - 1) * advance));
  Value stride = createIndex(builder, loc, kUnroll * advance);
  auto unrolled = scf::ForOp::create(
      builder, loc, first, unrolledEnd, stride, neutral,
      [&](OpBuilder &inside, Location, Value index, ValueRange values) {
        SmallVector<Value> current(values);
        for (int64_t i = 0; i < kUnroll; ++i) {
          Value linear = inside.createOrFold<arith::AddIOp>(
              loc, index, createIndex(inside, loc, i * advance));
          current = step(inside, width, indices, linear, current);
        }
        scf::YieldOp::create(inside, loc, current);
      });
  // Where the unrolled loop has stopped.
  Value zero = createIndex(builder, loc, 0);
  Value length = builder.createOrFold<arith::SubIOp>(loc, unrolledEnd, first);
  length = builder.createOrFold<arith::MaxSIOp>(loc, length, zero);
  Value rounds = createCeilDiv(builder, loc, length, stride);
  Value done = builder.createOrFold<arith::MulIOp>(loc, rounds, stride);
  Value rest = builder.createOrFold<arith::AddIOp>(loc, first, done);
  auto loop = scf::ForOp::create(
      builder, loc, rest, end, createIndex(builder, loc, advance),
      unrolled.getResults(),
      [&](OpBuilder &inside, Location, Value index, ValueRange values) {
        scf::YieldOp::create(inside, loc,
                             step(inside, width, indices, index, values));
      });
  return SmallVector<Value>(loop.getResults());
}

/// Combines what the threads of each result have, as a tree; the thread with
/// lane 0 gets all of it.
void ReductionEmitter::joinThreads(SmallVectorImpl<Value> &values,
                                   int64_t lanes, Value thread, Value lane,
                                   gpu::LaunchOp launch) {
  int64_t distance = reducesInner ? 1 : kColumns;
  auto getPlace = [&](int64_t column, Value of) -> Value {
    return builder.createOrFold<arith::AddIOp>(
        loc, of, createIndex(builder, loc, column * kBlockSize));
  };
  auto shared = launch.getWorkgroupAttributions();
  for (auto [index, value] : llvm::enumerate(values))
    memref::StoreOp::create(builder, loc, value, shared[index / lanes],
                            getPlace(index % lanes, thread));
  for (int64_t half = threads / 2; half >= 1; half /= 2) {
    gpu::BarrierOp::create(builder, loc);
    Value isFirst =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, lane,
                              createIndex(builder, loc, half));
    auto branch = scf::IfOp::create(builder, loc, isFirst,
                                    /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    Value other = builder.createOrFold<arith::AddIOp>(
        loc, thread, createIndex(builder, loc, half * distance));
    for (size_t index = 0; index < values.size(); ++index) {
      Value buffer = shared[index / lanes];
      Value place = getPlace(index % lanes, thread);
      Value a = memref::LoadOp::create(builder, loc, buffer, place);
      Value b = memref::LoadOp::create(builder, loc, buffer,
                                       getPlace(index % lanes, other));
      Value joined = combine(builder, combiners[index / lanes], a, b);
      memref::StoreOp::create(builder, loc, joined, buffer, place);
    }
  }
  for (auto [index, value] : llvm::enumerate(values))
    value = memref::LoadOp::create(builder, loc, shared[index / lanes],
                                   getPlace(index % lanes, thread));
}

/// Stores the results that begin at `indices`: joined with the outputs, or as
/// parts that another launch joins.
void ReductionEmitter::finish(ArrayRef<Value> indices, ArrayRef<Value> values,
                              int64_t lanes) {
  for (auto [index, operand] : llvm::enumerate(op.getDpsInitsMutable())) {
    ArrayRef<Value> results = values.slice(index * lanes, lanes);
    if (partials.empty()) {
      SmallVector<Value> joined;
      auto before = emitter->load(builder, operand, indices, lanes);
      for (auto [a, b] : llvm::zip_equal(before, results))
        joined.push_back(combine(builder, combiners[index], a, b));
      emitter->store(builder, operand, indices, joined);
      continue;
    }
    Value chunk = gpu::BlockIdOp::create(builder, loc, gpu::Dimension::y);
    for (auto [lane, value] : llvm::enumerate(results)) {
      SmallVector<Value> place = {chunk};
      for (unsigned dim : parallel)
        place.push_back(indices[dim]);
      if (lane != 0)
        place.back() = builder.createOrFold<arith::AddIOp>(
            loc, place.back(), createIndex(builder, loc, lane));
      memref::StoreOp::create(builder, loc, value, partials[index], place);
    }
  }
}

/// Writes what a block does where the inner dimension is accessed in vectors of
/// `width`.
void ReductionEmitter::emitBlock(gpu::LaunchOp launch, int64_t width,
                                 Value chunkSize) {
  int64_t lanes = getLanes(width);
  Value thread = launch.getThreadIds().x;
  Value perRow = createIndex(builder, loc, reducesInner ? threads : kColumns);
  Value high = builder.createOrFold<arith::DivUIOp>(loc, thread, perRow);
  Value low = builder.createOrFold<arith::RemUIOp>(loc, thread, perRow);
  Value lane = reducesInner ? low : high, column = reducesInner ? high : low;
  Value first = builder.createOrFold<arith::MulIOp>(
      loc, launch.getBlockIds().x,
      createIndex(builder, loc, kBlockSize / threads));
  Value result = builder.createOrFold<arith::AddIOp>(loc, first, column);
  result = builder.createOrFold<arith::MulIOp>(
      loc, result, createIndex(builder, loc, lanes));
  Value isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, result, numResults);
  Value lower = builder.createOrFold<arith::MulIOp>(loc, launch.getBlockIds().y,
                                                    chunkSize);
  lower = builder.createOrFold<arith::MinUIOp>(loc, lower, numReduced);
  Value upper = builder.createOrFold<arith::AddIOp>(loc, lower, chunkSize);
  upper = builder.createOrFold<arith::MinUIOp>(loc, upper, numReduced);
  SmallVector<Value> indices(op.getNumLoops(), createIndex(builder, loc, 0));
  delinearize(builder, loc, result, sizes, parallel, indices);
  SmallVector<Value> values =
      reduce(width, isInside, lane, indices, lower, upper);
  joinThreads(values, lanes, thread, lane, launch);
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        lane, createIndex(builder, loc, 0));
  Value stores = arith::AndIOp::create(builder, loc, isInside, isFirst);
  auto branch =
      scf::IfOp::create(builder, loc, stores, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  finish(indices, values, lanes);
}

void ReductionEmitter::emitParallel(bool maySplit) {
  chooseLayout();
  int64_t width = emitter->chooseWidth();
  Value one = createIndex(builder, loc, 1);
  Value chunks = maySplit ? countChunks() : one;
  bool isSplit = getConstantIntValue(chunks) != 1;
  Value chunkSize = createCeilDiv(builder, loc, numReduced, chunks);
  if (reducesInner) {
    // Keeps what a chunk starts with aligned.
    Value unit = createIndex(builder, loc, threads * width);
    chunkSize = createCeilDiv(builder, loc, chunkSize, unit);
    chunkSize = builder.createOrFold<arith::MulIOp>(loc, chunkSize, unit);
  }
  if (isSplit) {
    SmallVector<int64_t> shape = {ShapedType::kDynamic};
    SmallVector<Value> dynamicSizes = {chunks};
    for (unsigned dim : parallel) {
      std::optional<int64_t> size = getConstantIntValue(sizes[dim]);
      shape.push_back(size.value_or(ShapedType::kDynamic));
      if (!size)
        dynamicSizes.push_back(sizes[dim]);
    }
    for (Value output : op.getOutputs()) {
      auto type = MemRefType::get(shape, getElementTypeOrSelf(output));
      partials.push_back(
          memref::AllocOp::create(builder, loc, type, dynamicSizes));
    }
  }
  SmallVector<Type> shared;
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  for (Value output : op.getOutputs())
    shared.push_back(MemRefType::get({kBlockSize * getLanes(width)},
                                     getElementTypeOrSelf(output),
                                     MemRefLayoutAttrInterface(), space));
  int64_t perBlock = kBlockSize / threads * getLanes(width);
  Value blocks = createCeilDiv(builder, loc, numResults,
                               createIndex(builder, loc, perBlock));
  {
    OpBuilder::InsertionGuard guard(builder);
    Value isAligned =
        width == 1 ? Value() : emitter->createIsAligned(builder, width);
    if (getLanes(width) != 1) {
      // Without vectors, a block computes fewer columns.
      Value scalarBlocks =
          createCeilDiv(builder, loc, numResults,
                        createIndex(builder, loc, kBlockSize / threads));
      blocks = arith::SelectOp::create(builder, loc, isAligned, blocks,
                                       scalarBlocks);
    }
    gpu::LaunchOp launch = createLaunch(builder, loc, blocks, chunks, shared);
    if (width == 1) {
      emitBlock(launch, 1, chunkSize);
    } else {
      auto branch = scf::IfOp::create(builder, loc, isAligned,
                                      /*withElseRegion=*/true);
      builder.setInsertionPointToStart(branch.thenBlock());
      emitBlock(launch, width, chunkSize);
      builder.setInsertionPointToStart(branch.elseBlock());
      emitBlock(launch, 1, chunkSize);
    }
  }
  if (isSplit)
    combinePartials(op);
}

/// Joins the parts with the outputs: a reduction over the chunks.
void ReductionEmitter::combinePartials(linalg::GenericOp op) {
  MLIRContext *context = builder.getContext();
  unsigned rank = parallel.size() + 1;
  SmallVector<AffineExpr> dims(op.getNumLoops(),
                               getAffineConstantExpr(0, context));
  for (auto [index, dim] : llvm::enumerate(parallel))
    dims[dim] = getAffineDimExpr(index + 1, context);
  SmallVector<AffineMap> maps(partials.size(),
                              AffineMap::getMultiDimIdentityMap(rank, context));
  for (OpOperand &output : op.getDpsInitsMutable())
    maps.push_back(op.getMatchingIndexingMap(&output).replaceDimsAndSymbols(
        dims, {}, rank, 0));
  SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
  kinds.front() = utils::IteratorType::reduction;
  auto second = linalg::GenericOp::create(
      builder, loc, partials, op.getOutputs(), maps, kinds,
      [&](OpBuilder &inside, Location, ValueRange arguments) {
        SmallVector<Value> results;
        for (auto [index, combiner] : llvm::enumerate(combiners))
          results.push_back(combine(inside, combiner,
                                    arguments[partials.size() + index],
                                    arguments[index]));
        linalg::YieldOp::create(inside, loc, results);
      });
  ReductionEmitter joiner(builder, second);
  {
    OpBuilder::InsertionGuard guard(builder);
    joiner.emitParallel(/*maySplit=*/false);
  }
  second.erase();
  for (Value partial : partials)
    memref::DeallocOp::create(builder, loc, partial);
}

void fused::emitReduction(OpBuilder &builder, linalg::GenericOp op) {
  OpBuilder::InsertionGuard guard(builder);
  ReductionEmitter emitter(builder, op);
  if (emitter.hasCombiners())
    emitter.emitParallel(/*maySplit=*/true);
  else
    emitter.emitSequential();
}
