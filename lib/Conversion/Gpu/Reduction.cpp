//===- Reduction.cpp - Kernels that reduce --------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"

#include "Kernels.h"
#include "RowLayout.h"
#include "Subgroup.h"

#include "../Loops/LoopPlan.h"
#include "fused/Analysis/Writes.h"
#include "fused/Dialect/RowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fused;

/// Blocks that are enough to occupy a device.
static constexpr int64_t kEnoughBlocks = 1024;
/// A thread reduces at least so many elements if it can.
static constexpr int64_t kMinSteps = 8;

ReductionEmitter::ReductionEmitter(OpBuilder &builder, linalg::GenericOp op,
                                   ArrayRef<Value> starts)
    : builder(builder), op(op), loc(op.getLoc()), starts(starts),
      sizes(createSizes(builder, op)) {
  inner = chooseVectorDim(op, op.getStaticLoopRanges());
  for (auto [dim, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (dim != inner)
      (kind == utils::IteratorType::parallel ? parallel : reduced)
          .push_back(dim);
  reducesInner =
      op.getIteratorTypesArray()[inner] == utils::IteratorType::reduction;
  (reducesInner ? reduced : parallel).push_back(inner);
  combines = hasAnyOrder(op);
  for (unsigned output = 0; combines && output < op.getNumDpsInits(); ++output)
    combiners.push_back(*findCombiner(op, output));
  emitter.emplace(op, sizes, inner);
  numResults = createProduct(builder, loc, sizes, parallel);
  numReduced = createProduct(builder, loc, sizes, reduced);
}

//===----------------------------------------------------------------------===//
// Combining
//===----------------------------------------------------------------------===//

/// The type in which an output is accumulated: sums and products of floats of
/// 16 bits and less in f32.
Type ReductionEmitter::getPartialType(unsigned output) {
  Type type = getElementTypeOrSelf(op.getOutputs()[output].getType());
  arith::AtomicRMWKind kind = combiners[output].kind;
  bool rounds =
      kind == arith::AtomicRMWKind::addf || kind == arith::AtomicRMWKind::mulf;
  return rounds ? getAccumulatorType(type) : type;
}

/// Combines two values of one type, with the flags that the program gives.
Value ReductionEmitter::combine(OpBuilder &builder, unsigned output, Value a,
                                Value b) {
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
  return emitter->load(builder, output, indices, lanes);
}

//===----------------------------------------------------------------------===//
// One thread for each result
//===----------------------------------------------------------------------===//

/// True if all points of a reduction have one element of the output.
bool ReductionEmitter::isReduced(OpOperand &output) {
  AffineMap map = op.getMatchingIndexingMap(&output);
  return llvm::none_of(reduced,
                       [&](unsigned dim) { return map.isFunctionOfDim(dim); });
}

/// Computes one point: stores what is for it alone, and returns the others
/// after it, which are `carried` before it.
SmallVector<Value> ReductionEmitter::emitPoint(OpBuilder &inside,
                                               ArrayRef<Value> point,
                                               ValueRange carried) {
  auto inputs = emitter->loadInputs(inside, point, 1);
  SmallVector<Value> before, after;
  for (OpOperand &output : op.getDpsInitsMutable()) {
    if (isReduced(output)) {
      before.push_back(carried.front());
      carried = carried.drop_front();
    } else {
      bool isRead = !op.getMatchingBlockArgument(&output).use_empty();
      before.push_back(isRead ? emitter->load(inside, output, point, 1).front()
                              : Value());
    }
  }
  SmallVector<Value> values =
      emitter->emitBody(inside, point, 0, inputs, before);
  for (auto [output, value] :
       llvm::zip_equal(op.getDpsInitsMutable(), values)) {
    if (isReduced(output))
      after.push_back(value);
    else
      emitter->store(inside, output, point, value);
  }
  return after;
}

/// The points of a reduction in their order. An output with an element for each
/// of them, or for some, is read and written at each; others stay in registers.
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
    if (isReduced(output))
      before.push_back(getBefore(output, indices, 1).front());
  auto loop = scf::ForOp::create(
      builder, loc, createIndex(builder, loc, 0), numReduced,
      createIndex(builder, loc, 1), before,
      [&](OpBuilder &inside, Location, Value index, ValueRange values) {
        SmallVector<Value> point(indices);
        delinearize(inside, loc, index, sizes, reduced, point);
        scf::YieldOp::create(inside, loc, emitPoint(inside, point, values));
      });
  auto result = loop.getResults().begin();
  for (OpOperand &output : op.getDpsInitsMutable())
    if (isReduced(output))
      emitter->store(builder, output, indices, *result++);
}

//===----------------------------------------------------------------------===//
// Several threads for each result
//===----------------------------------------------------------------------===//

/// Decides how many threads share a result: all of a block where rows are
/// reduced; where columns are, a warp has neighbouring results, or fewer
/// threads if there are fewer. Of long columns of narrow elements that are
/// loaded one by one, all threads have neighbours: what a warp reads ends
/// within what memory transfers at a time.
void ReductionEmitter::chooseLayout() {
  if (reducesInner) {
    threads = kBlockSize;
    return;
  }
  constexpr int64_t longColumn = 1024;
  bool isNarrow = emitter->chooseWidth() == 1 && readsNarrow() &&
                  getConstantIntValue(numReduced).value_or(0) >= longColumn;
  int64_t columns = isNarrow ? kBlockSize : kWarp;
  if (std::optional<int64_t> results = getConstantIntValue(numResults)) {
    int64_t groups = llvm::divideCeil(*results, emitter->chooseWidth());
    columns = std::min<int64_t>(columns, llvm::PowerOf2Ceil(groups));
  }
  threads = kBlockSize / std::max<int64_t>(columns, 1);
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

/// How many elements a chunk has.
Value ReductionEmitter::chooseChunkSize(Value chunks, int64_t width) {
  Value size = createCeilDiv(builder, loc, numReduced, chunks);
  if (!reducesInner)
    return size;
  // Keeps what a chunk starts with aligned.
  Value unit = createIndex(builder, loc, threads * width);
  size = createCeilDiv(builder, loc, size, unit);
  return builder.createOrFold<arith::MulIOp>(loc, size, unit);
}

/// Makes room for what each chunk gives.
void ReductionEmitter::allocatePartials(Value chunks) {
  SmallVector<int64_t> shape = {ShapedType::kDynamic};
  SmallVector<Value> dynamicSizes = {chunks};
  for (unsigned dim : parallel) {
    std::optional<int64_t> size = getConstantIntValue(sizes[dim]);
    shape.push_back(size.value_or(ShapedType::kDynamic));
    if (!size)
      dynamicSizes.push_back(sizes[dim]);
  }
  for (unsigned output = 0; output < combiners.size(); ++output) {
    auto type = MemRefType::get(shape, getPartialType(output));
    partials.push_back(
        memref::AllocOp::create(builder, loc, type, dynamicSizes));
  }
}

void ReductionEmitter::emitParallel(bool maySplit) {
  chooseLayout();
  int64_t width = emitter->chooseWidth();
  Value one = createIndex(builder, loc, 1);
  Value chunks = maySplit ? countChunks() : one;
  bool isSplit = getConstantIntValue(chunks) != 1;
  Value chunkSize = chooseChunkSize(chunks, width);
  if (isSplit)
    allocatePartials(chunks);
  SmallVector<Type> shared;
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  for (unsigned output = 0; output < combiners.size(); ++output)
    shared.push_back(MemRefType::get({kBlockSize * getLanes(width)},
                                     getPartialType(output),
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
    combinePartials();
}

/// Joins the parts with the outputs: a reduction over the chunks.
void ReductionEmitter::combinePartials() {
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
        for (unsigned output = 0; output < combiners.size(); ++output) {
          Value before = arguments[partials.size() + output];
          Value narrow =
              createNarrow(inside, loc, arguments[output], before.getType());
          results.push_back(combine(inside, output, before, narrow));
        }
        linalg::YieldOp::create(inside, loc, results);
      });
  ReductionEmitter joiner(builder, second, starts);
  joiner.joinsPartials = true;
  {
    OpBuilder::InsertionGuard guard(builder);
    joiner.emitParallel(/*maySplit=*/false);
  }
  second.erase();
  for (Value partial : partials)
    memref::DeallocOp::create(builder, loc, partial);
}

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
  SmallVector<int64_t> loops;
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction)
      loops.push_back(loop);
  auto emitBody = [&](OpBuilder &inner, ValueRange arguments) {
    IRMapping mapping;
    unsigned next = 0;
    for (BlockArgument argument : op.getRegionInputArgs())
      mapping.map(argument, arguments[next++]);
    SmallVector<Combiner> combiners;
    for (auto [index, start] : llvm::enumerate(starts)) {
      combiners.push_back(*findCombiner(op, index));
      mapping.map(op.getRegionOutputArgs()[index],
                  start ? start : arguments[next++]);
    }
    for (Operation &inside : op.getBody()->without_terminator()) {
      const auto *combiner = llvm::find_if(
          combiners, [&](Combiner &one) { return one.op == &inside; });
      auto index = dyn_cast<linalg::IndexOp>(inside);
      if (index)
        mapping.map(
            index.getResult(),
            IndexOp::create(inner, index.getLoc(), index.getDim()).getResult());
      else if (combiner == combiners.end())
        inner.clone(inside, mapping);
      else
        mapping.map(
            inside.getResult(0),
            ReduceOp::create(
                inner, inside.getLoc(), combiner->kind,
                mapping.lookupOrDefault(combiner->term),
                mapping.lookup(
                    op.getRegionOutputArgs()[combiner - combiners.begin()]))
                .getResult());
    }
    return llvm::map_to_vector(
        op.getBody()->getTerminator()->getOperands(),
        [&](Value value) { return mapping.lookupOrDefault(value); });
  };
  return RowsOp::create(builder, op.getLoc(), inputs, op.getOutputs(), loops,
                        maps, emitBody);
}

