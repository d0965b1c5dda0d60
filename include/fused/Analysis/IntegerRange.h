//===- IntegerRange.h - Between which numbers an index lies -----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_INTEGERRANGE_H
#define FUSED_ANALYSIS_INTEGERRANGE_H

#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace fused {

/// Between which numbers `index` lies where `user` uses it: what the operations
/// that compute it say, the loops around it (`scf.for`, and the loops of the
/// structured operation in whose body it is), and the conditions of the
/// `scf.if` around `user`.
mlir::ConstantIntRanges getIndexRange(mlir::OpFoldResult index,
                                      mlir::Operation *user);

} // namespace fused

#endif // FUSED_ANALYSIS_INTEGERRANGE_H
