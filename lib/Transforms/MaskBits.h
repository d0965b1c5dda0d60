//===- MaskBits.h - The bits of a ReLU mask in linalg -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_MASKBITS_H
#define FUSED_LIB_TRANSFORMS_MASKBITS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fused {

/// From an index of a matrix (or batch) of `rank` dimensions to that of the
/// byte of its mask: `(i, j) -> (i, j floordiv 8)`.
mlir::AffineMap getMaskByteMap(mlir::MLIRContext *context, int64_t rank);

/// In the body of a `linalg` operation over a matrix of `rank` dimensions: the
/// bit of the current element, given the byte of the mask that it is in.
mlir::Value createMaskBit(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value byte, int64_t rank);

/// Gives the bit of an element that was read from a matrix.
using GetBit =
    llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Value element)>;

/// Creates the operation that writes into `init` the mask of `matrix`, both
/// tensors or both memrefs; bits past the last column are zero.
mlir::linalg::GenericOp createMask(mlir::OpBuilder &builder, mlir::Location loc,
                                   mlir::Value matrix, mlir::Value init,
                                   GetBit getBit);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_MASKBITS_H
