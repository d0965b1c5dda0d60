//===- SumAfterLoops.cpp - Sums of products that loops carry --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeListener.h"
#include "TransposeReaders.h"

#include "fused/Analysis/LoopStack.h"
#include "fused/Analysis/MatrixSum.h"
#include "fused/Analysis/Numerics.h"
#include "fused/Analysis/OperandSource.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/IterationPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/MapVector.h"

namespace fused {
#define GEN_PASS_DEF_SUMAFTERLOOPS
#include "fused/Transforms/IterationPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

using tensor::ExtractSliceOp;
using tensor::InsertSliceOp;

namespace {
/// A matrix of which each iteration has one: `value` in the loop, and part
/// number `position` of an array.
struct Part {
  RankedTensorType type;
  Value value, position;
  /// The array, null if the loop has to store it.
  Value stack = {};
};

/// What an iteration adds to a sum that the loop carries.
struct Term {
  /// The addition, and which of its operands this is.
  linalg::LinalgOp addition;
  unsigned operand;
  /// A product, or a sum over the rows of a matrix.
  Operation *source = nullptr;
  /// What comes between `source` and `addition`, the last first.
  SmallVector<linalg::LinalgOp, 2> steps = {};
  /// The operands of `source`.
  SmallVector<Part, 2> parts = {};
};

/// The sum that a loop carries as number `index`, and what is taken out of it,
/// in the order in which it is added.
struct CarriedSum {
  unsigned index;
  SmallVector<Term> terms;
};

/// Takes sums out of one loop.
class LoopSums {
public:
  LoopSums(scf::ForOp loop, int64_t count, IRRewriter &rewriter)
      : loop(loop), count(count), rewriter(rewriter) {}

  void run();

private:
  bool collect(Value value, BlockArgument carried,
               SmallVectorImpl<Term> &terms);
  bool findSource(Term &term);
  std::optional<Part> findPart(Value matrix);
  bool planProduct(Term &term);
  bool planSum(Term &term);

  void storeStacks();
  Value createMatrix(const Part &part);
  Value createTerm(const Term &term);
  void takeOut(const CarriedSum &sum);

