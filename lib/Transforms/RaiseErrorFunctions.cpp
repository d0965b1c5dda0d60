//===- RaiseErrorFunctions.cpp - Formulas of erf and erfc as functions ----===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends write each operation of a formula as an operation on tensors, or
// all in one body. A graph of what one element of each tensor is computed from
// does not show the difference.
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/OperandSource.h"
#include "fused/Analysis/PointOp.h"
#include "fused/Analysis/ScalarOps.h"
#include "fused/Transforms/RaisePasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include <cfloat>
#include <cmath>
#include <set>
#include <vector>

namespace fused {
#define GEN_PASS_DEF_RAISEERRORFUNCTIONS
#include "fused/Transforms/RaisePasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// A formula has at most as many operations, and at least as many different
/// constants: a polynomial of some degree.
static constexpr unsigned kMostOps = 160, kFewestNumbers = 8;

namespace {
struct RaiseErrorFunctions
    : public fused::impl::RaiseErrorFunctionsBase<RaiseErrorFunctions> {
  void runOnOperation() override;
};

/// One element of a tensor, or a scalar in a body.
struct Node {
  Type type;
  /// Null for a constant, and for what the graph does not look into.
  Operation *op = nullptr;
  SmallVector<unsigned, 3> operands;
  std::optional<double> number;
  /// What has this value: a scalar, and a tensor that it is an element of.
  Value scalar, tensor;
  /// The nearest node through which all depends that it is computed from: a
  /// tree of nodes.
  std::optional<unsigned> argument;
  unsigned depth = 1;
};

/// What the elements of all tensors of a block are computed from. An element
/// is computed from those at the same place of other tensors.
class PointGraph {
public:
  explicit PointGraph(Block *block);

  ArrayRef<Node> getNodes() const { return nodes; }

  /// The value of `node` in the body of `op`, to which an input may be added
  /// for it. Null if it is not known there.
  Value getIn(linalg::GenericOp op, unsigned node) const;

private:
  void addBody(linalg::LinalgOp op);
  void addScalar(Operation &op);
  unsigned addLeaf(Value scalar);
  unsigned addInput(linalg::LinalgOp op, OpOperand &operand);
  unsigned getOrAddLeaf(Value scalar);
  std::optional<unsigned> findCommon(unsigned a, unsigned b) const;

  std::vector<Node> nodes;
  llvm::DenseMap<Value, unsigned> numbers;
};
} // namespace

/// The map by which `op` writes all of its results.
static AffineMap getResultMap(linalg::LinalgOp op) {
  return op.getMatchingIndexingMap(op.getDpsInitOperand(0));
}

static bool isPointwise(linalg::LinalgOp op) {
  return fused::isElementwise(op) &&
         llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
           return op.getMatchingIndexingMap(&init) == getResultMap(op);
         });
}

PointGraph::PointGraph(Block *block) {
  for (auto op : block->getOps<linalg::LinalgOp>())
    if (isPointwise(op))
      addBody(op);
}

unsigned PointGraph::addLeaf(Value scalar) {
  unsigned number = numbers[scalar] = nodes.size();
  Node &node = nodes.emplace_back();
  node.type = scalar.getType();
  node.number = getConstantNumber(scalar);
  node.scalar = scalar;
  return number;
}

unsigned PointGraph::getOrAddLeaf(Value scalar) {
  auto known = numbers.find(scalar);
  return known == numbers.end() ? addLeaf(scalar) : known->second;
}

unsigned PointGraph::addInput(linalg::LinalgOp op, OpOperand &operand) {
  Value value = operand.get();
  AffineMap map = op.getMatchingIndexingMap(&operand);
  bool isSamePlace =
      isa<RankedTensorType>(value.getType()) && map == getResultMap(op);
  if (auto known = numbers.find(value); isSamePlace && known != numbers.end())
    return known->second;
  unsigned number = nodes.size();
  Node &node = nodes.emplace_back();
  node.type = getElementTypeOrSelf(value);
  node.number = getKnownNumber(value);
  if (isSamePlace) {
    node.tensor = value;
    numbers[value] = number;
  }
  return number;
}

