//===- RowBody.cpp - The stages of what runs on a row ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowBody.h"

#include "Tile.h"

#include "fused/Analysis/UsedValues.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace fused;

RowBody::RowBody(RowsOp op) : op(op), variance(op) {
  for (Operation &inside : op.getBodyBlock()->without_terminator()) {
    unsigned stage = getStage(&inside);
    if (auto reduction = dyn_cast<ReduceOp>(inside)) {
      reductions.resize(std::max<size_t>(reductions.size(), stage + 1));
      reductions[stage].push_back(reduction);
      ++stage;
    }
    for (Value result : inside.getResults())
      stages[result] = stage;
    if (variance.varies(&inside) && mayReport(&inside))
      varyingReports.push_back(&inside);
  }
}

unsigned RowBody::getStage(Operation *inside) const {
  unsigned stage = 0;
  for (Value value : getUsedValues(inside))
    stage = std::max(stage, stages.lookup(value));
  return stage;
}

SmallVector<Operation *> RowBody::getUniformOps(unsigned stage) {
  SmallVector<Operation *> ops;
  for (Operation &inside : op.getBodyBlock()->without_terminator())
    if (!isa<ReduceOp>(inside) && getStage(&inside) == stage &&
        !variance.varies(&inside))
      ops.push_back(&inside);
  return ops;
}

SmallVector<Value> RowBody::getSharedDivisors(unsigned stage) {
  SmallVector<Value> divisors;
  for (auto division : op.getBodyBlock()->getOps<arith::DivFOp>()) {
    Value divisor = division.getRhs();
    if (stages.lookup(divisor) == stage && isUniform(divisor) &&
        !isUniform(division.getLhs()) && !llvm::is_contained(divisors, divisor))
      divisors.push_back(divisor);
  }
  return divisors;
}

SmallVector<OpOperand *> RowBody::getUniformInputs() {
  SmallVector<OpOperand *> inputs;
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument argument = op.getArgument(*input);
    if (isUniform(argument) && !argument.use_empty())
      inputs.push_back(input);
  }
  return inputs;
}

/// The values that differ among the points of a row, and that a stage needs
/// unless they come from `known` ones.
llvm::SetVector<Value> RowBody::getVarying(unsigned stage,
                                           ArrayRef<Value> known) {
  llvm::SetVector<Value> values;
  auto insertUsed = [&](Operation *inside) {
    for (Value value : getUsedValues(inside))
      if (!isUniform(value))
        values.insert(value);
  };
  if (stage < getNumStages()) {
    for (ReduceOp reduction : getReductions(stage))
      insertUsed(reduction);
  } else {
    insertUsed(op.getBodyBlock()->getTerminator());
    for (Operation *report : varyingReports)
      insertUsed(report);
  }
  for (size_t i = 0; i < values.size(); ++i)
    if (Operation *inside = values[i].getDefiningOp();
        inside && !llvm::is_contained(known, values[i]))
      insertUsed(inside);
  return values;
}

SmallVector<Value> RowBody::getLeaves(unsigned stage, ArrayRef<Value> known) {
  SmallVector<Value> leaves;
  for (Value value : getVarying(stage, known))
    if (isa<BlockArgument>(value) || llvm::is_contained(known, value))
      leaves.push_back(value);
  return leaves;
}

SmallVector<BlockArgument> RowBody::getKeptArguments() {
  llvm::SetVector<Value> seen;
  llvm::SetVector<BlockArgument> kept;
  for (unsigned stage = 0; stage <= getNumStages(); ++stage)
    for (Value argument : getLeaves(stage))
      if (!seen.insert(argument) && argument.getType().isIntOrFloat() &&
          argument.getType().getIntOrFloatBitWidth() % 8 == 0)
        kept.insert(cast<BlockArgument>(argument));
  return kept.takeVector();
}

Value RowBody::findSuccessor(Value value, unsigned stage) {
  llvm::SetVector<Value> computed = getVarying(stage, value);
  if (!computed.contains(value))
    return {};
  // What is quickly computed again is not worth a store; the last value saves
  // the most.
  for (Operation &inside : llvm::reverse(*op.getBodyBlock())) {
    if (inside.getNumResults() != 1)
      continue;
    Value candidate = inside.getResult(0);
    if (candidate == value || candidate.getType() != value.getType() ||
        !computed.contains(candidate) ||
        !isa<math::MathDialect>(inside.getDialect()))
      continue;
    bool isNeeded = false, replaces = true;
    for (unsigned later = stage + 1; later <= getNumStages(); ++later) {
      llvm::SetVector<Value> values = getVarying(later, candidate);
      isNeeded |= values.contains(candidate);
      replaces &= !values.contains(value);
    }
    if (isNeeded && replaces)
      return candidate;
  }
  return {};
}

bool RowBody::isWritten(OpOperand &input) {
  return llvm::is_contained(op.getOutputs(), input.get());
}

bool RowBody::isCommon(BlockArgument argument) {
  OpOperand &input = op->getOpOperand(argument.getArgNumber());
  if (isWritten(input))
    return false;
  AffineMap map = op.getMap(input);
  return llvm::all_of(llvm::seq<unsigned>(0, op.getNumLoops()),
                      [&](unsigned loop) {
                        return op.isRowLoop(loop) || !map.isFunctionOfDim(loop);
                      });
}

int64_t RowBody::getBytes(Value value) {
  return value.getType().getIntOrFloatBitWidth() / 8;
}
