//===- ChoiceTest.cpp - What files of choices are used for ----------------===//
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
//===----------------------------------------------------------------------===//
// Where a file is used
//===----------------------------------------------------------------------===//

TEST_F(FakeChoices, AnotherProcessDoesNotMeasure) {
  expectChoice(2);
  EXPECT_EQ(load().begin()->second,
            "fused " + getFingerprint(2) +
                " family 66, 5.00 us, untuned 13.00 us");
  enterOther();
  expectOneBy(2);
  EXPECT_EQ(fused_cuda_check_choices(), FUSED_OK) << fused_last_error();
}

TEST_F(FakeChoices, WhatIsBestUntunedIsKeptToo) {
  setAlgorithms({{10}, {9.9f}});
  expectChoice(0);
  enterOther();
  expectOneBy(0);
}

TEST_F(FakeChoices, AreUsedWithoutTuning) {
  expectChoice(2);
  fused_cuda_tune(false);
  enterOther();
  expectOneBy(2);
  // Others are neither measured nor written.
  std::string before = read();
  ++product.m, slot = {};
  expectOneBy(0);
  EXPECT_EQ(read(), before);
  // A plan without a choice is measured when tuning is on.
  fused_cuda_tune(true);
  expectChoice(2);
  EXPECT_EQ(load().size(), 2u);
}

TEST_F(FakeChoices, NoFileIsMadeWithoutTuning) {
  fused_cuda_tune(false);
  expectOneBy(0);
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_EQ(fused_cuda_check_choices(), FUSED_OK);
}

TEST_F(FakeChoices, NoFileIsUsedUnlessItIsNamed) {
  fused_cuda_set_choices("");
  expectChoice(2);
  EXPECT_FALSE(std::filesystem::exists(file));
  enterOther();
  expectChoice(2);
}

TEST_F(FakeChoices, AreCaptured) {
  expectChoice(2);
  enterOther();
  ASSERT_EQ(getDriver().cuStreamBeginCapture(stream.get(),
                                             CU_STREAM_CAPTURE_MODE_GLOBAL),
            CUDA_SUCCESS);
  expectOneBy(2);
  // What the file lacks is measured after the capture.
  ++product.m, slot = {};
  expectOneBy(0);
  expectOneBy(0);
  CUgraph graph;
  getDriver().cuStreamEndCapture(stream.get(), &graph);
  getDriver().cuGraphDestroy(graph);
  expectChoice(2);
}

TEST_F(FakeChoices, WhatDiffersIsMeasured) {
  expectChoice(2);
  enterOther();
  product.alpha = 0.1;
  expectChoice(2);
  product.alpha = 0.10000000000000002; // the same with six digits
  slot = {};
  expectChoice(2);
  product.alpha = 1, product.allowRoundedSteps = true, slot = {};
  expectChoice(2);
  deviceCall.offset = 1, slot = {}; // another alignment
  expectChoice(2);
  EXPECT_EQ(load().size(), 5u);
}

