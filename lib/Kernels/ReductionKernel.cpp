//===- ReductionKernel.cpp - Kernels that reduce -------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupReduction.h"
#include "Kernels.h"
#include "Launch.h"
#include "Tile.h"

#include "fused/Analysis/Combiner.h"
#include "fused/Transforms/RowBodies.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fused;

/// Blocks that occupy a device of 132 multiprocessors: where sizes are known,
/// or vectors of one input shift, so many as a multiprocessor is made to run at
/// a time; else eight, and where vectors of several inputs shift 32 for each.
static constexpr int64_t kBlocksAtATime = 6, kEnoughStatic = 792,
                         kEnoughDynamic = 1056, kBlocksShifted = 4,
                         kEnoughShifted = 528, kEnoughShiftedTogether = 4224;
/// A thread reduces at least so many elements if it can.
static constexpr int64_t kMinSteps = 8;
/// Elements, or vectors of them, that a thread loads before it needs the first;
/// more if elements have 16 bits or less.
static constexpr int64_t kUnroll = 4, kUnrollNarrow = 8;

namespace {
/// Writes the kernels of one operation with reductions.
class ReductionEmitter {
public:
  /// `starts` are the numbers that outputs begin with; null for an output whose
  /// elements are read.
  ReductionEmitter(OpBuilder &builder, linalg::GenericOp op,
                   const Schedule &schedule, ArrayRef<Value> starts);

  /// A block for some results, `schedule.threads` for each. Where that makes
  /// few blocks, and `maySplit`, several blocks for each, and a second kernel.
  void emitBlocks(bool maySplit);
  /// Few threads for each row. Where rows may be longer than `kShortRow`, as
  /// `emitBlocks` does.
  void emitShortRows();

private:
  using Values = SmallVector<Value>;

  /// The columns of a block, of results that neighbouring threads compute.
  struct Block {
    /// Neighbours of which each has a result of its own, and elements of a
    /// vector.
    int64_t lanes, width;
    /// True if vectors begin where memory is aligned, not where rows begin.
    bool shifts;
    /// True if some neighbours are no points.
    bool checked = false;
    /// The first result of the block, as a number, and how many there are.
    Value first;
    int64_t count;
    /// If vectors shift: the indices of the loops but the inner one.
    Values outer;
    /// The thread among those of a result, and its column.
    Value lane, column;
  };

  bool shiftsAlone();
  int64_t getColumns() const { return kBlockSize / schedule.threads; }
  int64_t countResults(int64_t lanes, bool shifts) const;
  int64_t getStride(int64_t lanes) const;
  Value countBlocks(int64_t lanes, bool shifts);
  Value countChunks();
  Value chooseChunkSize(Value chunks);
  void allocatePartials(Value chunks);
  void createShared(SmallVectorImpl<Type> &types);
  Block createBlock(int64_t width);
  void emitBlock(int64_t width, Value chunkSize);
  Values reduce(const Block &block, Values indices, Value isInside, Value lower,
                Value upper);
  Values reduceShifted(Block block, Values indices, Value isInside, Value lower,
                       Value upper);
  Values step(const Block &block, ArrayRef<Value> start, Value linear,
              ValueRange before);
  void joinColumns(const Block &block, Value shift, ArrayRef<Value> values);
  SmallVector<Partial> createPartials(ArrayRef<Value> values, int64_t lanes);
  Values createResultIndices(const Block &block, Value number, Value &isInside);
  void store(ArrayRef<Value> indices, ArrayRef<Value> values, int64_t lanes);
  void combinePartials();
  Values getBefore(OpOperand &output, ArrayRef<Value> indices, int64_t lanes);
  Value combine(unsigned output, Value a, Value b);
  Type getPartialType(unsigned output);
  Value createNeutral(unsigned output);
  bool hasKnownSizes() const {
    return getConstantIntValue(numResults) && getConstantIntValue(numReduced);
  }

