//===- LoopEmitter.cpp - Writes loops -------------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopEmitter.h"

#include "fused/Analysis/Combiner.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <vector>

using namespace mlir;
using namespace fused;

namespace {
/// Writes the loops of one operation.
class NestEmitter {
public:
  NestEmitter(OpBuilder &builder, const LoopPlan &plan);

  Location getLoc() const { return loc; }

  /// The bounds of one of the shared loops, which do not depend on each other.
  Bounds getBounds(unsigned loop);

  /// Takes the index of the next loop.
  void enter(Value index);

  /// Writes the loops that are left, and the body.
  void emit();

  /// The product of all sizes and of the work for one element.
  Value createWork();

  /// Uses the part `local` of one iteration of the outermost `numShared` loops
  /// instead of `buffer`.
  void replace(Value buffer, Value local, unsigned numShared);

private:
  void emitReduction();
  void emitElements();
  Value load(OpOperand &operand);
  void store(Value value, OpOperand &operand);
  void loadInvariants();
  bool isBound(OpOperand &operand);
  SmallVector<Value> createIndices(OpOperand &operand);
  SmallVector<Value> emitBody(ValueRange outputs);
  void allowReassociation(Operation *op);

  OpBuilder &builder;
  const LoopPlan &plan;
  linalg::GenericOp op;
  Location loc;
  SmallVector<Value> sizes;
  /// The index of each dimension, null until the loop is entered; where a block
  /// starts and ends.
  SmallVector<Value> indices, blockStarts, blockEnds;
  /// The element of each operand, null until loaded.
  SmallVector<Value> elements;
  /// What the thread has of its own instead of a buffer, without the outermost
  /// dimensions of that.
  DenseMap<Value, Value> locals;
  unsigned numLocalDims = 0;
  unsigned depth = 0;
};
} // namespace

NestEmitter::NestEmitter(OpBuilder &builder, const LoopPlan &plan)
    : builder(builder), plan(plan), op(plan.op), loc(op.getLoc()) {
  auto interface = cast<linalg::LinalgOp>(op.getOperation());
  for (Range range : interface.createLoopRanges(builder, loc))
    sizes.push_back(getValueOrCreateConstantIndexOp(builder, loc, range.size));
  indices.resize(sizes.size());
  blockStarts.resize(sizes.size());
  blockEnds.resize(sizes.size());
  elements.resize(op->getNumOperands());
  loadInvariants();
}

Value NestEmitter::createWork() {
  Value work = arith::ConstantIndexOp::create(builder, loc, plan.cost);
  for (Value size : sizes)
    work = arith::MulIOp::create(builder, loc, work, size);
  return work;
}

Bounds NestEmitter::getBounds(unsigned index) {
  const Loop &loop = plan.loops[index];
  Value start = blockStarts[loop.dim], end = blockEnds[loop.dim];
  return {start ? start : arith::ConstantIndexOp::create(builder, loc, 0),
          end ? end : sizes[loop.dim],
          arith::ConstantIndexOp::create(builder, loc,
                                         loop.block ? loop.block : 1)};
}

void NestEmitter::enter(Value index) {
  const Loop &loop = plan.loops[depth++];
  if (loop.block == 0) {
    indices[loop.dim] = index;
    loadInvariants();
    return;
  }
  blockStarts[loop.dim] = index;
  Value step = arith::ConstantIndexOp::create(builder, loc, loop.block);
  Value end = arith::AddIOp::create(builder, loc, index, step);
  int64_t extent = plan.extents[loop.dim];
  if (ShapedType::isDynamic(extent) || extent % loop.block != 0)
    end = arith::MinSIOp::create(builder, loc, end, sizes[loop.dim]);
  blockEnds[loop.dim] = end;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// True if all indices that the operand's map uses are known.
bool NestEmitter::isBound(OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (unsigned dim = 0; dim < indices.size(); ++dim)
    if (!indices[dim] && map.isFunctionOfDim(dim))
      return false;
  return true;
}

SmallVector<Value> NestEmitter::createIndices(OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<Value> values;
  for (AffineExpr expr : map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      values.push_back(indices[dim.getPosition()]);
      continue;
    }
    SmallVector<OpFoldResult> operands;
    for (Value index : indices)
      operands.push_back(index ? OpFoldResult(index)
                               : OpFoldResult(builder.getIndexAttr(0)));
    AffineMap one = AffineMap::get(map.getNumDims(), 0, expr);
    values.push_back(getValueOrCreateConstantIndexOp(
        builder, loc,
        affine::makeComposedFoldedAffineApply(builder, loc, one, operands)));
  }
  return values;
}

void NestEmitter::replace(Value buffer, Value local, unsigned numShared) {
  locals[buffer] = local;
  numLocalDims = numShared;
}

