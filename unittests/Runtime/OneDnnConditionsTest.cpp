//===- OneDnnConditionsTest.cpp - Products that oneDNN cannot be asked for ===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductCase.h"

#include "gtest/gtest.h"
#include <cmath>

using namespace fused;
using namespace fused::test;

namespace {
enum Operand { A, B, C, D, Bias, Aux, Bgrad };

/// Dense batches of 4 x 20 products over 7, between pages.
ProductCase makeBatches(fused_type_t type, Epilog epilog) {
  ProductCase product;
  product.epilog = epilog;
  product.inputType = product.dType = type;
  product.batch = 3, product.m = 4, product.n = 20, product.k = 7;
  product.guard = Guard::PageBehind;
  product.hasLayouts = true;
  product.layouts[A] = {7, 4 * 7};
  product.layouts[B] = {20, 7 * 20};
  product.layouts[C] = product.layouts[D] = product.layouts[Aux] = {20, 4 * 20};
  product.layouts[Bias] = product.layouts[Bgrad] = {20, 0};
  product.shareBgrad = true;
  return product;
}

void expectRight(const ProductCase &product) {
  SCOPED_TRACE(product);
  ProductRun run(product);
  ASSERT_EQ(run.execute(fused_cpu_matmul, nullptr), FUSED_OK)
      << fused_last_error();
  EXPECT_EQ(run.check(), "");
}

/// Each type, and epilogs with and without a tail.
template <typename Change> void expectRightWith(const Change &change) {
  for (fused_type_t type : {FUSED_F16, FUSED_BF16, FUSED_F32, FUSED_F64})
    for (Epilog epilog : {Epilog::DEFAULT, Epilog::BIAS, Epilog::GELU_BIAS,
                          Epilog::DGELU_BGRAD, Epilog::BGRADA}) {
      ProductCase product = makeBatches(type, epilog);
      change(product);
      expectRight(product);
      product.alpha = 0.5;
      expectRight(product);
      product.c = CKind::IsD;
      product.beta = 0.75;
      expectRight(product);
    }
}

TEST(OneDnnConditions, AllBatchesShareAAndB) {
  expectRightWith([](ProductCase &product) {
    product.layouts[A].batchStride = product.layouts[B].batchStride = 0;
  });
}

TEST(OneDnnConditions, BatchesOfInputsOverlap) {
  expectRightWith([](ProductCase &product) {
    product.layouts[A].batchStride = 1;
    product.layouts[B] = {33, 33};
  });
}

/// The last row of a batch is nearer to the next batch than two rows are.
TEST(OneDnnConditions, EveryOtherRow) {
  expectRightWith([](ProductCase &product) {
    product.layouts[A] = {2 * 7, 7 * 7};
    product.layouts[B] = {2 * 20, 13 * 20};
    product.layouts[D] = {2 * 20, 7 * 20};
  });
}

/// A batch begins in the middle of what would be a row of the one before.
TEST(OneDnnConditions, BatchStrideIsNoMultipleOfTheRowStride) {
  expectRightWith(
      [](ProductCase &product) { product.layouts[D] = {23, 4 * 23 + 2}; });
}

TEST(OneDnnConditions, RowsOfBatchesAlternate) {
  expectRightWith([](ProductCase &product) {
    product.layouts[A] = {3 * 9, 9};
    product.layouts[D] = {3 * 21 + 1, 21};
  });
}

/// Rows that are no batches: a bias after a scale, too.
TEST(OneDnnConditions, PaddedRows) {
  expectRightWith([](ProductCase &product) {
    product.batch = 1;
    product.layouts[A].rowStride = 9;
    product.layouts[D].rowStride = 23;
  });
}

/// An infinity behind a row, or in the last column, is no part of other rows.
TEST(OneDnnConditions, OddSumsOfBFloat16) {
  for (int64_t k : {1, 7, 43})
    for (int transposes = 0; transposes < 4; ++transposes)
      for (bool isInLastColumn : {false, true}) {
        ProductCase product;
        product.inputType = product.dType = FUSED_BF16;
        product.m = 7, product.n = 12, product.k = k;
        product.transposeA = transposes & 1;
        product.transposeB = transposes & 2;
        product.guard = Guard::PageBehind;
        SCOPED_TRACE(product);
        ProductRun run(product);
        int64_t column = isInLastColumn ? k - 1 : 0;
        auto *a = static_cast<uint16_t *>(run.operands.a.data);
        a[product.transposeA ? column * product.m + 3 : 3 * k + column] =
            0x7f80;
        ASSERT_EQ(run.execute(fused_cpu_matmul, nullptr), FUSED_OK);
        auto *d = static_cast<uint16_t *>(run.operands.d.data);
        for (int64_t i = 0; i < product.m * product.n; ++i)
          EXPECT_EQ((d[i] & 0x7fff) == 0x7f80, i / product.n == 3) << i;
      }
}

/// The product of a factor and B is no number of f32; their result is.
TEST(OneDnnConditions, ScalesAreAppliedToTheSum) {
  for (bool hasC : {false, true})
    for (double alpha : {16.0, 0x1p-40}) {
      ProductCase product;
      product.m = 5, product.n = 70, product.k = 9;
      product.padding = 3;
      product.alpha = alpha;
      product.exponentA = alpha > 1 ? -100 : 110;
      product.exponentB = alpha > 1 ? 126 : -112;
      if (hasC)
        product.c = CKind::IsD, product.beta = 1;
      expectRight(product);
    }
}

TEST(ZeroFactors, NothingIsMultiplied) {
  for (double alpha : {0.0, -0.0, 1e-60})
    for (fused_type_t type : {FUSED_F16, FUSED_BF16, FUSED_F32, FUSED_F64})
      for (Epilog epilog :
           {Epilog::DEFAULT, Epilog::RELU_AUX_BIAS, Epilog::GELU,
            Epilog::DRELU_BGRAD, Epilog::BGRADB}) {
        // No zero in f64.
        if (type == FUSED_F64 && alpha > 0)
          continue;
        ProductCase product = makeBatches(type, epilog);
        product.layouts[Aux] = {32, 4 * 32};
        product.alpha = alpha;
        product.specials = product.specialsInB = true;
        expectRight(product);
      }
}

TEST(ZeroFactors, NeitherIsC) {
  ProductCase product;
  product.c = CKind::Apart;
  product.beta = 1e-60;
  product.specials = true;
  expectRight(product);
}
} // namespace
