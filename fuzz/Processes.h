//===- Processes.h - How other processes have ended -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_PROCESSES_H
#define FUSED_FUZZ_PROCESSES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace fused::fuzz {

/// "ended by signal 11 (Segmentation fault)", or "" if it succeeded.
std::string describeStatus(int status);
/// What a process has printed; the end of it, if it is long.
std::string readLog(llvm::StringRef file);
/// The path of a new file.
llvm::Expected<std::string> makeTemporaryFile();
/// Sends what this process prints to the file.
void printTo(const std::string &file);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_PROCESSES_H
