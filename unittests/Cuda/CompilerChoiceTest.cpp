//===- CompilerChoiceTest.cpp - Choices that compilers make ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeChoices.h"

using namespace fused;
using namespace fused::test;

namespace {
constexpr const char *problem = "kernel or library: a problem";

/// What is kept for the problem; the status if that fails.
std::string find(const char *chip = "sm_90") {
  char text[64] = "before";
  if (fused_status_t status =
          fused_cuda_find_choice(problem, chip, text, sizeof(text)))
    return fused_status_string(status);
  return text;
}

TEST_F(FakeChoices, OfCompilersAreKeptInTheFile) {
  EXPECT_EQ(find(), "");
  EXPECT_EQ(fused_cuda_keep_choice(problem, "kernel 64x64, 1 us", ""),
            FUSED_OK);
  EXPECT_EQ(find(), "kernel 64x64, 1 us");
  EXPECT_EQ(load().begin()->first.second, problem);
  // The first choice stays, unless it is none.
  fused_cuda_keep_choice(problem, "library", "");
  EXPECT_EQ(load().begin()->second, "kernel 64x64, 1 us");
  fused_cuda_keep_choice(problem, "library", "kernel 64x64, 1 us");
  EXPECT_EQ(load().begin()->second, "library");
  // Without tuning, they are found as well.
  fused_cuda_tune(false);
  EXPECT_EQ(fused_cuda_get_tuning(), FUSED_TUNING_STORED);
  EXPECT_EQ(find(), "library");
}

TEST_F(FakeChoices, OfAnotherDeviceAreForItsChip) {
  fused_cuda_keep_choice(problem, "library", "");
  Choices choices = load();
  Key key = choices.begin()->first;
  write(print({{{"cuBLASLt 9.9.9 on Other (sm_90), driver 1.0", key.second},
                "kernel 64x64"},
               {{"cuBLASLt 9.9.9 on Newer (sm_100), driver 1.0", key.second},
                "kernel 64x128"}}));
  // This device is of the chip, and was not measured.
  EXPECT_EQ(find("sm_90"), "");
  EXPECT_EQ(find("sm_100"), "kernel 64x128");
  EXPECT_EQ(find("sm_10"), "");
}

TEST_F(FakeChoices, OfCompilersAreRememberedWithoutAFile) {
  fused_cuda_set_choices("");
  fused_cuda_keep_choice(problem, "kernel 64x128", "");
  EXPECT_EQ(find(), "kernel 64x128");
  EXPECT_FALSE(std::filesystem::exists(file));
  // The next test is another process.
  fused_cuda_keep_choice(problem, "", "");
}

TEST_F(FakeChoices, OfCompilersThatAreTooLongAreNone) {
  fused_cuda_keep_choice(problem, std::string(64, 'x').c_str(), "");
  EXPECT_EQ(find(), "");
  EXPECT_EQ(fused_cuda_find_choice(nullptr, "sm_90", nullptr, 0),
            FUSED_INVALID_ARGUMENT);
  EXPECT_EQ(fused_cuda_keep_choice(problem, nullptr, ""),
            FUSED_INVALID_ARGUMENT);
  EXPECT_EQ(fused_cuda_keep_choice(problem, "library", nullptr),
            FUSED_INVALID_ARGUMENT);
}

TEST_F(FakeChoices, NothingIsMeasuredWhileMemoryIsGuarded) {
  EXPECT_GE(fused_cuda_get_tuning(), FUSED_TUNING_ON);
  fused_cuda_guard_memory(true);
  EXPECT_EQ(fused_cuda_get_tuning(), FUSED_TUNING_STORED);
  double microseconds;
  fused_function_t function = {};
  EXPECT_EQ(fused_cuda_measure(&function, nullptr, nullptr, nullptr, 1,
                               &microseconds),
            FUSED_UNSUPPORTED);
  fused_cuda_guard_memory(false);
  EXPECT_EQ(
      fused_cuda_measure(&function, nullptr, nullptr, nullptr, 1, nullptr),
      FUSED_INVALID_ARGUMENT);
}
} // namespace
