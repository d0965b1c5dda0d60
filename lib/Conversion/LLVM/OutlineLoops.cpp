//===- OutlineLoops.cpp - Functions for loops of large functions ----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/LLVMPasses.h"
#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/RegionUtils.h"

namespace fused {
#define GEN_PASS_DEF_OUTLINELOOPS
#include "fused/Conversion/LLVMPasses.h.inc"
} // namespace fused

using namespace mlir;

//===----------------------------------------------------------------------===//
// Values that a part of a function exchanges with the rest
//===----------------------------------------------------------------------===//

namespace {
/// The blocks of a loop. The first of them is its header.
struct Loop {
  /// All blocks, in their order in the function.
  llvm::SetVector<Block *> blocks;

  bool contains(Block *block) const {
    return blocks.contains(
        blocks.front()->getParent()->findAncestorBlockInRegion(*block));
  }
  LLVM::BrOp getEntry() const;
  Block *getExit() const;
  llvm::SetVector<Value> getCaptures() const;
  SmallVector<Value> getResults() const;
};
} // namespace

/// Returns the branch into the loop, or null if it is conditional or one of
/// several.
LLVM::BrOp Loop::getEntry() const {
  Operation *entry = nullptr;
  for (Block *predecessor : blocks.front()->getPredecessors())
    if (!blocks.contains(predecessor)) {
      if (entry)
        return nullptr;
      entry = predecessor->getTerminator();
    }
  return dyn_cast_or_null<LLVM::BrOp>(entry);
}

/// Returns the block that follows the loop, or null if there are several or
/// none.
Block *Loop::getExit() const {
  Block *exit = nullptr;
  for (Block *block : blocks)
    for (Block *successor : block->getSuccessors())
      if (!blocks.contains(successor)) {
        if (exit && exit != successor)
          return nullptr;
        exit = successor;
      }
  return exit;
}

/// Returns the values from outside that the loop and the branch into it use, in
/// the order of their first use.
llvm::SetVector<Value> Loop::getCaptures() const {
  llvm::SetVector<Value> captures(llvm::from_range, getEntry()->getOperands());
  for (Block *block : blocks)
    block->walk([&](Operation *op) {
      for (Value operand : op->getOperands())
        if (!contains(operand.getParentBlock()))
          captures.insert(operand);
    });
  return captures;
}

/// Returns the values of the loop that other blocks use directly, not as
/// arguments of the exit.
SmallVector<Value> Loop::getResults() const {
  SmallVector<Value> results;
  auto add = [&](Value value) {
    if (llvm::any_of(value.getUsers(), [&](Operation *user) {
          return !contains(user->getBlock());
        }))
      results.push_back(value);
  };
  for (Block *block : blocks) {
    llvm::for_each(block->getArguments(), add);
    for (Operation &op : *block)
      llvm::for_each(op.getResults(), add);
  }
  return results;
}

/// True if `value` is an argument of the program or memory of one array. Two
/// such values that a loop uses never point into the same array.
static bool isWholeArray(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner()->isEntryBlock();
  auto call = value.getDefiningOp<LLVM::CallOp>();
  return call && (call.getCallee() == "fused_frame_alloc" ||
                  call.getCallee() == "fused_frame_output" ||
                  call.getCallee() == "fused_frame_place");
}

//===----------------------------------------------------------------------===//
// Outlining
//===----------------------------------------------------------------------===//

namespace {
class Outliner {
public:
  explicit Outliner(ModuleOp module) : symbols(module) {}

  void outline(omp::ParallelOp op);
  void outline(const Loop &loop);

private:
  LLVM::LLVMFuncOp create(LLVM::LLVMFuncOp parent, Location loc);
  LLVM::CallOp call(LLVM::LLVMFuncOp function, OpBuilder &builder,
                    ValueRange operands);
  LLVM::LLVMFuncOp findEqual(LLVM::LLVMFuncOp function);