  Value add(Value a, Value b) {
    return builder.createOrFold<arith::AddIOp>(loc, a, b);
  }
  Value multiply(Value a, int64_t b) {
    return builder.createOrFold<arith::MulIOp>(loc, a,
                                               createIndex(builder, loc, b));
  }
  Value isLess(Value a, Value b) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, a, b);
  }

  OpBuilder &builder;
  linalg::GenericOp op;
  Location loc;
  const Schedule &schedule;
  Values starts;
  Values sizes;
  OperandAccess access;
  /// Of each output.
  SmallVector<Combiner> combiners;
  Value numResults, numReduced;
  gpu::LaunchOp launch;
  /// Where the parts of a reduction in several blocks go; empty without.
  Values partials;
  /// The inputs are such parts, which the body narrows.
  bool joinsPartials = false;
};
} // namespace

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

/// Joins the parts with the outputs: a reduction over the chunks.
void ReductionEmitter::combinePartials() {
  MLIRContext *context = builder.getContext();
  unsigned rank = schedule.results.size() + 1;
  SmallVector<AffineExpr> dims(op.getNumLoops(),
                               getAffineConstantExpr(0, context));
  for (auto [index, loop] : llvm::enumerate(schedule.results))
    dims[loop] = getAffineDimExpr(index + 1, context);
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
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPoint(inside.getInsertionBlock(),
                                  inside.getInsertionPoint());
        for (unsigned output = 0; output < combiners.size(); ++output) {
          Value before = arguments[partials.size() + output];
          Value narrow =
              createNarrow(builder, loc, arguments[output], before.getType());
          results.push_back(combine(output, before, narrow));
        }
        linalg::YieldOp::create(builder, loc, results);
      });
  Schedule joined = chooseJoiningSchedule(PointOp(second));
  {
    OpBuilder::InsertionGuard guard(builder);
    ReductionEmitter joiner(builder, second, joined, starts);
    joiner.joinsPartials = true;
    joiner.emitBlocks(/*maySplit=*/false);
  }
  second.erase();
  for (Value partial : partials)
    memref::DeallocOp::create(builder, loc, partial);
}

//===----------------------------------------------------------------------===//
// What a thread reduces
//===----------------------------------------------------------------------===//

/// Combines the elements at `linear` of the reduction into `before`.
SmallVector<Value> ReductionEmitter::step(const Block &block,
                                          ArrayRef<Value> start, Value linear,
                                          ValueRange before) {
  SmallVector<Value> indices(start), values(before);
  delinearize(builder, loc, linear, sizes, schedule.reduced, indices);
  Tile tile(builder, PointOp(op), access, block.width);
  SmallVector<Value> isInside;
  if (block.checked) {
    isInside = access.createIsInside(builder, indices, block.width);
    tile.setLoader([&](const Tile &, OpOperand &operand, int64_t) {
      return access.loadInside(builder, operand, indices, isInside);
    });
  }
  tile.addChunk(indices, isInside);
  tile.load(op.getRegionInputArgs());
  for (int64_t lane = 0; lane < block.width; ++lane)
    for (auto [output, combiner] : llvm::enumerate(combiners)) {
      Type type = getPartialType(output);
      Value wanted = combiner.term;
      auto narrowed = wanted.getDefiningOp<arith::TruncFOp>();
      if (joinsPartials && narrowed && wanted.getType() != type)
        wanted = narrowed.getIn();
      Value term = tile.get(wanted, 0, lane);
      if (term.getType() != type)
        term = createWiden(builder, loc, combiner.kind, term);
      if (Value inside = tile.getIsInside(0, lane))
        term = arith::SelectOp::create(builder, loc, inside, term,
                                       createNeutral(output));
      Value &value = values[output * block.lanes + lane % block.lanes];
      value = combine(output, value, term);
    }
  return values;
}

