//===- OutlineProduct.cpp - A product as a program of its own -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutlineProduct.h"

#include "ProductFormation.h"

#include "fused/Analysis/MatrixSum.h"
#include "fused/Dialect/MaskOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// What belongs to a group
//===----------------------------------------------------------------------===//

namespace {
class GroupCollector {
public:
  GroupCollector(MatmulOp op, bool isStrict) : op(op), isStrict(isStrict) {
    ops.insert(op);
  }

  void addTail(linalg::GenericOp tail) {
    ops.insert(tail);
    for (Value input : tail.getDpsInputs())
      addProducer(input);
  }
  /// What a region computes itself: booleans, also as a mask, and widened
  /// values.
  void addProducer(Value value) {
    Operation *producer = value.getDefiningOp();
    if (!producer || producer->getBlock() != op->getBlock())
      return;
    if (auto mask = dyn_cast<PackMaskOp>(producer)) {
      ops.insert(mask);
      addProducer(mask.getBits());
    } else if (auto generic = dyn_cast<linalg::GenericOp>(producer)) {
      if (isCheap(generic))
        addTail(generic);
    }
  }
  void addSums(Value value) {
    for (const MatrixSum &sum : findSums(value, isStrict))
      if (llvm::is_contained(sum.op->getOperands(), value))
        for (Operation *next = sum.op; next->getBlock() == op->getBlock();
             next = *next->user_begin()) {
          ops.insert(next);
          if (next == sum.result.getDefiningOp())
            break;
        }
  }

  SmallVector<Operation *> takeSorted() {
    SmallVector<Operation *> sorted = ops.takeVector();
    llvm::sort(sorted, [](Operation *a, Operation *b) {
      return a->isBeforeInBlock(b);
    });
    return sorted;
  }

private:
  MatmulOp op;
  bool isStrict;
  llvm::SetVector<Operation *> ops;
};
} // namespace

SmallVector<Operation *> fused::collectGroup(MatmulOp op,
                                             ArrayRef<linalg::GenericOp> tails,
                                             bool isStrict) {
  GroupCollector collector(op, isStrict);
  if (op.getAux())
    collector.addProducer(op.getAux());
  for (linalg::GenericOp tail : tails)
    collector.addTail(tail);
  for (Value result : op->getResults())
    collector.addSums(result);
  for (linalg::GenericOp tail : tails)
    for (Value result : tail->getResults())
      collector.addSums(result);
  return collector.takeSorted();
}

//===----------------------------------------------------------------------===//
// A program of its own
//===----------------------------------------------------------------------===//

/// True for constants, and arrays that have not been computed.
static bool isCopied(Operation &op) {
  if (matchPattern(&op, m_Constant()))
    return true;
  return isa<tensor::EmptyOp, linalg::FillOp>(op) &&
         llvm::all_of(op.getOperands(), [](Value operand) {
           Operation *definition = operand.getDefiningOp();
           return definition && isCopied(*definition);
         });
}

namespace {
/// Clones operations into a function.
class Outliner {
public:
  explicit Outliner(ArrayRef<Operation *> ops)
      : ops(ops), members(ops.begin(), ops.end()),
        builder(ops.front()->getContext()),
        module(ModuleOp::create(builder.getUnknownLoc())) {}

  std::string run() {
    for (Operation *op : ops)
      forEachOperand(op, [&](Value value) { addInput(value); });
    for (Operation *op : ops)
      for (Value result : op->getResults())
        if (llvm::any_of(result.getUsers(),
                         [&](Operation *user) { return !isMember(user); }))
          results.push_back(result);
    createFunction();
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os);
    return text;
  }

private:
  bool isMember(Operation *user) const {
    Operation *ancestor = ops.front()->getBlock()->findAncestorOpInBlock(*user);
    return ancestor && members.contains(ancestor);
  }

  static void forEachOperand(Operation *op,
                             llvm::function_ref<void(Value)> visit) {
    for (Value operand : op->getOperands())
      visit(operand);
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    for (Value value : captured)
      visit(value);
  }

  void addInput(Value value) {
    Operation *definition = value.getDefiningOp();
    if (!definition || !(members.contains(definition) || isCopied(*definition)))
      inputs.insert(value);
  }

  void copy(Value value) {
    Operation *definition = value.getDefiningOp();
    if (mapping.contains(value))
      return;
    for (Value operand : definition->getOperands())
      copy(operand);
    builder.clone(*definition, mapping);
  }

  void createFunction() {
    SmallVector<Value> arguments(inputs.begin(), inputs.end());
    builder.setInsertionPointToStart(module->getBody());
    Location loc = builder.getUnknownLoc();
    auto function = func::FuncOp::create(
        builder, loc, "main",
        builder.getFunctionType(ValueRange(arguments).getTypes(),
                                ValueRange(results).getTypes()));
    Block *block = function.addEntryBlock();
    builder.setInsertionPointToStart(block);
    mapping.map(arguments, block->getArguments());
    for (Operation *op : ops) {
      forEachOperand(op, [&](Value value) { copy(value); });
      builder.clone(*op, mapping);
    }
    func::ReturnOp::create(builder, loc,
                           llvm::map_to_vector(results, [&](Value result) {
                             return mapping.lookup(result);
                           }));
  }

  ArrayRef<Operation *> ops;
  llvm::SmallPtrSet<Operation *, 8> members;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
  llvm::SetVector<Value> inputs;
  SmallVector<Value> results;
  IRMapping mapping;
};
} // namespace

std::string fused::outline(ArrayRef<Operation *> ops) {
  return Outliner(ops).run();
}
