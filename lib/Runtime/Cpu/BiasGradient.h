//===- BiasGradient.h - Sums that are results of an epilog ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CPU_BIASGRADIENT_H
#define FUSED_LIB_RUNTIME_CPU_BIASGRADIENT_H

#include "../Core/Problem.h"

namespace fused::runtime {

/// Rows to be added up, for each of several vectors one after the other.
struct RowSums {
  fused_type_t computeType, type;
  const void *rows; ///< Dense, of the compute type.
  int64_t numVectors, rowsPerVector, length;
  void *vectors; ///< The results, of `type`.
  int64_t vectorStride;
};

/// Adds up rows in their order, whatever the number of threads.
void reduceRows(const RowSums &sums);

/// The number of vectors that a bias gradient has: one for each batch, or one
/// for the sum over all batches if its batch stride is zero.
int64_t countBiasGradients(const PlanKey &key,
                           const fused_matmul_operands_t &operands);

/// Computes the sums of A or of B over K of the epilogs that ask for them.
fused_status_t sumOverK(const PlanKey &key,
                        const fused_matmul_operands_t &operands,
                        const char *location);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CPU_BIASGRADIENT_H
