//===- LaunchToRuntime.h - Launches to calls of the runtime -----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_RUNTIME_LAUNCHTORUNTIME_H
#define FUSED_LIB_CONVERSION_RUNTIME_LAUNCHTORUNTIME_H

#include "StatusFunctions.h"
#include "fused/Dialect/ProductOp.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/DenseMap.h"

namespace fused {

/// The objects of a module: each `gpu.binary` becomes a global as the runtime
/// expects it.
class DeviceImages {
public:
  DeviceImages(mlir::ModuleOp module, RuntimeABI &abi)
      : module(module), abi(abi) {}

  /// Checks that every launch refers to a `gpu.binary` of one object.
  mlir::LogicalResult verify();

  /// The global for the binary called `name`.
  mlir::LLVM::GlobalOp getImage(mlir::StringAttr name);

  /// Removes the binaries, which nothing uses any more.
  void eraseBinaries();

private:
  mlir::ModuleOp module;
  RuntimeABI &abi;
  llvm::DenseMap<mlir::StringAttr, mlir::LLVM::GlobalOp> images;
};

/// Makes a launch a call of `fused_cuda_launch` whose status is checked.
void convertLaunch(mlir::gpu::LaunchFuncOp op, StatusChecker &checker,
                   RuntimeABI &abi, DeviceImages &images,
                   const mlir::LLVMTypeConverter &converter);

/// Asks the runtime what the device is.
void convertComputeCapability(ComputeCapabilityOp op, RuntimeABI &abi);

/// Makes a tensor map memory of the stack that `fused_cuda_tensor_map` writes
/// to. The launches that use it have been converted.
void convertTensorMap(TensorMapOp op, StatusChecker &checker, RuntimeABI &abi,
                      const mlir::LLVMTypeConverter &converter);

} // namespace fused

#endif // FUSED_LIB_CONVERSION_RUNTIME_LAUNCHTORUNTIME_H
