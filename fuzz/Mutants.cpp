//===- Mutants.cpp - Mutants compiled in processes of their own -*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutants.h"

#include "Processes.h"
#include "fused/Compiler/Files.h"
#include "fused/Support/TemporaryFolder.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/FileSystem.h"

#include <csignal>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace fused;
using namespace fused::fuzz;

/// How many mutants one process compiles, unless it ends earlier.
static constexpr uint64_t numPerProcess = 64;
/// The limits for one mutant: seconds of computing, and of elapsed time.
static constexpr unsigned maxSeconds = 20, maxWait = 300;
/// The limit of a process, in bytes.
static constexpr rlim_t maxMemory = rlim_t(8) << 30;

//===----------------------------------------------------------------------===//
// In the new process
//===----------------------------------------------------------------------===//

/// Restores the default handlers of signals, so that a process ends with a
/// status that names its signal. The stack traces of LLVM's handlers would take
/// longer than everything else here.
static void prepareProcess(const std::string &logFile) {
  printTo(logFile);
  for (int signal : {SIGSEGV, SIGABRT, SIGILL, SIGFPE, SIGBUS, SIGTRAP})
    std::signal(signal, SIG_DFL);
  rlimit memory{maxMemory, maxMemory}, none{0, 0};
  // The sanitizer reserves more than any limit.
  if (!LLVM_ADDRESS_SANITIZER_BUILD)
    setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CORE, &none);
}

static void startClock() {
  itimerval time{{0, 0}, {maxSeconds, 0}};
  setitimer(ITIMER_PROF, &time, nullptr);
  alarm(maxWait);
}

/// Lets upstream's parser read `text` in a process and returns its status.
static int testUpstream(const std::string &text, const std::string &logFile) {
  pid_t process = fork();
  if (process == 0) {
    fused::leaveTemporaryFolder();
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

/// Makes the memory that a process shares with this one. The process may end
/// before it begins its first mutant.
static Expected<MutantState *> makeState(uint64_t first) {
  void *memory = mmap(nullptr, sizeof(MutantState), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return errorCodeToError(std::error_code(errno, std::generic_category()));
  auto *state = static_cast<MutantState *>(memory);
  state->index = first;
  return state;
}

Mutants::Mutants(const Options &options, const Mutator &mutator)
    : options(options), mutator(mutator),
      ranges({options.first, options.count}, numPerProcess) {}

Error Mutants::judge(const Finding &finding, OnFinding onFinding) {
  Expected<std::string> logFile = makeTemporaryFile();
  if (!logFile)
    return logFile.takeError();
  bool isUpstream = finding.stage == "parsing" &&
                    testUpstream(mutator.mutate(finding.index), *logFile) != 0;
  sys::fs::remove(*logFile);
  if (isUpstream) {
    ++counts.upstream;
    return Error::success();
  }
  ++numFindings;
  return onFinding(finding);
}

Error Mutants::start(Range range) {
  Expected<std::string> logFile = makeTemporaryFile();
  if (!logFile)
    return logFile.takeError();
  Expected<MutantState *> state = makeState(range.first);
  if (!state)
    return state.takeError();
  pid_t process = fork();
  if (process < 0)
    return errorCodeToError(std::error_code(errno, std::generic_category()));
  if (process == 0) {
    fused::leaveTemporaryFolder();
    prepareProcess(*logFile);
    for (uint64_t i = range.first; i < range.first + range.count; ++i) {
      startClock();
      (void)ftruncate(STDERR_FILENO, 0);
      compiler->compile(mutator.mutate(i), i, **state);
    }
    _exit(EXIT_SUCCESS);
  }
  running.emplace(process, Worker{range, *logFile, *state});
  return Error::success();
}

void Mutants::count(const MutantNumbers &numbers, uint64_t numMutants) {
  counts.mutants += numMutants;
  counts.valid += numbers.valid;
  for (unsigned target : {0u, 1u})
    counts.compiled[target] += numbers.compiled[target];
}

Error Mutants::finish(const Worker &worker, std::string reason,
                      OnFinding onFinding) {
  const MutantState &state = *worker.state;
  auto [first, size] = worker.range;
  std::optional<Finding> suspect;
  if (auto it = suspects.find(first); it != suspects.end()) {
    suspect = std::move(it->second);
    suspects.erase(it);
  }
  if (reason.empty()) {
    count(state.numbers, size);
    return suspect ? judge(*suspect, onFinding) : Error::success();
  }
  if (state.reason[0])
    reason = state.reason;
  Finding finding{state.index, state.stage, reason, readLog(worker.logFile)};
  uint64_t done = state.index - first;
  if (done == 0) {
    if (size > 1)
      ranges.putBack({first + 1, size - 1});
    count(state.numbers, 1);
    return judge(finding, onFinding);
  }
  // Start again with this mutant first: an earlier one may have caused the
  // crash.
  ranges.putBack({state.index, size - done});
  count(state.before, done);
  finding.reason += " after others from " + std::to_string(first);
  suspects.emplace(state.index, std::move(finding));
  return suspect ? judge(*suspect, onFinding) : Error::success();
}

Error Mutants::run(OnFinding onFinding, OnProgress onProgress) {
  compiler = MutantCompiler::create();
  while (true) {
    while (running.size() < options.jobs) {
      std::optional<Range> range = ranges.take();
      if (!range)
        break;
      if (Error error = start(*range))
        return error;
    }
    if (running.empty())
      break;
    int status;
    auto it = running.find(wait(&status));
    if (it == running.end())
      return fused::makeError("lost a process");
    Worker worker = std::move(it->second);
    running.erase(it);
    Error error = finish(worker, describeStatus(status), onFinding);
    munmap(worker.state, sizeof(MutantState));
    sys::fs::remove(worker.logFile);
    if (error)
      return error;
    onProgress(counts, numFindings);
  }
  return Error::success();
}
