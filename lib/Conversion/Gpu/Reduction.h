//===- Reduction.h - Kernels that reduce ------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_GPU_REDUCTION_H
#define FUSED_LIB_CONVERSION_GPU_REDUCTION_H

#include "Element.h"
#include "fused/Analysis/Combiner.h"

namespace fused {

/// Writes the kernel of one operation with reductions.
class ReductionEmitter {
public:
  /// `starts` are the numbers that outputs begin with; null for an output whose
  /// elements are read.
  ReductionEmitter(mlir::OpBuilder &builder, mlir::linalg::GenericOp op,
                   llvm::ArrayRef<mlir::Value> starts);

  /// One thread for each result. For bodies of any form.
  void emitSequential();
  /// A block for some results, several threads for each. Where that makes few
  /// blocks, and `maySplit`, several blocks for each, and a second kernel.
  void emitParallel(bool maySplit);
  /// Few threads for each row. Where rows may be longer than `kShortRow`, as
  /// `emitParallel` does.
  void emitRowsOrParallel();
  /// True if every output is combined by an associative operation, and has one
  /// element for each result.
  bool hasCombiners() { return combines; }
  /// True if there are several results, each of what lies along memory.
  bool reducesRows() const { return reducesInner && !parallel.empty(); }

private:
  using Values = llvm::SmallVector<mlir::Value>;

  void chooseLayout();
  bool readsNarrow();
  mlir::Value countChunks();
  mlir::Value chooseChunkSize(mlir::Value chunks, int64_t width);
  void allocatePartials(mlir::Value chunks);
  Values reduce(int64_t width, mlir::Value isInside, mlir::Value lane,
                llvm::ArrayRef<mlir::Value> indices, mlir::Value lower,
                mlir::Value upper);
  Values step(mlir::OpBuilder &builder, int64_t width,
              llvm::ArrayRef<mlir::Value> start, mlir::Value linear,
              mlir::ValueRange before);
  Values emitTerms(mlir::OpBuilder &builder,
                   llvm::ArrayRef<mlir::Value> indices, int64_t lane,
                   llvm::ArrayRef<Values> inputs);
  void joinThreads(llvm::SmallVectorImpl<mlir::Value> &values, int64_t lanes,
                   mlir::Value thread, mlir::Value lane,
                   mlir::gpu::LaunchOp launch);
  void emitBlock(mlir::gpu::LaunchOp launch, int64_t width,
                 mlir::Value chunkSize);
  void finish(llvm::ArrayRef<mlir::Value> indices,
              llvm::ArrayRef<mlir::Value> values, int64_t lanes);
  void combinePartials();
  Values getBefore(mlir::OpOperand &output, llvm::ArrayRef<mlir::Value> indices,
                   int64_t lanes);
  bool isReduced(mlir::OpOperand &output);
  Values emitPoint(mlir::OpBuilder &builder, llvm::ArrayRef<mlir::Value> point,
                   mlir::ValueRange carried);
  mlir::Value combine(mlir::OpBuilder &builder, unsigned output, mlir::Value a,
                      mlir::Value b);
  mlir::Type getPartialType(unsigned output);

  /// Neighbours of which each has a result of its own.
  int64_t getLanes(int64_t width) const { return reducesInner ? 1 : width; }

  mlir::OpBuilder &builder;
  mlir::linalg::GenericOp op;
  mlir::Location loc;
  Values starts;
  Values sizes;
  llvm::SmallVector<unsigned> parallel, reduced;
  unsigned inner = 0;
  bool reducesInner = false;
  /// How many threads share one result.
  int64_t threads = 1;
  /// Of each output, if all are combined.
  llvm::SmallVector<Combiner> combiners;
  bool combines = false;
  std::optional<ElementEmitter> emitter;
  mlir::Value numResults, numReduced;
  /// Where the parts of a reduction in several blocks go; empty without.
  Values partials;
  /// The inputs are such parts, which the body narrows.
  bool joinsPartials = false;
};

} // namespace fused

#endif // FUSED_LIB_CONVERSION_GPU_REDUCTION_H
