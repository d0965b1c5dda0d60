//===- SplitProduct.h - A product and what follows it -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_SPLITPRODUCT_H
#define FUSED_TRANSFORMS_SPLITPRODUCT_H

#include "fused/Dialect/MatmulOp.h"
#include "fused/Dialect/ProductOp.h"

namespace fused {

/// Replaces `op` by a product whose result is the accumulator, a
/// `linalg.generic` with the region of `op`, and sums. On memrefs, the
/// accumulator is allocated, and released right after. Returns the product.
MatmulOp splitProduct(mlir::RewriterBase &rewriter, ProductOp op);

} // namespace fused

#endif // FUSED_TRANSFORMS_SPLITPRODUCT_H
