//===- StandardOutput.cpp - Writing to standard output ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Support/StandardOutput.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;

Error fused::flushStandardOutput() {
  outs().flush();
  std::error_code code = outs().error();
  if (!code)
    return Error::success();
  outs().clear_error();
  return createStringError(code, "cannot write to standard output: " +
                                     code.message());
}

namespace {

struct Names {
  std::string program, output;
};

/// The reason is that of raw_fd_ostream, or of another fatal error.
void explain(void *data, const char *reason, bool) {
  const auto &names = *static_cast<const Names *>(data);
  StringRef text(reason);
  if (text.consume_front("IO failure on output stream: "))
    errs() << names.program << ": error: cannot write " << names.output << ": "
           << text << "\n";
  else
    errs() << "LLVM ERROR: " << reason << "\n";
  // Destructors of other streams would fail likewise.
  std::_Exit(EXIT_FAILURE);
}

} // namespace

void fused::nameOutputInErrors(int argc, char **argv) {
  static Names names;
  names = {sys::path::filename(argv[0]).str(), "to standard output"};
  for (int i = 1; i < argc; ++i) {
    StringRef argument(argv[i]);
    StringRef value = i + 1 < argc ? argv[i + 1] : "-";
    bool separate = argument == "-o" || argument == "--o";
    if (!separate && !argument.starts_with("-o="))
      continue;
    value = separate ? value : argument.drop_front(3);
    if (value != "-")
      names.output = value.str();
  }
  install_fatal_error_handler(explain, &names);
}
