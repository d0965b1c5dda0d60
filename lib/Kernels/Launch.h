//===- Launch.h - Launches, and arithmetic on indices -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_LAUNCH_H
#define FUSED_LIB_KERNELS_LAUNCH_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"

namespace fused {

/// Creates a launch of `gridX` x `gridY` blocks with workgroup memory of the
/// types `shared`, and of as many of `sharedBytes` more as the device has.
/// `cluster` neighbouring blocks, of which `gridX` is a multiple, are a
/// cluster. The insertion point moves into the launch.
mlir::gpu::LaunchOp createLaunch(mlir::OpBuilder &builder, mlir::Location loc,
                                 mlir::Value gridX, mlir::Value gridY,
                                 int64_t blockSize, mlir::TypeRange shared = {},
                                 mlir::Value sharedBytes = {},
                                 int64_t cluster = 1);

/// What to call a kernel of a function: PTX has letters, digits, `_` and `$` in
/// names, which do not begin with a digit.
std::string getKernelName(llvm::StringRef function, const llvm::Twine &suffix);

/// The type of `size` elements of workgroup memory.
mlir::MemRefType getWorkgroupType(llvm::ArrayRef<int64_t> shape,
                                  mlir::Type element);

mlir::Value createIndex(mlir::OpBuilder &builder, mlir::Location loc,
                        int64_t value);

/// a / b, rounded up.
mlir::Value createCeilDiv(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value a, mlir::Value b);

/// The largest multiple of `size` up to `value`.
mlir::Value createMultiple(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value value, mlir::Value size);

/// `value` modulo `power`, a power of two.
mlir::Value createModulo(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value value, mlir::Value power);

/// The product of the sizes of `dims`.
mlir::Value createProduct(mlir::OpBuilder &builder, mlir::Location loc,
                          llvm::ArrayRef<mlir::Value> sizes,
                          llvm::ArrayRef<unsigned> dims);

/// Sets `indices` of `dims` to the point number `linear`, the last of them
/// counting fastest. Divides without signs, unlike
/// `affine.delinearize_index`.
void delinearize(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::Value linear, llvm::ArrayRef<mlir::Value> sizes,
                 llvm::ArrayRef<unsigned> dims,
                 llvm::MutableArrayRef<mlir::Value> indices);

/// Creates a branch without results; `ifFalse` may be missing.
void createBranch(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value condition, llvm::function_ref<void()> ifTrue,
                  llvm::function_ref<void()> ifFalse = {});

/// Keeps the loads that follow where they are. Of two branches, one that loads
/// vectors and one that loads their elements, LLVM would otherwise load before
/// both what they have in common: elements.
void keepLoadsBehind(mlir::OpBuilder &builder, mlir::Location loc);

} // namespace fused

#endif // FUSED_LIB_KERNELS_LAUNCH_H
