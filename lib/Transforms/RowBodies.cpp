//===- RowBodies.cpp - Bodies of operations on rows ----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Transforms/RowBodies.h"

#include "fused/Analysis/Combiner.h"
#include "fused/Dialect/RowOps.h"

using namespace mlir;
using namespace fused;

SmallVector<Value> fused::cloneIntoRows(OpBuilder &builder,
                                        linalg::GenericOp op,
                                        ArrayRef<unsigned> loops,
                                        IRMapping &mapping) {
  SmallVector<Combiner> combiners;
  if (op.getNumReductionLoops() != 0)
    for (unsigned output = 0; output < op.getNumDpsInits(); ++output)
      combiners.push_back(*findCombiner(op, output));
  for (Operation &inside : op.getBody()->without_terminator()) {
    Location loc = inside.getLoc();
    const auto *combiner =
        llvm::find_if(combiners, [&](const Combiner &combiner) {
          return combiner.op == &inside;
        });
    if (auto index = dyn_cast<linalg::IndexOp>(inside)) {
      Value copy = IndexOp::create(builder, loc, loops[index.getDim()]);
      mapping.map(index.getResult(), copy);
    } else if (combiner == combiners.end()) {
      builder.clone(inside, mapping);
    } else {
      Value init = op.getRegionOutputArgs()[combiner - combiners.begin()];
      Value reduced = ReduceOp::create(builder, loc, combiner->kind,
                                       mapping.lookupOrDefault(combiner->term),
                                       mapping.lookup(init));
      mapping.map(inside.getResult(0), reduced);
    }
  }
  return llvm::map_to_vector(
      op.getBody()->getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}
