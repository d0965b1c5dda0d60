//===- SplitShape.h - What a split product consists of ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Functions of a key or of sizes alone; what was measured is in
// docs/CudaRuntime.md.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_PRODUCT_SPLITSHAPE_H
#define FUSED_LIB_RUNTIME_CUDA_PRODUCT_SPLITSHAPE_H

#include "../../Core/Problem.h"
#include "../Kernels/KernelParameters.h"

namespace fused::runtime {

inline int64_t divideUp(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// True if the epilog is a sum of A or B, beside a plain product.
bool sumsOperand(const PlanKey &key);

/// True if the plain product may store alpha A B + beta C in D, where the
/// kernels go on: with accumulators of D's type, where rounding them to it is
/// allowed or comes to the same, and where no kernel goes on. Scales on the
/// device are up to the kernels.
bool mayAccumulateInD(const PlanKey &key);

/// The plain product whose result the kernels go on with: D, or A B in
/// accumulators of the compute type in rows of whole groups.
PlanKey getPlainKey(const PlanKey &key, bool accumulatesInD);

/// True if product and kernels are faster than cuBLASLt's own epilog.
bool prefersSplit(const PlanKey &key);
/// True if a product that cuBLASLt executes may be faster if it is split: the
/// rule for algorithms decides about the proposals of both.
bool maySplitPay(const PlanKey &key);

/// The threads of a block, and the rows or groups of columns that it has.
struct BlockShape {
  int width, height;
  int64_t perChunk, chunks;
};

/// A block of `width` groups of columns and `height` rows of threads. If the
/// columns are summed, few rows are one chunk, which needs no second kernel.
BlockShape getColumnShape(int64_t rows, int64_t groups, int64_t batches,
                          bool sums);

/// For sums of rows: `width` threads for each of `height` rows.
BlockShape getRowShape(int64_t groups);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_PRODUCT_SPLITSHAPE_H
