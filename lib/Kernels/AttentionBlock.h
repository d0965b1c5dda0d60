//===- AttentionBlock.h - A block of kernels of attention -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_ATTENTIONBLOCK_H
#define FUSED_LIB_KERNELS_ATTENTIONBLOCK_H

#include "DeviceBuilder.h"
#include "fused/Analysis/AttentionSchedule.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"

namespace fused {

/// The launches of a kernel that leaves out masked columns. The first one tells
/// for each 64 rows whether these columns may matter: their weights are not
/// zero, or their vectors are not finite, as zero times infinity is NaN, or
/// have products that are not far below what masks them. If so, the second one
/// computes all rows with all columns; otherwise nothing.
struct AttentionLaunches {
  /// The number of the launch, 0 or 1, and the doubts of the first one.
  mlir::Value number, doubts;
};

/// What a block does in kernels of attention and of its gradients. One warp
/// copies a tile of rows, and fills a ring with parts of the columns, of two
/// matrices in turns. Each consumer, a warpgroup, goes through the columns with
/// 64 rows.
class AttentionBlock {
public:
  using Value = mlir::Value;

  virtual ~AttentionBlock() = default;

  /// Writes all of the kernel, up to the terminator.
  void emit();

protected:
  /// A tensor map, and the matrix in memory.
  struct Matrix {
    Value map, memory;
    int64_t getColumns() const {
      return llvm::cast<mlir::ShapedType>(memory.getType()).getShape().back();
    }
  };
  /// A place in the ring, and the parity of the phase in which it is.
  struct Place {
    Value slot, parity;
  };
  /// The number of a tile, its first row, and the number of its matrices in
  /// each dimension of the batch, as tensor maps have them and as the operation
  /// does.
  struct Origin {
    Value tile, row;
    llvm::SmallVector<Value> batch, inBatch;
  };
  /// Steps that rows go through.
  struct Steps {
    Value begin, end;
  };
  /// Where a consumer is: in the ring, and in the phases of its own barrier.
  struct Cursor {
    Place place;
    Value parity;
  };

  /// For a region with these operands.
  AttentionBlock(DeviceBuilder &builder, mlir::Operation *op,
                 mlir::ArrayAttr maps, llvm::ArrayRef<Value> extras,
                 const AttentionTiles &tiles, const AttentionLaunches &launches)
      : builder(builder), op(op), maps(maps), extras(extras), tiles(tiles),
        launches(launches) {}

  /// The matrices whose rows a tile has, and those whose parts fill the ring.
  virtual llvm::SmallVector<Matrix> getTileMatrices() = 0;
  virtual llvm::SmallVector<Matrix> getStreamedMatrices() = 0;
  /// What a consumer does with its rows. It calls releaseTile().
  virtual Cursor computeTile(Cursor cursor, const Origin &origin) = 0;

  // Barriers, and the ring.
  Value flip(Value parity);
  Place advance(Place place);
  Value getSlotAddress(Value slot);
  Value isLeader();
  void waitForFilled(Place place);
  void release(Value slot);
  /// Releases the stages of steps that are not read. One thread waits for
  /// each: others could come when the next one is there.
  Place skip(Place place, Value begin, Value end);
  void releaseTile();
  /// What all threads of the consumer have stored is there for copies and
  /// products. Returns the next parity.
  Value meet(Value parity);

  // Masked columns.
  /// The steps of the consumer's rows, and those of its whole tile.
  Steps getSteps(const Origin &origin);
  Steps getStepsOfTile(const Origin &origin);
  /// Begins with the consumer's doubts about a tile, and looks at its rows if
  /// products have to be bounded. Returns the parity of its barrier.
  Value beginDoubts(Value parity);
  /// If products have to be bounded, looks at those columns of the step, in
  /// stages from the cursor on, that are this consumer's: the consumers of a
  /// matrix share out all of them. Returns the parity of its barrier.
  Value checkStages(llvm::ArrayRef<Matrix> matrices, const Cursor &cursor,
                    Value step, const Origin &origin);
  /// True if the consumer has the row that sees all columns, and one of so many
  /// sums is an infinity or NaN: then a vector of the columns is.
  Value isAnyInfinite(Value sums, int64_t columns, const Origin &origin);
  /// Notes a doubt of any thread.
  void noteDoubt(Value isDoubtful);
  /// Tells the second launch, when all threads have met.
  void storeDoubts(const Origin &origin);

  // Products, which are not waited for.
  /// Of the consumer's rows at `a` in the tile, and the vectors of a stage.
  Value multiplyVectors(Value a, Value slot, int64_t depth);
  /// Adds those of the weights, and the vectors of a stage.
  Value addWeighted(Value sums, Value weights, Value slot, int64_t columns);
  Value getZeros(int64_t columns);
  void waitForProducts();

