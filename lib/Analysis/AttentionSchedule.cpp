//===- AttentionSchedule.cpp - How a device shares attention --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/AttentionSchedule.h"

#include <functional>
#include <numeric>

using namespace mlir;
using namespace fused;

/// Parts of K and V that a block has at a time, if there is room.
static constexpr int64_t kMaxStages = 6;

/// True if what a map indexes depends on the query and on the key.
static bool dependsOnScore(AffineMap map) {
  return map.isFunctionOfDim(map.getNumDims() - 1) &&
         map.isFunctionOfDim(map.getNumDims() - 2);
}

AttentionSchedule::AttentionSchedule(AttentionOp op, bool asLarge) {
  if (asLarge)
    multiprocessors = 3;
  ArrayRef<int64_t> shape = op.getBatchShape();
  batch = std::accumulate(shape.begin(), shape.end(), int64_t(1),
                          std::multiplies<int64_t>());
  AttentionOp::Sizes sizes = op.getSizes();
  queries = sizes.queries;
  keys = sizes.keys;
  depth = sizes.depth;
  width = sizes.width;
  consumers = queries <= kRows ? 1 : 2;
  // A thread has half as many numbers of the scores, and of the output. Where
  // both are few, two blocks share a multiprocessor, so that one multiplies
  // while the other one computes. Addresses of matrices take registers, too.
  int64_t columns = std::max(depth, width);
  bool isNarrow = columns <= 64 && getTiles() > multiprocessors;
  for (size_t i = 0; i < op.getExtras().size(); ++i)
    isNarrow &= !dependsOnScore(op.getMapOfExtra(i));
  stepKeys = keys <= kColumns || isNarrow || columns > 128 ? 64 : 128;
  blocksAtATime = isNarrow ? 2 : 1;
  masked = findMaskedKeys(op);
  // Each block has a kilobyte beside its own memory.
  int64_t room = hopper::kSharedBytes / blocksAtATime - 1024;
  for (stages = kMaxStages; stages > 2; --stages)
    if (getSharedBytes() <= room)
      break;
}

int64_t AttentionSchedule::getSharedBytes() const {
  // Two for the tile of Q, two for each stage, and one for each consumer, which
  // also has four words.
  int64_t barriers = 2 + 2 * stages + consumers;
  return getQueryBytes() + stages * getStageBytes() +
         consumers * (getBufferBytes() + 16) + 8 * barriers;
}
