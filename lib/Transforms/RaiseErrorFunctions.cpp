//===- RaiseErrorFunctions.cpp - Formulas of erf and erfc as functions ----===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/ScalarOps.h"
#include "fused/Transforms/DevicePasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

#include <cfloat>
#include <cmath>
#include <vector>

namespace fused {
#define GEN_PASS_DEF_RAISEERRORFUNCTIONS
#include "fused/Transforms/DevicePasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// A formula has at least as many operations, and at most.
static constexpr unsigned kFewestOps = 12, kMostOps = 160;

namespace {
struct RaiseErrorFunctions
    : public fused::impl::RaiseErrorFunctionsBase<RaiseErrorFunctions> {
  void runOnOperation() override;
};

/// Of each value of a block, the nearest value through which all depends that
/// it is computed from: a tree, whose root is null.
class ArgumentTree {
public:
  explicit ArgumentTree(Block *block);

  /// The next value on the way to the root.
  Value getArgument(Value value) const {
    auto entry = entries.find(value);
    return entry == entries.end() ? Value() : entry->second.argument;
  }

private:
  struct Entry {
    Value argument;
    unsigned depth = 1;
  };

  unsigned getDepth(Value value) const {
    auto entry = entries.find(value);
    return entry == entries.end() ? unsigned(value != nullptr)
                                  : entry->second.depth;
  }
  Value findCommon(Value a, Value b) const;

  llvm::DenseMap<Value, Entry> entries;
};
} // namespace

static bool isConstant(Value value) {
  return matchPattern(value, m_Constant());
}

Value ArgumentTree::findCommon(Value a, Value b) const {
  while (a != b) {
    if (getDepth(a) < getDepth(b))
      std::swap(a, b);
    a = getArgument(a);
  }
  return a;
}

ArgumentTree::ArgumentTree(Block *block) {
  for (Operation &op : *block) {
    if (!isEvaluable(&op))
      continue;
    std::optional<Value> common;
    for (Value operand : op.getOperands())
      if (!isConstant(operand))
        common = common ? findCommon(*common, operand) : operand;
    if (common)
      entries[op.getResult(0)] = {*common, getDepth(*common) + 1};
  }
}

/// The operations that compute `root` from `argument`, in order; nothing if
/// there are too many, or one of another block or kind.
static std::optional<SmallVector<Operation *>> findFormula(Value root,
                                                           Value argument) {
  llvm::SmallPtrSet<Operation *, 32> found;
  SmallVector<Value> open = {root};
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (value == argument || isConstant(value))
      continue;
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != root.getParentBlock() || !isEvaluable(op) ||
        found.size() > kMostOps)
      return std::nullopt;
    if (found.insert(op).second)
      llvm::append_range(open, op->getOperands());
  }
  auto ops = llvm::to_vector(found);
  llvm::sort(ops,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return ops;
}

static double getConstant(Value value) {
  Attribute attr;
  matchPattern(value, m_Constant(&attr));
  if (auto number = dyn_cast<FloatAttr>(attr))
    return number.getValueAsDouble();
  if (auto number = dyn_cast<IntegerAttr>(attr))
    return number.getType().isInteger(1) ? double(!number.getValue().isZero())
                                         : double(number.getInt());
  return NAN;
}

/// The values of a formula at `arguments`.
static std::vector<double> evaluate(ArrayRef<Operation *> formula,
                                    Value argument,
                                    const std::vector<double> &arguments) {
  llvm::DenseMap<Value, std::vector<double>> values;
  values[argument] = arguments;
  for (Operation *op : formula) {
    SmallVector<std::vector<double>> constants;
    for (Value operand : op->getOperands())
      constants.emplace_back(values.contains(operand) ? 0 : arguments.size(),
                             isConstant(operand) ? getConstant(operand) : 0.0);
    SmallVector<ArrayRef<double>> operands;
    for (auto [operand, constant] :
         llvm::zip_equal(op->getOperands(), constants)) {
      auto known = values.find(operand);
      operands.push_back(known == values.end()
                             ? ArrayRef<double>(constant)
                             : ArrayRef<double>(known->second));
    }
    std::vector<double> results(arguments.size());
    evaluateScalarOp(op, operands, results);
    values[op->getResult(0)] = std::move(results);
  }
  return values[formula.back()->getResult(0)];
}

/// Both signs of numbers from the least to the greatest, with more of them
/// where erf is curved.
static std::vector<double> getSamples() {
  std::vector<double> samples = {0.0, INFINITY, NAN, 1e-30, 1e-6, 20.0, 1e10};
  for (int i = 1; i <= 96; ++i)
    samples.push_back(i / 16.0);
  for (size_t i = 0, e = samples.size(); i != e; ++i)
    samples.push_back(-samples[i]);
  return samples;
}

/// True if the values are those of `function`, but for the error that formulas
/// in the type have.
static bool agrees(ArrayRef<double> values, ArrayRef<double> samples,
                   double (*function)(double), Type type) {
  double relative = type.isF64() ? 1e-14 : 1e-6;
  double least = type.isF64() ? DBL_MIN : FLT_MIN;
  return llvm::all_of(llvm::zip_equal(values, samples), [&](auto pair) {
    auto [value, sample] = pair;
    double expected = function(sample);
    if (std::isnan(expected))
      return std::isnan(value);
    return std::abs(value - expected) <= relative * std::abs(expected) + least;
  });
}

namespace {
/// A function of one argument, and how it is written.
struct Candidate {
  double (*evaluate)(double);
  Value (*create)(OpBuilder &builder, Location loc, Value argument);
};
} // namespace

template <typename OpType>
static Value createCall(OpBuilder &builder, Location loc, Value argument) {
  return OpType::create(builder, loc, argument);
}

static constexpr Candidate kCandidates[] = {
    {std::erf, createCall<math::ErfOp>}, {std::erfc, createCall<math::ErfcOp>}};

/// Writes a call of the function that `root` computes of a value. Returns null
/// if it computes none.
static Value createFunction(OpBuilder &builder, Value root,
                            const ArgumentTree &tree) {
  static const std::vector<double> samples = getSamples();
  static const std::vector<double> few = {0.5, 3.0};
  Type type = root.getType();
  for (Value argument = tree.getArgument(root); argument;
       argument = tree.getArgument(argument)) {
    if (argument.getType() != type)
      continue;
    auto formula = findFormula(root, argument);
    if (!formula)
      return {};
    if (formula->size() < kFewestOps)
      continue;
    std::vector<double> values = evaluate(*formula, argument, few);
    for (const Candidate &candidate : kCandidates)
      if (agrees(values, few, candidate.evaluate, type) &&
          agrees(evaluate(*formula, argument, samples), samples,
                 candidate.evaluate, type))
        return candidate.create(builder, root.getLoc(), argument);
  }
  return {};
}

static void raiseInBlock(Block *block) {
  ArgumentTree tree(block);
  OpBuilder builder(block->getParentOp()->getContext());
  // The last operation of a formula is met first.
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block))) {
    if (op.getNumResults() != 1 || op.use_empty() || !isEvaluable(&op))
      continue;
    Value root = op.getResult(0);
    if (!root.getType().isF32() && !root.getType().isF64())
      continue;
    builder.setInsertionPoint(&op);
    if (Value function = createFunction(builder, root, tree))
      root.replaceAllUsesWith(function);
  }
}

void RaiseErrorFunctions::runOnOperation() {
  getOperation()->walk(
      [](linalg::GenericOp op) { raiseInBlock(op.getBody()); });
}
