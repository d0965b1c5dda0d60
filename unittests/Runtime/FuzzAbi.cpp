//===- FuzzAbi.cpp - Random calls of the C ABI against an oracle ----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls fused_cpu_matmul() with random products on operands between pages that
// cannot be touched, and compares with the oracle; some calls are damaged and
// must be refused. Each is a function of the seed and its index. They run in a
// process of their own, which is started again behind a call that ended it.
//
//===----------------------------------------------------------------------===//

#include "FuzzCase.h"

#include "Cpu/OpenMP.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace fused;
using namespace fused::test;

namespace {
struct Options {
  uint64_t seed = 1, first = 0, count = 20000;
  bool prints = false;
};

/// What the process that calls tells the one that waits.
struct Progress {
  uint64_t index, refused, failed;
};

/// One call.
class Call {
public:
  Call(const Options &options, uint64_t index)
      : dice(options.seed, index), product(makeFuzzCase(dice)) {
    isDamaged = dice.chance(20);
  }

  std::string describe() const {
    std::ostringstream out;
    out << product;
    if (!damaged.empty())
      out << ", with " << damaged << " damaged";
    return out.str();
  }

  /// Returns what went wrong, or an empty string.
  std::string run(fused_plan_slot_t &slot, Progress &progress) {
    omp_set_num_threads(dice.chance(25) ? static_cast<int>(dice.pick(2, 3))
                                        : 1);
    if (isDamaged) {
      std::string error = runDamaged(slot, progress);
      if (!error.empty())
        return error;
    }
    ProductRun run(product);
    if (run.execute(fused_cpu_matmul, &slot) != FUSED_OK)
      return std::string("refused: ") + fused_last_error();
    std::string error = run.check();
    if (!error.empty() || product.c == CKind::IsD || !dice.chance(25))
      return error;
    // Again, with a plan that there is.
    run.poisonResults();
    if (run.execute(fused_cpu_matmul, &slot) != FUSED_OK)
      return std::string("refused the second time: ") + fused_last_error();
    error = run.check();
    return error.empty() ? error : "the second time: " + error;
  }

private:
  std::string runDamaged(fused_plan_slot_t &slot, Progress &progress) {
    ProductRun run(product);
    damaged = damage(run, dice);
    if (damaged.empty())
      return {};
    ++progress.refused;
    fused_fail(FUSED_OK, "", nullptr);
    fused_status_t status =
        fused_cpu_matmul(&run.problem, &slot, &run.operands);
    std::string error = run.checkMemory(/*isRefused=*/true);
    if (status == FUSED_OK)
      error = "was not refused";
    else if (error.empty() && *fused_last_error() == '\0')
      error = "was refused without a message";
    if (error.empty())
      damaged.clear();
    return error;
  }

  Dice dice;
  ProductCase product;
  bool isDamaged;
  std::string damaged;
};

void reportFailure(const Options &options, uint64_t index,
                   const std::string &error) {
  std::string what = Call(options, index).describe();
  std::cout << what << "\n  " << error
            << "\n  fused-fuzz-abi --seed=" << options.seed
            << " --first=" << index << " --count=1\n"
            << std::flush;
}

/// Makes the calls from `progress.index` on.
void makeCalls(const Options &options, Progress &progress) {
  fused_plan_slot_t slot = {};
  for (; progress.index < options.first + options.count; ++progress.index) {
    Call call(options, progress.index);
    if (options.prints)
      std::cout << progress.index << ": " << call.describe() << '\n'
                << std::flush;
    std::string error = call.run(slot, progress);
    if (error.empty())
      continue;
    ++progress.failed;
    reportFailure(options, progress.index, error);
  }
}

/// Makes all calls in other processes.
int runAll(const Options &options) {
  void *shared = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) {
    std::perror("fused-fuzz-abi: mmap");
    return 2;
  }
  auto &progress = *new (shared) Progress{options.first, 0, 0};
  while (progress.index < options.first + options.count) {
    pid_t child = fork();
    if (child < 0) {
      std::perror("fused-fuzz-abi: fork");
      return 2;
    }
    if (child == 0) {
      makeCalls(options, progress);
      std::cout << std::flush;
      _exit(0);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
      ;
    if (!WIFSIGNALED(status))
      continue;
    ++progress.failed;
    reportFailure(options, progress.index,
                  std::string("ended by signal ") +
                      std::to_string(WTERMSIG(status)) +
                      ": a page beyond an operand was touched, or worse");
    ++progress.index;
  }
  std::cout << options.count << " calls, and " << progress.refused
            << " that had to be refused: " << progress.failed << " failed\n";
  return progress.failed == 0 ? 0 : 1;
}

bool parse(const char *argument, const char *name, uint64_t &value) {
  size_t length = std::strlen(name);
  if (std::strncmp(argument, name, length) != 0)
    return false;
  char *end = nullptr;
  errno = 0;
  value = std::strtoull(argument + length, &end, 10);
  if (argument[length] < '0' || argument[length] > '9' || *end || errno) {
    std::fprintf(stderr, "fused-fuzz-abi: %s is not a number\n", argument);
    std::exit(2);
  }
  return true;
}
} // namespace

int main(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const char *argument = argv[i];
    if (parse(argument, "--seed=", options.seed) ||
        parse(argument, "--first=", options.first) ||
        parse(argument, "--count=", options.count))
      continue;
    options.prints = std::strcmp(argument, "--print") == 0;
    if (!options.prints) {
      std::fprintf(stderr,
                   "usage: fused-fuzz-abi [--seed=N] [--first=N] [--count=N] "
                   "[--print]\n");
      return 2;
    }
  }
  return runAll(options);
}
