//===- RowTiles.h - The elements of a row, as one thread has them -*- C++ -*-=//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_ROWTILES_H
#define FUSED_LIB_KERNELS_ROWTILES_H

#include "RowBody.h"
#include "Schedule.h"
#include "Tile.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include <memory>

namespace fused {

class RowTiles;
/// The rows that a thread goes through together.
using RowsOfThread = llvm::SmallVector<std::unique_ptr<RowTiles>, 1>;

/// A row of a thread in a launch of `fused.rows`, in tiles. Threads have parts
/// of a tile. The position of an element is counted from the first vector on.
/// Rows that a thread goes through together have the same positions.
class RowTiles {
public:
  using Values = llvm::SmallVector<mlir::Value>;

  /// Finds row number `number` of those of this thread, after the `first` one,
  /// and begins to copy what a long row keeps. Vectors have `width` elements.
  RowTiles(mlir::OpBuilder &builder, RowsOp op, const Schedule &schedule,
           RowBody &body, OperandAccess &access, mlir::gpu::LaunchOp launch,
           const RowLayout &layout, int64_t width, unsigned number = 0,
           const RowTiles *first = nullptr);

  RowTiles(const RowTiles &) = delete;
  RowTiles &operator=(const RowTiles &) = delete;

  const RowLayout &getLayout() const { return layout; }
  /// The index of the thread among those that share the row.
  mlir::Value getThread() const { return thread; }
  /// False if there is no such row; then the indices are of another.
  mlir::Value getHasRow() const { return hasRow; }
  /// The indices of the first point of the row.
  llvm::ArrayRef<mlir::Value> getIndices() const { return rowIndices; }
  SharedValues &getShared() { return shared; }

  /// The tiles that stay in registers: all of a short row, and what is before
  /// and after the vectors of a long one.
  llvm::SmallVector<Tile, 2> create();

  /// Gets a tile of each row, and returns the values of the next iteration.
  using EmitTiles =
      llvm::function_ref<Values(llvm::MutableArrayRef<Tile>, mlir::ValueRange)>;

  /// Goes through the vectors of long rows at a stage: those that are kept, and
  /// those that are not.
  static Values emitLoop(RowsOfThread &rows, unsigned stage,
                         mlir::ValueRange initial, EmitTiles emit);

  /// Begins to copy what long rows keep.
  static void prefetch(RowsOfThread &rows);

  /// Gives a tile those of `leaves` that it has in common with the one of
  /// another row at the same positions.
  void shareCommon(Tile &tile, Tile &other, llvm::ArrayRef<mlir::Value> leaves);

private:
  /// A value of each point that a thread keeps in workgroup memory, so that a
  /// long row is read once: an input, or what is computed from it.
  struct KeptValue {
    mlir::Value value;
    mlir::Value array;
    bool isFilled = false;
  };

  mlir::Value findRow(mlir::gpu::LaunchOp launch);
  void findVectors();
  mlir::Value createStep(int64_t chunks);
  mlir::Value countVectors(mlir::Value last);
  mlir::Value createPosition(mlir::Value start, int64_t chunk);
  mlir::Value createPlace(mlir::Value start, int64_t chunk);
  Tile createEmptyTile(int64_t ofChunk);
  Tile createTile(mlir::Value start, int64_t chunks, bool isWhole);
  Tile createEdges();
  Values loadInTile(const Tile &tile, mlir::OpOperand &operand, int64_t chunk);
  void createKept();
  void findCopied();
  int64_t countGroupsAhead();
  static mlir::Value copyGroup(RowsOfThread &rows, mlir::Value first);
  void waitForGroups(mlir::Value last, int64_t ahead);
  Values getFilled();
  void loadKept(Tile &tile, mlir::Value start,
                llvm::ArrayRef<mlir::Value> values);
  void keep(Tile &tile, mlir::Value start, unsigned stage);
  static Values emitPart(RowsOfThread &rows, unsigned stage, mlir::Value first,
                         mlir::Value last, int64_t chunks, bool areKept,
                         mlir::ValueRange initial, EmitTiles emit);

  mlir::OpBuilder &builder;
  RowsOp op;
  mlir::Location loc;
  const Schedule &schedule;
  RowBody &body;
  OperandAccess &access;
  RowLayout layout;
  int64_t width;
  unsigned number;
  /// The thread in its block, and among those that share the row.
  mlir::Value inBlock, thread;
  mlir::Value length, hasRow;
  Values rowIndices;
  /// If vectors shift: how many elements are before the first one.
  mlir::Value lead;
  /// Where vectors end, and of a long row how many this thread has.
  mlir::Value end, numVectors;
  SharedValues shared;
  /// What the row keeps, of the first `numKept` vectors of each thread.
  llvm::SmallVector<KeptValue> kept;
  mlir::Value numKept;
  /// What is copied to there, and the last group of copies if nothing has
  /// waited for it.
  llvm::SmallVector<std::pair<mlir::OpOperand *, mlir::Value>> copied;
  mlir::Value copies;
};

} // namespace fused

#endif // FUSED_LIB_KERNELS_ROWTILES_H
