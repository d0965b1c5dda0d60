//===- ReductionKernel.cpp - Kernels that reduce --------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReductionKernel.h"

#include "Kernels.h"

#include "fused/Analysis/Hopper.h"
#include "fused/Transforms/RowBodies.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fused;

/// Blocks that a multiprocessor is made to run at a time: where sizes are
/// known, and where vectors of one input shift.
static constexpr int64_t kBlocksAtATime = 6, kBlocksShifted = 4;
/// Blocks that occupy a device: as many as run at a time, or eight for each
/// multiprocessor, and 32 where vectors of several inputs shift.
static constexpr int64_t kEnoughStatic =
                             kBlocksAtATime * hopper::kMultiprocessors,
                         kEnoughShifted =
                             kBlocksShifted * hopper::kMultiprocessors,
                         kEnoughDynamic = 8 * hopper::kMultiprocessors,
                         kEnoughShiftedTogether = 32 * hopper::kMultiprocessors;
/// A thread reduces at least so many elements if it can.
static constexpr int64_t kMinSteps = 8;

ReductionEmitter::ReductionEmitter(OpBuilder &builder, linalg::GenericOp op,
                                   const Schedule &schedule,
                                   ArrayRef<Value> starts)
    : builder(builder), op(op), loc(op.getLoc()), schedule(schedule),
      starts(starts), sizes(createSizes(builder, PointOp(op))),
      access(PointOp(op), sizes, schedule.inner) {
  for (unsigned output = 0; output < op.getNumDpsInits(); ++output)
    combiners.push_back(*findCombiner(op, output));
  numResults = createProduct(builder, loc, sizes, schedule.results);
  numReduced = createProduct(builder, loc, sizes, schedule.reduced);
}

//===----------------------------------------------------------------------===//
// Combining
//===----------------------------------------------------------------------===//

/// The type in which an output is accumulated.
Type ReductionEmitter::getPartialType(unsigned output) {
  return getAccumulatorType(
      getElementTypeOrSelf(op.getOutputs()[output].getType()));
}

Value ReductionEmitter::createNeutral(unsigned output) {
  return fused::createNeutral(
      builder, loc, combiners[output].kind,
      getElementTypeOrSelf(op.getOutputs()[output].getType()));
}

/// Combines two values of one type, with the flags that the program gives.
Value ReductionEmitter::combine(unsigned output, Value a, Value b) {
  const Combiner &combiner = combiners[output];
  Value result = arith::getReductionOp(combiner.kind, builder, loc, a, b);
  if (Attribute flags = combiner.op->getAttr("fastmath"))
    result.getDefiningOp()->setAttr("fastmath", flags);
  return result;
}

/// The initial values of `lanes` results.
SmallVector<Value> ReductionEmitter::getBefore(OpOperand &output,
                                               ArrayRef<Value> indices,
                                               int64_t lanes) {
  unsigned index = output.getOperandNumber() - op.getNumDpsInputs();
  if (starts[index])
    return SmallVector<Value>(lanes, starts[index]);
  return access.load(builder, output, indices, lanes);
}

//===----------------------------------------------------------------------===//
// Several threads for each result
//===----------------------------------------------------------------------===//

/// How many results a block has. Where vectors shift, those of one row begin up
/// to a vector before those of another, and all have to reach the last result.
int64_t ReductionEmitter::countResults(int64_t lanes, bool shifts) const {
  return getColumns() * lanes - (shifts ? lanes : 0);
}

/// The places in workgroup memory for what the threads of a row have; one more,
/// so that those of a column are in different banks.
int64_t ReductionEmitter::getStride(int64_t lanes) const {
  return getColumns() * lanes + (schedule.shifts ? lanes : 0) + 1;
}

