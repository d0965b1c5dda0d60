//===- MemoryTest.cpp - fused_alloc and fused_free ------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused-runtime/fused_runtime.h"

#include "gtest/gtest.h"
#include <cstring>
#include <sys/resource.h>
#include <thread>
#include <vector>

namespace {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool isSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool isSanitized = true;
#else
constexpr bool isSanitized = false;
#endif
#else
constexpr bool isSanitized = false;
#endif

TEST(Memory, IsAlignedAndWritable) {
  std::vector<void *> blocks;
  for (size_t size : {0u, 1u, 63u, 64u, 65u, 4096u, 65535u, 65536u, 1u << 22}) {
    void *block = fused_alloc(size);
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 64, 0u);
    std::memset(block, 1, size);
    blocks.push_back(block);
  }
  for (void *block : blocks)
    fused_free(block);
  fused_free(nullptr);
}

TEST(Memory, RefusesWhatThereIsNot) {
  EXPECT_EQ(fused_alloc(SIZE_MAX), nullptr);
  EXPECT_EQ(std::string(fused_last_error()),
            "cannot allocate " + std::to_string(SIZE_MAX) + " bytes");
  if (!isSanitized) { // which would end the process
    EXPECT_EQ(fused_alloc(size_t(1) << 60), nullptr);
  }
}

TEST(Memory, LargeBlocksDoNotFaultAgain) {
  if (isSanitized)
    GTEST_SKIP() << "blocks are not reused under the address sanitizer";
  constexpr size_t size = size_t(4) << 20;
  auto use = [&] {
    void *block = fused_alloc(size);
    std::memset(block, 1, size);
    fused_free(block);
  };
  auto countFaults = [] {
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
  };
  use();
  long before = countFaults();
  for (int i = 0; i < 20; ++i)
    use();
  // Without reuse there are 1024 in each round.
  EXPECT_LT(countFaults() - before, 512);
}

/// What is kept for reuse is bounded, and not handed out for less than three
/// quarters of its size.
TEST(Memory, BlocksThatAreKeptFit) {
  if (isSanitized)
    GTEST_SKIP() << "blocks are not reused under the address sanitizer";
  constexpr size_t size = size_t(12) << 20;
  void *block = fused_alloc(size);
  fused_free(block);
  void *small = fused_alloc(size / 2);
  EXPECT_NE(small, block);
  void *same = fused_alloc(size - 4096);
  EXPECT_EQ(same, block);
  fused_free(small);
  fused_free(same);
}

TEST(Memory, AnotherThreadMayRelease) {
  std::vector<void *> blocks;
  for (int i = 0; i < 100; ++i)
    blocks.push_back(fused_alloc(size_t(1) << (i % 20)));
  std::thread([&] {
    for (void *block : blocks)
      fused_free(block);
  }).join();
}
} // namespace
