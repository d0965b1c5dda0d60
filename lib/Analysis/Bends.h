//===- Bends.h - Where expressions may bend ---------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_ANALYSIS_BENDS_H
#define FUSED_LIB_ANALYSIS_BENDS_H

#include "fused/Analysis/Expression.h"
#include <vector>

namespace fused {

/// The constants of an expression, each once.
std::vector<double> getConstants(const Expression &expression);

/// An expression with more distinct constants is not sampled and is not an
/// epilog. The polynomial forms of erf have about thirty.
constexpr size_t maxConstants = 64;

/// Places around which an expression may bend, as a function of the accumulator
/// or of a matrix: the first `maxConstants` constants, the roots at which
/// comparisons, minima, maxima, absolute values and squares change sides, and
/// the middle between two roots that are neighbours.
std::vector<double> getBends(const Expression &expression);

} // namespace fused

#endif // FUSED_LIB_ANALYSIS_BENDS_H
