//===- ChoiceTest.cpp - Choices of tuning in files, without a device ------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans of the second fake device stand for those of another process: its name
// is the same, and it has no plan yet.
//
//===----------------------------------------------------------------------===//

#include "FakeTuning.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cublasLt.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

using namespace fused;
using namespace fused::test;

namespace {
/// Choices by device and problem.
using Key = std::pair<std::string, std::string>;
using Choices = std::map<Key, std::string>;

/// FNV-1a in hexadecimal.
std::string getChecksum(const std::string &bytes) {
  uint64_t sum = 0xcbf29ce484222325;
  for (char byte : bytes)
    sum = (sum ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  char text[17];
  std::snprintf(text, sizeof(text), "%016" PRIx64, sum);
  return text;
}

/// The text of a file.
std::string print(const Choices &choices) {
  std::string text = "fused choices 1\n";
  for (const auto &[key, choice] : choices) {
    std::string fields = key.first + "\t" + key.second + "\t" + choice;
    text += getChecksum(fields) + "\t" + fields + "\n";
  }
  return text;
}

void add(void *choices, const char *device, const char *problem,
         const char *choice) {
  (*static_cast<Choices *>(choices))[{device, problem}] = choice;
}

class FakeChoices : public FakeTuning {
protected:
  void SetUp() override {
    FakeTuning::SetUp();
    // Tests may change the other size, and yet meet no plan of another test.
    static int64_t next = 16;
    product.m = 2, product.n = next += 8;
    std::string name = testing::TempDir() + "choices-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder = name;
    file = folder + "/fake.choices";
    ASSERT_EQ(fused_cuda_set_choices(file.c_str()), FUSED_OK);
    setAlgorithms({{13}, {9}, {5}, {7}});
  }
  void TearDown() override {
    getDriver().enter(0);
    fused_cuda_guard_memory(false);
    fused_cuda_set_choices(nullptr);
    fused_cuda_check_choices();
    std::filesystem::remove_all(folder);
    FakeTuning::TearDown();
  }

  void enterOther() {
    getDriver().enter(1);
    slot = {};
  }

  std::string read() const {
    std::ifstream in(file, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
  }
  void write(const std::string &text) const {
    std::ofstream(file, std::ios::binary) << text;
  }
  Choices load() const {
    Choices choices;
    int64_t damaged = 0;
    EXPECT_EQ(fused_cuda_read_choices(file.c_str(), add, &choices, &damaged),
              FUSED_OK);
    EXPECT_EQ(damaged, 0);
    return choices;
  }
  /// Replaces the choice of the file, which has one.
  void replaceChoice(const std::string &choice) const {
    Choices choices = load();
    ASSERT_EQ(choices.size(), 1u);
    choices.begin()->second = choice;
    write(print(choices));
  }
  /// What a file calls algorithm number `index` of the fake library.
  static std::string getFingerprint(uint64_t index) {
    cublasLtMatmulAlgo_t algorithm = {};
    algorithm.data[0] = index;
    return getChecksum(
        {reinterpret_cast<const char *>(&algorithm), sizeof(algorithm)});
  }
  void expectFailure(fused_status_t status, const std::string &message) {
    EXPECT_EQ(fused_cuda_check_choices(), status);
    EXPECT_NE(std::string(fused_last_error()).find(message), std::string::npos)
        << fused_last_error();
    EXPECT_EQ(fused_cuda_check_choices(), FUSED_OK) << fused_last_error();
  }

  std::string folder, file;
};

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
