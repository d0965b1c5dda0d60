//===- LaunchAccesses.h - What launches read and write ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_LAUNCHACCESSES_H
#define FUSED_LIB_KERNELS_LAUNCHACCESSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>

namespace fused {

/// The arrays that operations read and write. Those of which it is not known
/// what else they overlap, such as what a branch selects, count as one.
class Accesses {
public:
  void addRead(mlir::Value array) { reads.insert(array); }
  void addWrite(mlir::Value array) { writes.insert(array); }
  /// An array that may be any; null stands for it.
  static mlir::Value getAny() { return {}; }

  void add(const Accesses &other);

  /// True if one writes what the other one accesses.
  bool conflictsWith(const Accesses &other) const;

private:
  bool writesAnyOf(const Accesses &other) const;

  llvm::SmallDenseSet<mlir::Value> reads, writes;
};

/// Tells what the operations of a function access.
class LaunchAccesses {
public:
  explicit LaunchAccesses(mlir::func::FuncOp function);

  /// What an operation accesses; nothing if that is not known.
  std::optional<Accesses> get(mlir::Operation &op);

  /// True if the host waits for the device there.
  static bool waits(mlir::Operation &op);

  /// The kernel of a launch; null if it is elsewhere.
  mlir::gpu::GPUFuncOp getKernel(mlir::gpu::LaunchFuncOp launch);

private:
  struct Use {
    bool reads = false, writes = false;
  };

  mlir::Value getArray(mlir::Value view);
  llvm::ArrayRef<Use> getUses(mlir::gpu::GPUFuncOp kernel);
  Accesses getOfLaunch(mlir::gpu::LaunchFuncOp launch,
                       mlir::gpu::GPUFuncOp kernel);

  /// True if the arguments of the function are the caller's, who sees to it
  /// that what is written overlaps nothing else.
  bool isEntry = false;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Use>> uses;
  mlir::SymbolTableCollection symbols;
};

} // namespace fused

#endif // FUSED_LIB_KERNELS_LAUNCHACCESSES_H
