//===- ProductKernel.h - The kernel of a product ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_PRODUCTKERNEL_H
#define FUSED_LIB_KERNELS_PRODUCTKERNEL_H

#include "DeviceBuilder.h"
#include "fused/Analysis/ProductSchedule.h"

#include "mlir/IR/IRMapping.h"

namespace fused {

/// What the kernel of a product gets: a tensor map for each matrix, and all
/// else as it is.
struct ProductArguments {
  mlir::Value a, b;
  /// Maps of A and B for their last tiles, or null if these copy as many lines.
  mlir::Value lastA, lastB;
  /// As many as the operation has; maps for matrices, and for each sum an
  /// array of partial ones, of which ProductSchedule has the number.
  llvm::SmallVector<mlir::Value> extras, outputs;
};

/// Writes the body of a kernel. One warp fills a ring with tiles of A and B,
/// which one or two warpgroups multiply; a warp for each of these loads further
/// matrices and stores results.
class ProductKernel {
public:
  ProductKernel(DeviceBuilder &builder, ProductOp op,
                const ProductSchedule &schedule,
                const ProductArguments &arguments);

  /// Writes all of it, up to the terminator.
  void emit();

private:
  using Value = mlir::Value;

  /// A place in a ring of workgroup memory, and the parity of the phase in
  /// which it is.
  struct Place {
    Value slot, parity;
  };
  /// The first row and column of a tile, and its number in the batch.
  struct Origin {
    Value row, column, batch;
  };

  // ProductKernel.cpp: what all warps know.
  void initBarriers();
  Place advance(Place place, int64_t size, int64_t distance = 1);
  Origin getOrigin(Value tile);
  /// Of what a consumer computes of a tile.
  Origin getOrigin(Value consumer, Value tile);
  Value getBarrier(Value first, Value slot);
  /// The steps along K of this block.
  std::pair<Value, Value> getSteps();
  /// The tiles of a consumer: the first one, and how far the next one is.
  Value getFirstTile(Value consumer);
  Value getTileStep();
  /// The first of the barriers, or squares, of a consumer.
  Value ofConsumer(Value all, Value consumer, int64_t bytes);
  /// The address of a square of a consumer.
  Value getBuffer(Value consumer, Value slot);

  // ProductCopies.cpp: the warps that copy.
  void fillRing();
  ProductSchedule::Lines getCopiedRows();
  ProductSchedule::Lines getCopiedColumns();
  Value isInLastRows(Origin origin);
  Value isInLastColumns(Origin origin);
  Value getCopiedBytes(Origin origin);
  void loadA(Origin origin, Value depth, Value address, Value barrier);
  void loadB(Origin origin, Value depth, Value address, Value barrier);
  void moveSquares(Value consumer);
  Origin getSquareOrigin(Value consumer, Value tile, Value square);
  /// The tile and the square that a buffer is for.
  struct Next {
    Value tile, square;
  };
  Next refill(Value consumer, Value buffer, Next next);
  void forEachPanel(Value matrix, Value address, Value column,
                    llvm::function_ref<void(Value, Value)> visit);

  // ProductTile.cpp: the warpgroups that multiply.
  void computeTiles(Value consumer);
  llvm::SmallVector<Value> multiplyTile(Value consumer, Place &place);
  void release(Value slot);
  Value getPartAddress(Value block);
  void givePart(llvm::ArrayRef<Value> products);
  llvm::SmallVector<Value> addParts(llvm::ArrayRef<Value> products);
  void joinParts(Value consumer, Value tile, llvm::ArrayRef<Value> products,
                 Place place);

  // ProductRegion.cpp: the region of a tile's elements, and sums of these.
  Place storeTile(Value consumer, Value tile, llvm::ArrayRef<Value> products,
                  Place place);
  /// A row or a column: its number, the elements of vectors there, and whether
  /// it is inside of the matrix.
  struct Line {
    Value index;
    mlir::IRMapping vectors;
    Value isInside;
  };
  Line getLine(bool isRow, Value batch, Value index);
  /// Sums over what a thread has of a square: over its rows, one for each of
  /// its 16 columns, or over its columns, one for each of its 2 rows.
  using Sums = llvm::SmallVector<Value, 16>;
  void storeSquare(Value chunk, Value product, int64_t firstColumn,
                   llvm::ArrayRef<Line> rows, llvm::ArrayRef<Line> columns,
                   llvm::ArrayRef<Sums *> sums);
  void addTo(Value &sum, Value element, const Line &line);
  void store(Value element, Value partial, Value part, Value batch,
             Value index);
  void storeSumsOfRows(Sums sums, Value partial, Value part, Value batch,
                       Value column);
  void storeSumsOfColumns(const Sums &sums, Value partial,
                          llvm::ArrayRef<Line> rows, Value tile, Value batch);
  llvm::SmallVector<Value> computeElement(Value accumulator,
                                          llvm::ArrayRef<Value> matrices,
                                          const mlir::IRMapping &row,
                                          const mlir::IRMapping &column);
  mlir::IRMapping loadVectors(bool ofRow, Value batch, Value index);

  DeviceBuilder &builder;
  ProductOp op;
  const ProductSchedule &schedule;
  const ProductArguments &arguments;
  SquarePlaces places;
  /// Numbers of the thread, its lane in a warp, the block among those that
  /// share B, and the part of K.
  Value thread, lane, rank, part;
  /// The first tile of the cluster, and how many work at a time.
  Value cluster, numClusters;
  /// Addresses of workgroup memory. Barriers of the ring: filled, and empty
  /// again; of squares: ready to be written, and written; and of turns.
  Value ring, parts, squares, filled, emptied, ready, written, turns;
  /// Constants, and what is the same for all elements.
  mlir::IRMapping common;
};

} // namespace fused

#endif // FUSED_LIB_KERNELS_PRODUCTKERNEL_H
