//===- ChoiceFileTest.cpp - Files of choices, and what may happen to them -===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChoiceFolder.h"

#include <atomic>
#include <csignal>
#include <random>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace fused::runtime;

namespace {
using ChoiceFile = ChoiceFolder;

//===----------------------------------------------------------------------===//
// The form
//===----------------------------------------------------------------------===//

TEST_F(ChoiceFile, KeepsChoices) {
  for (const auto &[key, choice] : examples)
    ASSERT_EQ(add(key, choice), FUSED_OK) << fused_last_error();
  EXPECT_EQ(load(), examples);
  EXPECT_EQ(read(), printChoices(examples));
  EXPECT_EQ(read().substr(0, 16), "fused choices 1\n");
  EXPECT_EQ(countFiles(), 1);
}

TEST_F(ChoiceFile, MissingAndEmptyFilesHaveNoChoices) {
  EXPECT_TRUE(load().empty());
  write("");
  EXPECT_TRUE(load().empty());
  EXPECT_EQ(add({"chip", "problem"}, "fused"), FUSED_OK);
  EXPECT_EQ(load().size(), 1u);
}

TEST_F(ChoiceFile, LeavesOutWhatItCannotHold) {
  EXPECT_EQ(add({"a chip\nof two lines", "problem"}, "fused"), FUSED_OK);
  EXPECT_EQ(add({"chip", "a\tproblem"}, "fused"), FUSED_OK);
  EXPECT_EQ(add({"chip", "problem"}, ""), FUSED_OK);
  EXPECT_EQ(add({"chip", "problem"}, std::string(5000, 'x')), FUSED_OK);
  EXPECT_TRUE(load().empty());
}

/// Whatever is changed: what comes back was there.
void expectOnlyExamples(const std::string &text) {
  Choices choices;
  int64_t damaged = 0;
  parseChoices("a file", text, choices, damaged);
  for (const auto &[key, choice] : choices) {
    auto example = examples.find(key);
    ASSERT_NE(example, examples.end()) << key.problem;
    EXPECT_EQ(choice, example->second);
  }
}

TEST_F(ChoiceFile, MayBeCutAnywhere) {
  std::string text = printChoices(examples);
  for (size_t length = 0; length < text.size(); ++length) {
    expectOnlyExamples(text.substr(0, length));
    expectOnlyExamples(text.substr(length));
  }
}

TEST_F(ChoiceFile, MayBeDamagedAnywhere) {
  std::string text = printChoices(examples);
  std::mt19937 random(99940001);
  for (int i = 0; i < 50000; ++i) {
    std::string changed = text;
    for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
      size_t at = random() % changed.size();
      switch (random() % 4) {
      case 0:
        changed[at] = static_cast<char>(random());
        break;
      case 1:
        changed[at] = static_cast<char>(changed[at] ^ (1 << random() % 8));
        break;
      case 2:
        changed.erase(at, 1 + random() % 30);
        break;
      default:
        changed.insert(at, changed.substr(random() % changed.size(), 40));
      }
      if (changed.empty())
        break;
    }
    expectOnlyExamples(changed);
  }
}

TEST_F(ChoiceFile, DamagedLinesDoNotHideOthers) {
  std::string text = printChoices(examples);
  text[20] ^= 1;
  write(text + "a line that somebody has added\n");
  Choices choices;
  int64_t damaged = 0;
  EXPECT_EQ(readChoices(file, choices, damaged), FUSED_OK);
  EXPECT_EQ(choices.size(), 2u);
  EXPECT_EQ(damaged, 2);
  // A change drops them.
  EXPECT_EQ(add({"chip", "problem"}, "fused"), FUSED_OK);
  EXPECT_EQ(load().size(), 3u);
}

TEST_F(ChoiceFile, RandomBytesAreNoChoices) {
  std::mt19937 random(99940002);
  for (int i = 0; i < 2000; ++i) {
    std::string text = i % 2 ? "fused choices 1\n" : "";
    for (unsigned length = random() % 400; length > 0; --length)
      text += static_cast<char>(random());
    expectOnlyExamples(text);
  }
}

//===----------------------------------------------------------------------===//
// What is no such file
//===----------------------------------------------------------------------===//

TEST_F(ChoiceFile, ForeignFilesAreNotOverwritten) {
  for (const std::string text :
       {"My thesis\n", "fused choices", "fused choices 1", "\n", "{}"}) {
    write(text);
    expectRefusal(FUSED_INVALID_ARGUMENT, "is no file of choices");
    EXPECT_EQ(read(), text);
  }
  write("fused choices 2\nwhat comes later\n");
  expectRefusal(FUSED_VERSION_MISMATCH, "in another form");
  EXPECT_EQ(read(), "fused choices 2\nwhat comes later\n");
  EXPECT_EQ(countFiles(), 1);
}

