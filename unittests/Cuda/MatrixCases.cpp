//===- MatrixCases.cpp - The cases of the correctness matrix --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixCases.h"

#include "Element.h"

#include <cmath>

using namespace fused;
using namespace fused::test;

// Errors. Tensor cores cut off the terms that they add instead of rounding
// them, hence the factor on the sum; on 8-bit types they keep 14 bits of it. An
// operand of f32 that becomes TF32 loses at most 2^-10 of its value. cuBLASLt's
// GELU was measured to be off by 4.3e-6, its derivative by 1.3e-5.
static const ErrorModel exactErrors = {1, 0, 3e-5};
static const ErrorModel tensorErrors = {4, 0, 3e-5};
static const ErrorModel tf32Errors = {4, 2 * std::ldexp(1, -10), 2e-3};
static const ErrorModel byteErrors = {4096, 0, 1e-3};

const std::vector<MatrixTypes> fused::test::matrixTypes = {
    {"f16->f16", FUSED_F16, FUSED_F16, FUSED_F16, false, tensorErrors},
    {"bf16->bf16", FUSED_BF16, FUSED_BF16, FUSED_BF16, false, tensorErrors},
    {"f32->f32", FUSED_F32, FUSED_F32, FUSED_F32, false, exactErrors},
    {"tf32->f32", FUSED_F32, FUSED_F32, FUSED_F32, true, tf32Errors},
    {"f64->f64", FUSED_F64, FUSED_F64, FUSED_F64, false, {1, 0, 0}},
    {"f16->f32", FUSED_F16, FUSED_F32, FUSED_F32, false, tensorErrors},
    {"bf16->f32", FUSED_BF16, FUSED_F32, FUSED_F32, false, tensorErrors},
    {"scaled f32->f32", FUSED_F32, FUSED_F32, FUSED_F32, false, exactErrors,
     FUSED_TYPE_NONE, FUSED_SCALE_A},
    {"scaled bf16->bf16", FUSED_BF16, FUSED_BF16, FUSED_BF16, false,
     tensorErrors, FUSED_TYPE_NONE, FUSED_SCALE_B},
    {"scaled twice f16->f32", FUSED_F16, FUSED_F32, FUSED_F32, false,
     tensorErrors, FUSED_TYPE_NONE, FUSED_SCALE_A | FUSED_SCALE_B},
    {"f8E4M3FN->f16", FUSED_F8E4M3FN, FUSED_F16, FUSED_F16, false, byteErrors},
    {"f8E4M3FN->bf16", FUSED_F8E4M3FN, FUSED_BF16, FUSED_BF16, false,
     byteErrors},
    {"f8E4M3FN->f32", FUSED_F8E4M3FN, FUSED_F32, FUSED_BF16, false, byteErrors},
    {"f8E4M3FN x f8E5M2->bf16", FUSED_F8E4M3FN, FUSED_BF16, FUSED_BF16, false,
     byteErrors, FUSED_F8E5M2},
    {"f8E5M2 x f8E4M3FN->bf16", FUSED_F8E5M2, FUSED_BF16, FUSED_BF16, false,
     byteErrors, FUSED_F8E4M3FN},
    {"scaled f8E4M3FN->bf16", FUSED_F8E4M3FN, FUSED_BF16, FUSED_BF16, false,
     byteErrors, FUSED_TYPE_NONE, FUSED_SCALE_A | FUSED_SCALE_B},
    {"scaled f8E4M3FN->f32", FUSED_F8E4M3FN, FUSED_F32, FUSED_BF16, false,
     byteErrors, FUSED_TYPE_NONE, FUSED_SCALE_A | FUSED_SCALE_B},
    {"f8E4M3FN->f8E4M3FN", FUSED_F8E4M3FN, FUSED_F8E4M3FN, FUSED_BF16, false,
     byteErrors},
    {"scaled f8E4M3FN->f8E4M3FN", FUSED_F8E4M3FN, FUSED_F8E4M3FN, FUSED_BF16,
     false, byteErrors, FUSED_TYPE_NONE,
     FUSED_SCALE_A | FUSED_SCALE_B | FUSED_SCALE_D},
    {"scaled f8E4M3FN->f8E4M3FN with amax", FUSED_F8E4M3FN, FUSED_F8E4M3FN,
     FUSED_BF16, false, byteErrors, FUSED_TYPE_NONE,
     FUSED_SCALE_A | FUSED_SCALE_B | FUSED_SCALE_D | FUSED_AMAX_D},
    {"scaled f8E4M3FN x f8E5M2->f8E4M3FN with amax", FUSED_F8E4M3FN,
     FUSED_F8E4M3FN, FUSED_BF16, false, byteErrors, FUSED_F8E5M2,
     FUSED_SCALE_A | FUSED_SCALE_B | FUSED_SCALE_D | FUSED_AMAX_D},
    {"i8->i32", FUSED_I8, FUSED_I32, FUSED_I32, false, {0, 0, 0}},
    {"i8->i8", FUSED_I8, FUSED_I8, FUSED_F32, false, {1, 0, 1e-4}},
};

