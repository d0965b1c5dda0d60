//===- AttentionSchedule.h - How a device shares attention ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_ATTENTIONSCHEDULE_H
#define FUSED_ANALYSIS_ATTENTIONSCHEDULE_H

#include "fused/Analysis/Hopper.h"
#include "fused/Dialect/AttentionOp.h"

#include "llvm/Support/MathExtras.h"

#include <optional>

namespace fused {

/// Keys behind a query that do not take part in its softmax: their score is a
/// number so low that their weight is zero, unless all scores are as low.
struct MaskedKeys {
  /// The query i sees the keys up to i + distance, which is not negative.
  int64_t distance;
  double score;
};

/// The keys that the region of `op` masks by comparing numbers of queries and
/// keys; nothing if it does not.
std::optional<MaskedKeys> findMaskedKeys(AttentionOp op);

/// How the multiprocessors of a device share the queries of an attention, of
/// which a block has a tile at a time, and goes through the keys in steps.
struct AttentionSchedule {
  /// The rows that one instruction multiplies, and the columns of a panel of
  /// workgroup memory, whose rows have 128 bytes.
  static constexpr int64_t kRows = 64, kColumns = 64, kRowBytes = 128;

  /// For tests, shares out few queries as many `asLarge`, on few
  /// multiprocessors.
  AttentionSchedule(AttentionOp op, bool asLarge);

  int64_t batch, queries, keys, depth, width;
  /// The warpgroups of a block that multiply, each with 64 queries.
  int64_t consumers;
  /// The keys of a step.
  int64_t stepKeys;
  /// The keys that queries do not see, if there are.
  std::optional<MaskedKeys> masked;
  /// The parts of K and V that there is room for.
  int64_t stages;
  int64_t multiprocessors = hopper::kMultiprocessors;
  /// The blocks that a multiprocessor has at a time.
  int64_t blocksAtATime = 1;

  static int64_t getPanels(int64_t columns) {
    return llvm::divideCeil(columns, kColumns);
  }
  int64_t getTileRows() const { return kRows * consumers; }
  int64_t getTilesOfMatrix() const {
    return llvm::divideCeil(queries, getTileRows());
  }
  int64_t getTiles() const { return batch * getTilesOfMatrix(); }
  int64_t getSteps() const { return llvm::divideCeil(keys, stepKeys); }
  int64_t getBlocks() const {
    return std::min(getTiles(), multiprocessors * blocksAtATime);
  }
  int64_t getThreads() const { return 128 * (consumers + 1); }
  /// The columns of the output that an instruction computes.
  int64_t getColumns() const { return llvm::alignTo(width, 8); }

  // Workgroup memory in bytes: a tile of Q, a stage of K or V, what a consumer
  // has for its weights and then its results, and the barriers.
  int64_t getQueryBytes() const {
    return getTileRows() * getPanels(depth) * kRowBytes;
  }
  int64_t getKeyBytes() const {
    return stepKeys * getPanels(depth) * kRowBytes;
  }
  int64_t getValueBytes() const {
    return stepKeys * getPanels(width) * kRowBytes;
  }
  int64_t getStageBytes() const {
    return std::max(getKeyBytes(), getValueBytes());
  }
  int64_t getBufferBytes() const {
    return std::max(getPanels(stepKeys), getPanels(width)) * kRows * kRowBytes;
  }
  int64_t getSharedBytes() const;
};

} // namespace fused

#endif // FUSED_ANALYSIS_ATTENTIONSCHEDULE_H