TEST_F(ChoiceFile, FoldersPipesAndDevicesAreRefused) {
  ASSERT_EQ(::mkdir(file.c_str(), 0700), 0);
  Choices choices;
  int64_t damaged = 0;
  EXPECT_EQ(readChoices(file, choices, damaged), FUSED_LIBRARY_ERROR);
  EXPECT_TRUE(contains(fused_last_error(), "Is a directory"));
  expectNoChange(FUSED_LIBRARY_ERROR, "Is a directory");
  ASSERT_EQ(::rmdir(file.c_str()), 0);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  expectRefusal(FUSED_LIBRARY_ERROR, "cannot be read");
  for (const char *device : {"/dev/zero", "/dev/null", "/dev/full"}) {
    file = device;
    expectRefusal(FUSED_LIBRARY_ERROR, "cannot be read");
  }
}

TEST_F(ChoiceFile, LargeFilesAreRefused) {
  write("fused choices 1\n");
  ASSERT_EQ(::truncate(file.c_str(), off_t(1) << 40), 0);
  expectRefusal(FUSED_LIBRARY_ERROR, "File too large");
}

TEST_F(ChoiceFile, AFolderMayBeMissing) {
  file = folder + "/missing/h200.choices";
  EXPECT_TRUE(load().empty());
  expectNoChange(FUSED_LIBRARY_ERROR, "No such file");
}

TEST_F(ChoiceFile, ReadOnlyFilesStay) {
  ASSERT_EQ(add(examples.begin()->first, "fused"), FUSED_OK);
  ASSERT_EQ(::chmod(file.c_str(), 0444), 0);
  expectNoChange(FUSED_LIBRARY_ERROR, "Permission denied");
  EXPECT_EQ(load().size(), 1u);
}

TEST_F(ChoiceFile, LinksAndPermissionsStay) {
  std::string link = folder + "/link";
  ASSERT_EQ(::symlink(file.c_str(), link.c_str()), 0);
  std::swap(file, link);
  ASSERT_EQ(add({"chip", "problem"}, "fused"), FUSED_OK);
  ASSERT_EQ(::chmod(link.c_str(), 0640), 0);
  ASSERT_EQ(add({"chip", "another"}, "fused"), FUSED_OK);
  struct stat state;
  ASSERT_EQ(::lstat(file.c_str(), &state), 0);
  EXPECT_TRUE(S_ISLNK(state.st_mode));
  ASSERT_EQ(::lstat(link.c_str(), &state), 0);
  EXPECT_EQ(state.st_mode & 07777, 0640u);
  EXPECT_EQ(load().size(), 2u);
}

/// Runs `body` in a process of its own, and returns its status.
template <typename Body> int inProcess(const Body &body) {
  pid_t child = ::fork();
  if (child == 0)
    ::_exit(body());
  int status = -1;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(ChoiceFile, AFullDiskLeavesTheOldFile) {
  ASSERT_EQ(add(examples.begin()->first, "fused"), FUSED_OK);
  std::string before = read();
  int status = inProcess([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {before.size() + 3, before.size() + 3};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    return static_cast<int>(add({"chip", "problem"}, "fused"));
  });
  EXPECT_EQ(status, FUSED_LIBRARY_ERROR);
  EXPECT_EQ(read(), before);
  EXPECT_EQ(countFiles(), 1);
}

//===----------------------------------------------------------------------===//
// Many at once
//===----------------------------------------------------------------------===//

TEST_F(ChoiceFile, ProcessesAndThreadsLoseNothing) {
  constexpr int processes = 6, threads = 2, each = 15;
  std::vector<pid_t> children;
  for (int process = 0; process < processes; ++process) {
    pid_t child = ::fork();
    if (child == 0) {
      std::vector<std::thread> workers;
      std::atomic<int> failures = 0;
      for (int thread = 0; thread < threads; ++thread)
        workers.emplace_back([&, thread] {
          for (int i = 0; i < each; ++i)
            failures += add({"chip " + std::to_string(process),
                             std::to_string(thread * each + i)},
                            "fused") != FUSED_OK;
        });
      for (std::thread &worker : workers)
        worker.join();
      ::_exit(failures != 0);
    }
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = -1;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(load().size(), size_t(processes * threads * each));
  EXPECT_EQ(countFiles(), 1);
}

TEST_F(ChoiceFile, KilledWritersLeaveAWholeFile) {
  std::mt19937 random(99940003);
  for (int round = 0; round < 20; ++round) {
    size_t before = load().size();
    pid_t child = ::fork();
    if (child == 0)
      for (int i = 0;; ++i)
        add({"chip", std::to_string(round * 100000 + i)}, "fused");
    ::usleep(500 + random() % 5000);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    EXPECT_GE(load().size(), before);
  }
}

TEST_F(ChoiceFile, WaitsForALockNoLongerThanAsked) {
  ASSERT_EQ(add({"chip", "problem"}, "fused"), FUSED_OK);
  int held = ::open(file.c_str(), O_RDWR);
  ASSERT_EQ(::flock(held, LOCK_EX), 0);
  expectNoChange(FUSED_LIBRARY_ERROR, "cannot be locked");
  EXPECT_EQ(load().size(), 1u);
  ::close(held);
  EXPECT_EQ(add({"chip", "another"}, "fused", /*patience=*/0), FUSED_OK);
}
} // namespace
