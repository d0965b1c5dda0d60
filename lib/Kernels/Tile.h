//===- Tile.h - What one thread computes of an operation --------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_TILE_H
#define FUSED_LIB_KERNELS_TILE_H

#include "OperandAccess.h"
#include "RowDivision.h"

#include "fused/Analysis/PointOp.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"

#include <functional>

namespace fused {

/// What the points of a row share.
struct SharedValues {
  mlir::IRMapping values;
  /// Of divisors in the body.
  llvm::DenseMap<mlir::Value, Reciprocal> reciprocals;
};

/// The points that one thread computes together, as chunks of neighbours, and
/// the body at these points. A value is computed where the builder is when it
/// is first asked for.
class Tile {
public:
  using Values = llvm::SmallVector<mlir::Value>;
  /// Loads an operand for the neighbours of a chunk.
  using Loader =
      std::function<Values(const Tile &, mlir::OpOperand &, int64_t chunk)>;

  /// Chunks have `width` neighbours along the inner loop of `access`.
  Tile(mlir::OpBuilder &builder, PointOp op, OperandAccess &access,
       int64_t width)
      : builder(&builder), op(op), access(&access), width(width) {}

  /// Adds the chunk that begins at the point `first`. `isInside` tells of each
  /// neighbour, or of all, whether it is a point; missing if all are.
  void addChunk(llvm::ArrayRef<mlir::Value> first, Values isInside = {});

  /// Adds a chunk of `width` points, wherever they are.
  void addPoints(llvm::SmallVector<Values> points);

  void setShared(const SharedValues &values) { shared = &values; }
  void setLoader(Loader function) { loader = std::move(function); }

  int64_t getNumChunks() const { return int64_t(chunks.size()); }
  int64_t getWidth() const { return width; }

  /// The first point of a chunk.
  llvm::ArrayRef<mlir::Value> getFirst(int64_t chunk) const {
    return chunks[chunk].points.front();
  }

  /// False where there is no such point; null if there always is.
  mlir::Value getIsInside(int64_t chunk, int64_t lane) const;

  /// The value of the body at a point.
  mlir::Value get(mlir::Value value, int64_t chunk, int64_t lane);

  /// The values that an operation of the body uses at a point.
  mlir::IRMapping getUsed(mlir::Operation *inside, int64_t chunk, int64_t lane);

  /// Gives a value of the body what it is in a chunk.
  void set(mlir::Value key, int64_t chunk, llvm::ArrayRef<mlir::Value> values);

  /// Loads the operands of those arguments that the body uses. Other values
  /// have been given.
  void load(mlir::ValueRange values);

  /// Computes all of the body at a point, with the failures that it reports,
  /// and returns what it yields.
  Values compute(int64_t chunk, int64_t lane);

private:
  struct Chunk {
    /// One point for each neighbour, or that of the first.
    llvm::SmallVector<Values> points;
    Values isInside;
    /// What has been computed for each neighbour.
    llvm::SmallVector<mlir::IRMapping> known;
  };

  mlir::Value createPosition(unsigned loop, const Chunk &chunk, int64_t lane);
  void clone(mlir::Operation *inside, const Chunk &chunk, int64_t lane,
             mlir::IRMapping &mapping, bool reports);

  mlir::OpBuilder *builder;
  PointOp op;
  OperandAccess *access;
  int64_t width;
  const SharedValues *shared = nullptr;
  Loader loader;
  llvm::SmallVector<Chunk> chunks;
};

/// True if `inside` or its regions may report a failure.
bool mayReport(mlir::Operation *inside);

/// Clones what `inside` computes, without what it reports.
mlir::Operation *cloneWithoutReports(mlir::OpBuilder &builder,
                                     mlir::Operation *inside,
                                     mlir::IRMapping &mapping);

} // namespace fused

#endif // FUSED_LIB_KERNELS_TILE_H