Value ReductionEmitter::countBlocks(int64_t lanes, bool shifts) {
  Value perBlock = createIndex(builder, loc, countResults(lanes, shifts));
  if (!shifts)
    return createCeilDiv(builder, loc, numResults, perBlock);
  Value blocks = createCeilDiv(builder, loc, sizes[schedule.inner], perBlock);
  return builder.createOrFold<arith::MulIOp>(
      loc, blocks,
      createProduct(builder, loc, sizes,
                    ArrayRef(schedule.results).drop_back()));
}

/// True if the vectors of one input shift, and those of no other.
bool ReductionEmitter::shiftsAlone() {
  return schedule.shifts &&
         llvm::count_if(op.getDpsInputOperands(), [&](OpOperand *input) {
           return access.movesAlongInner(*input);
         }) == 1;
}

/// How many blocks share a result: enough to occupy the device, if each of
/// their threads has enough to do.
Value ReductionEmitter::countChunks() {
  Value blocks = countBlocks(schedule.getLanes(), schedule.shifts);
  Value one = createIndex(builder, loc, 1);
  blocks = builder.createOrFold<arith::MaxUIOp>(loc, blocks, one);
  Value wanted = builder.createOrFold<arith::DivUIOp>(
      loc,
      createIndex(builder, loc,
                  shiftsAlone()     ? kEnoughShifted
                  : schedule.shifts ? kEnoughShiftedTogether
                  : hasKnownSizes() ? kEnoughStatic
                                    : kEnoughDynamic),
      blocks);
  int64_t elements = schedule.threads * kMinSteps *
                     (schedule.reducesInner() ? schedule.width : 1);
  Value possible = builder.createOrFold<arith::DivUIOp>(
      loc, numReduced, createIndex(builder, loc, elements));
  Value chunks = builder.createOrFold<arith::MinUIOp>(loc, wanted, possible);
  return builder.createOrFold<arith::MaxUIOp>(loc, chunks, one);
}

/// How many elements a chunk has.
Value ReductionEmitter::chooseChunkSize(Value chunks) {
  Value size = createCeilDiv(builder, loc, numReduced, chunks);
  int64_t known = getConstantIntValue(size).value_or(0);
  int64_t unit = schedule.threads * kUnrollNarrow;
  // Keeps what a chunk starts with aligned.
  if (schedule.reducesInner())
    unit = schedule.threads * schedule.width;
  // Leaves no elements that a thread loads one after the other.
  else if (!shiftsAlone() || known < unit * kMinSteps)
    return size;
  size = createCeilDiv(builder, loc, size, createIndex(builder, loc, unit));
  return multiply(size, unit);
}

/// Makes room for what each chunk gives.
void ReductionEmitter::allocatePartials(Value chunks) {
  SmallVector<Value> all = {chunks};
  for (unsigned loop : schedule.results)
    all.push_back(sizes[loop]);
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamicSizes;
  dispatchIndexOpFoldResults(getAsOpFoldResult(all), dynamicSizes, shape);
  for (unsigned output = 0; output < combiners.size(); ++output) {
    auto type = MemRefType::get(shape, getPartialType(output));
    partials.push_back(
        memref::AllocOp::create(builder, loc, type, dynamicSizes));
  }
}

/// Workgroup memory: for each output its columns, if threads of a column are
/// not neighbours, and for each value one element for each warp, if several
/// share a result.
void ReductionEmitter::createShared(SmallVectorImpl<Type> &types) {
  int64_t lanes = schedule.getLanes();
  if (!schedule.reducesInner() && schedule.threads > 1)
    for (unsigned output = 0; output < combiners.size(); ++output)
      types.push_back(getWorkgroupType({schedule.threads * getStride(lanes)},
                                       getPartialType(output)));
  if (schedule.threads > kWarp)
    for (unsigned output = 0; output < combiners.size(); ++output)
      types.append(lanes, getWorkgroupType({kBlockSize / kWarp},
                                           getPartialType(output)));
}

