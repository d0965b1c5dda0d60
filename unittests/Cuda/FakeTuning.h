//===- FakeTuning.h - Tuned products on the fake device ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_CUDA_FAKETUNING_H
#define FUSED_UNITTESTS_CUDA_FAKETUNING_H

#include "FakeProduct.h"
#include "fused-runtime/fused_cuda.h"

#include <vector>

namespace fused::test {

/// Has a product that is tuned. The algorithms of the fake device take the time
/// that a test says and write down that they were executed.
class FakeTuning : public FakeProduct {
protected:
  void SetUp() override {
    FakeProduct::SetUp();
    product.n = 8;
    fused_cuda_tune(true);
  }
  void TearDown() override {
    fused_cuda_tune(false);
    setAlgorithms({{}, {}, {}});
    FakeProduct::TearDown();
  }

  static void setAlgorithms(const std::vector<FakeAlgorithm> &algorithms) {
    fakeSetAlgorithms(algorithms.data(), static_cast<int>(algorithms.size()));
  }

  fused_status_t run() { return FakeProduct::run(&slot); }
  /// Expects that a call executes one product, by `algorithm`.
  void expectOneBy(long algorithm) {
    FakeCounts before = fakeGetCounts();
    ASSERT_EQ(run(), FUSED_OK) << fused_last_error();
    EXPECT_EQ(fakeGetCounts().matmuls, before.matmuls + 1);
    EXPECT_EQ(fakeGetCounts().lastAlgorithm, algorithm);
  }
  /// Expects that a call measures, and that it and the next ones are by
  /// `algorithm`.
  void expectChoice(long algorithm) {
    FakeCounts before = fakeGetCounts();
    ASSERT_EQ(run(), FUSED_OK) << fused_last_error();
    FakeCounts after = fakeGetCounts();
    EXPECT_GT(after.matmuls, before.matmuls + 1);
    EXPECT_EQ(after.lastAlgorithm, algorithm);
    EXPECT_EQ(after.events, before.events);
    expectOneBy(algorithm);
  }
  /// Executions of `algorithm` in a call.
  long countExecutions(size_t algorithm) {
    long before = fakeGetCounts().executions[algorithm];
    EXPECT_EQ(run(), FUSED_OK) << fused_last_error();
    return fakeGetCounts().executions[algorithm] - before;
  }

  fused_plan_slot_t slot = {};
};

} // namespace fused::test

#endif // FUSED_UNITTESTS_CUDA_FAKETUNING_H
