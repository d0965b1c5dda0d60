//===- Schedule.h - How threads share the work ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_SCHEDULE_H
#define FUSED_LIB_KERNELS_SCHEDULE_H

#include "OperandAccess.h"

namespace fused {

/// Threads in a block of most kernels, and those that exchange registers.
inline constexpr int64_t kBlockSize = 256, kWarp = 32;
/// Threads in a block that reads a long row several times: few blocks are then
/// at work, and what they read stays in the cache of the device.
inline constexpr int64_t kLargeBlock = 1024;
/// Elements of each array that a thread should have, and those that it may
/// have, in registers.
inline constexpr int64_t kElements = 16, kMaxElements = 32;

/// How the threads of a kernel share the work of an operation. The choice
/// depends on the types of its operands, their maps and its body.
struct Schedule {
  enum class Kind {
    /// Each thread computes neighbouring points.
    Points,
    /// A block computes a square of points. Inputs that lie across go through
    /// workgroup memory.
    Transposition,
    /// Neighbouring threads keep a row, or a part of it, in registers.
    Rows,
    /// Threads of one block or several share each reduced result.
    Reduction,
    /// One thread computes a result, whose points have an order.
    Sequence,
  };

  Kind kind = Kind::Points;
  /// The loops that count results, and those that are reduced or make a row.
  /// The last one counts fastest.
  llvm::SmallVector<unsigned> results, reduced;
  /// The loop along which vectors of `width` elements lie.
  unsigned inner = 0;
  int64_t width = 1;

  /// Of points: elements are counted as they lie in the first output, so that
  /// vectors may reach from one row into the next unless rows are whole.
  bool isLinear = false, rowsAreWhole = true;

  /// Of a transposition: the loop along which inputs lie, those inputs, and the
  /// side of a square.
  unsigned outer = 0;
  llvm::SmallVector<mlir::OpOperand *> transposed;
  int64_t side = 0;

  /// Of reductions and rows: vectors begin where memory is aligned, which is
  /// elsewhere in each row.
  bool shifts = false;
  /// Of rows: the inputs of which a row reads many elements, and the bytes of a
  /// point that several passes over a long row need, and of these the ones that
  /// all rows have in common.
  unsigned numMoving = 0;
  int64_t keptBytes = 0, keptInCommon = 0;
  /// Of rows: the bytes of a point that differ from row to row, and those that
  /// all rows read.
  int64_t ownBytes = 0, commonBytes = 0;
  /// Of rows: the device has clusters, and one thread can go through several
  /// rows together.
  bool hasClusters = false, rowsAreAlike = false;

  /// Of a reduction: the threads of a block that share a result.
  int64_t threads = 1;

  /// The same of `rows` rows that one thread goes through.
  int64_t getKeptBytes(int64_t rows) const {
    return rows * (keptBytes - keptInCommon) + (rows == 0 ? 0 : keptInCommon);
  }

  bool reducesInner() const {
    return !reduced.empty() && reduced.back() == inner;
  }
  /// Neighbours of which each has a result of its own.
  int64_t getLanes() const { return reducesInner() ? 1 : width; }
};

/// Chooses the schedule of an operation on memrefs. `hasClusters`: the blocks
/// of a cluster can write to each other's workgroup memory.
Schedule chooseSchedule(PointOp op, bool hasClusters = false);

/// The same for a reduction of what the blocks of another one give: little, and
/// in the cache, so that the threads of a device should share it.
Schedule chooseJoiningSchedule(PointOp op);

/// Lets vectors begin where memory is aligned if rows do not begin there, and
/// all that moves along the inner loop lies in memory in the same way.
void chooseShift(PointOp op, Schedule &schedule);

/// True if the inputs that move have elements of at most 16 bits.
bool readsNarrow(mlir::linalg::GenericOp op, OperandAccess &access);

/// True if the elements of `operand` lie in memory in the order of those of the
/// first output.
bool isLinear(mlir::linalg::GenericOp op, mlir::OpOperand &operand);

/// The sizes of the loops, created where the builder is.
llvm::SmallVector<mlir::Value> createSizes(mlir::OpBuilder &builder,
                                           PointOp op);

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Chooses the schedule of rows.
Schedule chooseRows(RowsOp op, bool hasClusters);

/// How threads share a row: each has `chunks` groups of neighbouring elements,
/// `threads` groups apart.
struct RowLayout {
  /// A power of two up to the size of a block, and its logarithm.
  mlir::Value threads, shift;
  int64_t chunks = 1;
  /// A row may be longer than that, and is gone through as often as it takes.
  bool loops = false;
  int64_t blockSize = kBlockSize;
  /// How many blocks, those of a cluster, share a long row, and how many rows
  /// they go through together, so that they read what all rows need once.
  int64_t cluster = 1, rows = 1;

  /// True if blocks share rows, or rows share a block all of whose threads go
  /// through each.
  bool isShared() const { return cluster != 1 || rows != 1; }
};

/// A layout, and when it is taken; null if always.
struct RowVariant {
  RowLayout layout;
  mlir::Value condition;
};

/// Rows of at most so many elements always fit into registers.
inline constexpr int64_t kShortRow = 1024;

/// The layouts for `numRows` rows of `length` elements: one, or two, of which
/// the first is to be taken where its condition holds. `areShort`: rows have
/// from 1 to `kShortRow` elements.
llvm::SmallVector<RowVariant>
chooseRowVariants(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value numRows, mlir::Value length,
                  const Schedule &schedule, bool areShort);

/// How many rows a block computes one of whose threads has one row.
mlir::Value createRowsPerBlock(mlir::OpBuilder &builder, mlir::Location loc,
                               const RowLayout &layout);

/// What a block keeps of each array of a long row is a multiple of so many
/// elements, so that each array begins where vectors may.
inline constexpr int64_t kKeptUnit = 16;

/// The elements that a block keeps of a row of `length`, in vectors of `width`:
/// those of the first block, which has the most.
mlir::Value createKeptElements(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::Value length, const RowLayout &layout,
                               int64_t width);

/// How many clusters compute `numRows` rows. The rows of a cluster are as far
/// apart as there are clusters, which begin where memory is equally aligned.
mlir::Value createNumClusters(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Value numRows, const RowLayout &layout,
                              const Schedule &schedule);

} // namespace fused

#endif // FUSED_LIB_KERNELS_SCHEDULE_H
