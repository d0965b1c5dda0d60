//===- CarryInPlace.cpp - Arrays of loops and branches in one place -------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/BufferizationPasses.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

namespace fused {
#define GEN_PASS_DEF_CARRYINPLACE
#include "fused/Conversion/BufferizationPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct CarryInPlace : public fused::impl::CarryInPlaceBase<CarryInPlace> {
  void runOnOperation() override;
};
} // namespace

/// The value whose memory `value` takes over, or null.
static Value getDestination(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return {};
  if (auto op = dyn_cast<DestinationStyleOpInterface>(result.getOwner()))
    return op.getTiedOpOperand(result)->get();
  if (auto loop = dyn_cast<LoopLikeOpInterface>(result.getOwner()))
    if (OpOperand *init = loop.getTiedLoopInit(result))
      return init->get();
  return {};
}

/// True if `value` is computed where `array` is.
static bool isComputedIn(Value value, Value array) {
  while (value && value != array)
    value = getDestination(value);
  return value != nullptr;
}

static bool isArray(Type type) {
  auto array = dyn_cast<RankedTensorType>(type);
  return array && array.hasStaticShape();
}

/// The array that `value` is, is a view of, or is computed in.
static Value getRoot(Value value) {
  while (true) {
    Operation *op = value.getDefiningOp();
    if (Value destination = getDestination(value))
      value = destination;
    else if (isa_and_present<tensor::CastOp, tensor::CollapseShapeOp,
                             tensor::ExpandShapeOp, tensor::ExtractSliceOp,
                             tensor::ReshapeOp>(op))
      value = op->getOperand(0);
    else
      return value;
  }
}

/// Lets `operand` of a terminator be stored in `destination`.
static void store(OpOperand &operand, Value destination) {
  OpBuilder builder(operand.getOwner());
  Value value = operand.get();
  auto stored =
      linalg::CopyOp::create(builder, value.getLoc(), value, destination);
  operand.set(stored.getResult(0));
}

/// Stores what `yielded` has in `arguments`, which are null where there is
/// none. Arrays that change places are copied before any of them is
/// overwritten.
static void carry(MutableArrayRef<OpOperand> yielded, ValueRange arguments) {
  SmallVector<std::pair<OpOperand *, Value>> stores;
  for (auto [operand, argument] : llvm::zip_equal(yielded, arguments)) {
    Value value = operand.get();
    if (!argument || !isArray(value.getType()) ||
        value.getType() != argument.getType() || isComputedIn(value, argument))
      continue;
    stores.emplace_back(&operand, argument);
    if (!llvm::is_contained(arguments, getRoot(value)))
      continue;
    OpBuilder builder(operand.getOwner());
    operand.set(bufferization::AllocTensorOp::create(
        builder, value.getLoc(), cast<RankedTensorType>(value.getType()),
        ValueRange(), /*copy=*/value));
  }
  for (auto [operand, argument] : stores)
    store(*operand, argument);
}

static void carry(scf::ForOp loop) {
  carry(loop.getBody()->getTerminator()->getOpOperands(),
        loop.getRegionIterArgs());
}

/// A loop carries an array if its condition passes it on as it is.
static void carry(scf::WhileOp loop) {
  OperandRange passed = loop.getConditionOp().getArgs();
  SmallVector<Value> arguments;
  for (Value before : loop.getBeforeArguments()) {
    auto position = llvm::find(passed, before);
    arguments.push_back(
        position == passed.end()
            ? Value()
            : loop.getAfterArguments()[position - passed.begin()]);
  }
  carry(loop.getYieldOp()->getOpOperands(), arguments);
}

/// Both branches store their results in the same arrays. These are no empty
/// tensors, which could be eliminated: a branch must not write to an array that
/// the other one reads.
static void carry(scf::IfOp branch) {
  OpBuilder builder(branch);
  for (OpResult result : branch.getResults()) {
    if (!isArray(result.getType()))
      continue;
    Value array = bufferization::AllocTensorOp::create(
        builder, branch.getLoc(), cast<RankedTensorType>(result.getType()),
        ValueRange());
    for (scf::YieldOp yield : {branch.thenYield(), branch.elseYield()})
      store(yield->getOpOperand(result.getResultNumber()), array);
  }
}

void CarryInPlace::runOnOperation() {
  getOperation()->walk([](Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      carry(loop);
    else if (auto loop = dyn_cast<scf::WhileOp>(op))
      carry(loop);
    else if (auto branch = dyn_cast<scf::IfOp>(op))
      carry(branch);
  });
}
