//===- DeviceBuilder.h - Instructions of Hopper devices ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_DEVICEBUILDER_H
#define FUSED_LIB_KERNELS_DEVICEBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace fused {

/// Builds arithmetic on numbers of i32, and instructions of devices with
/// asynchronous copies of tiles and products of warpgroups (sm_90a). Addresses
/// of workgroup memory are numbers of i32.
class DeviceBuilder : public mlir::ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;
  using Value = mlir::Value;

  Value number(int64_t value);
  Value add(Value a, Value b);
  Value add(Value a, int64_t b) { return add(a, number(b)); }
  Value mul(Value a, int64_t b);
  Value div(Value a, int64_t b);
  Value rem(Value a, int64_t b);
  Value compare(mlir::arith::CmpIPredicate predicate, Value a, Value b);
  Value isEqual(Value a, int64_t b);
  Value select(Value condition, Value a, Value b);

  /// The address of the memory that the launch adds.
  Value getSharedMemory();

  /// The number of a thread's warp, about which the compiler knows that it is
  /// the same in all of it.
  Value getWarp(Value thread);

  /// The number of the lane whose number differs in `bit`.
  Value exchange(Value number, int64_t bit);

  /// The same number of 32 bits, about which LLVM knows nothing.
  Value hide(Value number);

  /// Runs `body` for each number; it gets the number and what is carried, and
  /// returns what the next one gets.
  llvm::SmallVector<Value>
  loop(Value from, Value to, Value step, mlir::ValueRange carried,
       llvm::function_ref<llvm::SmallVector<Value>(Value, mlir::ValueRange)>
           body);
  void branch(Value condition, llvm::function_ref<void()> ifTrue,
              llvm::function_ref<void()> ifFalse = {});

  /// What one of the branches returns, of these types.
  llvm::SmallVector<Value>
  choose(Value condition, mlir::TypeRange types,
         llvm::function_ref<llvm::SmallVector<Value>()> ifTrue,
         llvm::function_ref<llvm::SmallVector<Value>()> ifFalse);

  /// The address as a pointer to workgroup memory, or to that of a cluster.
  Value toPointer(Value address);
  Value toClusterPointer(Value address);
  /// The address in the block `rank` of the cluster.
  Value toPointerOf(Value address, Value rank);

  // Barriers in workgroup memory.
  void initBarrier(Value barrier, int64_t arrivals);
  void arrive(Value barrier);
  /// Arrives at the barrier of the block `rank` of the cluster.
  void arriveAt(Value barrier, Value rank);
  /// Arrives, and lets the barrier wait for so many bytes.
  void arriveAndExpect(Value barrier, Value bytes);
  /// Waits until the phase of this parity is over.
  void wait(Value barrier, Value parity);

  /// Copies a tile to workgroup memory, of all blocks of a cluster with `mask`.
  /// `batch` has the number of its matrix in each dimension of the batch.
  void loadTile(Value address, Value map, Value column, Value row,
                llvm::ArrayRef<Value> batch, Value barrier, int64_t mask = 0);
  void storeTile(Value address, Value map, Value column, Value row,
                 llvm::ArrayRef<Value> batch);
  void commitStores();
  /// Waits until all that is stored has been read.
  void waitForStores();

  /// Lets asynchronous copies see what this thread has stored.
  void fenceCopies();
  /// Waits for all threads of the cluster, in one step or two.
  void syncCluster();
  void arriveInCluster();
  void waitInCluster();
  void setRegisters(int64_t count, bool increase);

  /// A thread's part of four squares of 8 x 8 elements of 16 bits, each in the
  /// two halves of a number.
  llvm::SmallVector<Value> loadSquares(Value address);
  void storeSquares(Value address, mlir::ValueRange squares);

  /// Describes a matrix in workgroup memory, whose rows of 128 bytes are
  /// swizzled; `groupBytes` are between groups of 64 columns.
  Value describe(Value address, int64_t groupBytes);
  /// Adds the product of 64 x 16 and 16 x n elements to `accumulator`; begins
  /// with it if that is null.
  Value multiply(Value accumulator, Value a, Value b, int64_t columns,
                 mlir::Type element, bool transposeA, bool transposeB);
  /// What a thread has of 64 rows of so many columns.
  mlir::Type getAccumulatorType(int64_t columns);
  void fenceProducts();
  void commitProducts();
  void waitForProducts(int64_t pending);
};

} // namespace fused

#endif // FUSED_LIB_KERNELS_DEVICEBUILDER_H