/// What this thread contributes to its results: every `threads`th element (or
/// group of `width`) of [lower, upper), if it has results.
SmallVector<Value> ReductionEmitter::reduce(const Block &block, Values indices,
                                            Value isInside, Value lower,
                                            Value upper) {
  SmallVector<Value> neutral;
  for (unsigned output = 0; output < combiners.size(); ++output)
    neutral.append(block.lanes, createNeutral(output));
  int64_t group = schedule.reducesInner() ? block.width : 1;
  int64_t advance = schedule.threads * group;
  Value first = add(lower, multiply(block.lane, group));
  bool isNarrow =
      (block.width == 1 || !schedule.reducesInner()) && readsNarrow(op, access);
  int64_t unroll = block.checked ? 1 : isNarrow ? kUnrollNarrow : kUnroll;
  auto createLoop = [&](Value from, Value to, int64_t count,
                        ValueRange before) {
    auto loop =
        scf::ForOp::create(builder, loc, from, to,
                           createIndex(builder, loc, count * advance), before);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> current(loop.getRegionIterArgs());
    for (int64_t i = 0; i < count; ++i)
      current = step(
          block, indices,
          add(loop.getInductionVar(), createIndex(builder, loc, i * advance)),
          current);
    scf::YieldOp::create(builder, loc, current);
    return loop;
  };
  // A thread without a result does nothing.
  Value end = arith::SelectOp::create(builder, loc, isInside, upper, lower);
  Value unrolledEnd = builder.createOrFold<arith::SubIOp>(
      loc, end, createIndex(builder, loc, (unroll - 1) * advance));
  scf::ForOp unrolled = createLoop(first, unrolledEnd, unroll, neutral);
  if (unroll == 1)
    return unrolled.getResults();
  // Where the unrolled loop has stopped.
  Value length = builder.createOrFold<arith::SubIOp>(loc, unrolledEnd, first);
  length = builder.createOrFold<arith::MaxSIOp>(loc, length,
                                                createIndex(builder, loc, 0));
  Value rounds = createCeilDiv(builder, loc, length,
                               createIndex(builder, loc, unroll * advance));
  Value rest = add(first, multiply(rounds, unroll * advance));
  return createLoop(rest, end, 1, unrolled.getResults()).getResults();
}

