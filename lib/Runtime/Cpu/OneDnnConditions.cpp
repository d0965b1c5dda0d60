//===- OneDnnConditions.cpp - What oneDNN may be asked for ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OneDnnConditions.h"

#include <cmath>

using namespace fused::runtime;

bool fused::runtime::acceptsStrides(const Strides &strides, int64_t batch,
                                    int64_t rows, int64_t columns) {
  if (batch == 1 || strides.batch == 0)
    return true;
  if (rows == 1)
    return strides.batch >= columns;
  // Divided, because a product could overflow.
  if (strides.batch >= strides.row)
    return strides.batch / rows >= strides.row;
  return strides.batch >= columns && strides.row / batch >= strides.batch;
}

bool fused::runtime::acceptsSumLength(fused_type_t type, int64_t k) {
  return type != FUSED_BF16 || k % 2 == 0;
}

bool fused::runtime::acceptsScaledBias(const Strides &d, int64_t batch,
                                       int64_t m, int64_t n) {
  return d.row == n && (batch == 1 || d.batch == m * n);
}

bool fused::runtime::acceptsScaledSum(float scale) {
  float magnitude = std::fabs(scale);
  return magnitude <= 1 && magnitude >= 0x1p-24f;
}
