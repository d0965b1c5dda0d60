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
#include "llvm/ADT/SetVector.h"

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

SmallVector<BlockArgument> RowBody::getVaryingArguments(Operation *inside) {
  llvm::SetVector<Value> values;
  values.insert_range(getUsedValues(inside));
  SmallVector<BlockArgument> arguments;
  for (size_t i = 0; i < values.size(); ++i) {
    if (isUniform(values[i]))
      continue;
    if (auto argument = dyn_cast<BlockArgument>(values[i]))
      arguments.push_back(argument);
    else
      values.insert_range(getUsedValues(values[i].getDefiningOp()));
  }
  return arguments;
}
