//===- LibraryCall.h - Calls of products of cuBLASLt ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_PRODUCT_LIBRARYCALL_H
#define FUSED_LIB_RUNTIME_CUDA_PRODUCT_LIBRARYCALL_H

#include "LibraryProduct.h"

namespace fused::runtime {

/// Executes what `product` was made for from `key`, with zeros where K is 0,
/// and puts right what cuBLASLt leaves undefined in masks.
fused_status_t executeLibrary(Device &device, LibraryProduct &product,
                              const PlanKey &key,
                              const fused_matmul_operands_t &operands,
                              const char *location);

/// The translation of `key`, also with K = 0.
LtProduct translateAnySum(const PlanKey &key);

/// Writes zeros to the bias gradient and the largest magnitude of an empty
/// product.
fused_status_t clearExtraResults(Device &device, const PlanKey &key,
                                 const fused_matmul_operands_t &operands,
                                 const char *location);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_PRODUCT_LIBRARYCALL_H