namespace {
struct Variation {
  const char *name;
  int64_t batch, m, n, k;
  void (*change)(MatrixCase &) = [](MatrixCase &) {};
  bool forBytes = false; ///< Also for types of 8 bits.
};

void addC(MatrixCase &test, double beta, CKind kind = CKind::Apart) {
  test.product.c = kind;
  test.product.beta = beta;
}

/// Makes products finite although alpha times an element of A is not.
void scaleFarUp(MatrixCase &test) {
  ProductCase &p = test.product;
  p.alpha = 512;
  if (p.inputType == FUSED_F16)
    return;
  p.exponentA = p.inputType == FUSED_F64 ? 1016 : 120;
  p.exponentB = -p.exponentA + 5;
}

const Variation variations[] = {
    {"aligned", 1, 128, 256, 64, [](MatrixCase &) {}, true},
    {"large", 1, 512, 384, 256},
    {"long sum", 1, 64, 128, 4096, [](MatrixCase &) {}, true},
    {"odd", 1, 33, 45, 17, [](MatrixCase &) {}, true},
    {"odd, many rows", 1, 1030, 150, 3},
    {"tiny", 1, 7, 5, 3},
    {"single element", 1, 1, 1, 1},
    {"M = 1", 1, 1, 136, 40},
    {"N = 1", 1, 72, 1, 40},
    {"K = 1", 1, 40, 72, 1},
    {"K = 0", 1, 9, 16, 0},
    {"M = 0", 1, 0, 16, 8},
    {"N = 0", 1, 16, 0, 8},
    {"batch", 3, 32, 48, 16, [](MatrixCase &) {}, true},
    {"odd batch", 3, 13, 21, 9},
    {"no batch", 0, 8, 8, 8,
     [](MatrixCase &t) { t.product.shareBgrad = true; }},
    {"shared B, bias, bgrad", 4, 24, 40, 32,
     [](MatrixCase &t) {
       t.product.shareB = t.product.shareBias = t.product.shareBgrad = true;
     }},
    {"shared A, bgrad", 2, 40, 24, 32,
     [](MatrixCase &t) { t.product.shareA = t.product.shareBgrad = true; }},
    {"interleaved batch", 3, 16, 32, 16,
     [](MatrixCase &t) { t.product.interleaved = true; }},
    {"C", 1, 64, 96, 32, [](MatrixCase &t) { addC(t, 1); }, true},
    {"alpha, beta, C", 1, 65, 31, 40,
     [](MatrixCase &t) {
       addC(t, -0.5);
       t.product.alpha = 1.25;
     }},
    {"alpha of far numbers, M = 1", 1, 1, 17, 5, scaleFarUp},
    {"alpha of far numbers, N = 1", 1, 72, 1, 40, scaleFarUp},
    {"alpha of far numbers, tiny", 1, 2, 3, 2, scaleFarUp},
    {"alpha of far numbers, odd batch", 3, 13, 21, 9, scaleFarUp},
    {"C is D", 1, 48, 64, 24,
     [](MatrixCase &t) {
       addC(t, 0.75, CKind::IsD);
       t.product.alpha = -0.5;
     }},
    {"beta = 0", 1, 48, 64, 24, [](MatrixCase &t) { addC(t, 0); }},
    {"batch, C", 2, 40, 56, 16, [](MatrixCase &t) { addC(t, 2); }},
    {"sliced by 8", 1, 64, 96, 32,
     [](MatrixCase &t) { t.product.padding = 8; }},
    {"sliced by 3", 1, 50, 70, 30,
     [](MatrixCase &t) { t.product.padding = 3; }},
    {"sliced by 16, C", 1, 64, 128, 32,
     [](MatrixCase &t) {
       addC(t, 1);
       t.product.padding = 16;
     }},
    {"address off by 1", 1, 64, 96, 32, [](MatrixCase &t) { t.offset = 1; }},
    {"address off by 4", 1, 128, 128, 64, [](MatrixCase &t) { t.offset = 4; }},
    {"alpha = 0, specials", 1, 48, 64, 24,
     [](MatrixCase &t) {
       t.product.alpha = 0;
       t.product.specials = true;
     }},
    {"specials", 1, 64, 128, 32,
     [](MatrixCase &t) { t.product.specials = true; }},
    // cuBLASLt's algorithms for small, odd and unaligned sizes differ in what
    // they make of NaN.
    {"tiny specials", 1, 7, 5, 3,
     [](MatrixCase &t) { t.product.specials = true; }},
    {"specials, K = 1", 1, 17, 17, 1,
     [](MatrixCase &t) { t.product.specials = true; }},
    {"specials, few rows", 1, 5, 16, 17,
     [](MatrixCase &t) { t.product.specials = true; }},
    {"specials, odd batch", 3, 13, 24, 9,
     [](MatrixCase &t) { t.product.specials = true; }},
    {"specials, address off by 1", 1, 64, 96, 32,
     [](MatrixCase &t) {
       t.product.specials = true;
       t.offset = 1;
     }},
    {"specials, long sum", 1, 48, 72, 1024,
     [](MatrixCase &t) { t.product.specials = true; }},
    {"odd specials, C, dynamic", 1, 31, 45, 19,
     [](MatrixCase &t) {
       addC(t, 1);
       t.product.specials = t.product.dynamic = true;
     }},
};
} // namespace

