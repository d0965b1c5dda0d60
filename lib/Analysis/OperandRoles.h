//===- OperandRoles.h - Leaves as operands of a product ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_ANALYSIS_OPERANDROLES_H
#define FUSED_LIB_ANALYSIS_OPERANDROLES_H

#include "fused/Analysis/EpilogMatcher.h"

namespace fused {

/// True if a leaf is one number in memory that is of f32, in which the product
/// is computed, or narrower, or rounded to that by all that reads it.
bool isScale(const EpilogRegion &region, unsigned leaf);

/// Finds the vectors, the one matrix and the scales among `leaves` (a set of
/// bits) in an orientation, and adds to `cost` for each matrix to transpose; or
/// gives the reason why they are no operands of an epilog.
llvm::StringRef assignOperands(const EpilogRegion &region, uint64_t leaves,
                               EpilogMatch &match, unsigned &cost);

/// Assigns operands in the orientation of `exit` or, where there is a bias
/// along its rows and no later exit, in the other, so that the result is
/// transposed and nothing else.
llvm::StringRef assignOperands(const EpilogRegion &region, uint64_t leaves,
                               const RegionExit &exit, EpilogMatch &match);

/// The reason why a product with this epilog and operands would not be valid,
/// if it is not. `result` is the element type of D.
llvm::StringRef checkTypes(const EpilogRegion &region, mlir::Type result,
                           const EpilogMatch &match);

/// The floating-point types in which an expression computes.
llvm::SmallVector<mlir::Type> getTypes(const Expression &expression);

/// An approximation may move a coefficient slightly away from one. It then
/// counts as one.
double snapToOne(double coefficient);

/// How far apart values may be, relative to the magnitude of what is summed:
/// rounding in double precision, and the error of a good approximation of tanh
/// or erf.
constexpr double exactTolerance = 1e-12;
constexpr double geluTolerance = 1e-6;

} // namespace fused

#endif // FUSED_LIB_ANALYSIS_OPERANDROLES_H