TEST_F(FakeChoices, GuardedMeasurementsAreNotKept) {
  fused_cuda_guard_memory(true);
  expectChoice(2);
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(FakeChoices, AnotherIsTakenWhereTheChoiceIsRefused) {
  expectChoice(2);
  enterOther();
  expectOneBy(2);
  fakeFail("cublasLtMatmul", CUBLAS_STATUS_NOT_SUPPORTED, 0, 1);
  expectOneBy(0);
  expectOneBy(0);
}

TEST_F(FakeChoices, FailuresOfTheLibraryLeaveTheProduct) {
  expectChoice(2);
  getDriver().enter(1);
  for (const char *function :
       {"cublasLtMatmulDescCreate", "cublasLtMatrixLayoutCreate",
        "cublasLtMatmulPreferenceCreate", "cublasLtMatmulAlgoGetHeuristic"})
    for (int skip = 0; skip < 8; ++skip) {
      getDriver().enter(0);
      ++product.m, slot = {};
      expectChoice(2);
      enterOther();
      fused_cuda_set_choices("");
      fused_cuda_tune(false);
      expectOneBy(0); // planned
      fused_cuda_set_choices(file.c_str());
      fused_cuda_tune(skip % 2);
      fakeFail(function, CUBLAS_STATUS_ALLOC_FAILED, skip, 1);
      EXPECT_EQ(run(), FUSED_OK) << function << ": " << fused_last_error();
      fakeFail(function, 0, 0, 0);
      EXPECT_EQ(run(), FUSED_OK) << function;
      fused_cuda_tune(true);
    }
}

//===----------------------------------------------------------------------===//
// Whose choices they are
//===----------------------------------------------------------------------===//

TEST_F(FakeChoices, OfOtherChipsDriversAndLibrariesAreIgnored) {
  std::string own = "cuBLASLt 13.1.0 on Fake device (sm_90), driver 13.0, "
                    "fused 0.2.0";
  for (auto [from, to] :
       {std::pair("Fake device", "Another device"),
        std::pair("sm_90", "sm_100"), std::pair("driver 13.0", "driver 13.1"),
        std::pair("cuBLASLt 13.1.0", "cuBLASLt 13.1.1"),
        std::pair("fused 0.2.0", "fused 0.1.0")}) {
    getDriver().enter(0);
    ++product.m, slot = {};
    std::filesystem::remove(file);
    setAlgorithms({{13}, {9}, {5}, {7}});
    expectChoice(2);
    Choices choices = load();
    Key key = choices.begin()->first;
    EXPECT_EQ(key.first, own);
    std::string changed = own;
    changed.replace(changed.find(from), std::string(from).size(), to);
    write(print({{{changed, key.second}, choices.begin()->second}}));
    setAlgorithms({{13}, {9}, {8}, {4}});
    enterOther();
    expectChoice(3);
    // Both are kept.
    choices = load();
    EXPECT_EQ(choices.size(), 2u);
    EXPECT_EQ(choices.count(key), 1u);
    EXPECT_EQ(fused_cuda_check_choices(), FUSED_OK) << fused_last_error();
  }
}

//===----------------------------------------------------------------------===//
// Functions for tools
//===----------------------------------------------------------------------===//

TEST_F(FakeChoices, ProgramsCarryThem) {
  expectChoice(2);
  std::string text = read();
  fused_cuda_set_choices(nullptr);
  fused_cuda_tune(false);
  ASSERT_EQ(fused_cuda_add_choices(text.c_str()), FUSED_OK);
  enterOther();
  expectOneBy(2);
  // The file comes first.
  getDriver().enter(0);
  ++product.m, slot = {};
  fused_cuda_set_choices(file.c_str());
  fused_cuda_tune(true);
  expectChoice(2);
  ASSERT_EQ(fused_cuda_add_choices(read().c_str()), FUSED_OK);
  Choices choices = load();
  for (auto &[key, choice] : choices)
    choice = "fused " + getFingerprint(3);
  write(print(choices));
  enterOther();
  expectOneBy(3);

  EXPECT_EQ(fused_cuda_add_choices(nullptr), FUSED_INVALID_ARGUMENT);
  EXPECT_EQ(fused_cuda_add_choices("something else"), FUSED_INVALID_ARGUMENT);
  EXPECT_EQ(fused_cuda_check_choices(), FUSED_INVALID_ARGUMENT);
  EXPECT_EQ(fused_cuda_check_choices(), FUSED_OK);
  text.pop_back();
  EXPECT_EQ(fused_cuda_add_choices(text.c_str()), FUSED_INVALID_ARGUMENT);
}

TEST_F(FakeChoices, CanBeReadCopiedAndCleared) {
  expectChoice(2);
  std::string copy = folder + "/copy";
  EXPECT_EQ(fused_cuda_copy_choices(file.c_str(), copy.c_str()), FUSED_OK);
  Choices found;
  int64_t damaged = 7;
  EXPECT_EQ(fused_cuda_read_choices(copy.c_str(), add, &found, &damaged),
            FUSED_OK);
  EXPECT_EQ(found, load());
  EXPECT_EQ(damaged, 0);
  EXPECT_EQ(fused_cuda_clear_choices(file.c_str()), FUSED_OK);
  EXPECT_EQ(read(), "fused choices 1\n");
  enterOther();
  expectChoice(2);
  EXPECT_EQ(fused_cuda_read_choices(nullptr, add, &found, &damaged),
            FUSED_INVALID_ARGUMENT);
  EXPECT_EQ(fused_cuda_copy_choices(copy.c_str(), nullptr),
            FUSED_INVALID_ARGUMENT);
  EXPECT_EQ(fused_cuda_clear_choices(nullptr), FUSED_INVALID_ARGUMENT);
}
} // namespace