void MatrixCase::relax() {
  product.allowRoundedSteps = product.allowAnyNanBit = true;
  // A D of i8 is rounded before it is summed.
  if (product.dType == FUSED_I8)
    product.errors.operands += 0.05;
  if (fused_type_size(product.dType) == 2)
    product.errors.operands += 4 * getUnitRoundoff(product.dType);
  if (product.dType == FUSED_F64)
    product.errors.activation += 1e-8;
}

std::vector<MatrixCase> fused::test::makeMatrix() {
  std::vector<MatrixCase> cases;
  unsigned seed = 0;
  for (const MatrixTypes &types : matrixTypes)
    for (const EpilogInfo &info : epilogTable)
      for (const Variation &variation : variations)
        for (int transposes = 0; transposes < 4; ++transposes)
          for (bool multiply : {false, true}) {
            bool hasBit = info.activation == Activation::ReluGradient;
            if ((multiply && (!hasBit || transposes != 0)) ||
                (!types.isFloat() && !variation.forBytes))
              continue;
            MatrixCase test;
            test.types = &types;
            test.variation = variation.name;
            ProductCase &p = test.product;
            p.epilog = info.epilog;
            p.inputType = types.input;
            p.dType = types.d;
            p.bType = types.b;
            p.extraType = types.extra;
            p.scalars = types.scalars;
            p.allowTf32 = types.allowTf32;
            p.errors = types.errors;
            p.transposeA = transposes & 1;
            p.transposeB = transposes & 2;
            p.multiplyMask = multiply;
            p.batch = variation.batch;
            p.m = variation.m;
            p.n = variation.n;
            p.k = variation.k;
            p.seed = ++seed;
            variation.change(test);
            // So that sums of 7-bit numbers fit into 8 bits.
            if (types.d == FUSED_I8)
              p.alpha = 0.5 / (127.0 * static_cast<double>(p.k));
            cases.push_back(test);
          }
  return cases;
}
