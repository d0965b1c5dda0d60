//===- AttentionSchedule.cpp - How a device shares attention --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/AttentionSchedule.h"

#include "fused/Analysis/ProductSchedule.h"
#include "mlir/IR/TypeUtilities.h"

#include <functional>
#include <numeric>

using namespace mlir;
using namespace fused;

/// Parts of the columns that a block has at a time, if there is room.
static constexpr int64_t kMaxStages = 6;

/// The floating-point operations of attention in the time that a launch takes
/// which computes nothing: about 3 microseconds, at 400 TFLOP/s.
static constexpr double kOperationsOfLaunch = 1.2e9;

/// Further operands whose numbers threads share; others are loaded by each.
static constexpr size_t kMaxSharedExtras = 8;

AttentionTiles::AttentionTiles(ArrayRef<int64_t> batchShape, Type element,
                               int64_t rows, int64_t columns, int64_t depth,
                               int64_t width, bool asLarge)
    : batchShape(batchShape), rows(rows), columns(columns), depth(depth),
      width(width), element(element), consumers(rows <= kRows ? 1 : 2) {
  if (asLarge)
    multiprocessors = 3;
}

int64_t AttentionTiles::getTiles() const {
  return std::accumulate(batchShape.begin(), batchShape.end(),
                         getTilesOfMatrix(), std::multiplies<int64_t>());
}

int64_t AttentionTiles::getSharedBytes() const {
  // Two barriers for the tile, two for each stage, and one for each consumer,
  // which also has four words; and a word for each warp.
  int64_t barriers = 2 + 2 * stages + consumers;
  return tileBytes + stages * stageBytes +
         consumers * (bufferBytes + 16 + getSharedExtraBytes()) + 8 * barriers +
         getThreads() / 32 * 4;
}

int64_t AttentionTiles::getResultBytes(Value output) {
  return getPanels(cast<ShapedType>(output.getType()).getShape().back()) *
         ProductSchedule::getSquareBytes(output);
}

void AttentionTiles::fit(int64_t tilePanels) {
  // Each block has a kilobyte beside its own memory.
  int64_t room = hopper::kSharedBytes / blocksAtATime - 1024;
  // There is no room for the rows of two consumers if vectors are long.
  for (;; consumers = 1) {
    tileBytes = getTileRows() * tilePanels * kRowBytes;
    for (stages = kMaxStages; stages > 1; --stages)
      if (getSharedBytes() <= room)
        return;
    assert(consumers > 1 && "vectors are longer than those that have a kernel");
  }
}

void AttentionTiles::leaveOut(std::optional<MaskedColumns> columns,
                              int64_t operations, bool asLarge) {
  // What is left out has to be part of an output somewhere: all columns are
  // seen by the last query, or by the first key.
  if (!columns ||
      (columns->rowsAreQueries && rows + columns->distance < this->columns))
    return;
  int64_t steps = 0;
  for (int64_t row = 0; row < rows; row += getTileRows())
    steps += columns->rowsAreQueries
                 ? getSteps() - std::min(getSteps(), (row + getTileRows() - 1 +
                                                      columns->distance) /
                                                             stepColumns +
                                                         1)
                 : std::min(getSteps(),
                            std::max<int64_t>(0, row - columns->distance) /
                                stepColumns);
  double saved = double(steps) * double(getTiles() / getTilesOfMatrix()) *
                 double(getTileRows() * stepColumns * operations);
  if (asLarge || saved > kOperationsOfLaunch)
    masked = columns;
}

/// True if what a map indexes depends on the row and on the column.
static bool dependsOnBoth(AffineMap map) {
  return map.isFunctionOfDim(map.getNumDims() - 1) &&
         map.isFunctionOfDim(map.getNumDims() - 2);
}

AttentionSchedule::AttentionSchedule(AttentionOp op, bool asLarge)
    : AttentionTiles(op.getBatchShape(), getElementTypeOrSelf(op.getQuery()),
                     op.getSizes().queries, op.getSizes().keys,
                     op.getSizes().depth, op.getSizes().width, asLarge) {
  // A thread has half as many numbers of the scores, and of the output. Where
  // both are few, two blocks share a multiprocessor, so that one multiplies
  // while the other one computes. Addresses of matrices take registers, too.
  int64_t longest = std::max(depth, width);
  bool isNarrow = longest <= 64 && getTiles() > multiprocessors;
  for (size_t i = 0; i < op.getExtras().size(); ++i)
    isNarrow &= !dependsOnBoth(op.getMapOfExtra(i));
  stepColumns = columns <= kColumns || isNarrow || longest > 128 ? 64 : 128;
  blocksAtATime = isNarrow ? 2 : 1;
  stageBytes = stepColumns * getPanels(longest) * kRowBytes;
  bufferBytes = std::max(getPanels(stepColumns) * kRows * kRowBytes,
                         getResultBytes(op.getOutput()));
  fit(getPanels(depth));
  leaveOut(findMaskedColumns(op), 2 * (depth + width), asLarge);
}

AttentionGradientSchedule::AttentionGradientSchedule(AttentionGradientOp op,
                                                     bool asLarge)
    : AttentionTiles(op.getBatchShape(), getElementTypeOrSelf(op.getA()),
                     op.getSizes().rows, op.getSizes().columns,
                     op.getSizes().depth, op.getSizes().width, asLarge) {
  // A thread has half as many numbers of two products, and of each output: too
  // many to have those of all columns, too.
  for (auto [index, extra] : llvm::enumerate(op.getExtras())) {
    AffineMap map = op.getMapOfExtra(index);
    if (isa<ShapedType>(extra.getType()) &&
        getElementTypeOrSelf(extra).isF32() &&
        map.isFunctionOfDim(op.getRank() - 1) && !dependsOnBoth(map) &&
        sharedExtras.size() < kMaxSharedExtras)
      sharedExtras.push_back(index);
  }
  stepColumns = 64;
  int64_t outputs = int64_t(op.getOutputs().size());
  int64_t resultBytes = 0;
  for (Value output : op.getOutputs())
    resultBytes += getResultBytes(output);
  stageBytes = stepColumns * getPanels(std::max(depth, width)) * kRowBytes;
  bufferBytes = std::max(outputs * getWeightBytes(), resultBytes);
  fit(getPanels(depth) + getPanels(width));
  leaveOut(findMaskedColumns(op),
           2 * (depth + width) + 2 * (outputs == 2 ? depth + width : depth),
           asLarge);
}