  SymbolTable symbols;
  /// The functions made so far, by the hash of their bodies.
  DenseMap<unsigned, SmallVector<LLVM::LLVMFuncOp, 1>> functions;
};

struct OutlineLoops : public fused::impl::OutlineLoopsBase<OutlineLoops> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

/// Creates a function without arguments, results and operations.
LLVM::LLVMFuncOp Outliner::create(LLVM::LLVMFuncOp parent, Location loc) {
  OpBuilder builder(parent);
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(builder.getContext()), ArrayRef<Type>());
  auto function = LLVM::LLVMFuncOp::create(builder, loc,
                                           (parent.getName() + "_loops").str(),
                                           type, LLVM::Linkage::Internal);
  // Inlining would undo the outlining.
  function.setNoInline(true);
  function.addEntryBlock(builder);
  return function;
}

/// Clones the constants among `captures` into `body` and adds arguments to its
/// first block for the other captures. Makes the operations in `body` use
/// these. Returns the captures that became arguments.
static SmallVector<Value> passCaptures(Region &body, ArrayRef<Value> captures) {
  Block *entry = &body.front();
  auto builder = OpBuilder::atBlockBegin(entry);
  SmallVector<Value> passed;
  IRMapping inside;
  for (Value capture : captures) {
    Operation *constant = capture.getDefiningOp();
    if (constant && constant->hasTrait<OpTrait::ConstantLike>()) {
      builder.clone(*constant, inside);
      continue;
    }
    inside.map(capture,
               entry->addArgument(capture.getType(), capture.getLoc()));
    passed.push_back(capture);
  }
  // A constant has users in the whole program. Walking the users in `body` is
  // cheaper.
  body.walk([&](Operation *user) {
    for (OpOperand &operand : user->getOpOperands())
      operand.set(inside.lookupOrDefault(operand.get()));
  });
  return passed;
}

/// Marks as `noalias` the arguments of `function` that its caller has newly
/// allocated, because no other argument points there.
static void addAliasAttributes(LLVM::LLVMFuncOp function, ValueRange operands) {
  for (Value operand : operands)
    if (!operand.getType().isIntOrFloat() && !isWholeArray(operand))
      return;
  for (auto [index, operand] : llvm::enumerate(operands)) {
    auto call = operand.getDefiningOp<LLVM::CallOp>();
    if (!call || !isWholeArray(operand))
      continue;
    Builder builder(function.getContext());
    function.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(),
                        builder.getUnitAttr());
  }
}

/// Returns an equal number for equal functions.
static unsigned hashBody(LLVM::LLVMFuncOp function) {
  llvm::hash_code hash = hash_value(function.getFunctionType());
  function.getBody().walk([&](Operation *op) {
    hash =
        llvm::hash_combine(hash, OperationEquivalence::computeHash(
                                     op, OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::IgnoreLocations));
  });
  return static_cast<unsigned>(static_cast<size_t>(hash));
}

/// Returns an earlier function that does the same, if there is one. Otherwise
/// records `function` for later searches and returns null.
LLVM::LLVMFuncOp Outliner::findEqual(LLVM::LLVMFuncOp function) {
  SmallVector<LLVM::LLVMFuncOp, 1> &candidates = functions[hashBody(function)];
  for (LLVM::LLVMFuncOp candidate : candidates)
    if (candidate.getFunctionType() == function.getFunctionType() &&
        candidate.getArgAttrsAttr() == function.getArgAttrsAttr() &&
        OperationEquivalence::isRegionEquivalentTo(
            &candidate.getBody(), &function.getBody(),
            OperationEquivalence::IgnoreLocations))
      return candidate;
  candidates.push_back(function);
  return nullptr;
}