  // Elements, in the order of accumulators: of each 8 columns, a thread has two
  // neighbours, in two rows.
  static int64_t getRow(int64_t index) { return index / 2 % 2; }
  /// The first row of this thread.
  Value getFirstRow(const Origin &origin);
  /// The column of an element.
  Value getColumn(Value step, int64_t index);
  /// Loads the numbers of further operands that depend on the row alone, or on
  /// nothing, for a tile. Those of a step are loaded before its products are
  /// waited for.
  void loadRows(const Origin &origin);
  void loadColumns(Value step, const Origin &origin);
  /// Of operands whose numbers threads share: what this thread loads of a step,
  /// stores for the others, and reads when they have met.
  llvm::SmallVector<Value> loadShared(Value step, const Origin &origin);
  void storeShared(llvm::ArrayRef<Value> numbers, Value step);
  void readShared(Value step);
  /// What the region yields for the element `index` of each product.
  llvm::SmallVector<Value> computeRegion(mlir::ValueRange products,
                                         int64_t index, Value step,
                                         const Origin &origin);
  /// The same for an element whose place is a number in each dimension.
  llvm::SmallVector<Value> computeRegion(mlir::ValueRange products,
                                         llvm::ArrayRef<Value> point);
  /// `value`, or `otherwise` for what is behind the last column.
  Value selectColumn(Value column, Value value, Value otherwise);
  llvm::SmallVector<Value> getElements(Value sums, int64_t columns);
  /// Stores what this thread has of 64 rows in panels, in the type of `matrix`.
  void storeSquares(Value address, Value matrix,
                    llvm::ArrayRef<Value> elements);
  /// Copies rows of an output from workgroup memory.
  void copyRows(Value address, const Matrix &output, const Origin &origin);
  Value constant(double value);
  /// e to the power of a number, as exact as weights of 16 bits want it.
  Value power(Value exponent);
  Value toIndex(Value number);

  DeviceBuilder &builder;
  mlir::Operation *op;
  mlir::ArrayAttr maps;
  /// Further operands, as the kernel gets them.
  llvm::ArrayRef<Value> extras;
  const AttentionTiles &tiles;
  AttentionLaunches launches;
  /// Numbers of the thread and of its lane, of the consumer and of its warp.
  Value thread, lane, consumer, warp;
  /// Addresses of workgroup memory: the tile, the ring, and what the consumer
  /// has for its weights and then its results.
  Value tile, ring, buffer;
  /// Where the warps of the consumer tell each other something, and where its
  /// threads share numbers of further operands.
  Value flags, shared;

private:
  void initBarriers();
  Value isFirstLaunch();
  Value isNeeded(Value warpOfBlock);
  Value hasDoubts(Value warpOfBlock);
  Value isAnyLarge(Value begin, Value end);
  Value loadAny(Value address, int64_t warps);
  void share();
  Origin getOrigin(Value matrix, Value number);
  std::pair<Value, Value> getPair(Value number);
  /// Runs `body` for each tile of this block; it gets what is carried, and
  /// returns what the next one gets.
  void
  forEachTile(mlir::ValueRange initial,
              llvm::function_ref<llvm::SmallVector<Value>(const Origin &,
                                                          mlir::ValueRange)>
                  body);
  Value getLimit(Value row);
  Steps getSteps(Value row, int64_t rows);
  void copyTiles();
  void copyPanels(Value address, const Matrix &matrix, int64_t rows, Value row,
                  llvm::ArrayRef<Value> batch, Value barrier);
  llvm::SmallVector<Value> getPlace(const Matrix &matrix,
                                    llvm::ArrayRef<Value> batch);
  void prepareConstants();
  void computeTiles();
  llvm::SmallVector<Value> getPoint(int64_t index, Value step,
                                    const Origin &origin);
  llvm::SmallVector<Value>
  computeRegion(mlir::ValueRange products, llvm::ArrayRef<Value> point,
                llvm::function_ref<Value(unsigned)> getNumber);
  void load(bool ofColumns, int64_t numElements, Value step,
            const Origin &origin);
  llvm::SmallVector<Value> getIndices(unsigned extra,
                                      llvm::ArrayRef<Value> point);
  Value loadNumber(unsigned extra, llvm::ArrayRef<Value> point);
  Value loadPair(unsigned extra, int64_t index, Value step,
                 const Origin &origin);
  Value getSharedAddress(Value step, size_t number);
  Value getBarrier(Value first, Value number);

  /// Barriers: the tile is there, and read; stages are filled, and empty again;
  /// and of the consumer.
  Value tileFilled, tileEmptied, filled, emptied, met;
  /// The constants of the region.
  mlir::IRMapping common;
  /// What is loaded of each further operand: for one element of those that have
  /// the same.
  llvm::SmallVector<llvm::DenseMap<int64_t, Value>> loaded;
};

} // namespace fused

#endif // FUSED_LIB_KERNELS_ATTENTIONBLOCK_H
