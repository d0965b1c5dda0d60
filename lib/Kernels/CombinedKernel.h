//===- CombinedKernel.h - Several kernels as one ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_COMBINEDKERNEL_H
#define FUSED_LIB_KERNELS_COMBINEDKERNEL_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace fused {

/// A kernel whose blocks are shared out among kernels that do not depend on
/// each other. Kernels that differ in nothing but numbers, such as sizes, have
/// one body.
class CombinedKernel {
public:
  /// True if both kernels ask for the same of a device.
  static bool areAlike(mlir::LLVM::LLVMFuncOp a, mlir::LLVM::LLVMFuncOp b);

  /// The operations that blocks of `kernel` would add. Kernels that differ in
  /// numbers alone share theirs.
  int64_t getNumAddedOperations(mlir::LLVM::LLVMFuncOp kernel) const;

  /// Adds `gridX` x `gridY` blocks of `kernel`, whose arguments are those of
  /// these numbers.
  void add(mlir::LLVM::LLVMFuncOp kernel, int64_t gridX, int64_t gridY,
           llvm::ArrayRef<unsigned> arguments);

  int64_t getNumBlocks() const { return numBlocks; }
  int64_t getNumOperations() const { return numOperations; }

  /// Writes the kernel in front of the first one.
  mlir::LLVM::LLVMFuncOp emit();

private:
  /// What one launch was.
  struct Member {
    int64_t gridX, gridY;
    llvm::SmallVector<unsigned> arguments;
    /// The values of the constants of the body.
    llvm::SmallVector<mlir::Attribute> constants;
  };
  /// Launches of one body.
  struct Body {
    mlir::LLVM::LLVMFuncOp kernel;
    llvm::SmallVector<Member> members;
    mlir::Block *entry = nullptr;
  };

  llvm::SmallVector<mlir::Type> getArgumentTypes() const;
  mlir::LLVM::LLVMFuncOp createFunction();
  void cloneBody(Body &body, mlir::LLVM::LLVMFuncOp function,
                 mlir::Value block);
  void replaceGrid(mlir::OpBuilder &builder, Body &body, mlir::Value block,
                   mlir::IRMapping &mapping);
  void createChoice(mlir::OpBuilder &builder, mlir::LLVM::LLVMFuncOp function,
                    mlir::Value block, size_t first, size_t last);

  llvm::SmallVector<Body> bodies;
  int64_t numBlocks = 0;
  int64_t numOperations = 0;
  /// All members, with the blocks before them.
  struct Place {
    Body *body;
    Member *member;
    int64_t begin;
  };
  llvm::SmallVector<Place> places;
};

} // namespace fused

#endif // FUSED_LIB_KERNELS_COMBINEDKERNEL_H