Value NestEmitter::load(OpOperand &operand) {
  if (!isa<MemRefType>(operand.get().getType()))
    return operand.get();
  SmallVector<Value> place = createIndices(operand);
  if (Value local = locals.lookup(operand.get()))
    return memref::LoadOp::create(builder, loc, local,
                                  ArrayRef(place).drop_front(numLocalDims));
  return memref::LoadOp::create(builder, loc, operand.get(), place);
}

void NestEmitter::store(Value value, OpOperand &operand) {
  SmallVector<Value> place = createIndices(operand);
  if (Value local = locals.lookup(operand.get()))
    memref::StoreOp::create(builder, loc, value, local,
                            ArrayRef(place).drop_front(numLocalDims));
  else
    memref::StoreOp::create(builder, loc, value, operand.get(), place);
}

/// Loads each input as soon as its place is known.
void NestEmitter::loadInvariants() {
  for (OpOperand *input : op.getDpsInputOperands()) {
    Value &element = elements[input->getOperandNumber()];
    if (!element && op.payloadUsesValueFromOperand(input) && isBound(*input))
      element = load(*input);
  }
}

/// A sum or product that is reduced in a register may be evaluated in any
/// order, as linalg leaves it open.
void NestEmitter::allowReassociation(Operation *combiner) {
  if (!isa<arith::AddFOp, arith::MulFOp>(combiner))
    return;
  auto fastmath = cast<arith::ArithFastMathInterface>(combiner);
  auto flags = fastmath.getFastMathFlagsAttr().getValue() |
               arith::FastMathFlags::reassoc;
  combiner->setAttr(fastmath.getFastMathAttrName(),
                    arith::FastMathFlagsAttr::get(builder.getContext(), flags));
}

/// Writes what is computed for one element, with these elements of the outputs;
/// returns the new ones.
SmallVector<Value> NestEmitter::emitBody(ValueRange outputs) {
  IRMapping mapping;
  for (OpOperand *input : op.getDpsInputOperands())
    mapping.map(op.getMatchingBlockArgument(input),
                elements[input->getOperandNumber()]);
  for (auto [argument, output] :
       llvm::zip_equal(op.getRegionOutputArgs(), outputs))
    mapping.map(argument, output);
  bool reduces = plan.reducesInRegisters();
  SmallVector<Operation *> combiners;
  for (unsigned output = 0; reduces && output < op.getNumDpsInits(); ++output)
    if (std::optional<Combiner> combiner = findCombiner(op, output))
      combiners.push_back(combiner->op);
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      mapping.map(index.getResult(), indices[index.getDim()]);
      continue;
    }
    Operation *clone = builder.clone(inner, mapping);
    if (llvm::is_contained(combiners, &inner))
      allowReassociation(clone);
  }
  SmallVector<Value> results;
  for (Value result : op.getBody()->getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(result));
  return results;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Writes the innermost loop, whose results stay in registers.
void NestEmitter::emitReduction() {
  SmallVector<Value> inits;
  for (OpOperand &init : op.getDpsInitsMutable())
    inits.push_back(load(init));
  Bounds bounds = getBounds(depth);
  auto loop = scf::ForOp::create(
      builder, loc, bounds.lower, bounds.upper, bounds.step, inits,
      [&](OpBuilder &, Location, Value index, ValueRange outputs) {
        enter(index);
        scf::YieldOp::create(builder, loc, emitBody(outputs));
      });
  indices[plan.loops.back().dim] = Value();
  for (auto [init, result] :
       llvm::zip_equal(op.getDpsInitsMutable(), loop.getResults()))
    store(result, init);
}

/// Writes what the innermost loop does for each element.
void NestEmitter::emitElements() {
  SmallVector<Value> outputs;
  for (OpOperand &init : op.getDpsInitsMutable())
    outputs.push_back(op.payloadUsesValueFromOperand(&init) ? load(init)
                                                            : Value());
  SmallVector<Value> results = emitBody(outputs);
  for (auto [init, result] : llvm::zip_equal(op.getDpsInitsMutable(), results))
    store(result, init);
}

void NestEmitter::emit() {
  if (depth == plan.loops.size())
    return emitElements();
  if (depth + 1 == plan.loops.size() && plan.reducesInRegisters())
    return emitReduction();
  Bounds bounds = getBounds(depth);
  scf::ForOp::create(builder, loc, bounds.lower, bounds.upper, bounds.step,
                     ValueRange(),
                     [&](OpBuilder &, Location, Value index, ValueRange) {
                       enter(index);
                       emit();
                       scf::YieldOp::create(builder, loc);
                     });
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// Whether the work, known only when the program runs, is worth threads.
static Value createIsWorthThreads(OpBuilder &builder, Location loc,
                                  MutableArrayRef<NestEmitter> nests,
                                  int64_t minimumWork) {
  Value work;
  for (NestEmitter &nest : nests) {
    Value more = nest.createWork();
    work = work ? arith::AddIOp::create(builder, loc, work, more) : more;
  }
  Value limit = arith::ConstantIndexOp::create(builder, loc, minimumWork);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge, work,
                               limit);
}

