//===- ProductSchedule.h - How a device shares a product --------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_PRODUCTSCHEDULE_H
#define FUSED_ANALYSIS_PRODUCTSCHEDULE_H

#include "fused/Analysis/Hopper.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Dialect/ProductOp.h"
#include "fused/Dialect/ProductTiling.h"
#include "llvm/Support/MathExtras.h"

namespace fused {

/// Where a buffer of workgroup memory has the squares of 64 x 64 elements of a
/// product's matrices, in bytes from its beginning. A result takes the place of
/// a further operand whose elements have as many bits: a thread reads there
/// what it computes the same elements of.
struct SquarePlaces {
  SquarePlaces(llvm::ArrayRef<mlir::Value> operands,
               llvm::ArrayRef<mlir::Value> results);

  /// Of each further operand and output that is a matrix.
  llvm::SmallVector<int64_t> extras, outputs;
  int64_t bytes = 0;
};

/// How the multiprocessors of a device share a product, and the warpgroups of
/// a block a tile of its result. docs/Products.md has a picture.
struct ProductSchedule {
  /// The rows that one instruction multiplies, and the elements of K and of a
  /// row of workgroup memory (128 bytes).
  static constexpr int64_t kRows = 64, kDepth = 64;
  /// With fewer, blocks wait for each copy.
  static constexpr int64_t kMinStages = 3;
  /// Bytes of a row of workgroup memory, and of a square of 64 x 64 elements of
  /// 16 bits.
  static constexpr int64_t kRowBytes = 2 * kDepth;
  static constexpr int64_t kSquareBytes = kRows * kRowBytes;

  /// Of the squares of a matrix: bytes, and columns of the panels of which they
  /// consist, one behind the other. Rows of panels have up to kRowBytes.
  static int64_t getSquareBytes(mlir::Value matrix);
  static int64_t getPanelColumns(mlir::Value matrix);

  /// With as many stages as there is room for beside buffers of so many bytes.
  ProductSchedule(MatmulSizes sizes, int64_t bufferBytes,
                  const ProductTiling &tiling);

  int64_t batch, m, n, k;
  /// What a warpgroup computes of a tile: groups of 64 rows, and columns.
  int64_t groups, columns;
  /// The warpgroups of a block that multiply. They take turns, each with a tile
  /// of its own, or share the rows of a tile.
  int64_t consumers;
  bool takesTurns;
  /// Parts of K in the ring, and neighbouring blocks that share a tile of B, or
  /// a tile of the result.
  int64_t stages, cluster, split;
  /// Squares of results and further operands that a consumer has room for, and
  /// what each of them takes. One that is large has to be enough.
  int64_t buffers = 2, bufferBytes;
  int64_t multiprocessors = hopper::kMultiprocessors;

  int64_t getTileRows() const {
    return kRows * groups * (takesTurns ? 1 : consumers);
  }
  int64_t getRowTiles() const;
  int64_t getColumnTiles() const;
  /// Blocks that can access each other's memory.
  int64_t getClusterSize() const { return cluster * split; }
  /// How many clusters work at a time.
  int64_t getMaxClusters() const;
  /// Tiles of a cluster, and clusters that are launched. If K is split, each
  /// has one tile.
  int64_t getTilesOfMatrix() const { return getRowTiles() * getColumnTiles(); }
  int64_t getTiles() const { return batch * getTilesOfMatrix(); }
  int64_t getClusters() const;
  int64_t getThreads() const { return 128 * (consumers + 1); }
  /// Parts of K, the last of which may be smaller.
  int64_t getSteps() const;
  /// How many lines a tile copies, and the last tile of the matrix.
  struct Lines {
    int64_t ofTile, ofLast;
    bool areEqual() const { return ofTile == ofLast; }
  };
  /// The rows of A, and the columns of B, that blocks copy. Those one behind
  /// the other in memory end with the matrix: the device takes longer to make
  /// zeros of others than to copy as many.
  Lines getCopiedRows(bool transposedA) const;
  Lines getCopiedColumns(bool transposedB) const;
  /// Squares of the result in the tile of a consumer.
  int64_t getSquares() const { return groups * columns / kDepth; }

  // Workgroup memory in bytes: the ring, what the other blocks have of a tile,
  // the squares of the result, and the barriers.
  int64_t getBytesOfA() const { return getTileRows() * kDepth * 2; }
  int64_t getBytesOfB() const { return columns * kDepth * 2; }
  int64_t getStageBytes() const { return getBytesOfA() + getBytesOfB(); }
  int64_t getTileBytes() const { return groups * kRows * columns * 4; }
  int64_t getPartsBytes() const { return (split - 1) * getTileBytes(); }
  int64_t getResultBytes() const { return consumers * buffers * bufferBytes; }
  int64_t getSharedBytes() const;
  /// True if a block has room for a ring, and a part of K.
  bool isPossible() const {
    return stages >= 2 && (split == 1 || getSteps() >= split);
  }
  /// False if clusters that have parts of K are more than work at a time.
  bool isUseful() const { return split == 1 || getTiles() <= getMaxClusters(); }

  /// The rows of which a warp computes one partial sum, and how many of these
  /// each column has. Each row has one for each tile.
  int64_t getRowsOfPart() const { return kRows * groups / 4; }
  int64_t getParts() const {
    return llvm::divideCeil(m, getTileRows()) * getTileRows() / getRowsOfPart();
  }
  /// How many partial sums an output consists of, and how many elements it has,
  /// those of a batch one behind the other.
  std::array<int64_t, 2> getShapeOfParts(bool isSumOfColumns) const {
    if (isSumOfColumns)
      return {getColumnTiles(), batch * m};
    return {getParts(), batch * n};
  }
};

/// Chooses the schedule of a product that has a kernel: the one with its
/// tiling, or the one with the least estimate. For tests, shares out a small
/// product as a large one `asLarge`, on few multiprocessors.
ProductSchedule chooseSchedule(ProductOp op, bool asLarge);

/// All tilings among which tuning chooses.
llvm::ArrayRef<ProductTiling> getTilings();

/// The tilings that may be the fastest for a product, which tuning measures.
llvm::SmallVector<ProductTiling> getTilingsToMeasure(MatmulSizes sizes);

} // namespace fused

#endif // FUSED_ANALYSIS_PRODUCTSCHEDULE_H