/// The same where vectors may reach past the ends of rows. They are loaded
/// without checks where they end inside the array, which they do in all rows
/// but the last: `joinColumns` leaves out what is no result.
SmallVector<Value> ReductionEmitter::reduceShifted(Block block, Values indices,
                                                   Value isInside, Value lower,
                                                   Value upper) {
  SmallVector<Value> points =
      access.createIsInside(builder, indices, block.width);
  Value isFree = arith::OrIOp::create(builder, loc, points.back(),
                                      isLess(upper, numReduced));
  SmallVector<Type> types;
  for (unsigned output = 0; output < combiners.size(); ++output)
    types.append(block.lanes, getPartialType(output));
  auto branch = scf::IfOp::create(builder, loc, types, isFree,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  for (bool checked : {false, true}) {
    block.checked = checked;
    builder.setInsertionPointToStart(checked ? branch.elseBlock()
                                             : branch.thenBlock());
    scf::YieldOp::create(builder, loc,
                         reduce(block, indices, isInside, lower, upper));
  }
  return branch.getResults();
}

//===----------------------------------------------------------------------===//
// What a block stores
//===----------------------------------------------------------------------===//

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

/// The indices of result number `number` of the block.
SmallVector<Value> ReductionEmitter::createResultIndices(const Block &block,
                                                         Value number,
                                                         Value &isInside) {
  Value result = add(block.first, number);
  if (block.shifts) {
    Values indices = block.outer;
    indices[schedule.inner] = result;
    isInside = isLess(result, sizes[schedule.inner]);
    return indices;
  }
  Values indices(op.getNumLoops(), createIndex(builder, loc, 0));
  isInside = isLess(result, numResults);
  delinearize(builder, loc, result, sizes, schedule.results, indices);
  return indices;
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

SmallVector<Partial> ReductionEmitter::createPartials(ArrayRef<Value> values,
                                                      int64_t lanes) {
  SmallVector<Partial> parts;
  size_t first = schedule.reducesInner() ? 0 : combiners.size();
  for (auto [index, value] : llvm::enumerate(values)) {
    const Combiner &combiner = combiners[index / lanes];
    Value shared;
    if (schedule.threads > kWarp)
      shared =
          launch.getWorkgroupAttributions()
              [first + index / lanes * schedule.getLanes() + index % lanes];
    parts.push_back(
        {combiner.kind, value, shared, combiner.op->getAttr("fastmath")});
  }
  return parts;
}

/// Lets neighbouring threads have what the threads of a column computed, joins
/// that, and stores each result.
void ReductionEmitter::joinColumns(const Block &block, Value shift,
                                   ArrayRef<Value> values) {
  int64_t lanes = block.lanes, stride = getStride(lanes);
  Value row = multiply(block.lane, stride);
  Value place = add(row, multiply(block.column, lanes));
  if (block.shifts) {
    place = add(place, createIndex(builder, loc, lanes));
    place = builder.createOrFold<arith::SubIOp>(loc, place, shift);
  }
  auto shared = launch.getWorkgroupAttributions();
  for (auto [index, value] : llvm::enumerate(values))
    memref::StoreOp::create(
        builder, loc, value, shared[index / lanes],
        add(place, createIndex(builder, loc, index % lanes)));
  gpu::BarrierOp::create(builder, loc);
  Value threads = createIndex(builder, loc, schedule.threads);
  Value thread = launch.getThreadIds().x;
  Value part = builder.createOrFold<arith::RemUIOp>(loc, thread, threads);
  Value column = builder.createOrFold<arith::DivUIOp>(loc, thread, threads);
  Values joined;
  for (size_t index = 0; index < values.size(); ++index) {
    Value number = add(multiply(column, lanes),
                       createIndex(builder, loc, int64_t(index) % lanes));
    if (block.shifts)
      number = add(builder.createOrFold<arith::MinUIOp>(
                       loc, number, createIndex(builder, loc, block.count - 1)),
                   createIndex(builder, loc, lanes));
    joined.push_back(
        memref::LoadOp::create(builder, loc, shared[index / lanes],
                               add(multiply(part, stride), number)));
  }
  SmallVector<Partial> parts = createPartials(joined, lanes);
  createGroupReduction(builder, loc, parts, {threads, thread, kBlockSize});
  for (int64_t lane = 0; lane < lanes; ++lane) {
    Value number =
        add(multiply(column, lanes), createIndex(builder, loc, lane));
    Value isInside;
    Values indices = createResultIndices(block, number, isInside);
    if (block.shifts)
      isInside = arith::AndIOp::create(
          builder, loc, isInside,
          isLess(number, createIndex(builder, loc, block.count)));
    Value isMine = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, part,
        createIndex(builder, loc, lane % schedule.threads));
    Values results;
    for (unsigned output = 0; output < combiners.size(); ++output)
      results.push_back(parts[output * lanes + lane].value);
    createBranch(builder, loc,
                 arith::AndIOp::create(builder, loc, isInside, isMine),
                 [&] { store(indices, results, 1); });
  }
}

/// Stores the results that begin at `indices`: joined with the outputs, or as
/// parts that another launch joins.
void ReductionEmitter::store(ArrayRef<Value> indices, ArrayRef<Value> values,
                             int64_t lanes) {
  for (auto [index, operand] : llvm::enumerate(op.getDpsInitsMutable())) {
    ArrayRef<Value> results = values.slice(index * lanes, lanes);
    if (partials.empty()) {
      SmallVector<Value> joined;
      for (auto [before, value] :
           llvm::zip_equal(getBefore(operand, indices, lanes), results)) {
        Type type = before.getType();
        Value wide = before;
        if (value.getType() != type)
          wide = createWiden(builder, loc, combiners[index].kind, before);
        wide = combine(index, wide, value);
        joined.push_back(createNarrow(builder, loc, wide, type));
      }
      access.store(builder, operand, indices, joined);
      continue;
    }
    Value chunk = gpu::BlockIdOp::create(builder, loc, gpu::Dimension::y);
    for (auto [lane, value] : llvm::enumerate(results)) {
      SmallVector<Value> place = {chunk};
      for (unsigned loop : schedule.results)
        place.push_back(indices[loop]);
      if (lane != 0)
        place.back() = add(place.back(), createIndex(builder, loc, lane));
      memref::StoreOp::create(builder, loc, value, partials[index], place);
    }
  }
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