  scf::ForOp loop;
  int64_t count;
  IRRewriter &rewriter;
  /// What the loop has to store, by value and position, and the arrays with
  /// all of it.
  llvm::MapVector<std::pair<Value, Value>, Part> stacks;
};

struct SumAfterLoops : fused::impl::SumAfterLoopsBase<SumAfterLoops> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

//===----------------------------------------------------------------------===//
// What a loop adds up
//===----------------------------------------------------------------------===//

/// The only operation of the body of `op`, if it computes each element of its
/// result from those of its inputs at the same place.
static Operation *getOnlyOp(linalg::LinalgOp op) {
  if (!op || !fused::isElementwise(op) || op.getNumDpsInits() != 1 ||
      !llvm::all_of(op.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }) ||
      !llvm::hasNItems(*op.getBlock(), 2))
    return nullptr;
  Operation *only = &op.getBlock()->front();
  bool isResult = only->getNumResults() == 1 &&
                  op.getBlock()->back().getOperand(0) == only->getResult(0);
  return isResult ? only : nullptr;
}

/// True if nothing but one operation has `value` as an operand, perhaps also to
/// write its result there.
static bool hasOneUser(Value value) {
  return !value.use_empty() && llvm::all_equal(value.getUsers());
}

/// True if `op` adds its two inputs, which differ.
static bool addsInputs(linalg::LinalgOp op) {
  auto add = dyn_cast_or_null<arith::AddFOp>(getOnlyOp(op));
  if (!add || op.getNumDpsInputs() != 2 ||
      op->getOperand(0) == op->getOperand(1))
    return false;
  Value first = op.getBlock()->getArgument(0),
        second = op.getBlock()->getArgument(1);
  return (add.getLhs() == first && add.getRhs() == second) ||
         (add.getLhs() == second && add.getRhs() == first);
}

/// True if `op` adds zero to its only input.
static bool addsZero(linalg::LinalgOp op) {
  auto add = dyn_cast_or_null<arith::AddFOp>(getOnlyOp(op));
  if (!add || op.getNumDpsInputs() != 1)
    return false;
  Value input = op.getBlock()->getArgument(0);
  Value other = add.getLhs() == input ? add.getRhs() : add.getLhs();
  return (add.getLhs() == input) != (add.getRhs() == input) &&
         getConstantNumber(other) == 0.0;
}

/// Collects what `value` adds to `carried`; false if it is not a sum with that.
bool LoopSums::collect(Value value, BlockArgument carried,
                       SmallVectorImpl<Term> &terms) {
  if (value == carried)
    return true;
  auto addition = value.getDefiningOp<linalg::LinalgOp>();
  if (!hasOneUser(value) || !addsInputs(addition) ||
      addition->getBlock() != loop.getBody())
    return false;
  for (unsigned operand : {0, 1})
    if (collect(addition->getOperand(operand), carried, terms)) {
      terms.push_back({addition, 1 - operand});
      return true;
    }
  return false;
}

/// Finds what computes the term. False if something else than the sum reads it.
bool LoopSums::findSource(Term &term) {
  Value value = term.addition->getOperand(term.operand);
  while (true) {
    Operation *op = value.getDefiningOp();
    if (!op || !hasOneUser(value) || op->getBlock() != loop.getBody())
      return false;
    auto step = dyn_cast<linalg::LinalgOp>(op);
    if (!step || !(getPermutation(op) || addsZero(step))) {
      term.source = op;
      return true;
    }
    term.steps.push_back(step);
    value = step.getDpsInputs().front();
  }
}

//===----------------------------------------------------------------------===//
// Arrays with a part for each iteration
//===----------------------------------------------------------------------===//

/// How an array of which `matrix` is a part becomes one matrix with the rows of
/// all parts; empty if it does not.
static SmallVector<ReassociationIndices>
getRowGroups(ArrayRef<int64_t> stack, ArrayRef<int64_t> matrix) {
  auto rank = static_cast<int64_t>(stack.size()), firstColumn = rank - 1;
  int64_t columns = stack.back();
  while (firstColumn > 1 && columns < matrix[1])
    columns *= stack[--firstColumn];
  if (firstColumn < 1 || columns != matrix[1])
    return {};
  return {llvm::to_vector<2>(llvm::seq<int64_t>(0, firstColumn)),
          llvm::to_vector<2>(llvm::seq(firstColumn, rank))};
}

/// Returns `matrix` as a part of an array, which is still to be stored if it
/// does not come from one.
std::optional<Part> LoopSums::findPart(Value matrix) {
  auto type = cast<RankedTensorType>(matrix.getType());
  if (type.getRank() != 2 || !type.hasStaticShape() ||
      type.getNumElements() == 0)
    return std::nullopt;
  Value origin = matrix;
  for (Operation *op = origin.getDefiningOp(); op && isReshape(op);
       op = origin.getDefiningOp())
    origin = op->getOperand(0);
  if (auto slice = origin.getDefiningOp<ExtractSliceOp>()) {
    Value stack = slice.getSource();
    RankedTensorType stackType = slice.getSourceType();
    Value position = getStackPosition(slice, stackType);
    if (position && loop.isDefinedOutsideOfLoop(stack) &&
        stackType.getDimSize(0) == count &&
        visitsEachPart(position, loop, count) &&
        !getRowGroups(stackType.getShape(), type.getShape()).empty())
      return Part{type, matrix, position, stack};
  }
  // What no iteration changes is no array.
  if (matrix.getParentBlock() != loop.getBody())
    return std::nullopt;
  return Part{type, matrix, Value()};
}

/// Plans to multiply all parts at once, and which of them the loop stores.
bool LoopSums::planProduct(Term &term) {
  auto product = dyn_cast<MatmulOp>(term.source);
  if (!product || product.getEpilog() != Epilog::DEFAULT ||
      product->getNumOperands() != 3 || product->getNumResults() != 1 ||
      !product.getTransposeA() || product.getTransposeB())
    return false;
  std::optional<Part> a = findPart(product.getA()),
                      b = findPart(product.getB());
  if (!a || !b || !(a->stack || b->stack))
    return false;
  // Parts of the same number are multiplied.
  Value position = a->stack ? a->position : b->position;
  int64_t numStored = 0;
  for (Part *part : {&*a, &*b}) {
    if (part->position != position)
      *part = {part->type, part->value, position};
    if (!part->stack && !stacks.contains({part->value, part->position}))
      numStored += part->type.getNumElements();
  }
  int64_t sumSize = a->type.getDimSize(1) * b->type.getDimSize(1);
  if (numStored > 2 * sumSize)
    return false;
  for (const Part &part : {*a, *b})
    if (!part.stack)
      stacks.insert({{part.value, part.position}, part});
  term.parts = {*a, *b};
  return true;
}

/// Plans to sum over all parts of a matrix that the loop stores anyway.
bool LoopSums::planSum(Term &term) {
  auto sum = dyn_cast<linalg::LinalgOp>(term.source);
  if (!sum || sum.getNumDpsInputs() != 1)
    return false;
  Value matrix = sum.getDpsInputs().front();
  auto *found = llvm::find_if(
      stacks, [&](const auto &entry) { return entry.second.value == matrix; });
  if (found == stacks.end())
    return false;
  unsigned numOtherTypes = 0;
  bool isOverRows = llvm::any_of(
      findMatrixSums(matrix, getElementTypeOrSelf(sum->getResult(0)),
                     /*mayDropRounding=*/false, numOtherTypes),
      [&](const MatrixSum &it) { return it.op == sum && it.dim == 0; });
  if (isOverRows)
    term.parts = {found->second};
  return isOverRows;
}

//===----------------------------------------------------------------------===//
// The loop and what follows it
//===----------------------------------------------------------------------===//

/// Lets the loop store what is planned.
void LoopSums::storeStacks() {
  if (stacks.empty())
    return;
  rewriter.setInsertionPoint(loop);
  SmallVector<Value> inits;
  for (const auto &[key, part] : stacks) {
    int64_t sizes[] = {count, part.type.getDimSize(0), part.type.getDimSize(1)};
    inits.push_back(tensor::EmptyOp::create(rewriter, loop.getLoc(), sizes,
                                            part.type.getElementType()));
  }
  auto store = [&](OpBuilder &builder, Location loc,
                   ArrayRef<BlockArgument> arguments) {
    SmallVector<Value> stored;
    for (auto [entry, stack] : llvm::zip_equal(stacks, arguments)) {
      const Part &part = entry.second;
      OpFoldResult zero = builder.getIndexAttr(0),
                   one = builder.getIndexAttr(1);
      OpFoldResult rows = builder.getIndexAttr(part.type.getDimSize(0)),
                   columns = builder.getIndexAttr(part.type.getDimSize(1));
      stored.push_back(InsertSliceOp::create(
          builder, loc, part.value, stack,
          ArrayRef<OpFoldResult>{part.position, zero, zero},
          ArrayRef<OpFoldResult>{one, rows, columns},
          ArrayRef<OpFoldResult>{one, one, one}));
    }
    return stored;
  };
  unsigned numResults = loop.getNumResults();
  FailureOr<LoopLikeOpInterface> replaced = loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/false, store);
  assert(succeeded(replaced) && "a loop may carry more");
  loop = cast<scf::ForOp>(replaced->getOperation());
  for (auto [index, entry] : llvm::enumerate(stacks))
    entry.second.stack = loop.getResult(numResults + index);
}

