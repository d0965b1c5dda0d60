//===- MatmulSizes.h - Sizes of products ------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_MATMULSIZES_H
#define FUSED_DIALECT_MATMULSIZES_H

#include "mlir/IR/BuiltinTypeInterfaces.h"

#include <cstdint>

namespace fused {

/// The sizes of a product, `ShapedType::kDynamic` where not known.
struct MatmulSizes {
  int64_t batch = 1, m = 0, n = 0, k = 0;
  bool isBatched = false;
};

/// The first of two sizes, or the second one if that is not known.
inline int64_t getKnown(int64_t first, int64_t second) {
  return mlir::ShapedType::isDynamic(first) ? second : first;
}

} // namespace fused

#endif // FUSED_DIALECT_MATMULSIZES_H
