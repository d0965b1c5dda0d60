//===- ChoiceStoreTest.cpp - The choices that a process knows -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core/ChoiceStore.h"
#include "ChoiceFolder.h"

#include <thread>
#include <vector>

using namespace fused::runtime;

namespace {
class ChoiceStoreTest : public ChoiceFolder {
protected:
  void SetUp() override {
    ChoiceFolder::SetUp();
    store.setFile(file);
  }

  ChoiceStore store;
  const ChoiceKey key = {"chip", "problem"};
};

TEST_F(ChoiceStoreTest, HasNothingWithoutAFile) {
  store.setFile("");
  store.add(key, "fused", std::nullopt);
  EXPECT_EQ(store.find(key), std::nullopt);
  EXPECT_EQ(store.check(), FUSED_OK);
}

TEST_F(ChoiceStoreTest, FindsWhatOthersAdd) {
  EXPECT_EQ(store.find(key), std::nullopt);
  ASSERT_EQ(add(key, "fused"), FUSED_OK);
  EXPECT_EQ(store.find(key), "fused");
  ASSERT_EQ(add(key, "split"), FUSED_OK);
  EXPECT_EQ(store.find(key), "split");
}

TEST_F(ChoiceStoreTest, TheFirstChoiceStaysUnlessItIsRejected) {
  ASSERT_EQ(add(key, "fused"), FUSED_OK);
  store.add(key, "split", std::nullopt);
  EXPECT_EQ(load().at(key), "fused");
  store.add(key, "split", "another");
  EXPECT_EQ(load().at(key), "fused");
  store.add(key, "split", "fused");
  EXPECT_EQ(load().at(key), "split");
}

TEST_F(ChoiceStoreTest, SaysOnceWhatFails) {
  write("My thesis\n");
  for (int i = 0; i < 3; ++i) {
    store.add({"chip", std::to_string(i)}, "fused", std::nullopt);
    EXPECT_EQ(store.find({"chip", std::to_string(i)}), "fused");
    EXPECT_EQ(store.check(), i == 0 ? FUSED_INVALID_ARGUMENT : FUSED_OK);
  }
  EXPECT_EQ(read(), "My thesis\n");
  // What could not be written is, as soon as it can be.
  write("");
  store.add(key, "fused", std::nullopt);
  EXPECT_EQ(load().size(), 4u);
  EXPECT_EQ(store.check(), FUSED_OK);
}

TEST_F(ChoiceStoreTest, SaysOnceWhatIsDamaged) {
  std::string text = printChoices(examples);
  write(text.substr(0, text.size() - 3));
  EXPECT_EQ(store.find(examples.begin()->first), examples.begin()->second);
  EXPECT_EQ(store.check(), FUSED_INVALID_ARGUMENT);
  EXPECT_TRUE(contains(fused_last_error(), "damaged lines (1)"));
  store.find(key);
  EXPECT_EQ(store.check(), FUSED_OK);
}

TEST_F(ChoiceStoreTest, ThreadsShareIt) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 20; ++i) {
        ChoiceKey own = {"chip", std::to_string(thread * 20 + i)};
        store.add(own, "fused", std::nullopt);
        EXPECT_EQ(store.find(own), "fused");
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(load().size(), 80u);
}
} // namespace
