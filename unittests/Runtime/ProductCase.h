//===- ProductCase.h - One product to be checked ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_RUNTIME_PRODUCTCASE_H
#define FUSED_UNITTESTS_RUNTIME_PRODUCTCASE_H

#include "GuardedMatrix.h"
#include "ReferenceMatmul.h"
#include "fused-runtime/EpilogSemantics.h"

#include <cmath>
#include <cstring>
#include <ostream>
#include <random>
#include <vector>

namespace fused::test {

enum class CKind { None, Apart, IsD };

/// How much less exactly than by f32 arithmetic, rounded to nearest in every
/// step, a target may compute.
struct ErrorModel {
  double summation = 1; ///< A factor on the error of the sum.
  double operands = 0;  ///< The relative error of each term of the sum.
  /// The error of GELU and its derivative, in proportion to the larger of 1 and
  /// the terms of the pre-activation.
  double activation = 0;
};

/// The properties that vary between the checked products.
struct ProductCase {
  Epilog epilog = Epilog::DEFAULT;
  fused_type_t inputType = FUSED_F32, dType = FUSED_F32;
  fused_type_t bType = FUSED_TYPE_NONE; ///< The type of B; A's if none.
  /// Of bias, pre-activation and bias gradient; D's if none.
  fused_type_t extraType = FUSED_TYPE_NONE;
  uint32_t scalars = 0; ///< FUSED_SCALE_A and so on.
  float aScale = 1.5f;  ///< If A has one.
  bool transposeA = false, transposeB = false, multiplyMask = false;
  bool allowTf32 = false, allowRoundedSteps = false, allowAnyNanBit = false;
  int64_t batch = 1, m = 5, n = 7, k = 3;
  double alpha = 1, beta = 0;
  CKind c = CKind::None;
  int64_t padding = 0;      ///< Elements between one row and the next.
  bool interleaved = false; ///< Rows of the batches alternate.
  bool shareA = false, shareB = false, shareC = false;
  bool shareBias = false, shareBgrad = false;
  bool specials = false;    ///< Plant NaN, infinities and zeros.
  bool specialsInB = false; ///< And in B, where they reach every row.
  bool dynamic = false;     ///< The problem does not state its sizes.
  /// Powers of two that the elements of A and B are multiplied by.
  int exponentA = 0, exponentB = 0;
  /// In place of what `padding`, `interleaved` and `share...` say of A, B, C,
  /// D, bias, aux and bias gradient, if `hasLayouts`. Batch strides of zero go
  /// with `shareBgrad`.
  bool hasLayouts = false;
  Layout layouts[7];
  Guard guard = Guard::None;
  unsigned seed = 0;
  ErrorModel errors;

  fused_type_t getExtraType() const {
    return extraType == FUSED_TYPE_NONE ? dType : extraType;
  }
  fused_type_t getBType() const {
    return bType == FUSED_TYPE_NONE ? inputType : bType;
  }
  /// C is never of 8-bit floating-point numbers.
  fused_type_t getCType() const {
    return dType == FUSED_F8E4M3FN ? fused_type_t(FUSED_BF16) : dType;
  }
};
std::ostream &operator<<(std::ostream &out, const ProductCase &product);

/// The operands of a case, with random contents.
class ProductRun {
public:
  explicit ProductRun(const ProductCase &product);

  using Function = fused_status_t (*)(const fused_matmul_problem_t *,
                                      fused_plan_slot_t *,
                                      const fused_matmul_operands_t *);

  /// Executes the product once with `function`.
  fused_status_t execute(Function function, fused_plan_slot_t *slot);

  /// Returns what is wrong with the results of `execute`, or an empty string.
  ///
  /// With u the unit roundoff of the compute type and G the sum of the absolute
  /// terms of a pre-activation, whatever the order of the summation its error
  /// is at most (K + 8) u G: K roundings for the sum, 8 for alpha, beta, C and
  /// bias. GELU and its derivative are bounded by 1.13 and computed with an
  /// error of at most 24 u, which gives 1.2 (K + 32) u G. Denormals add K + 8
  /// times the smallest number. Storing adds the unit
  /// roundoff of D times its value, or the smallest number. A bias gradient
  /// over L terms adds L u times the sum of their absolute values. For f64, u
  /// counts twice, because the oracle rounds too.
  std::string check() const;

  /// Fills the results with NaN again; not D if it is C.
  void poisonResults();

  /// True if all results have the same bits.
  bool hasSameResults(const ProductRun &other) const {
    return d == other.d && aux == other.aux && bgrad == other.bgrad &&
           std::memcmp(&amax, &other.amax, sizeof(amax)) == 0;
  }

  /// Returns what a call wrote that it should not have written: anything
  /// outside of its results, or, if it was refused, anything.
  std::string checkMemory(bool isRefused = false) const;

  fused_matmul_problem_t problem = {};
  fused_matmul_operands_t operands = {};

private:
  double getTolerance(size_t index, bool ofActivation) const;
  std::string checkD() const;
  std::string checkAux() const;
  std::string checkMask(int64_t batch, int64_t row) const;
  std::string checkBgrad() const;
  std::string checkAmax() const;

  ProductCase product;
  const EpilogInfo &info;
  GuardedMatrix a, b, c, d, bias, aux, bgrad;
  GuardedMatrix aBefore, bBefore, cBefore, dBefore, biasBefore, auxBefore;
  GuardedMatrix bgradBefore;
  /// Of A, B and D.
  float scales[3] = {1, 0.375f, 1};
  float amax = NAN;
  ReferenceResult expected;
};

} // namespace fused::test

#endif // FUSED_UNITTESTS_RUNTIME_PRODUCTCASE_H
