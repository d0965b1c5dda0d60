//===- HostAccess.h - Arrays of the device, seen by the host ----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the code of the host needs of arrays that are on the device: single
// elements, and the addresses of constants.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_RUNTIME_HOSTACCESS_H
#define FUSED_LIB_CONVERSION_RUNTIME_HOSTACCESS_H

#include "StatusFunctions.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace fused {

/// Rewrites the accesses of one function.
class HostAccessConverter {
public:
  HostAccessConverter(StatusChecker &checker, RuntimeABI &abi,
                      const mlir::LLVMTypeConverter &converter)
      : checker(checker), abi(abi), converter(converter) {}

  /// True for what convert() accepts.
  static bool isHostAccess(mlir::Operation *op);

  /// Waits for an element that `memref.load` reads, or lets all that uses a
  /// constant array, but for `memref.load`, use its copy on the device, or the
  /// kernels that report failures what the runtime reads.
  mlir::LogicalResult convert(mlir::Operation *op);

private:
  mlir::LogicalResult convertLoad(mlir::memref::LoadOp op);
  mlir::LLVM::GlobalOp getAssertions(mlir::memref::GlobalOp flag);
  mlir::LogicalResult convertFailureFlag(mlir::memref::GetGlobalOp op,
                                         mlir::memref::GlobalOp flag);
  mlir::LogicalResult convertConstant(mlir::memref::GetGlobalOp op);
  mlir::Value createStorage(mlir::Location loc, mlir::Type type);

  StatusChecker &checker;
  RuntimeABI &abi;
  const mlir::LLVMTypeConverter &converter;
};

} // namespace fused

#endif // FUSED_LIB_CONVERSION_RUNTIME_HOSTACCESS_H
