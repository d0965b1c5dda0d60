//===- FollowingPass.cpp - What is left to do after a product -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/FollowingPass.h"

#include "fused/Analysis/OperandSource.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace fused;

/// True if the elements of the result are those of its operand, in place.
static bool isView(Operation *op) {
  return isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
      op);
}

static Value skipViews(Value value) {
  while (Operation *definition = value.getDefiningOp()) {
    if (!isView(definition))
      break;
    value = definition->getOperand(0);
  }
  return value;
}

/// The most operations of a pass, which keep the report linear in the size of a
/// program with long chains of them.
static constexpr unsigned mostOps = 64;

static std::optional<double> countBytes(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || !type.getElementType().isIntOrFloat())
    return 0.0;
  if (!type.hasStaticShape())
    return std::nullopt;
  return static_cast<double>(type.getNumElements()) *
         llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

FollowingPass fused::findFollowingPass(Value result) {
  // Values that the pass has, and the operations that compute them.
  llvm::SetVector<Value> values;
  llvm::SmallPtrSet<Operation *, 16> ops;
  llvm::SmallPtrSet<Value, 16> escaping, read;
  values.insert(result);
  FollowingPass pass;
  for (size_t i = 0; i < values.size(); ++i) {
    for (Operation *user : values[i].getUsers()) {
      auto op = dyn_cast<linalg::LinalgOp>(user);
      bool isInPass =
          user->getBlock() == result.getParentBlock() &&
          (isView(user) || (op && isElementwise(op) && pass.numOps < mostOps));
      if (!isInPass) {
        escaping.insert(skipViews(values[i]));
        continue;
      }
      if (!ops.insert(user).second)
        continue;
      values.insert_range(user->getResults());
      pass.numOps += !isView(user);
    }
  }

  auto add = [&](Value tensor) {
    std::optional<double> bytes = countBytes(tensor);
    pass.bytes = pass.bytes && bytes ? std::optional(*pass.bytes + *bytes)
                                     : std::nullopt;
  };
  for (Operation *user : ops) {
    auto op = dyn_cast<linalg::LinalgOp>(user);
    if (!op)
      continue;
    for (OpOperand &operand : op->getOpOperands()) {
      Value source = skipViews(operand.get());
      bool isComputed = ops.contains(source.getDefiningOp());
      if (!isComputed && op.payloadUsesValueFromOperand(&operand) &&
          read.insert(source).second)
        add(source);
    }
  }
  for (Value value : escaping)
    if (value != result)
      add(value);
  return pass;
}