std::optional<unsigned> PointGraph::findCommon(unsigned a, unsigned b) const {
  std::optional<unsigned> one = a, other = b;
  while (one != other) {
    if (!one || !other)
      return std::nullopt;
    if (nodes[*one].depth < nodes[*other].depth)
      std::swap(one, other);
    one = nodes[*one].argument;
  }
  return one;
}

void PointGraph::addScalar(Operation &op) {
  if (!isEvaluable(&op)) {
    for (Value result : op.getResults())
      addLeaf(result);
    return;
  }
  Node node;
  node.op = &op;
  node.scalar = op.getResult(0);
  node.type = node.scalar.getType();
  bool hasArgument = false;
  for (Value operand : op.getOperands()) {
    unsigned number = getOrAddLeaf(operand);
    node.operands.push_back(number);
    if (nodes[number].number)
      continue;
    if (!hasArgument)
      node.argument = number;
    else if (node.argument)
      node.argument = findCommon(*node.argument, number);
    hasArgument = true;
  }
  if (node.argument)
    node.depth = nodes[*node.argument].depth + 1;
  numbers[node.scalar] = nodes.size();
  nodes.push_back(std::move(node));
}

void PointGraph::addBody(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  for (OpOperand *input : op.getDpsInputOperands()) {
    unsigned number = addInput(op, *input);
    numbers[op.getMatchingBlockArgument(input)] = number;
  }
  for (Operation &inside : body->without_terminator())
    if (!isa<arith::ConstantOp>(inside))
      addScalar(inside);
  for (auto [yielded, result] : llvm::zip_equal(
           body->getTerminator()->getOperands(), op->getResults())) {
    unsigned number = getOrAddLeaf(yielded);
    numbers[result] = number;
    if (!nodes[number].tensor)
      nodes[number].tensor = result;
  }
}

Value PointGraph::getIn(linalg::GenericOp op, unsigned number) const {
  for (BlockArgument argument : op.getBody()->getArguments()) {
    auto known = numbers.find(argument);
    if (known != numbers.end() && known->second == number)
      return argument;
  }
  Node node = nodes[number];
  if (node.scalar && node.scalar.getParentBlock() == op.getBody())
    return node.scalar;
  return node.tensor ? PointOp(op).addInput(node.tensor, getResultMap(op))
                     : Value();
}

namespace {
/// The operations between a node and one that it depends on.
class Formula {
public:
  Formula(ArrayRef<Node> nodes, unsigned root) : nodes(nodes), open({root}) {}

  /// Extends the formula to `argument`, through which all depends that it was
  /// computed from so far. Returns false if it is too large.
  bool extendTo(unsigned argument);

  bool hasFewNumbers() const { return numbers.size() < kFewestNumbers; }

  /// The values at values of the argument.
  std::vector<double> evaluate(const std::vector<double> &arguments);

private:
  ArrayRef<Node> nodes;
  SmallVector<unsigned> open, ops;
  llvm::SmallDenseSet<unsigned> found;
  std::set<double> numbers;
};
} // namespace

bool Formula::extendTo(unsigned argument) {
  while (!open.empty()) {
    unsigned number = open.pop_back_val();
    const Node &node = nodes[number];
    if (node.number)
      numbers.insert(*node.number);
    if (number == argument || node.number || !found.insert(number).second)
      continue;
    assert(node.op && "all that is not constant depends on the argument");
    ops.push_back(number);
    llvm::append_range(open, node.operands);
    if (ops.size() > kMostOps)
      return false;
  }
  open = {argument};
  return true;
}

