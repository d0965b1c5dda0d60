//===- FakeChoices.h - Files of choices on the fake device ------*- C++ -*-===//
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

#ifndef FUSED_UNITTESTS_CUDA_FAKECHOICES_H
#define FUSED_UNITTESTS_CUDA_FAKECHOICES_H

#include "../Runtime/FileInFolder.h"
#include "FakeTuning.h"

#include <cinttypes>
#include <cstdio>
#include <cublasLt.h>
#include <map>

namespace fused::test {

/// Choices by device and problem.
using Key = std::pair<std::string, std::string>;
using Choices = std::map<Key, std::string>;

/// FNV-1a in hexadecimal.
inline std::string getChecksum(const std::string &bytes) {
  uint64_t sum = 0xcbf29ce484222325;
  for (char byte : bytes)
    sum = (sum ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  char text[17];
  std::snprintf(text, sizeof(text), "%016" PRIx64, sum);
  return text;
}

/// The text of a file.
inline std::string print(const Choices &choices) {
  std::string text = "fused choices 1\n";
  for (const auto &[key, choice] : choices) {
    std::string fields = key.first + "\t" + key.second + "\t" + choice;
    text += getChecksum(fields) + "\t" + fields + "\n";
  }
  return text;
}

inline void add(void *choices, const char *device, const char *problem,
                const char *choice) {
  (*static_cast<Choices *>(choices))[{device, problem}] = choice;
}

/// Has a product whose choices a file keeps.
class FakeChoices : public FakeTuning, protected FileInFolder {
protected:
  void SetUp() override {
    FakeTuning::SetUp();
    // Tests may change the other size, and yet meet no plan of another test.
    static int64_t next = 16;
    product.m = 2, product.n = next += 8;
    ASSERT_NO_FATAL_FAILURE(makeFolder("fake.choices"));
    ASSERT_EQ(fused_cuda_set_choices(file.c_str()), FUSED_OK);
    setAlgorithms({{13}, {9}, {5}, {7}});
  }
  void TearDown() override {
    getDriver().enter(0);
    fused_cuda_guard_memory(false);
    fused_cuda_set_choices(nullptr);
    fused_cuda_check_choices();
    removeFolder();
    FakeTuning::TearDown();
  }

  void enterOther() {
    getDriver().enter(1);
    slot = {};
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
};

} // namespace fused::test

#endif // FUSED_UNITTESTS_CUDA_FAKECHOICES_H
