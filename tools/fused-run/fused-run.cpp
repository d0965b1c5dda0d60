//===- fused-run.cpp - Runs, verifies and times programs --------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Choices.h"
#include "Driver.h"
#include "fused/Compiler/Files.h"
#include "fused/Support/StandardOutput.h"
#include "fused/Support/TemporaryFolder.h"
#include "fused/Support/Version.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/WithColor.h"

#include <cstdlib>
#include <new>

using namespace llvm;
using namespace fused;
using namespace fused::run;

/// Prints the error unless the user has seen it already.
static int fail(Error error) {
  handleAllErrors(
      std::move(error), [](const ReportedError &) {},
      [](const ErrorInfoBase &info) {
        WithColor::error(errs(), "fused-run") << info.message() << "\n";
      });
  return EXIT_FAILURE;
}

static void reportOutOfMemory() {
  errs() << "fused-run: error: out of memory\n";
  std::_Exit(EXIT_FAILURE);
}

static Expected<bool> execute(const Options &options) {
  if (options.file.empty()) {
    if (Error error = handleChoices(options))
      return error;
    return true;
  }
  Expected<bool> passed = Driver(options).run();
  warnAboutChoices();
  return passed;
}

int main(int argc, char **argv) {
  fused::makeTemporaryFolder("fused-run");
  InitLLVM init(argc, argv);
  std::set_new_handler(reportOutOfMemory);
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  Expected<Options> options = parseCommandLine(argc, argv);
  if (!options)
    return fail(options.takeError());
  Expected<bool> passed = execute(*options);
  Error unwritten = fused::flushStandardOutput();
  if (!passed)
    return fail(joinErrors(passed.takeError(), std::move(unwritten)));
  if (unwritten)
    return fail(std::move(unwritten));
  return *passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
  handleIllegalInstructions();
  fused::printVersionOnRequest();
