//===- GroupReduction.h - Reductions across threads -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_GROUPREDUCTION_H
#define FUSED_LIB_KERNELS_GROUPREDUCTION_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace fused {

/// One of the values that threads combine.
struct Partial {
  mlir::arith::AtomicRMWKind kind;
  /// In the type of `getAccumulatorType`.
  mlir::Value value;
  /// Workgroup memory for one element for each warp; null if a warp is enough.
  mlir::Value shared;
  /// Of fast math, or null.
  mlir::Attribute flags = {};
};

/// The type in which elements of a type are combined: f32 for narrower floats,
/// and 32 bits for narrower integers.
mlir::Type getAccumulatorType(mlir::Type element);

/// An element in its accumulator type, such that combining and narrowing gives
/// the result of combining in the type of the element, except for roundings.
mlir::Value createWiden(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::arith::AtomicRMWKind kind, mlir::Value element);

/// What changes nothing when it is combined with elements, in their accumulator
/// type. It keeps its value when it is narrowed.
mlir::Value createNeutral(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::arith::AtomicRMWKind kind, mlir::Type element);

/// The reverse of `createWiden`.
mlir::Value createNarrow(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value value, mlir::Type element);

/// Groups of neighbouring threads of a block, or one of all threads of a
/// cluster.
struct ThreadGroup {
  /// How many threads a group has: a power of two up to the size of a block, or
  /// the size of a cluster.
  mlir::Value threads;
  /// The thread in the block or cluster.
  mlir::Value thread;
  int64_t blockSize;
  /// How many blocks a group has.
  int64_t cluster = 1;
};

/// Combines each of `partials` over groups and gives the result, the same bits,
/// to all of their threads. All threads of a block or cluster have to come
/// here, and only once with the same workgroup memory, which has an element for
/// each warp of all of them.
void createGroupReduction(mlir::OpBuilder &builder, mlir::Location loc,
                          llvm::MutableArrayRef<Partial> partials,
                          const ThreadGroup &group);

} // namespace fused

#endif // FUSED_LIB_KERNELS_GROUPREDUCTION_H
