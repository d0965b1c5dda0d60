//===- Files.h - Reading and writing files ----------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_COMPILER_FILES_H
#define FUSED_COMPILER_FILES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace fused {

/// An error that was already explained to the user.
class ReportedError : public llvm::ErrorInfo<ReportedError> {
public:
  static char ID;
  void log(llvm::raw_ostream &os) const override { os << "already reported"; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
};

/// Makes an error from a printf-like format.
template <typename... Args>
llvm::Error makeError(const char *format, const Args &...args) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), format,
                                 args...);
}

/// Puts "`subject`: " before the message of an error that was not reported yet.
llvm::Error addSubject(const llvm::Twine &subject, llvm::Error error);

/// Returns the file of the shared library or program that has `address`, or
/// nothing.
std::string findLibraryOf(const void *address);

/// Reads a whole file; "-" is standard input. Of pipes and devices, reads at
/// most 1 GiB: more is an error.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readFile(llvm::StringRef path);

/// Writes a file through `write`; "-" is standard output. A regular file
/// appears under its name only when it is complete. On failure, leaves no file.
llvm::Error writeFile(llvm::StringRef path,
                      llvm::function_ref<void(llvm::raw_ostream &)> write,
                      bool executable = false);

/// Fails if a file cannot be written, because it is a folder or its folder is
/// missing. For names that the user gives, before anything takes time.
llvm::Error checkOutputFile(llvm::StringRef path);

/// Fails if a folder can neither be written to nor be made, with those that it
/// is in.
llvm::Error checkOutputFolder(llvm::StringRef path);

} // namespace fused

#endif // FUSED_COMPILER_FILES_H
