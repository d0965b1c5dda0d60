//===- Processes.h - How other processes have ended -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_PROCESSES_H
#define FUSED_FUZZ_PROCESSES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace fused::fuzz {

/// Returns "ended by signal 11 (Segmentation fault)", or "" on success.
std::string describeStatus(int status);
/// Returns the output of a process. If it is long, returns its end.
std::string readLog(llvm::StringRef file);
/// Makes a new file and returns its path.
llvm::Expected<std::string> makeTemporaryFile();
/// Calls `function` in a new process and returns its error. CUDA's driver does
/// not work in processes that are made after its first use.
llvm::Error callInProcess(llvm::function_ref<llvm::Error()> function);
/// Redirects the output of this process to the file.
void printTo(const std::string &file);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_PROCESSES_H