/// One thread, or what the runtime library has for 0: the usual number. Not the
/// clause `if`, whose function LLVM's OpenMP runtime has since version 16 only.
static Value createNumThreads(OpBuilder &builder, Location loc,
                              Value isWorthThreads) {
  Value usual = arith::ConstantIntOp::create(builder, loc, 0, 32);
  Value one = arith::ConstantIntOp::create(builder, loc, 1, 32);
  return arith::SelectOp::create(builder, loc, isWorthThreads, usual, one);
}

void fused::createSharedLoops(OpBuilder &builder, Location loc,
                              ArrayRef<Bounds> bounds, Value isWorthThreads,
                              function_ref<void()> emitLocals,
                              function_ref<void(ValueRange)> emit) {
  OpBuilder::InsertionGuard guard(builder);
  omp::ParallelOperands parallelClauses;
  if (isWorthThreads)
    parallelClauses.numThreads = createNumThreads(builder, loc, isWorthThreads);
  auto parallel = omp::ParallelOp::create(builder, loc, parallelClauses);
  builder.createBlock(&parallel.getRegion());
  omp::TerminatorOp::create(builder, loc);
  builder.setInsertionPointToStart(&parallel.getRegion().front());
  emitLocals();

  // The end of the region waits for all threads.
  omp::WsloopOperands wsloopClauses;
  wsloopClauses.nowait = builder.getUnitAttr();
  auto wsloop = omp::WsloopOp::create(builder, loc, wsloopClauses);
  builder.createBlock(&wsloop.getRegion());

  omp::LoopNestOperands nestClauses;
  for (const Bounds &bound : bounds) {
    nestClauses.loopLowerBounds.push_back(bound.lower);
    nestClauses.loopUpperBounds.push_back(bound.upper);
    nestClauses.loopSteps.push_back(bound.step);
  }
  nestClauses.collapseNumLoops = builder.getI64IntegerAttr(bounds.size());
  auto loopNest = omp::LoopNestOp::create(builder, loc, nestClauses);
  Block *body = builder.createBlock(
      &loopNest.getRegion(), {},
      SmallVector<Type>(bounds.size(), builder.getIndexType()),
      SmallVector<Location>(bounds.size(), loc));
  emit(body->getArguments());
  omp::YieldOp::create(builder, loc, ValueRange());
}

/// Writes one OpenMP region whose threads share the outermost loops.
static void emitShared(OpBuilder &builder, const LoopGroup &group,
                       MutableArrayRef<NestEmitter> nests, Value condition) {
  Location loc = nests.front().getLoc();
  SmallVector<Bounds> bounds;
  for (unsigned loop = 0; loop < group.numShared; ++loop)
    bounds.push_back(nests.front().getBounds(loop));
  auto emitLocals = [&] {
    for (Value buffer : findLocalBuffers(group)) {
      MemRefType type =
          getLocalType(cast<MemRefType>(buffer.getType()), group.numShared);
      Value local = memref::AllocaOp::create(builder, loc, type,
                                             builder.getI64IntegerAttr(64));
      for (NestEmitter &nest : nests)
        nest.replace(buffer, local, group.numShared);
    }
  };
  createSharedLoops(builder, loc, bounds, condition, emitLocals,
                    [&](ValueRange indices) {
                      for (NestEmitter &nest : nests) {
                        for (Value index : indices)
                          nest.enter(index);
                        nest.emit();
                      }
                    });
}

/// Leaves rows whole that are cut only so that threads can share them.
static LoopPlan joinRows(LoopPlan plan) {
  SmallVector<utils::IteratorType> kinds = plan.op.getIteratorTypesArray();
  auto isBlock = [](const Loop &loop) { return loop.block != 0; };
  if (!plan.loops.empty() && llvm::count_if(plan.loops, isBlock) == 1 &&
      llvm::all_of(kinds, linalg::isParallelIterator))
    llvm::erase_if(plan.loops, [&](const Loop &loop) {
      return loop.block != 0 && loop.dim == plan.loops.back().dim;
    });
  return plan;
}

void fused::emitLoops(OpBuilder &builder, const LoopGroup &group,
                      Threads threads, int64_t minimumWork) {
  std::vector<NestEmitter> nests;
  nests.reserve(group.plans.size());
  int64_t work = group.getWork();
  bool isShared = threads == Threads::All && group.numShared > 0 &&
                  (ShapedType::isDynamic(work) || work >= minimumWork);
  if (!isShared) {
    for (const LoopPlan &plan : group.plans) {
      LoopPlan whole = joinRows(plan);
      NestEmitter(builder, whole).emit();
    }
    return;
  }
  for (const LoopPlan &plan : group.plans)
    nests.emplace_back(builder, plan);
  Value condition;
  if (ShapedType::isDynamic(work))
    condition = createIsWorthThreads(builder, nests.front().getLoc(), nests,
                                     minimumWork);
  emitShared(builder, group, nests, condition);
}