std::vector<double> Formula::evaluate(const std::vector<double> &arguments) {
  // Operands come before what is computed of them.
  llvm::sort(ops);
  llvm::DenseMap<unsigned, std::vector<double>> values;
  values[open.front()] = arguments;
  for (unsigned number : ops) {
    const Node &node = nodes[number];
    for (unsigned operand : node.operands)
      if (std::optional<double> constant = nodes[operand].number)
        values.try_emplace(operand, arguments.size(), *constant);
    SmallVector<ArrayRef<double>> operands;
    for (unsigned operand : node.operands)
      operands.push_back(values.at(operand));
    std::vector<double> results(arguments.size());
    evaluateScalarOp(node.op, operands, results);
    values[number] = std::move(results);
  }
  return values.at(ops.back());
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

/// The function that the values of a formula are those of, if it is one.
static const Candidate *findFunction(Formula &formula, Type type) {
  static const std::vector<double> samples = getSamples();
  static const std::vector<double> few = {0.5, 3.0};
  std::vector<double> values = formula.evaluate(few);
  for (const Candidate &candidate : kCandidates)
    if (agrees(values, few, candidate.evaluate, type) &&
        agrees(formula.evaluate(samples), samples, candidate.evaluate, type))
      return &candidate;
  return nullptr;
}

/// Writes the call in place of a named operation that yields `root`, as its
/// operands are given.
static bool replaceNamed(linalg::LinalgOp op, Value root, const Node &argument,
                         const Candidate &function) {
  OperandRange yielded = op.getBlock()->getTerminator()->getOperands();
  if (yielded.size() != 1 || yielded.front() != root || !argument.tensor)
    return false;
  OpBuilder builder(op);
  AffineMap map = getResultMap(op);
  auto generic = linalg::GenericOp::create(
      builder, op.getLoc(), op->getResultTypes(), argument.tensor,
      op.getDpsInits(), {map, map}, op.getIteratorTypesArray(),
      [&](OpBuilder &inner, Location loc, ValueRange arguments) {
        linalg::YieldOp::create(inner, loc,
                                function.create(inner, loc, arguments.front()));
      });
  op->replaceAllUsesWith(generic);
  return true;
}

/// Writes a call in place of `root` if it is one of the functions of a value.
static bool raise(const PointGraph &graph, unsigned root) {
  ArrayRef<Node> nodes = graph.getNodes();
  const Node &node = nodes[root];
  auto op = cast<linalg::LinalgOp>(node.op->getParentOp());
  Formula formula(nodes, root);
  for (auto argument = node.argument; argument;
       argument = nodes[*argument].argument) {
    if (!formula.extendTo(*argument))
      return false;
    if (nodes[*argument].type != node.type || formula.hasFewNumbers())
      continue;
    const Candidate *function = findFunction(formula, node.type);
    if (!function)
      continue;
    auto generic = dyn_cast<linalg::GenericOp>(*op);
    if (!generic)
      return replaceNamed(op, node.scalar, nodes[*argument], *function);
    Value x = graph.getIn(generic, *argument);
    if (!x)
      return false;
    OpBuilder builder(node.op);
    Value scalar = node.scalar;
    scalar.replaceAllUsesWith(function->create(builder, scalar.getLoc(), x));
    return true;
  }
  return false;
}

static bool raiseInBlock(Block *block) {
  PointGraph graph(block);
  ArrayRef<Node> nodes = graph.getNodes();
  bool hasChanged = false;
  // The last operation of a formula is met first.
  for (unsigned number = nodes.size(); number-- != 0;) {
    const Node &node = nodes[number];
    if (node.op && !node.op->use_empty() &&
        (node.type.isF32() || node.type.isF64()))
      hasChanged |= raise(graph, number);
  }
  return hasChanged;
}

void RaiseErrorFunctions::runOnOperation() {
  SmallVector<Block *> blocks;
  getOperation()->walk([&](Block *block) {
    if (!isa<linalg::LinalgOp>(block->getParentOp()))
      blocks.push_back(block);
  });
  bool hasChanged = false;
  for (Block *block : blocks)
    hasChanged |= raiseInBlock(block);
  if (!hasChanged)
    return markAllAnalysesPreserved();
  // What nothing reads any longer would be further users of a value.
  RewritePatternSet patterns(&getContext());
  linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
  (void)applyPatternsGreedily(getOperation(), std::move(patterns));
}
