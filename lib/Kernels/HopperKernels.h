//===- HopperKernels.h - Kernels for one chip -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_HOPPERKERNELS_H
#define FUSED_LIB_KERNELS_HOPPERKERNELS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {

/// The kernels of a module that only devices of compute capability 9.0 have the
/// instructions for (sm_90a).
class HopperKernels {
public:
  explicit HopperKernels(mlir::ModuleOp module) : module(module) {}

  /// Adds an empty kernel, called after the function around `op`. The first
  /// `numMaps` of its parameters are tensor maps. `cluster` neighbouring blocks
  /// are a cluster, and a multiprocessor has `blocks` at a time.
  mlir::gpu::GPUFuncOp create(mlir::Operation *op, llvm::StringRef suffix,
                              mlir::TypeRange types, int64_t threads,
                              unsigned numMaps = 0, int64_t cluster = 1,
                              int64_t blocks = 1);

  /// Launches `kernel` on so many blocks.
  static void launch(mlir::OpBuilder &builder, mlir::gpu::GPUFuncOp kernel,
                     int64_t blocks, int64_t sharedBytes,
                     mlir::ValueRange operands);

  /// Asks whether the device has the instructions, and all matrices begin at
  /// multiples of 16 bytes. Those of the caller, also for results, may not.
  static mlir::Value createIsPossible(mlir::OpBuilder &builder,
                                      mlir::Location loc,
                                      llvm::ArrayRef<mlir::Value> matrices);

private:
  mlir::gpu::GPUModuleOp get();

  mlir::ModuleOp module;
  mlir::gpu::GPUModuleOp kernels;
};

} // namespace fused

#endif // FUSED_LIB_KERNELS_HOPPERKERNELS_H
