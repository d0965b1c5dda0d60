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
