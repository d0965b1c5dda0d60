//===- SharedMatrix.h - One C for several products --------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_SHAREDMATRIX_H
#define FUSED_LIB_TRANSFORMS_SHAREDMATRIX_H

#include "fused/Dialect/MatmulOp.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {

/// True if the batch of `op` has one C of rank 2.
bool sharesC(MatmulOp op);

/// A matrix for each product of `op` from `c`, a tensor that stands for its C,
/// of which several products share each matrix. `sizes` are those of D.
mlir::Value repeatC(mlir::OpBuilder &builder, MatmulOp op, mlir::Value c,
                    llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// The C of `op`, a batch of products, times beta and with `product` added, in
/// elements of D.
mlir::Value addC(mlir::OpBuilder &builder, MatmulOp op, mlir::Value product);

/// Adds the C of `op`, on tensors, which several products share, by another
/// operation behind the product, where it can be joined to the next one; or, if
/// an activation follows, gives the product one for each. Returns the product.
MatmulOp separateC(mlir::RewriterBase &rewriter, MatmulOp op);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_SHAREDMATRIX_H
