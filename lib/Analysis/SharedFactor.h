//===- SharedFactor.h - Batches that share a factor -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_ANALYSIS_SHAREDFACTOR_H
#define FUSED_LIB_ANALYSIS_SHAREDFACTOR_H

#include "fused/Analysis/Contraction.h"

namespace fused {

/// True if `factor` can be multiplied as it is stored, with these loops as its
/// batch and its rows.
bool isStoredAsMatrix(const ContractionFactor &factor,
                      llvm::ArrayRef<unsigned> batch,
                      llvm::ArrayRef<unsigned> rows);

/// Makes `members`, loops of the rows or the columns of a contraction without a
/// batch, its batch, which shares the other factor. Returns false if they are
/// not all of one kind, or if the factor would have to be copied for that.
bool shareFactor(Contraction &contraction, llvm::ArrayRef<unsigned> members);

/// Does the same where one product would need a copy of a factor, in which the
/// rows of several members are not adjacent, and of the result, to which the
/// program adds a matrix, or a vector for each member, in the order of members:
/// the layers of an ensemble whose members share their input.
void shareFactorOfMembers(mlir::linalg::LinalgOp op, Contraction &contraction);

} // namespace fused

#endif // FUSED_LIB_ANALYSIS_SHAREDFACTOR_H
