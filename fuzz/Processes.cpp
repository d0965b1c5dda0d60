//===- Processes.cpp - How other processes have ended -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processes.h"

#include "fused/Compiler/Files.h"
#include "fused/Support/TemporaryFolder.h"
#include "llvm/Support/FileSystem.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace fused;

std::string fused::fuzz::readLog(StringRef file) {
  Expected<std::unique_ptr<MemoryBuffer>> buffer = fused::readFile(file);
  if (!buffer)
    return toString(buffer.takeError());
  return (*buffer)->getBuffer().take_back(4000).trim().str();
}

std::string fused::fuzz::describeStatus(int status) {
  if (WIFSIGNALED(status) &&
      (WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGPROF))
    return "did not end in time";
  if (WIFSIGNALED(status))
    return "ended by signal " + std::to_string(WTERMSIG(status)) + " (" +
           strsignal(WTERMSIG(status)) + ")";
  if (WEXITSTATUS(status) != 0)
    return "failed";
  return "";
}

Expected<std::string> fused::fuzz::makeTemporaryFile() {
  if (Error error = checkTemporaryFolder())
    return error;
  SmallString<128> path;
  if (std::error_code code =
          sys::fs::createTemporaryFile("fused-fuzz", "txt", path))
    return errorCodeToError(code);
  return path.str().str();
}

void fused::fuzz::printTo(const std::string &file) {
  // Append: the process may truncate the file between its outputs.
  int log = open(file.c_str(), O_WRONLY | O_TRUNC | O_APPEND);
  dup2(log, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
}

Error fused::fuzz::callInProcess(function_ref<Error()> function) {
  Expected<std::string> logFile = makeTemporaryFile();
  if (!logFile)
    return logFile.takeError();
  pid_t process = fork();
  if (process < 0)
    return errorCodeToError(std::error_code(errno, std::generic_category()));
  if (process == 0) {
    fused::leaveTemporaryFolder();
    Error error = function();
    bool failed = bool(error);
    printTo(*logFile);
    if (failed)
      errs() << toString(std::move(error));
    _exit(failed ? EXIT_FAILURE : EXIT_SUCCESS);
  }
  int status = 0;
  waitpid(process, &status, 0);
  std::string message = describeStatus(status);
  if (!message.empty() && WIFEXITED(status))
    message = readLog(*logFile);
  sys::fs::remove(*logFile);
  if (message.empty())
    return Error::success();
  return fused::makeError("%s", message.c_str());
}
