//===- ConcurrencyTest.cpp - Many threads, and the cache of plans ---------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductCase.h"

#include "gtest/gtest.h"
#include <atomic>
#include <thread>

using namespace fused;
using namespace fused::test;

namespace {
ProductCase makeDynamicCase(Epilog epilog, int variant) {
  ProductCase product;
  product.epilog = epilog;
  product.dynamic = true;
  product.m = 3 + variant % 5 * 7;
  product.n = 140 - variant % 3 * 11;
  product.k = 1 + variant % 4 * 5;
  product.seed = static_cast<unsigned>(variant);
  return product;
}

/// Runs `body(thread)` in eight threads that start together.
template <typename Body> void runInThreads(const Body &body) {
  constexpr int numThreads = 8;
  std::atomic<int> waiting{numThreads};
  std::vector<std::thread> threads;
  for (int i = 0; i < numThreads; ++i)
    threads.emplace_back([&, i] {
      --waiting;
      while (waiting > 0)
        std::this_thread::yield();
      body(i);
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(Concurrency, SameSlotDifferentShapes) {
  fused_plan_slot_t slot = {};
  std::atomic<int> failures{0};
  runInThreads([&](int thread) {
    for (int i = 0; i < 25; ++i) {
      ProductRun run(makeDynamicCase(
          i % 2 ? Epilog::GELU_BIAS : Epilog::DRELU_BGRAD, thread + i));
      if (run.execute(fused_cpu_matmul, &slot) != FUSED_OK || run.check() != "")
        ++failures;
    }
  });
  EXPECT_EQ(failures, 0);
}

TEST(Concurrency, SameSlotSameShape) {
  fused_plan_slot_t slot = {};
  std::atomic<int> failures{0};
  ProductCase product;
  product.epilog = Epilog::GELU_AUX;
  product.inputType = product.dType = FUSED_F16;
  product.m = 37;
  runInThreads([&](int) {
    ProductRun run(product);
    for (int i = 0; i < 25; ++i)
      if (run.execute(fused_cpu_matmul, &slot) != FUSED_OK || run.check() != "")
        ++failures;
  });
  EXPECT_EQ(failures, 0);
}

/// Threads that plan the same problem at once end up with one plan.
TEST(PlanCache, ConcurrentCallsShareAPlan) {
  ProductCase product;
  product.m = 41, product.n = 43, product.k = 47;
  fused_plan_slot_t slots[8] = {};
  runInThreads([&](int thread) {
    ProductRun run(product);
    run.execute(fused_cpu_matmul, &slots[thread]);
  });
  ASSERT_NE(slots[0].plan, nullptr);
  for (const fused_plan_slot_t &slot : slots)
    EXPECT_EQ(slot.plan, slots[0].plan);
}

TEST(PlanCache, CallSitesShareAPlan) {
  ProductCase product;
  product.m = 51, product.n = 53, product.k = 57;
  fused_plan_slot_t first = {}, second = {}, other = {};
  ProductRun run(product);
  ASSERT_EQ(run.execute(fused_cpu_matmul, &first), FUSED_OK);
  void *plan = first.plan;
  ASSERT_NE(plan, nullptr);
  ASSERT_EQ(run.execute(fused_cpu_matmul, &first), FUSED_OK);
  EXPECT_EQ(first.plan, plan) << "a call like the last one planned again";
  product.dynamic = true; // does not matter to a plan
  ProductRun dynamic(product);
  ASSERT_EQ(dynamic.execute(fused_cpu_matmul, &second), FUSED_OK);
  EXPECT_EQ(second.plan, plan);
  product.alpha = 2;
  ProductRun scaled(product);
  ASSERT_EQ(scaled.execute(fused_cpu_matmul, &other), FUSED_OK);
  EXPECT_NE(other.plan, plan);
}

TEST(PlanCache, ASlotFollowsItsShapes) {
  fused_plan_slot_t slot = {};
  std::vector<void *> plans;
  for (int round = 0; round < 2; ++round)
    for (int variant = 0; variant < 3; ++variant) {
      ProductRun run(makeDynamicCase(Epilog::RELU, variant));
      ASSERT_EQ(run.execute(fused_cpu_matmul, &slot), FUSED_OK);
      EXPECT_EQ(run.check(), "");
      plans.push_back(slot.plan);
    }
  EXPECT_NE(plans[0], plans[1]);
  for (int variant = 0; variant < 3; ++variant)
    EXPECT_EQ(plans[variant], plans[variant + 3]);
}

/// More shapes than primitives are kept: plans whose primitive was dropped make
/// it again.
TEST(PlanCache, ManyShapes) {
  fused_plan_slot_t slot = {};
  for (int round = 0; round < 2; ++round)
    for (int64_t m = 1; m <= 1100; ++m) {
      ProductCase product;
      product.m = m, product.n = 2, product.k = 1;
      product.dynamic = true;
      ProductRun run(product);
      ASSERT_EQ(run.execute(fused_cpu_matmul, &slot), FUSED_OK);
      ASSERT_EQ(run.check(), "") << m;
    }
}
} // namespace