/// All parts, one below the other.
Value LoopSums::createMatrix(const Part &part) {
  Value stack = part.stack;
  if (!stack)
    stack = stacks.find({part.value, part.position})->second.stack;
  SmallVector<ReassociationIndices> groups = getRowGroups(
      cast<RankedTensorType>(stack.getType()).getShape(), part.type.getShape());
  return tensor::CollapseShapeOp::create(rewriter, loop.getLoc(), stack,
                                         groups);
}

/// A copy of `op`, which has one result, that reads `inputs` instead of its
/// first operands, and `output` as what it writes to.
static Value cloneWith(OpBuilder &builder, Operation *op, ValueRange inputs,
                       Value output) {
  auto copy = cast<DestinationStyleOpInterface>(builder.clone(*op));
  for (auto [index, input] : llvm::enumerate(inputs))
    copy->setOperand(index, input);
  copy.setDpsInitOperand(0, output);
  return copy->getResult(0);
}

/// The same for one that does not read its output.
static Value cloneWith(OpBuilder &builder, Operation *op, ValueRange inputs) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  return cloneWith(builder, op, inputs,
                   tensor::EmptyOp::create(builder, op->getLoc(),
                                           type.getShape(),
                                           type.getElementType()));
}

/// The same for a sum.
static Value cloneSum(OpBuilder &builder, linalg::LinalgOp sum, Value input) {
  Location loc = sum.getLoc();
  auto type = cast<RankedTensorType>(sum->getResult(0).getType());
  Value output = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                         type.getElementType());
  Value zero = arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(type.getElementType()));
  output = linalg::FillOp::create(builder, loc, zero, output).getResult(0);
  return cloneWith(builder, sum, input, output);
}

