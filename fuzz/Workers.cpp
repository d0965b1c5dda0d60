//===- Workers.cpp - Programs in processes of their own ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workers.h"

#include "Processes.h"
#include "fused/Compiler/Files.h"
#include "fused/Support/TemporaryFolder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

#include <cstdlib>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace fused;
using namespace fused::fuzz;

//===----------------------------------------------------------------------===//
// In the new process
//===----------------------------------------------------------------------===//

/// Limits the time of the process, both of computing and of waiting. The second
/// limit is larger, because other processes may need the processors, too.
static void startClock(uint64_t numPrograms) {
  auto seconds = time_t(120 + 2 * numPrograms);
  itimerval time{{0, 0}, {seconds, 0}};
  setitimer(ITIMER_PROF, &time, nullptr);
  alarm(unsigned(20 * seconds));
}

/// Executes the programs and ends the process.
[[noreturn]] static void work(const Options &options, Range range,
                              const std::string &resultFile,
                              const std::string &logFile) {
  // All output may explain a failure.
  printTo(logFile);
  // Small programs gain nothing from threads, and other processes use the
  // cores.
  setenv("OMP_NUM_THREADS", "1", /*overwrite=*/1);
  startClock(range.count);
  Expected<std::vector<Outcome>> outcomes = execute(options, range);
  Error error = outcomes.takeError();
  if (!error) {
    json::Array list;
    for (const Outcome &outcome : *outcomes)
      list.push_back(toJSON(outcome));
    error = fused::writeFile(resultFile, [&](raw_ostream &os) {
      os << json::Value(std::move(list));
    });
  }
  bool failed = bool(error);
  if (failed)
    errs() << "error: " << toString(std::move(error)) << "\n";
  outs().flush();
  _exit(failed ? EXIT_FAILURE : EXIT_SUCCESS);
}

//===----------------------------------------------------------------------===//
// In this process
//===----------------------------------------------------------------------===//

static Expected<std::vector<Outcome>> readOutcomes(StringRef file) {
  Expected<std::unique_ptr<MemoryBuffer>> buffer = fused::readFile(file);
  if (!buffer)
    return buffer.takeError();
  return json::parse<std::vector<Outcome>>((*buffer)->getBuffer());
}

Workers::Workers(const Options &options, OnOutcomes onOutcomes)
    : options(options), onOutcomes(std::move(onOutcomes)),
      ranges({options.first, options.count}, programsPerModule) {}

Error Workers::start(Range range) {
  Worker worker{range, "", ""};
  for (std::string *file : {&worker.resultFile, &worker.logFile}) {
    Expected<std::string> made = makeTemporaryFile();
    if (!made)
      return made.takeError();
    *file = std::move(*made);
  }
  pid_t process = fork();
  if (process < 0)
    return errorCodeToError(std::error_code(errno, std::generic_category()));
  if (process == 0) {
    fused::leaveTemporaryFolder();
    work(options, range, worker.resultFile, worker.logFile);
  }
  running.emplace(process, std::move(worker));
  return Error::success();
}

void Workers::breakDown(Range range, std::string message) {
  if (range.count == 1) {
    breakdowns.push_back({range, std::move(message)});
    return;
  }
  halved.push_back({range, std::move(message)});
  uint64_t half = range.count / 2;
  ranges.putBack({range.first + half, range.count - half});
  ranges.putBack({range.first, half});
}

Error Workers::finishOne() {
  int status;
  pid_t process = wait(&status);
  auto it = running.find(process);
  if (it == running.end())
    return fused::makeError("lost a process");
  Worker worker = std::move(it->second);
  running.erase(it);
  std::string message = describeStatus(status);
  if (message.empty()) {
    Expected<std::vector<Outcome>> outcomes = readOutcomes(worker.resultFile);
    if (outcomes)
      onOutcomes(*outcomes);
    else
      message = toString(outcomes.takeError());
  }
  if (!message.empty())
    breakDown(worker.range, message + "\n" + readLog(worker.logFile));
  sys::fs::remove(worker.resultFile);
  sys::fs::remove(worker.logFile);
  return Error::success();
}

Expected<std::vector<Breakdown>> Workers::run() {
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
    if (Error error = finishOne())
      return error;
  }
  // Add modules that fail only as a whole.
  for (Breakdown &breakdown : halved)
    if (none_of(breakdowns, [&](const Breakdown &other) {
          return other.range.first >= breakdown.range.first &&
                 other.range.first <
                     breakdown.range.first + breakdown.range.count;
        }))
      breakdowns.push_back(std::move(breakdown));
  return std::move(breakdowns);
}