/// Gives `function` the type of its body and calls it, or calls an earlier
/// function that does the same.
LLVM::CallOp Outliner::call(LLVM::LLVMFuncOp function, OpBuilder &builder,
                            ValueRange operands) {
  Location loc = function.getLoc();
  Block *last = &function.getBody().back();
  Type result = LLVM::LLVMVoidType::get(builder.getContext());
  if (last->getTerminator()->getNumOperands() != 0)
    result = last->getTerminator()->getOperand(0).getType();
  function.setFunctionType(LLVM::LLVMFunctionType::get(
      result, llvm::to_vector(function.getBody().front().getArgumentTypes())));
  addAliasAttributes(function, operands);
  if (LLVM::LLVMFuncOp equal = findEqual(function)) {
    function.erase();
    function = equal;
  } else {
    symbols.insert(function);
  }
  return LLVM::CallOp::create(builder, loc, function, operands);
}

/// Moves `op` to a new function and calls that.
void Outliner::outline(omp::ParallelOp op) {
  LLVM::LLVMFuncOp function =
      create(op->getParentOfType<LLVM::LLVMFuncOp>(), op.getLoc());
  OpBuilder caller(op);
  caller.setInsertionPointAfter(op);
  llvm::SetVector<Value> captures(llvm::from_range, op->getOperands());
  getUsedValuesDefinedAbove(op->getRegions(), captures);
  Block *entry = &function.getBody().front();
  op->moveBefore(entry, entry->end());
  SmallVector<Value> passed =
      passCaptures(function.getBody(), captures.getArrayRef());
  auto builder = OpBuilder::atBlockEnd(entry);
  LLVM::ReturnOp::create(builder, op.getLoc(), ValueRange());
  call(function, caller, passed);
}

/// Packs `values` into one value. Returns null if there are none.
static Value pack(OpBuilder &builder, Location loc, ValueRange values) {
  if (values.size() < 2)
    return values.empty() ? Value() : values.front();
  auto type = LLVM::LLVMStructType::getLiteral(
      builder.getContext(), llvm::to_vector(values.getTypes()));
  Value packed = LLVM::PoisonOp::create(builder, loc, type);
  for (auto [index, value] : llvm::enumerate(values))
    packed = LLVM::InsertValueOp::create(builder, loc, packed, value,
                                         static_cast<int64_t>(index));
  return packed;
}

/// Returns the `count` values that `pack` has packed into the result of `call`.
static SmallVector<Value> unpack(OpBuilder &builder, LLVM::CallOp call,
                                 size_t count) {
  if (count < 2)
    return llvm::to_vector_of<Value>(call.getResults());
  SmallVector<Value> values;
  for (size_t i = 0; i < count; ++i)
    values.push_back(LLVM::ExtractValueOp::create(
        builder, call.getLoc(), call.getResult(), static_cast<int64_t>(i)));
  return values;
}

