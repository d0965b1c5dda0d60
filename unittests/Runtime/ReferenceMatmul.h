//===- ReferenceMatmul.h - The oracle of the runtimes -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_RUNTIME_REFERENCEMATMUL_H
#define FUSED_UNITTESTS_RUNTIME_REFERENCEMATMUL_H

#include "fused-runtime/fused_runtime.h"

#include <vector>

namespace fused::test {

/// What a product and its epilog are in double precision, before anything is
/// rounded. Dense: element [b][i][j] of D stands at (b * M + i) * N + j.
struct ReferenceResult {
  std::vector<double> preactivation; ///< The accumulator plus the bias.
  std::vector<double> d;             ///< Before its scale.
  std::vector<double> bgrad;         ///< One vector per batch, or one for all.
  /// The same sums over absolute values: what rounding errors are in
  /// proportion to.
  std::vector<double> preactivationMagnitude;
  std::vector<double> bgradMagnitude;
};

/// Computes a product with plain loops. Trusts its arguments.
ReferenceResult evaluateReference(const fused_matmul_problem_t &problem,
                                  const fused_matmul_operands_t &operands);

/// The naive twin of fused_cpu_matmul(), with the same contract; always
/// returns FUSED_OK.
fused_status_t referenceMatmul(const fused_matmul_problem_t *problem,
                               fused_plan_slot_t *slot,
                               const fused_matmul_operands_t *operands);

} // namespace fused::test

#endif // FUSED_UNITTESTS_RUNTIME_REFERENCEMATMUL_H
