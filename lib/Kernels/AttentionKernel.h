//===- AttentionKernel.h - The kernel of attention --------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_ATTENTIONKERNEL_H
#define FUSED_LIB_KERNELS_ATTENTIONKERNEL_H

#include "DeviceBuilder.h"
#include "fused/Analysis/AttentionSchedule.h"

#include "mlir/IR/IRMapping.h"

namespace fused {

/// What the kernel of attention gets: a tensor map for each matrix, and further
/// operands as they are.
struct AttentionArguments {
  mlir::Value query, key, value, output;
  llvm::SmallVector<mlir::Value> extras;
};

/// Writes the body of a kernel. One warp copies tiles of Q, and fills a ring
/// with parts of K and V in turns. Each consumer, a warpgroup, goes through the
/// keys with 64 queries: it multiplies, computes the scores and what softmax
/// has of them so far, and adds their products with V.
class AttentionKernel {
public:
  AttentionKernel(DeviceBuilder &builder, AttentionOp op,
                  const AttentionSchedule &schedule,
                  const AttentionArguments &arguments);

  /// Writes all of it, up to the terminator.
  void emit();

private:
  using Value = mlir::Value;

  /// A place in a ring of workgroup memory, and the parity of the phase in
  /// which it is.
  struct Place {
    Value slot, parity;
  };
  /// The first query of a tile, the number of its matrices in the batch, and
  /// the same for each dimension of the batch.
  struct Origin {
    Value row, batch;
    llvm::SmallVector<Value> inBatch;
  };
  /// What softmax has of the keys so far, for the two rows of a thread: the
  /// largest score, and the sum of this thread's powers relative to it.
  struct Softmax {
    std::array<Value, 2> maximum, sum;
  };

  /// What a consumer has of a tile so far: its place in the ring, the parity of
  /// its barrier, the sums of the output, and of softmax.
  struct State {
    Place place;
    Value parity, sums;
    Softmax softmax;
  };

  void initBarriers();
  Origin getOrigin(Value tile);
  Place advance(Place place);
  Value getBarrier(Value first, Value number);
  Value getSlotAddress(Value slot);
  Value flip(Value parity);

  // The warp that copies.
  void copyTiles();
  void loadPanels(Value address, Value map, int64_t columns, int64_t rows,
                  Value row, Value batch, Value barrier);

  // The warpgroups that multiply.
  void computeTiles();
  void prepareConstants();
  Value isLeader();
  void release(Value slot);
  Value multiplyKeys(Value slot);
  Value multiplyValues(Value sums, Value slot);
  State addValues(State state);
  State computeSteps(State state, const Origin &origin);
  Value getFirstMaskedStep(const Origin &origin);
  Value clearWeights(State &state);
  /// What all threads of the consumer have stored is there for copies and
  /// products. Returns the next parity.
  Value meet(Value parity);
  Softmax computeWeights(Value products, Value firstKey, const Origin &origin,
                         const Softmax &before);
  Value computeScore(Value product, Value row, Value column,
                     const Origin &origin);
  Value correct(Value sums, const Softmax &before, const Softmax &after);
  Value scale(Value sums, const std::array<Value, 2> &factors);
  std::array<Value, 2> getCorrections(const Softmax &before,
                                      const Softmax &after);
  void storeRows(Value sums, const Softmax &softmax);
  void storeSquares(Value matrix, llvm::ArrayRef<Value> elements);
  void copyRows(const Origin &origin);
  Value power(Value exponent);
  Value constant(double value);
  Value getFinite(Value maximum);
  Value toIndex(Value number);

  DeviceBuilder &builder;
  AttentionOp op;
  const AttentionSchedule &schedule;
  const AttentionArguments &arguments;
  /// Of the matrices.
  mlir::Type element;
  /// Numbers of the thread and of its lane, of the consumer and of its warp.
  Value thread, lane, consumer, warp;
  /// Addresses of workgroup memory: the tile of Q, the ring, and what the
  /// consumer has. Barriers: the tile of Q is there, and read; stages are
  /// filled, and empty again; and of the consumer.
  Value query, ring, buffer, queryFilled, queryEmptied, filled, emptied, met;
  /// Where the warps of the consumer tell each other something.
  Value flags;
  /// Constants, and what is the same for all elements.
  mlir::IRMapping common;
};

} // namespace fused

#endif // FUSED_LIB_KERNELS_ATTENTIONKERNEL_H
