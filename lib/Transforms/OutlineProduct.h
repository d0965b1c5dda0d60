//===- OutlineProduct.h - A product as a program of its own -----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_OUTLINEPRODUCT_H
#define FUSED_LIB_TRANSFORMS_OUTLINEPRODUCT_H

#include "fused/Dialect/MatmulOp.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <string>

namespace fused {

/// The operations whose place formProduct() would take, in their order: the
/// product, `tails`, what computes the operands of these cheaply, and sums over
/// the rows of results. All are in one block.
llvm::SmallVector<mlir::Operation *>
collectGroup(MatmulOp op, llvm::ArrayRef<mlir::linalg::GenericOp> tails,
             bool isStrict);

/// The text of a module whose function `main` computes what `ops` give to
/// others, of what they read. Equal operations have equal texts.
std::string outline(llvm::ArrayRef<mlir::Operation *> ops);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_OUTLINEPRODUCT_H
