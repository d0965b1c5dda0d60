//===- Requantization.h - Results stored in 8 bits --------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_REQUANTIZATION_H
#define FUSED_ANALYSIS_REQUANTIZATION_H

#include "fused/Analysis/EpilogRegion.h"
#include "fused/Analysis/Numerics.h"

namespace fused {

/// Everything that becomes of a product: its result, perhaps times a number
/// that the program computes, saturated and rounded to f8E4M3FN.
struct Requantization {
  EpilogRegion region;
  /// The tensor of f8E4M3FN, and its layout.
  mlir::Value quantized;
  Layout layout;
  /// The leaf by which the result is multiplied, or divided; none if there is
  /// no such number.
  std::optional<unsigned> scale;
  bool divides = false;
};

/// Matches all that follows `product`, on tensors, if the product exists with
/// such a D.
std::optional<Requantization> matchRequantization(MatmulOp product,
                                                  Numerics numerics,
                                                  const OperationOrder &order);

} // namespace fused

#endif // FUSED_ANALYSIS_REQUANTIZATION_H
