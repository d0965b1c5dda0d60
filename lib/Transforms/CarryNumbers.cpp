//===- CarryNumbers.cpp - Counters of loops as scalars --------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Transforms/NumberPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace fused {
#define GEN_PASS_DEF_CARRYNUMBERS
#include "fused/Transforms/NumberPasses.h.inc"
} // namespace fused

using namespace mlir;

static bool isNumber(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0 &&
         tensor.getElementType().isSignlessIntOrIndex();
}

/// False if one of `scalars` is computed from elements of tensors, which
/// kernels may read where the host would have to wait. Ends at the arguments of
/// blocks.
static bool areOfHost(ValueRange scalars) {
  llvm::SetVector<Value> seen(scalars.begin(), scalars.end());
  for (size_t i = 0; i < seen.size(); ++i) {
    Operation *op = seen[i].getDefiningOp();
    if (isa_and_nonnull<tensor::ExtractOp>(op))
      return false;
    if (op && op->getNumRegions() == 0)
      for (Value operand : op->getOperands())
        if (!isa<ShapedType>(operand.getType()))
          seen.insert(operand);
  }
  return true;
}

/// True if `op` computes numbers from numbers, in integers, without a loop.
static bool computesNumbers(linalg::GenericOp op) {
  auto isArithmetic = [](Operation &inside) {
    return isa<linalg::YieldOp>(inside) ||
           (isMemoryEffectFree(&inside) && inside.getNumRegions() == 0 &&
            inside.getNumResults() == 1 && !isa<linalg::IndexOp>(inside) &&
            inside.getResult(0).getType().isSignlessIntOrIndex());
  };
  return op.hasPureTensorSemantics() && op.getNumLoops() == 0 &&
         llvm::all_of(op->getResultTypes(), isNumber) &&
         llvm::all_of(*op.getBlock(), isArithmetic) &&
         areOfHost(op.getBlock()->getTerminator()->getOperands());
}

/// The scalar of the host that `value` consists of, if an operation says so.
static Value getGivenScalar(Value value) {
  Value scalar;
  if (auto elements = value.getDefiningOp<tensor::FromElementsOp>())
    scalar = elements.getElements().front();
  else if (auto fill = value.getDefiningOp<linalg::FillOp>();
           fill && fill.hasPureTensorSemantics() &&
           fill.value().getType() == getElementTypeOrSelf(value.getType()))
    scalar = fill.value();
  return scalar && areOfHost(scalar) ? scalar : Value();
}

/// The operands of `op` that its block reads.
static SmallVector<OpOperand *> getReadOperands(linalg::GenericOp op) {
  SmallVector<OpOperand *> read;
  for (OpOperand &operand : op->getOpOperands())
    if (op.payloadUsesValueFromOperand(&operand))
      read.push_back(&operand);
  return read;
}

namespace {
/// A number that a loop carries.
struct CarriedNumber {
  Value argument;
  Value result; ///< Null for an argument of a condition.
  SmallVector<OpOperand *> sources;
};

class NumberCarrier {
public:
  explicit NumberCarrier(func::FuncOp function) : function(function) {}

  void run() {
    collect();
    dropUnknown();
    dropUnneeded();
    for (CarriedNumber *number : getNumbers())
      makeScalar(*number);
    carried.clear();
    known.clear();
    function.walk([&](tensor::ExtractOp op) {
      if (isKnown(op.getTensor())) {
        op.replaceAllUsesWith(getScalar(op.getTensor()));
        op.erase();
      }
    });
  }

private:
  /// Finds all integers that loops carry.
  void collect() {
    auto add = [&](Value argument, Value result,
                   ArrayRef<OpOperand *> sources) {
      if (!isNumber(argument.getType()))
        return;
      numbers.push_back(std::make_unique<CarriedNumber>(
          CarriedNumber{argument, result, llvm::to_vector(sources)}));
      carried[argument] = numbers.back().get();
      if (result)
        carried[result] = numbers.back().get();
    };
    function.walk([&](Operation *op) {
      if (auto loop = dyn_cast<scf::ForOp>(op)) {
        for (auto [argument, result, init, yielded] : llvm::zip_equal(
                 loop.getRegionIterArgs(), loop.getResults(),
                 loop.getInitArgsMutable(), *loop.getYieldedValuesMutable()))
          add(argument, result, {&init, &yielded});
      } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
        for (auto [argument, init, yielded] :
             llvm::zip_equal(loop.getBeforeArguments(), loop.getInitsMutable(),
                             loop.getYieldOp().getResultsMutable()))
          add(argument, {}, {&init, &yielded});
        for (auto [argument, result, given] :
             llvm::zip_equal(loop.getAfterArguments(), loop.getResults(),
                             loop.getConditionOp().getArgsMutable()))
          add(argument, result, {&given});
      }
    });
  }

