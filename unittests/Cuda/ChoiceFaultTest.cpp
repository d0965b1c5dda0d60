//===- ChoiceFaultTest.cpp - Files of choices that are damaged or in use --===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeChoices.h"

#include <random>
#include <thread>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace fused;
using namespace fused::test;

namespace {
//===----------------------------------------------------------------------===//
// What must not be executed
//===----------------------------------------------------------------------===//

TEST_F(FakeChoices, WhatTheLibraryDoesNotProposeIsMeasured) {
  for (const std::string &choice :
       {std::string("fused 0123456789abcdef"), "fused " + getFingerprint(4),
        "split " + getFingerprint(2), std::string("fused"), std::string("2"),
        "other " + getFingerprint(2), "fused " + getFingerprint(2).substr(1),
        std::string("%s%s%s%n fused"), std::string(300, 'f')}) {
    getDriver().enter(0);
    std::filesystem::remove(file);
    ++product.m, slot = {};
    expectChoice(2);
    std::string right = read();
    replaceChoice(choice);
    enterOther();
    expectChoice(2);
    expectFailure(FUSED_INVALID_ARGUMENT, "does not propose it");
    // Another process need not measure again.
    EXPECT_EQ(read(), right);
  }
}

TEST_F(FakeChoices, InexactAlgorithmsDoNotComeBack) {
  product.inputType = product.dType = FUSED_BF16;
  product.k = 16;
  // The second splits K; the third is of a family that was not checked.
  setAlgorithms({{13}, {1, 4}, {1, 1, 21}, {7}});
  for (uint64_t index : {1, 2}) {
    getDriver().enter(0);
    std::filesystem::remove(file);
    ++product.m, slot = {};
    expectChoice(3);
    replaceChoice("fused " + getFingerprint(index));
    enterOther();
    EXPECT_EQ(countExecutions(index), 0);
    expectFailure(FUSED_INVALID_ARGUMENT, "does not propose it");
    expectOneBy(3);
  }
}

/// Changes random bytes of a text, and sometimes its length.
void damage(std::string &text, std::mt19937 &random) {
  for (unsigned changes = 1 + random() % 3; changes > 0; --changes)
    text[random() % text.size()] = static_cast<char>(random());
  if (random() % 8 == 0)
    text.resize(random() % text.size());
}

TEST_F(FakeChoices, DamagedBytesAreHarmless) {
  expectChoice(2);
  auto [key, choice] = *load().begin();
  std::string size = "M = 2,";
  size_t at = key.second.find(size);
  ASSERT_NE(at, std::string::npos);
  fused_cuda_tune(false);
  enterOther();
  std::mt19937 random(99940011);
  for (int i = 0; i < 1500; ++i) {
    product.m = 3 + i;
    Key other = key;
    other.second.replace(at, size.size(),
                         "M = " + std::to_string(product.m) + ",");
    std::string changed = choice;
    if (i % 3 == 1) // The checksum is right.
      damage(changed, random);
    std::string text = print({{other, changed}});
    if (i % 3 == 2)
      damage(text, random);
    write(text);
    FakeCounts before = fakeGetCounts();
    ASSERT_EQ(run(), FUSED_OK) << fused_last_error();
    FakeCounts after = fakeGetCounts();
    ASSERT_EQ(after.matmuls, before.matmuls + 1);
    if (i % 3 == 0) {
      ASSERT_EQ(after.lastAlgorithm, 2);
    } else {
      ASSERT_TRUE(after.lastAlgorithm == 0 || after.lastAlgorithm == 2);
    }
  }
}

//===----------------------------------------------------------------------===//
// Files that cannot be used
//===----------------------------------------------------------------------===//

TEST_F(FakeChoices, ProductsDoNotNeedTheFile) {
  std::filesystem::create_directory(file);
  expectChoice(2);
  expectFailure(FUSED_LIBRARY_ERROR, "Is a directory");
  // Devices of this process share what could not be written.
  enterOther();
  expectOneBy(2);
  for (const char *name : {"/dev/full", "/missing/fake.choices", "/dev/null"}) {
    fused_cuda_set_choices(name);
    ++product.m, slot = {};
    expectChoice(2);
    expectFailure(FUSED_LIBRARY_ERROR, name);
  }
}

TEST_F(FakeChoices, ReadOnlyFilesAreRead) {
  expectChoice(2);
  ASSERT_EQ(::chmod(file.c_str(), 0444), 0);
  std::string before = read();
  enterOther();
  expectOneBy(2);
  EXPECT_EQ(fused_cuda_check_choices(), FUSED_OK) << fused_last_error();
  ++product.m, slot = {};
  expectChoice(2);
  expectFailure(FUSED_LIBRARY_ERROR, "Permission denied");
  EXPECT_EQ(read(), before);
}

TEST_F(FakeChoices, ForeignFilesStay) {
  write("My thesis\n");
  expectChoice(2);
  expectFailure(FUSED_INVALID_ARGUMENT, "is no file of choices");
  ++product.m, slot = {};
  expectChoice(2);
  EXPECT_EQ(fused_cuda_check_choices(), FUSED_OK);
  EXPECT_EQ(read(), "My thesis\n");
}

//===----------------------------------------------------------------------===//
// Many at once
//===----------------------------------------------------------------------===//

TEST_F(FakeChoices, ThreadsLoseNothing) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      TestStream own;
      deviceCall.stream = own.get();
      for (int size = 0; size < 6; ++size) {
        ProductCase mine = product;
        mine.m = 10 + 10 * i + size, mine.n = 9;
        ProductRun run(mine);
        EXPECT_EQ(run.execute(deviceMatmul, nullptr), FUSED_OK);
        EXPECT_EQ(run.check(), "");
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(load().size(), 24u);
  EXPECT_EQ(fused_cuda_check_choices(), FUSED_OK) << fused_last_error();
}

const char *const childVariable = "FUSED_TEST_CHOICES_CHILD";

/// One of the processes of the next test; its file is of the environment. CTest
/// does not run it.
TEST(ChoicesChild, Tunes) {
  const char *number = std::getenv(childVariable);
  if (!number)
    GTEST_SKIP() << "a process of FakeChoices.ProcessesLoseNothing";
  TestStream stream;
  deviceCall.stream = stream.get();
  for (int size = 0; size < 8; ++size) {
    ProductCase product;
    product.m = 10 + 10 * std::atoi(number) + size, product.n = 8;
    ProductRun run(product);
    EXPECT_EQ(run.execute(deviceMatmul, nullptr), FUSED_OK);
    EXPECT_EQ(run.check(), "");
  }
  deviceCall = {};
  EXPECT_EQ(fused_cuda_check_choices(), FUSED_OK) << fused_last_error();
}

TEST_F(FakeChoices, ProcessesLoseNothing) {
  constexpr int count = 4;
  std::vector<pid_t> children;
  ::setenv("FUSED_CUDA_CHOICES", file.c_str(), 1);
  ::setenv("FUSED_CUDA_TUNE", "1", 1);
  for (int i = 0; i < count; ++i) {
    ::setenv(childVariable, std::to_string(i).c_str(), 1);
    pid_t child = ::fork();
    if (child == 0) {
      ::execl("/proc/self/exe", "child", "--gtest_filter=ChoicesChild.Tunes",
              nullptr);
      ::_exit(1);
    }
    children.push_back(child);
  }
  for (const char *variable :
       {"FUSED_CUDA_CHOICES", "FUSED_CUDA_TUNE", childVariable})
    ::unsetenv(variable);
  for (pid_t child : children) {
    int status = -1;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(load().size(), size_t(8 * count));
}
} // namespace
