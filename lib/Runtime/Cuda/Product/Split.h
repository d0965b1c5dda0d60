//===- Split.h - Products followed by kernels of our own --------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_PRODUCT_SPLIT_H
#define FUSED_LIB_RUNTIME_CUDA_PRODUCT_SPLIT_H

#include "LibraryCall.h"
#include "SplitShape.h"

namespace fused::runtime {

/// A plain product by cuBLASLt, and then the epilog by kernels: for what
/// cuBLASLt's epilogs cannot do.
class SplitProduct {
public:
  /// True if the kernels have the types of `key`.
  static bool canExecute(const Device &device, const PlanKey &key);

  /// True if an operand is to be summed although D is empty.
  static bool isNeededForEmptyD(const PlanKey &key);

  SplitProduct(Device &device, const PlanKey &key);

  /// Asks for algorithms of the plain product.
  fused_status_t plan(const char *location,
                      int wanted = LibraryProduct::fewAlgorithms);
  /// The plain product; null if D is empty.
  LibraryProduct *getPlain() const { return product.get(); }
  /// Microseconds of both, where the rule (AlgorithmRule.h) knows the product.
  std::optional<double> estimate() const;
  fused_status_t execute(const fused_matmul_operands_t &operands,
                         const char *location);

private:
  class Execution;

  fused_status_t planProduct(const char *location, int wanted);
  /// True if a kernel goes on with the result of the plain product.
  bool hasTail() const {
    return !key.isEmpty() && !(sumsOperand(key) && accumulatesInD);
  }

  Device &device;
  const PlanKey key;
  bool accumulatesInD; ///< Not in accumulators apart from D.
  PlanKey plainKey;    ///< What cuBLASLt computes.
  std::unique_ptr<LibraryProduct> product; ///< Null if D is empty.
  CUfunction tail = nullptr;               ///< Null if there is none.
};

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_PRODUCT_SPLIT_H
