//===- PartAddress.h - Addresses of parts of aggregates ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_LLVM_PARTADDRESS_H
#define FUSED_LIB_CONVERSION_LLVM_PARTADDRESS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace fused {

/// The address of a part of what has `type` and lies at `address`.
inline mlir::Value createPartAddress(mlir::OpBuilder &builder,
                                     mlir::Location loc, mlir::Type type,
                                     mlir::Value address,
                                     llvm::ArrayRef<int64_t> position) {
  llvm::SmallVector<mlir::LLVM::GEPArg> path = {0};
  for (int64_t index : position)
    path.push_back(static_cast<int32_t>(index));
  return mlir::LLVM::GEPOp::create(builder, loc, address.getType(), type,
                                   address, path,
                                   mlir::LLVM::GEPNoWrapFlags::inbounds);
}

} // namespace fused

#endif // FUSED_LIB_CONVERSION_LLVM_PARTADDRESS_H
