//===- Problem.h - A product in canonical form ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CORE_PROBLEM_H
#define FUSED_LIB_RUNTIME_CORE_PROBLEM_H

#include "fused-runtime/EpilogSemantics.h"
#include "fused-runtime/fused_runtime.h"

#include <cstring>
#include <type_traits>

namespace fused::runtime {

/// Row and batch stride of an operand.
struct Strides {
  int64_t row, batch;
};

/// Everything that a plan depends on. Strides that do not matter, because there
/// is one row or one batch, are canonical. Has no padding: compared and hashed
/// as bytes.
struct PlanKey {
  fused_epilog_t epilog;
  uint32_t flags;
  fused_type_t inputType, bType, cType, dType, biasType, auxType, bgradType;
  int32_t cIsD; ///< 1: C has the data and the strides of D; 2: the data only.
  int32_t numThreads; ///< On the CPU, else 0.
  int32_t device;     ///< Which device's plan it is; 0 on the CPU.
  /// What is known of the addresses of A, B, C, D, bias, aux and bias gradient,
  /// one byte each: the logarithm of the alignment. 0 on the CPU.
  uint64_t alignments;
  uint64_t alphaBits, betaBits;
  int64_t batch, m, n, k;
  Strides a, b, c, d, bias, aux, bgrad;

  double getAlpha() const { return castToDouble(alphaBits); }
  double getBeta() const { return castToDouble(betaBits); }
  bool transposesA() const { return flags & FUSED_TRANSPOSE_A; }
  bool transposesB() const { return flags & FUSED_TRANSPOSE_B; }
  bool allowsTf32() const { return flags & FUSED_ALLOW_TF32; }
  bool allowsRoundedSteps() const { return flags & FUSED_ALLOW_ROUNDED_STEPS; }
  bool has(uint32_t flag) const { return flags & flag; }
  /// True if A or B has a scale, which multiplies the product.
  bool scalesProduct() const { return has(FUSED_SCALE_A | FUSED_SCALE_B); }
  bool multipliesMask() const { return flags & FUSED_MULTIPLY_MASK; }
  /// BLAS's convention: with beta = 0, C is not read.
  bool readsC() const {
    return cType != FUSED_TYPE_NONE && !isZeroInComputeType(getBeta());
  }
  /// And with alpha = 0, or an empty sum, the product is zero: neither A nor B
  /// is multiplied, whatever they hold.
  bool hasZeroProduct() const {
    return k == 0 || isZeroInComputeType(getAlpha());
  }
  bool isEmpty() const { return batch == 0 || m == 0 || n == 0; }
  fused_type_t getComputeType() const {
    return inputType == FUSED_F64 ? FUSED_F64 : FUSED_F32;
  }
  const EpilogInfo &getInfo() const {
    return getEpilogInfo(static_cast<Epilog>(epilog));
  }

  bool operator==(const PlanKey &other) const {
    return std::memcmp(this, &other, sizeof(PlanKey)) == 0;
  }

private:
  /// alpha and beta are numbers of the compute type.
  bool isZeroInComputeType(double value) const {
    return getComputeType() == FUSED_F64 ? value == 0
                                         : static_cast<float>(value) == 0;
  }
  static double castToDouble(uint64_t bits) {
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
  }
};
static_assert(std::has_unique_object_representations_v<PlanKey>);

/// Checks what may differ in every call: versions, sizes against those of the
/// problem, null and misaligned pointers. Assumes nothing.
fused_status_t checkCall(const fused_matmul_problem_t *problem,
                         const fused_matmul_operands_t *operands);

/// Builds the key of a call that passed `checkCall`: all but the members that
/// only one target fills in.
PlanKey makeKey(const fused_matmul_problem_t &problem,
                const fused_matmul_operands_t &operands);

/// True for the 8-bit floating-point types.
inline bool isFloat8(fused_type_t type) {
  return type == FUSED_F8E4M3FN || type == FUSED_F8E5M2;
}

/// The types of the extra operands that go with those of A, B and D.
struct ExtraTypes {
  fused_type_t c, bias, aux, bgrad;
};

/// Says for a target which extra types go with A, B and D; or refuses those.
using TypeRule = fused_status_t (*)(const PlanKey &key, const char *location,
                                    ExtraTypes &types);

/// Refuses `type`, which the operand `name` has, for `reason`.
fused_status_t refuseType(const char *location, const char *name,
                          fused_type_t type, const char *reason);

/// Checks flags, types, sizes and strides: everything that stands in a key.
fused_status_t checkKey(const PlanKey &key,
                        const fused_matmul_problem_t &problem, TypeRule rule);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CORE_PROBLEM_H