void ReductionEmitter::emitBlocks(bool maySplit) {
  int64_t width = schedule.width, lanes = schedule.getLanes();
  Value one = createIndex(builder, loc, 1);
  Value chunks = maySplit ? countChunks() : one;
  bool isSplit = getConstantIntValue(chunks) != 1;
  Value chunkSize = chooseChunkSize(chunks);
  if (isSplit)
    allocatePartials(chunks);
  Value blocks = countBlocks(lanes, schedule.shifts);
  {
    OpBuilder::InsertionGuard guard(builder);
    Value isAligned;
    if (width != 1)
      isAligned = schedule.shifts ? access.createBasesAreAligned(builder, width)
                                  : access.createIsAligned(builder, width);
    // Without vectors, a block computes fewer columns.
    if (lanes != 1)
      blocks =
          arith::SelectOp::create(builder, loc, isAligned, blocks,
                                  countBlocks(/*lanes=*/1, /*shifts=*/false));
    SmallVector<Type> shared;
    createShared(shared);
    launch = createLaunch(builder, loc, blocks, chunks, kBlockSize, shared);
    if (isSplit && width != 1 && (schedule.shifts || hasKnownSizes()))
      launch->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                      builder.getI32IntegerAttr(
                          schedule.shifts ? kBlocksShifted : kBlocksAtATime));
    if (width == 1)
      emitBlock(1, chunkSize);
    else
      createBranch(
          builder, loc, isAligned, [&] { emitBlock(width, chunkSize); },
          [&] { emitBlock(1, chunkSize); });
  }
  if (isSplit)
    combinePartials();
}

ReductionEmitter::Block ReductionEmitter::createBlock(int64_t width) {
  Block block;
  block.width = width;
  block.lanes = schedule.reducesInner() ? 1 : width;
  block.shifts = schedule.shifts && width != 1;
  block.count = countResults(block.lanes, block.shifts);
  Value thread = launch.getThreadIds().x;
  int64_t neighbours =
      schedule.reducesInner() ? schedule.threads : getColumns();
  Value perRow = createIndex(builder, loc, neighbours);
  Value high = builder.createOrFold<arith::DivUIOp>(loc, thread, perRow);
  Value low = builder.createOrFold<arith::RemUIOp>(loc, thread, perRow);
  block.lane = schedule.reducesInner() ? low : high;
  block.column = schedule.reducesInner() ? high : low;
  Value number = launch.getBlockIds().x;
  if (block.shifts) {
    Value blocks = createCeilDiv(builder, loc, sizes[schedule.inner],
                                 createIndex(builder, loc, block.count));
    Value row = builder.createOrFold<arith::DivUIOp>(loc, number, blocks);
    number = builder.createOrFold<arith::RemUIOp>(loc, number, blocks);
    block.outer.assign(op.getNumLoops(), createIndex(builder, loc, 0));
    delinearize(builder, loc, row, sizes,
                ArrayRef(schedule.results).drop_back(), block.outer);
  }
  block.first = multiply(number, block.count);
  return block;
}

