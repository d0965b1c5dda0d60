//===- ProductFormation.h - Making fused.product ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_PRODUCTFORMATION_H
#define FUSED_LIB_TRANSFORMS_PRODUCTFORMATION_H

#include "fused/Analysis/MatrixSum.h"
#include "fused/Dialect/AttentionOp.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Dialect/ProductOp.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fused {

/// True if the operands of a product allow a kernel, and its epilog can be part
/// of the region: it has no second result but a sum or the pre-activation.
bool mayBecomeProduct(MatmulOp op);

/// True if the second result of `op` is the sum of a factor, which becomes an
/// operation of its own where the product becomes a kernel.
bool sumsFactor(MatmulOp op);

/// True if a kernel can store the results of `op`, on tensors.
bool hasStorableResults(MatmulOp op);

/// True if a region can read what it indexes by `map`, or compute it of what it
/// can read.
bool canCompute(mlir::Value value, mlir::AffineMap map);

/// True if that holds for all inputs of `op`, which is cheap, where the region
/// indexes its result by `map`.
bool canComputeInputs(mlir::linalg::GenericOp op, mlir::AffineMap map);

/// The elementwise operations that read the result of `op` and could be part of
/// the region, all at once. They are where the kernel would be, behind what
/// they read and before all other readers.
llvm::SmallVector<mlir::linalg::GenericOp> findTails(MatmulOp op);

/// The matrices that `tails` read beside the result of `op`: each once.
llvm::SmallVector<mlir::Value>
getMatrices(MatmulOp op, llvm::ArrayRef<mlir::linalg::GenericOp> tails);

/// True if others than `tails` read the result of `op`.
bool isReadByOthers(MatmulOp op, llvm::ArrayRef<mlir::linalg::GenericOp> tails);

/// The numbers from outside of the body of `tail` that are no constants.
llvm::SmallVector<mlir::Value> getCaptured(mlir::linalg::GenericOp tail);

/// The operations of `block` that `tail` needs.
llvm::SmallVector<mlir::Operation *>
getDefinitions(mlir::linalg::GenericOp tail, mlir::Block *block);

/// True if `op` computes booleans, or only widens or repeats what it reads. It
/// reads inputs alone. A region computes it again.
bool isCheap(mlir::linalg::GenericOp op);

/// The sums over the rows or columns of `value`. Each is rounded as its readers
/// want it, if all want the same.
llvm::SmallVector<MatrixSum> findSums(mlir::Value value, bool isStrict);

/// Makes one operation of a product, its epilog, `tails` and sums of results.
/// If the contract is not `isStrict`, the region computes in f32 what the
/// program computes in 16 bits. Returns null if there is no kernel for it after
/// all; then a plain product, which `op` is, and an elementwise operation are
/// left. `tiling` is that of the operation, if not empty.
ProductOp formProduct(mlir::RewriterBase &rewriter, MatmulOp &op,
                      llvm::ArrayRef<mlir::linalg::GenericOp> tails,
                      bool isStrict, llvm::StringRef tiling);

/// Lets the functions of the region of `op` be as exact as results of 16 bits
/// want it, if all results have 16 bits.
void allowApproximations(ProductOp op);

/// Lets quotients and roots of f32 be as exact as instructions of the device,
/// which have no branches: a kernel has hundreds of each.
void allowQuotients(mlir::Block &body);

/// The same for powers and quotients of a gradient of attention, whose weights
/// are rounded to 16 bits.
void allowApproximations(AttentionGradientOp op);

/// Rounds scores, of which powers are computed, in attention and its gradients
/// alike: the exponent is the difference to the largest score, and a score of
/// 1e9 that is rounded otherwise is larger than that by up to 64. Products by
/// 0.5 and its powers are exact, and may be rounded with what follows.
/// Quotients and powers of which scores are computed are not approximated.
void roundScores(mlir::Block &body);

/// Computes in f32 what the body of a product, or of attention, computes in 16
/// bits, and may approximate functions as far as their results were rounded.
void widenRegion(mlir::RewriterBase &rewriter, mlir::Block &body);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_PRODUCTFORMATION_H
