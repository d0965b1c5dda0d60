//===- ChoiceFolder.h - A folder with a file of choices ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_RUNTIME_CHOICEFOLDER_H
#define FUSED_UNITTESTS_RUNTIME_CHOICEFOLDER_H

#include "Core/ChoiceFile.h"
#include "FileInFolder.h"

namespace fused::runtime {

inline bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

/// Has a folder that is empty at first, and gone afterwards.
class ChoiceFolder : public testing::Test, protected test::FileInFolder {
protected:
  void SetUp() override { ASSERT_NO_FATAL_FAILURE(makeFolder("h200.choices")); }
  void TearDown() override { removeFolder(); }

  int64_t countFiles() const {
    return std::distance(std::filesystem::directory_iterator(folder),
                         std::filesystem::directory_iterator());
  }
  fused_status_t add(const ChoiceKey &key, const std::string &choice,
                     int patience = 60000) const {
    return changeChoices(file, patience,
                         [&](Choices &choices) { choices[key] = choice; });
  }
  Choices load() const {
    Choices choices;
    int64_t damaged = 0;
    EXPECT_EQ(readChoices(file, choices, damaged), FUSED_OK)
        << fused_last_error();
    EXPECT_EQ(damaged, 0);
    return choices;
  }
  /// Expects that the file can be neither read nor changed, and stays.
  void expectRefusal(fused_status_t status, const std::string &message) {
    Choices choices;
    int64_t damaged = 0;
    EXPECT_EQ(readChoices(file, choices, damaged), status);
    EXPECT_TRUE(contains(fused_last_error(), message)) << fused_last_error();
    expectNoChange(status, message);
    EXPECT_TRUE(choices.empty());
  }
  void expectNoChange(fused_status_t status, const std::string &message) {
    EXPECT_EQ(add({"chip", "problem"}, "fused", /*patience=*/20), status);
    EXPECT_TRUE(contains(fused_last_error(), message)) << fused_last_error();
  }
};

inline const Choices examples = {
    {{"cuBLASLt 13.1.0 on NVIDIA H200 (sm_90)", "relu bf16, M = 64"},
     "fused 0123456789abcdef family 66"},
    {{"cuBLASLt 13.1.0 on NVIDIA H200 (sm_90)", "relu bf16, M = 65"},
     "split fedcba9876543210 family 21"},
    {{"cuBLASLt 13.1.0 on NVIDIA L4 (sm_89)", "relu bf16, M = 64"}, "fused 1"},
};

} // namespace fused::runtime

#endif // FUSED_UNITTESTS_RUNTIME_CHOICEFOLDER_H