  /// True if the host can compute `value`, provided that it knows what loops
  /// carry.
  bool isKnown(Value value) {
    auto [entry, isNew] = known.try_emplace(value, false);
    if (!isNew)
      return entry->second;
    bool result = findKnown(value);
    return known[value] = result;
  }

  bool findKnown(Value value) {
    if (!isNumber(value.getType()))
      return false;
    DenseIntElementsAttr constant;
    if (carried.contains(value) || getGivenScalar(value) ||
        matchPattern(value, m_Constant(&constant)))
      return true;
    auto generic = value.getDefiningOp<linalg::GenericOp>();
    return generic && computesNumbers(generic) &&
           llvm::all_of(getReadOperands(generic), [&](OpOperand *operand) {
             return isKnown(operand->get());
           });
  }

  void drop(const CarriedNumber &number) {
    carried.erase(number.argument);
    if (number.result)
      carried.erase(number.result);
    known.clear();
  }

  /// Drops what depends on other things. That is known when all else is.
  void dropUnknown() {
    bool hasChanged = true;
    while (std::exchange(hasChanged, false))
      for (CarriedNumber *number : getNumbers())
        if (!llvm::all_of(number->sources, [&](OpOperand *source) {
              return isKnown(source->get());
            })) {
          drop(*number);
          hasChanged = true;
        }
  }

  /// Drops what the host has no need of.
  void dropUnneeded() {
    SmallPtrSet<CarriedNumber *, 8> needed;
    llvm::SetVector<Value> read;
    function.walk([&](tensor::ExtractOp op) {
      if (isKnown(op.getTensor()))
        read.insert(op.getTensor());
    });
    for (size_t i = 0; i < read.size(); ++i) {
      if (CarriedNumber *number = carried.lookup(read[i])) {
        needed.insert(number);
        for (OpOperand *source : number->sources)
          read.insert(source->get());
      } else if (auto generic = read[i].getDefiningOp<linalg::GenericOp>()) {
        for (OpOperand *operand : getReadOperands(generic))
          read.insert(operand->get());
      }
    }
    for (CarriedNumber *number : getNumbers())
      if (!needed.contains(number))
        drop(*number);
  }

  /// Those that have not been dropped, in order.
  SmallVector<CarriedNumber *> getNumbers() const {
    SmallVector<CarriedNumber *> left;
    for (const auto &number : numbers)
      if (carried.contains(number->argument))
        left.push_back(number.get());
    return left;
  }

  /// Lets the loop carry a scalar. What reads the tensor gets one that has the
  /// scalar as its element.
  void makeScalar(const CarriedNumber &number) {
    for (OpOperand *source : number.sources) {
      OpBuilder builder(source->getOwner());
      source->set(tensor::ExtractOp::create(
          builder, source->getOwner()->getLoc(), source->get(), ValueRange()));
    }
    for (Value value : {number.argument, number.result}) {
      if (!value)
        continue;
      auto type = cast<RankedTensorType>(value.getType());
      value.setType(type.getElementType());
      OpBuilder builder(function.getContext());
      builder.setInsertionPointAfterValue(value);
      auto tensor =
          tensor::FromElementsOp::create(builder, value.getLoc(), type, value);
      value.replaceAllUsesExcept(tensor, tensor);
    }
  }

  /// The element of a tensor that is known, computed where that is.
  Value getScalar(Value value) {
    if (Value scalar = scalars.lookup(value))
      return scalar;
    if (Value given = getGivenScalar(value))
      return given;
    Operation *op = value.getDefiningOp();
    OpBuilder builder(op);
    Value scalar;
    DenseIntElementsAttr constant;
    if (matchPattern(value, m_Constant(&constant))) {
      scalar = arith::ConstantOp::create(
          builder, op->getLoc(), *constant.getValues<IntegerAttr>().begin());
    } else {
      auto generic = cast<linalg::GenericOp>(op);
      IRMapping mapping;
      for (OpOperand *operand : getReadOperands(generic))
        mapping.map(generic.getMatchingBlockArgument(operand),
                    getScalar(operand->get()));
      builder.setInsertionPoint(op);
      for (Operation &inside : generic.getBlock()->without_terminator())
        builder.clone(inside, mapping);
      unsigned result = cast<OpResult>(value).getResultNumber();
      scalar = mapping.lookupOrDefault(
          generic.getBlock()->getTerminator()->getOperand(result));
    }
    return scalars[value] = scalar;
  }

  func::FuncOp function;
  std::vector<std::unique_ptr<CarriedNumber>> numbers;
  /// The arguments and results that are numbers.
  DenseMap<Value, CarriedNumber *> carried;
  /// What isKnown() has found.
  DenseMap<Value, bool> known;
  DenseMap<Value, Value> scalars;
};

struct CarryNumbers : public fused::impl::CarryNumbersBase<CarryNumbers> {
  void runOnOperation() override { NumberCarrier(getOperation()).run(); }
};
} // namespace