/// Writes what a block does where the inner loop is accessed in vectors of
/// `width`.
void ReductionEmitter::emitBlock(int64_t width, Value chunkSize) {
  Block block = createBlock(width);
  Value lower = builder.createOrFold<arith::MulIOp>(loc, launch.getBlockIds().y,
                                                    chunkSize);
  lower = builder.createOrFold<arith::MinUIOp>(loc, lower, numReduced);
  Value upper = add(lower, chunkSize);
  upper = builder.createOrFold<arith::MinUIOp>(loc, upper, numReduced);
  Value isInside, shift;
  Values indices =
      createResultIndices(block, multiply(block.column, block.lanes), isInside);
  if (block.shifts) {
    // All rows of a thread begin equally far from where memory is aligned:
    // their distance is a multiple of the width.
    Values start = block.outer;
    start[schedule.reduced.front()] = add(lower, block.lane);
    shift = access.createShift(builder, start, width);
    Value &column = indices[schedule.inner];
    column = builder.createOrFold<arith::SubIOp>(loc, column, shift);
    Value reaches = isLess(
        add(column, createIndex(builder, loc, width - 1)),
        add(sizes[schedule.inner], createIndex(builder, loc, width - 1)));
    isInside = reaches;
  }
  Values values = block.shifts
                      ? reduceShifted(block, indices, isInside, lower, upper)
                      : reduce(block, indices, isInside, lower, upper);
  if (!schedule.reducesInner() && schedule.threads > 1)
    return joinColumns(block, shift, values);
  if (schedule.threads > 1) {
    SmallVector<Partial> parts = createPartials(values, block.lanes);
    createGroupReduction(builder, loc, parts,
                         {createIndex(builder, loc, schedule.threads),
                          launch.getThreadIds().x, kBlockSize});
    for (auto [value, part] : llvm::zip_equal(values, parts))
      value = part.value;
    Value isFirst =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                              block.lane, createIndex(builder, loc, 0));
    isInside = arith::AndIOp::create(builder, loc, isInside, isFirst);
  }
  createBranch(builder, loc, isInside,
               [&] { store(indices, values, block.lanes); });
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Writes `op`, a reduction, as an operation on rows.
static RowsOp createRows(OpBuilder &builder, linalg::GenericOp op,
                         ArrayRef<Value> starts) {
  SmallVector<Value> inputs(op.getDpsInputs());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  auto outputMaps = llvm::to_vector(
      ArrayRef<AffineMap>(maps).drop_front(op.getNumDpsInputs()));
  // What an output begins with is an input, unless it is a number.
  maps.resize(op.getNumDpsInputs());
  for (auto [output, map, start] :
       llvm::zip_equal(op.getOutputs(), outputMaps, starts))
    if (!start) {
      inputs.push_back(output);
      maps.push_back(map);
    }
  llvm::append_range(maps, outputMaps);
  SmallVector<int64_t> rowLoops;
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction)
      rowLoops.push_back(loop);
  auto emitBody = [&](OpBuilder &inner, ValueRange arguments) {
    IRMapping mapping;
    unsigned next = 0;
    for (BlockArgument argument : op.getRegionInputArgs())
      mapping.map(argument, arguments[next++]);
    for (auto [argument, start] :
         llvm::zip_equal(op.getRegionOutputArgs(), starts))
      mapping.map(argument, start ? start : arguments[next++]);
    auto loops = llvm::to_vector(llvm::seq<unsigned>(0, op.getNumLoops()));
    return cloneIntoRows(inner, op, loops, mapping);
  };
  return RowsOp::create(builder, op.getLoc(), inputs, op.getOutputs(), rowLoops,
                        maps, emitBody);
}

void ReductionEmitter::emitShortRows() {
  Value last = builder.createOrFold<arith::SubIOp>(
      loc, numReduced, createIndex(builder, loc, 1));
  Value isShort =
      builder.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ult, last,
                                          createIndex(builder, loc, kShortRow));
  std::optional<int64_t> known = getConstantIntValue(isShort);
  if (known == 0)
    return emitBlocks(/*maySplit=*/true);
  RowsOp rows = createRows(builder, op, starts);
  Schedule ofRows = chooseSchedule(PointOp(rows));
  if (known)
    emitRows(builder, rows, ofRows, /*areShort=*/true);
  else
    createBranch(
        builder, loc, isShort,
        [&] { emitRows(builder, rows, ofRows, /*areShort=*/true); },
        [&] { emitBlocks(/*maySplit=*/true); });
  rows.erase();
}

void fused::emitReduction(OpBuilder &builder, linalg::GenericOp op,
                          const Schedule &schedule, ArrayRef<Value> starts) {
  OpBuilder::InsertionGuard guard(builder);
  ReductionEmitter emitter(builder, op, schedule, starts);
  if (schedule.kind == Schedule::Kind::Rows)
    emitter.emitShortRows();
  else
    emitter.emitBlocks(/*maySplit=*/true);
}
