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
#include "fused/Dialect/ProductOp.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

namespace fused {

/// Columns whose weights are zero because queries do not see keys.
struct MaskedColumns {
  /// The query i sees the keys up to i + distance, which is not negative.
  int64_t distance;
  /// Otherwise rows are keys.
  bool rowsAreQueries;
  /// The weights are zero only if all elements of the matrices are within
  /// AttentionTiles::getElementBound().
  bool needsBounds;
  /// Of attention, the largest score of such keys: their weights are zero
  /// unless the largest score of a row is about as low. Of gradients, the
  /// region gives the weights: zero or not for all such keys of a query.
  double score = 0;
};

/// The keys that the region of `op` masks by comparing numbers of queries and
/// keys; nothing if it does not.
std::optional<MaskedColumns> findMaskedColumns(AttentionOp op);
std::optional<MaskedColumns> findMaskedColumns(AttentionGradientOp op);

/// How the multiprocessors of a device share the rows of two products in a
/// batch, of which a block has a tile at a time. It goes through the columns in
/// steps.
struct AttentionTiles {
  /// The rows that one instruction multiplies, and the columns of 16 bits of a
  /// panel of workgroup memory, whose rows have 128 bytes.
  static constexpr int64_t kRows = 64, kColumns = 64, kRowBytes = 128;

  llvm::SmallVector<int64_t> batchShape;
  int64_t rows, columns;
  /// The lengths of the vectors that the first product multiplies, and of those
  /// of V; of A and B, and of C and D.
  int64_t depth, width;
  /// The type of the matrices.
  mlir::Type element;
  /// The warpgroups of a block that multiply, each with 64 rows.
  int64_t consumers;
  /// The columns of a step.
  int64_t stepColumns;
  /// Workgroup memory in bytes: a tile of rows, a stage for a part of the
  /// columns, and what a consumer has for its weights and then its results.
  int64_t tileBytes, stageBytes, bufferBytes;
  /// The further operands of f32, with a number for each column, that threads
  /// of a consumer share.
  llvm::SmallVector<unsigned> sharedExtras;
  /// The stages that there is room for.
  int64_t stages;
  int64_t multiprocessors = hopper::kMultiprocessors;
  /// The blocks that a multiprocessor has at a time.
  int64_t blocksAtATime = 1;
  /// Columns that a tile leaves out where none of its rows sees them.
  std::optional<MaskedColumns> masked;

  /// Numbers of this type that are not larger are what is expected: products of
  /// them are far below the numbers that mask scores.
  static double getElementBound(mlir::Type element) {
    return element.isF16() ? 65504 : 0x1p40;
  }
  static int64_t getPanels(int64_t columns) {
    return llvm::divideCeil(columns, kColumns);
  }
  /// The workgroup memory of 64 rows of an output.
  static int64_t getResultBytes(mlir::Value output);
  /// The columns of an output that instructions compute.
  static int64_t getOutputColumns(int64_t width) {
    return llvm::alignTo(width, 8);
  }
  /// True if tensor maps have one dimension for the whole batch, because they
  /// cannot have as many.
  bool collapsesBatch() const {
    return int64_t(batchShape.size()) > TensorMapOp::kMaxBatchDims;
  }
  int64_t getTileRows() const { return kRows * consumers; }
  int64_t getTilesOfMatrix() const {
    return llvm::divideCeil(rows, getTileRows());
  }
  int64_t getTiles() const;
  /// If columns are left out, a block has two tiles of a matrix, one behind the
  /// other: as many from the last row on as the other one from the first. So
  /// all pairs take about as long. Pairs that are left when all blocks have as
  /// many are shared out among two blocks each, if there are enough.
  int64_t getPairsOfMatrix() const {
    return llvm::divideCeil(getTilesOfMatrix(), 2);
  }
  int64_t getPairs() const {
    return getTiles() / getTilesOfMatrix() * getPairsOfMatrix();
  }
  int64_t getPairsLeft() const { return getPairs() % getBlocks(); }
  bool sharesPairsLeft() const { return 2 * getPairsLeft() <= getBlocks(); }
  int64_t getSteps() const { return llvm::divideCeil(columns, stepColumns); }
  /// The products of 64 rows of all tiles: one for each consumer.
  int64_t getParts() const { return getTiles() * consumers; }
  int64_t getBlocks() const {
    return std::min(getTiles(), multiprocessors * blocksAtATime);
  }
  int64_t getThreads() const { return 128 * (consumers + 1); }
  /// The bytes of such numbers that a consumer has, of two steps.
  int64_t getSharedExtraBytes() const {
    return 2 * int64_t(sharedExtras.size()) * stepColumns * 4;
  }
  int64_t getSharedBytes() const;
  /// Where in this memory each warp of the block has a word, at the end.
  int64_t getWordsOfWarps() const {
    return getSharedBytes() - getThreads() / 32 * 4;
  }

protected:
  /// For tests, shares out few rows as many `asLarge`, on few multiprocessors.
  AttentionTiles(llvm::ArrayRef<int64_t> batchShape, mlir::Type element,
                 int64_t rows, int64_t columns, int64_t depth, int64_t width,
                 bool asLarge);

  /// As many consumers and stages as there is room for, where a tile has so
  /// many panels of each row.
  void fit(int64_t tilePanels);
  /// Leaves out `columns` if that saves more time than a second launch takes,
  /// where each element takes so many floating-point operations.
  void leaveOut(std::optional<MaskedColumns> columns, int64_t operations,
                bool asLarge);
};

/// Of attention, whose rows are queries and whose columns are keys.
struct AttentionSchedule : AttentionTiles {
  AttentionSchedule(AttentionOp op, bool asLarge);
};

/// Of gradients of attention.
struct AttentionGradientSchedule : AttentionTiles {
  AttentionGradientSchedule(AttentionGradientOp op, bool asLarge);

  /// The bytes of a consumer's weights for an output.
  int64_t getWeightBytes() const {
    return getPanels(stepColumns) * kRows * kRowBytes;
  }
};

} // namespace fused

#endif // FUSED_ANALYSIS_ATTENTIONSCHEDULE_H