/// Computes the sum of the term over all iterations.
Value LoopSums::createTerm(const Term &term) {
  SmallVector<Value, 2> matrices;
  for (const Part &part : term.parts)
    matrices.push_back(createMatrix(part));
  auto sum = dyn_cast<linalg::LinalgOp>(term.source);
  Value value = sum ? cloneSum(rewriter, sum, matrices.front())
                    : cloneWith(rewriter, term.source, matrices);
  for (linalg::LinalgOp step : llvm::reverse(term.steps))
    value = cloneWith(rewriter, step, value);
  return value;
}

/// Adds the terms to the result of the loop, which leaves them out.
void LoopSums::takeOut(const CarriedSum &sum) {
  Value result = loop.getResult(sum.index), total = result;
  Operation *first = nullptr;
  for (const Term &term : sum.terms) {
    SmallVector<Value, 2> operands(2, total);
    operands[term.operand] = createTerm(term);
    total = cloneWith(rewriter, term.addition, operands);
    if (!first)
      first = total.getDefiningOp();
    rewriter.replaceOp(term.addition,
                       term.addition->getOperand(1 - term.operand));
    for (linalg::LinalgOp step : term.steps)
      rewriter.eraseOp(step);
    rewriter.eraseOp(term.source);
  }
  rewriter.replaceAllUsesExcept(result, total, first);
}

void LoopSums::run() {
  SmallVector<CarriedSum> sums;
  for (auto [index, value] : llvm::enumerate(loop.getYieldedValues())) {
    BlockArgument carried = loop.getRegionIterArg(index);
    CarriedSum sum = {static_cast<unsigned>(index), {}};
    if (llvm::count(loop.getYieldedValues(), value) == 1 &&
        hasOneUser(carried) && collect(value, carried, sum.terms)) {
      llvm::erase_if(sum.terms, [&](Term &term) { return !findSource(term); });
      sums.push_back(std::move(sum));
    }
  }
  // Products decide what is stored.
  auto plan = [&](auto planTerm) {
    for (CarriedSum &sum : sums)
      for (Term &term : sum.terms)
        if (term.parts.empty())
          planTerm(term);
  };
  plan([&](Term &term) { planProduct(term); });
  plan([&](Term &term) { planSum(term); });
  for (CarriedSum &sum : sums)
    llvm::erase_if(sum.terms, [](const Term &it) { return it.parts.empty(); });
  llvm::erase_if(sums, [](const CarriedSum &it) { return it.terms.empty(); });
  if (sums.empty())
    return;
  storeStacks();
  rewriter.setInsertionPointAfter(loop);
  for (const CarriedSum &sum : sums)
    takeOut(sum);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

void SumAfterLoops::runOnOperation() {
  if (!isPermitted(numerics, Concession::OneRounding))
    return markAllAnalysesPreserved();
  ChangeListener listener;
  IRRewriter rewriter(&getContext(), &listener);
  SmallVector<scf::ForOp> loops;
  getOperation()->walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops)
    if (std::optional<int64_t> count = getNumIterations(loop))
      if (*count > 1)
        LoopSums(loop, *count, rewriter).run();
  if (!listener.hasChanged)
    markAllAnalysesPreserved();
}
