//===- CpuPlansTest.cpp - Products large enough for another plan ----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cpu/Threads.h"
#include "ProductCase.h"

#include "gtest/gtest.h"

using namespace fused;
using fused::runtime::ExactThreadCount;
using namespace fused::test;

namespace {
void expectRight(const ProductCase &product) {
  SCOPED_TRACE(product);
  ProductRun run(product);
  ASSERT_EQ(run.execute(fused_cpu_matmul, nullptr), FUSED_OK)
      << fused_last_error();
  EXPECT_EQ(run.check(), "");
}

/// A or B transposed, or both; for epilogs with and without a tail.
void expectRightWithEpilogs(ProductCase product,
                            std::initializer_list<int> choices = {0, 1, 2, 3}) {
  product.guard = Guard::PageBehind;
  for (int transposes : choices)
    for (Epilog epilog :
         {Epilog::DEFAULT, Epilog::RELU_BIAS, Epilog::GELU_BIAS,
          Epilog::RELU_AUX_BIAS, Epilog::DGELU_BGRAD, Epilog::BGRADB}) {
      product.transposeA = transposes & 1;
      product.transposeB = transposes & 2;
      product.epilog = epilog;
      expectRight(product);
    }
}

/// B is packed before the product.
TEST(CpuPlans, PackedB) {
  for (fused_type_t type : {FUSED_F32, FUSED_F16}) {
    ProductCase product;
    product.inputType = product.dType = type;
    product.m = 400, product.n = 301, product.k = 19;
    expectRightWithEpilogs(product);
  }
  ProductCase product;
  product.m = 100, product.n = 1024 * 3, product.k = 5;
  expectRightWithEpilogs(product);
}

/// The tail follows so many rows as fit into the cache; the last of them
/// overlap with those before.
TEST(CpuPlans, Panels) {
  ExactThreadCount threads(1);
  for (fused_type_t type : {FUSED_BF16, FUSED_F32})
    for (CKind c : {CKind::None, CKind::IsD}) {
      ProductCase product;
      product.inputType = product.dType = type;
      product.m = 1100, product.n = 601, product.k = 6;
      product.c = c;
      product.beta = c == CKind::None ? 0 : 0.5;
      expectRightWithEpilogs(product, {1, 2});
    }
}

/// A row times a matrix.
TEST(CpuPlans, OneRow) {
  for (fused_type_t type : {FUSED_F16, FUSED_BF16, FUSED_F32})
    for (int64_t batch : {1, 2})
      for (auto [n, k] :
           {std::pair<int64_t, int64_t>{1, 17000}, {130, 259}, {1100, 37}}) {
        ProductCase product;
        product.inputType = product.dType = type;
        product.batch = batch, product.m = 1, product.n = n, product.k = k;
        expectRightWithEpilogs(product);
        product.alpha = 0.5;
        product.c = CKind::IsD, product.beta = 0.75;
        expectRightWithEpilogs(product);
      }
}

/// A few rows times a matrix.
TEST(CpuPlans, FewRows) {
  for (fused_type_t type : {FUSED_F16, FUSED_BF16, FUSED_F32})
    for (int64_t m : {2, 7, 24, 64})
      for (auto [n, k] : {std::pair<int64_t, int64_t>{1030, 517}, {301, 515}}) {
        ProductCase product;
        product.inputType = product.dType = type;
        product.m = m, product.n = n, product.k = k;
        expectRightWithEpilogs(product, {0, 2});
      }
}
} // namespace
