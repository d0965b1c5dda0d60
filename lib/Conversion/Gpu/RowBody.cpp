//===- RowBody.cpp - The stages of what runs on a row ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowBody.h"

#include "fused/Analysis/UsedValues.h"
#include "fused/Analysis/Writes.h"
#include "fused/Dialect/RowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fused;

static bool isReduced(linalg::GenericOp op, unsigned dim) {
  return op.getIteratorTypesArray()[dim] == utils::IteratorType::reduction;
}

/// True if an operand has one element for each row.
static bool isUniformOperand(linalg::GenericOp op, OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    if (isReduced(op, dim) && map.isFunctionOfDim(dim))
      return false;
  return true;
}

bool fused::mayReport(Operation *op) {
  return op->walk([](memref::AtomicRMWOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

void fused::cloneWithoutReports(OpBuilder &builder, Operation *op,
                                IRMapping &mapping) {
  if (isa<memref::AtomicRMWOp>(op))
    return;
  builder.clone(*op, mapping)->walk([](memref::AtomicRMWOp report) {
    report.erase();
  });
}

RowBody::RowBody(linalg::GenericOp op) : op(op) {
  for (OpOperand &operand : op->getOpOperands())
    if (!isUniformOperand(op, operand))
      varying.insert(op.getMatchingBlockArgument(&operand));
  for (Operation &inside : op.getBody()->without_terminator()) {
    unsigned stage = getStage(&inside);
    if (auto reduction = dyn_cast<ReduceRowOp>(inside)) {
      reductions.resize(std::max<size_t>(reductions.size(), stage + 1));
      reductions[stage].push_back(reduction);
      ++stage;
    }
    for (Value result : inside.getResults())
      stages[result] = stage;
    if (!varies(&inside))
      continue;
    varying.insert_range(inside.getResults());
    if (mayReport(&inside))
      varyingReports.push_back(&inside);
  }
}

/// True if what `inside` computes or reports differs among the points of a row.
bool RowBody::varies(Operation *inside) const {
  if (auto index = dyn_cast<linalg::IndexOp>(inside))
    return isReduced(op, index.getDim());
  return !isa<ReduceRowOp>(inside) &&
         llvm::any_of(getUsedValues(inside),
                      [&](Value value) { return !isUniform(value); });
}

unsigned RowBody::getStage(Operation *inside) const {
  unsigned stage = 0;
  for (Value value : getUsedValues(inside))
    stage = std::max(stage, stages.lookup(value));
  return stage;
}

bool RowBody::isUniform(Value value) const { return !varying.contains(value); }

SmallVector<Operation *> RowBody::getUniformOps(unsigned stage) {
  SmallVector<Operation *> ops;
  for (Operation &inside : op.getBody()->without_terminator())
    if (!isa<ReduceRowOp>(inside) && getStage(&inside) == stage &&
        !varies(&inside))
      ops.push_back(&inside);
  return ops;
}

SmallVector<Value> RowBody::getSharedDivisors(unsigned stage) {
  SmallVector<Value> divisors;
  for (auto division : op.getBody()->getOps<arith::DivFOp>()) {
    Value divisor = division.getRhs();
    if (stages.lookup(divisor) == stage && isUniform(divisor) &&
        !isUniform(division.getLhs()) && !llvm::is_contained(divisors, divisor))
      divisors.push_back(divisor);
  }
  return divisors;
}

LogicalResult RowBody::verify() {
  for (MutableArrayRef<ReduceRowOp> stage : reductions)
    for (ReduceRowOp reduction : stage)
      if (!isUniform(reduction.getInit()))
        return reduction.emitOpError(
            "begins with a value that differs among the points of a row");
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (auto [index, output] : llvm::enumerate(op.getDpsInitsMutable())) {
    Value value = op.getBody()->getTerminator()->getOperand(index);
    llvm::SmallBitVector told =
        findToldLoops(op.getMatchingIndexingMap(&output), extents);
    for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
      if (isReduced(op, dim) && !told.test(dim) && !isUniform(value))
        return op.emitOpError()
               << "has different values for the points of a row that share an "
                  "element of output "
               << index;
  }
  return success();
}

SmallVector<OpOperand *> RowBody::getUniformInputs() {
  SmallVector<OpOperand *> inputs;
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    if (isUniform(argument) && !argument.use_empty())
      inputs.push_back(&operand);
  }
  return inputs;
}