void ReductionEmitter::emitRowsOrParallel() {
  Value last = builder.createOrFold<arith::SubIOp>(
      loc, numReduced, createIndex(builder, loc, 1));
  Value isShort =
      builder.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ult, last,
                                          createIndex(builder, loc, kShortRow));
  std::optional<int64_t> known = getConstantIntValue(isShort);
  if (known == 0)
    return emitParallel(/*maySplit=*/true);
  RowsOp rows = createRows(builder, op, starts);
  if (known) {
    emitRows(builder, rows, /*areShort=*/true);
  } else {
    auto branch =
        scf::IfOp::create(builder, loc, isShort, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    emitRows(builder, rows, /*areShort=*/true);
    builder.setInsertionPointToStart(branch.elseBlock());
    emitParallel(/*maySplit=*/true);
  }
  rows.erase();
}

void fused::emitReduction(OpBuilder &builder, linalg::GenericOp op,
                          ArrayRef<Value> starts) {
  OpBuilder::InsertionGuard guard(builder);
  ReductionEmitter emitter(builder, op, starts);
  if (!emitter.hasCombiners())
    emitter.emitSequential();
  else if (emitter.reducesRows())
    emitter.emitRowsOrParallel();
  else
    emitter.emitParallel(/*maySplit=*/true);
}
