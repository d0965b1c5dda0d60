//===- Mutants.cpp - Mutants compiled in processes of their own -*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutants.h"

#include "Executor.h"
#include "Files.h"
#include "MutantCompiler.h"
#include "Processes.h"
#include "llvm/Support/FileSystem.h"

#include <csignal>
#include <deque>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace fused;
using namespace fused::fuzz;

/// How many mutants one process compiles, unless it ends before.
static constexpr uint64_t numPerProcess = 64;
/// Seconds of one mutant, of computing and of waiting.
static constexpr unsigned maxSeconds = 20, maxWait = 300;
/// Bytes of one process.
static constexpr rlim_t maxMemory = rlim_t(8) << 30;

/// A process that compiles mutants.
struct Mutants::Worker {
  Range range;
  std::string logFile;
  MutantState *state;
};

//===----------------------------------------------------------------------===//
// In the new process
//===----------------------------------------------------------------------===//

/// What ends a process says how it ended, not where: LLVM's own handlers take
/// longer than all else here.
static void prepareProcess(const std::string &logFile) {
  printTo(logFile);
  for (int signal : {SIGSEGV, SIGABRT, SIGILL, SIGFPE, SIGBUS, SIGTRAP})
    std::signal(signal, SIG_DFL);
  rlimit memory{maxMemory, maxMemory}, none{0, 0};
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CORE, &none);
}

static void startClock() {
  itimerval time{{0, 0}, {maxSeconds, 0}};
  setitimer(ITIMER_PROF, &time, nullptr);
  alarm(maxWait);
}

/// The status of a process in which upstream's parser reads `text`.
static int testUpstream(const std::string &text, const std::string &logFile) {
  pid_t process = fork();
  if (process == 0) {
    prepareProcess(logFile);
    startClock();
    parseAsUpstream(text);
    _exit(EXIT_SUCCESS);
  }
  int status = 0;
  if (process > 0)
    waitpid(process, &status, 0);
  return status;
}

//===----------------------------------------------------------------------===//
// In this process
//===----------------------------------------------------------------------===//

static Expected<MutantState *> makeState() {
  void *memory = mmap(nullptr, sizeof(MutantState), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return errorCodeToError(std::error_code(errno, std::generic_category()));
  return static_cast<MutantState *>(memory);
}

Error Mutants::run(OnFinding onFinding, OnProgress onProgress) {
  std::unique_ptr<MutantCompiler> compiler = MutantCompiler::create();
  std::map<pid_t, Worker> running;
  std::deque<Range> waiting;
  uint64_t end = options.first + options.count;
  for (uint64_t first = options.first; first < end; first += numPerProcess)
    waiting.push_back({first, std::min(numPerProcess, end - first)});
  while (!waiting.empty() || !running.empty()) {
    while (!waiting.empty() && running.size() < options.jobs) {
      Range range = waiting.front();
      waiting.pop_front();
      Expected<std::string> logFile = makeTemporaryFile();
      if (!logFile)
        return logFile.takeError();
      Expected<MutantState *> state = makeState();
      if (!state)
        return state.takeError();
      pid_t process = fork();
      if (process < 0)
        return errorCodeToError(
            std::error_code(errno, std::generic_category()));
      if (process == 0) {
        prepareProcess(*logFile);
        for (uint64_t i = range.first; i < range.first + range.count; ++i) {
          startClock();
          (void)ftruncate(STDERR_FILENO, 0);
          compiler->compile(mutator.mutate(i), i, **state);
        }
        _exit(EXIT_SUCCESS);
      }
      running.emplace(process, Worker{range, *logFile, *state});
    }
    int status;
    auto it = running.find(wait(&status));
    if (it == running.end())
      return run::makeError("lost a process");
    Worker worker = std::move(it->second);
    running.erase(it);
    std::string reason = describeStatus(status);
    const MutantState &state = *worker.state;
    uint64_t last = worker.range.first + worker.range.count - 1;
    Error error = Error::success();
    if (!reason.empty()) {
      if (last > state.index)
        waiting.push_front({state.index + 1, last - state.index});
      last = state.index;
      bool isUpstream =
          StringRef(state.stage) == "parsing" &&
          testUpstream(mutator.mutate(state.index), worker.logFile) != 0;
      counts.upstream += isUpstream;
      numFindings += !isUpstream;
      if (!isUpstream)
        error = onFinding({state.index, state.stage,
                           state.reason[0] ? state.reason : reason,
                           readLog(worker.logFile)});
    }
    counts.mutants += last + 1 - worker.range.first;
    counts.valid += state.valid;
    for (unsigned target : {0u, 1u})
      counts.compiled[target] += state.compiled[target];
    munmap(worker.state, sizeof(MutantState));
    sys::fs::remove(worker.logFile);
    if (error)
      return error;
    onProgress(counts, numFindings);
  }
  return Error::success();
}