/// Moves `loop` and the branch into it to a new function. Replaces them by a
/// call and a block whose arguments are the results of the loop.
void Outliner::outline(const Loop &loop) {
  LLVM::BrOp enter = loop.getEntry();
  Block *header = loop.blocks.front(), *exit = loop.getExit();
  Location loc = enter.getLoc();
  LLVM::LLVMFuncOp function =
      create(enter->getParentOfType<LLVM::LLVMFuncOp>(), loc);
  Region &body = function.getBody();
  Block *entry = &body.front(), *last = new Block(), *after = new Block();
  header->getParent()->getBlocks().insert(header->getIterator(), after);
  for (Type type : exit->getArgumentTypes()) {
    last->addArgument(type, loc);
    after->addArgument(type, loc);
  }
  auto caller = OpBuilder::atBlockEnd(after);
  LLVM::BrOp::create(caller, loc, after->getArguments(), exit);
  caller.setInsertionPointAfter(enter);

  llvm::SetVector<Value> captures = loop.getCaptures();
  SmallVector<Value> returned = loop.getResults();
  enter->moveBefore(entry, entry->end());
  for (Block *block : loop.blocks)
    block->moveBefore(&body, body.end());
  body.push_back(last);
  for (BlockOperand &use : llvm::make_early_inc_range(exit->getUses()))
    if (function->isAncestor(use.getOwner()))
      use.set(last);
  for (Value result : returned)
    result.replaceUsesWithIf(
        after->addArgument(result.getType(), loc),
        [&](OpOperand &use) { return !function->isAncestor(use.getOwner()); });
  SmallVector<Value> operands = passCaptures(body, captures.getArrayRef());
  returned.insert(returned.begin(), last->args_begin(), last->args_end());
  auto builder = OpBuilder::atBlockEnd(last);
  Value packed = pack(builder, loc, returned);
  LLVM::ReturnOp::create(builder, loc,
                         packed ? ValueRange(packed) : ValueRange());

  LLVM::CallOp made = call(function, caller, operands);
  LLVM::BrOp::create(caller, loc, unpack(caller, made, returned.size()), after);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
/// Finds the outermost loops of a function that have one entry and one exit.
class LoopFinder {
public:
  explicit LoopFinder(LLVM::LLVMFuncOp function) {
    for (Block &block : function.getBody())
      order.try_emplace(&block, order.size());
    DominanceInfo dominance(function);
    CFGLoopInfo loops(dominance.getDomTree(&function.getBody()));
    for (const CFGLoop *loop : loops)
      visit(*loop);
  }
  ArrayRef<Loop> getLoops() const { return found; }

private:
  void visit(const CFGLoop &loop);
  static void insertEntry(const Loop &loop);

  /// The position of each block in the function.
  DenseMap<Block *, size_t> order;
  SmallVector<Loop> found;
};
} // namespace

/// If nothing but one branch with a condition enters the loop, such as that
/// which leaves the loop before it, inserts a block between them.
void LoopFinder::insertEntry(const Loop &loop) {
  Block *header = loop.blocks.front();
  SmallVector<BlockOperand *> edges;
  for (BlockOperand &edge : header->getUses())
    if (!loop.blocks.contains(edge.getOwner()->getBlock()))
      edges.push_back(&edge);
  if (edges.size() != 1 || isa<LLVM::BrOp>(edges.front()->getOwner()))
    return;
  OpBuilder builder(header->getParentOp()->getContext());
  Block *entry = builder.createBlock(
      header, header->getArgumentTypes(),
      llvm::map_to_vector(header->getArguments(),
                          [](BlockArgument it) { return it.getLoc(); }));
  LLVM::BrOp::create(builder, edges.front()->getOwner()->getLoc(),
                     entry->getArguments(), header);
  edges.front()->set(entry);
}

void LoopFinder::visit(const CFGLoop &loop) {
  SmallVector<Block *> blocks = llvm::to_vector(loop.getBlocks());
  llvm::sort(blocks, [&](Block *a, Block *b) {
    return order.lookup(a) < order.lookup(b);
  });
  Loop candidate{{llvm::from_range, blocks}};
  bool isSimple = blocks.front() == loop.getHeader() && candidate.getExit();
  if (isSimple)
    insertEntry(candidate);
  if (isSimple && candidate.getEntry())
    found.push_back(std::move(candidate));
  else
    for (const CFGLoop *inner : loop.getSubLoops())
      visit(*inner);
}

void OutlineLoops::runOnOperation() {
  SmallVector<omp::ParallelOp> regions;
  SmallVector<LLVM::LLVMFuncOp> large;
  for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
    if (function.getBody().getBlocks().size() >= largeFunction)
      large.push_back(function);
    for (Operation &op : function.getBody().getOps())
      if (auto region = dyn_cast<omp::ParallelOp>(op))
        regions.push_back(region);
  }
  Outliner outliner(getOperation());
  for (omp::ParallelOp region : regions)
    outliner.outline(region);
  for (LLVM::LLVMFuncOp function : large) {
    LoopFinder finder(function);
    for (const Loop &loop : finder.getLoops())
      outliner.outline(loop);
    function.setNoInline(true);
    function.setOptimizeNone(true);
  }
}
