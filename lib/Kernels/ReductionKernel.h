//===- ReductionKernel.h - Kernels that reduce ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_REDUCTIONKERNEL_H
#define FUSED_LIB_KERNELS_REDUCTIONKERNEL_H

#include "GroupReduction.h"
#include "Launch.h"
#include "Schedule.h"

#include "fused/Analysis/Combiner.h"

namespace fused {

/// Elements, or vectors of them, that a thread loads before it needs the first;
/// more if elements have 16 bits or less.
inline constexpr int64_t kUnroll = 4, kUnrollNarrow = 8;

/// Writes the kernels of one operation with reductions.
class ReductionEmitter {
public:
  /// `starts` are the numbers that outputs begin with; null for an output whose
  /// elements are read.
  ReductionEmitter(mlir::OpBuilder &builder, mlir::linalg::GenericOp op,
                   const Schedule &schedule,
                   llvm::ArrayRef<mlir::Value> starts);

  /// A block for some results, `schedule.threads` for each. Where that makes
  /// few blocks, and `maySplit`, several blocks for each, and a second kernel.
  void emitBlocks(bool maySplit);
  /// Few threads for each row. Where rows may be longer than `kShortRow`, as
  /// `emitBlocks` does.
  void emitShortRows();

private:
  using Values = llvm::SmallVector<mlir::Value>;

  /// The columns of a block, of results that neighbouring threads compute.
  struct Block {
    /// Neighbours of which each has a result of its own, and elements of a
    /// vector.
    int64_t lanes, width;
    /// True if vectors begin where memory is aligned, not where rows begin.
    bool shifts;
    /// True if some neighbours are no points.
    bool checked = false;
    /// The first result of the block, as a number, and how many there are.
    mlir::Value first;
    int64_t count;
    /// If vectors shift: the indices of the loops but the inner one.
    Values outer;
    /// The thread among those of a result, and its column.
    mlir::Value lane, column;
  };

  bool shiftsAlone();
  int64_t getColumns() const { return kBlockSize / schedule.threads; }
  int64_t countResults(int64_t lanes, bool shifts) const;
  int64_t getStride(int64_t lanes) const;
  mlir::Value countBlocks(int64_t lanes, bool shifts);
  mlir::Value countChunks();
  mlir::Value chooseChunkSize(mlir::Value chunks);
  void allocatePartials(mlir::Value chunks);
  void createShared(llvm::SmallVectorImpl<mlir::Type> &types);
  Block createBlock(int64_t width);
  void emitBlock(int64_t width, mlir::Value chunkSize);
  Values reduce(const Block &block, Values indices, mlir::Value isInside,
                mlir::Value lower, mlir::Value upper);
  Values reduceShifted(Block block, Values indices, mlir::Value isInside,
                       mlir::Value lower, mlir::Value upper);
  Values step(const Block &block, llvm::ArrayRef<mlir::Value> start,
              mlir::Value linear, mlir::ValueRange before);
  void joinColumns(const Block &block, mlir::Value shift,
                   llvm::ArrayRef<mlir::Value> values);
  llvm::SmallVector<Partial> createPartials(llvm::ArrayRef<mlir::Value> values,
                                            int64_t lanes);
  Values createResultIndices(const Block &block, mlir::Value number,
                             mlir::Value &isInside);
  void store(llvm::ArrayRef<mlir::Value> indices,
             llvm::ArrayRef<mlir::Value> values, int64_t lanes);
  void combinePartials();
  Values getBefore(mlir::OpOperand &output, llvm::ArrayRef<mlir::Value> indices,
                   int64_t lanes);
  mlir::Value combine(unsigned output, mlir::Value a, mlir::Value b);
  mlir::Type getPartialType(unsigned output);
  mlir::Value createNeutral(unsigned output);
  bool hasKnownSizes() const {
    return getConstantIntValue(numResults) && getConstantIntValue(numReduced);
  }

  mlir::Value add(mlir::Value a, mlir::Value b) {
    return builder.createOrFold<mlir::arith::AddIOp>(loc, a, b);
  }
  mlir::Value multiply(mlir::Value a, int64_t b) {
    return builder.createOrFold<mlir::arith::MulIOp>(
        loc, a, createIndex(builder, loc, b));
  }
  mlir::Value isLess(mlir::Value a, mlir::Value b) {
    return mlir::arith::CmpIOp::create(builder, loc,
                                       mlir::arith::CmpIPredicate::ult, a, b);
  }

  mlir::OpBuilder &builder;
  mlir::linalg::GenericOp op;
  mlir::Location loc;
  const Schedule &schedule;
  Values starts;
  Values sizes;
  OperandAccess access;
  /// Of each output.
  llvm::SmallVector<Combiner> combiners;
  mlir::Value numResults, numReduced;
  mlir::gpu::LaunchOp launch;
  /// Where the parts of a reduction in several blocks go; empty without.
  Values partials;
  /// The inputs are such parts, which the body narrows.
  bool joinsPartials = false;
};

} // namespace fused

#endif // FUSED_LIB_KERNELS_REDUCTIONKERNEL_H
