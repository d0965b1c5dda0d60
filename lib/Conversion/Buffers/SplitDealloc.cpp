//===- SplitDealloc.cpp - Buffers that are released on their own ----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/DeallocationPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {
#define GEN_PASS_DEF_SPLITDEALLOC
#include "fused/Conversion/DeallocationPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
class DeallocSplitter {
public:
  DeallocSplitter(bufferization::DeallocOp op, IRRewriter &rewriter,
                  const BufferViewFlowAnalysis &analysis)
      : op(op), rewriter(rewriter), analysis(analysis) {
    for (Value memref : op.getMemrefs())
      ++uses[memref];
    for (auto [index, retained] : llvm::enumerate(op.getRetained())) {
      ++uses[retained];
      places[retained] = index;
    }
  }

  /// False, and nothing is changed, if all belong together.
  bool split();

private:
  bool isAlone(Value memref) const;
  void finish();

  bufferization::DeallocOp op;
  IRRewriter &rewriter;
  const BufferViewFlowAnalysis &analysis;
  /// How often the operation names a value.
  DenseMap<Value, unsigned> uses;
  /// The indices of retained values.
  DenseMap<Value, unsigned> places;
  SmallVector<Value> memrefs, conditions;
  /// The results that are known.
  DenseMap<unsigned, Value> owned;
};

struct SplitDealloc : public fused::impl::SplitDeallocBase<SplitDealloc> {
  void runOnOperation() override;
};
} // namespace

/// True if `memref` is allocated where it is defined, and no other value of the
/// operation may be the same buffer. Everything that is this buffer comes from
/// `memref`, and this is little. So nothing is compared with all others.
bool DeallocSplitter::isAlone(Value memref) const {
  Operation *definition = memref.getDefiningOp();
  if (!definition || !hasEffect<MemoryEffects::Allocate>(definition, memref))
    return false;
  return llvm::all_of(analysis.resolve(memref), [&](Value alias) {
    unsigned allowed = alias == memref ? 1 + places.contains(memref) : 0;
    return uses.lookup(alias) <= allowed;
  });
}

bool DeallocSplitter::split() {
  rewriter.setInsertionPoint(op);
  for (auto [memref, condition] :
       llvm::zip_equal(op.getMemrefs(), op.getConditions())) {
    auto place = places.find(memref);
    if (!isAlone(memref)) {
      memrefs.push_back(memref);
      conditions.push_back(condition);
    } else if (place != places.end()) {
      owned[place->second] = condition;
    } else {
      bufferization::DeallocOp::create(rewriter, op.getLoc(), memref, condition,
                                       /*retained=*/ValueRange());
    }
  }
  if (memrefs.size() == op.getMemrefs().size())
    return false;
  finish();
  return true;
}

/// Replaces the operation by one of what is left.
void DeallocSplitter::finish() {
  SmallVector<Value> retained, results(op.getRetained().size());
  for (auto [index, value] : llvm::enumerate(op.getRetained()))
    if (!owned.contains(index) && !memrefs.empty())
      retained.push_back(value);
  ValueRange rest;
  if (!memrefs.empty())
    rest = bufferization::DeallocOp::create(rewriter, op.getLoc(), memrefs,
                                            conditions, retained)
               .getUpdatedConditions();
  Value no;
  for (auto [index, result] : llvm::enumerate(results)) {
    result = owned.lookup(index);
    if (result)
      continue;
    if (memrefs.empty()) {
      if (!no)
        no = arith::ConstantIntOp::create(rewriter, op.getLoc(), 0, 1);
      result = no;
    } else {
      result = rest.front();
      rest = rest.drop_front();
    }
  }
  rewriter.replaceOp(op, results);
}

void SplitDealloc::runOnOperation() {
  SmallVector<bufferization::DeallocOp> ops;
  getOperation()->walk([&](bufferization::DeallocOp op) {
    if (op.getMemrefs().size() + op.getRetained().size() > 1)
      ops.push_back(op);
  });
  if (ops.empty())
    return markAllAnalysesPreserved();
  BufferViewFlowAnalysis analysis(getOperation());
  IRRewriter rewriter(&getContext());
  bool hasChanged = false;
  for (bufferization::DeallocOp op : ops)
    hasChanged |= DeallocSplitter(op, rewriter, analysis).split();
  if (!hasChanged)
    markAllAnalysesPreserved();
}
