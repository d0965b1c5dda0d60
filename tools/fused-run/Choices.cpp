//===- Choices.cpp - Files of what tuning has chosen ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Choices.h"

#include "Backend.h"
#include "fused-runtime/fused_cuda.h"
#include "fused/Compiler/Files.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace fused;
using namespace fused::run;

static raw_ostream &warn() { return WithColor::warning(errs(), "fused-run"); }

namespace {
/// Prints choices one after the other, and each device once.
struct Printer {
  static void print(void *context, const char *device, const char *problem,
                    const char *choice) {
    auto *printer = static_cast<Printer *>(context);
    if (printer->device != device)
      outs() << (printer->device = device) << "\n";
    outs() << "  " << problem << "\n    " << choice << "\n";
    ++printer->count;
  }

  std::string device;
  unsigned count = 0;
};
} // namespace

static Error printChoices(const std::string &file) {
  Printer printer;
  int64_t damaged = 0;
  if (fused_status_t status = fused_cuda_read_choices(
          file.c_str(), Printer::print, &printer, &damaged))
    return makeRuntimeError(status);
  if (printer.count == 0)
    outs() << "no choices\n";
  if (damaged)
    warn() << file << " has damaged lines (" << damaged
           << "), which are left out\n";
  return Error::success();
}

Error fused::run::handleChoices(const Options &options) {
  const std::string &file = options.choicesFile;
  if (!sys::fs::exists(file))
    return makeError("there is no file of choices %s", file.c_str());
  if (!options.exportedFile.empty())
    if (fused_status_t status =
            fused_cuda_copy_choices(file.c_str(), options.exportedFile.c_str()))
      return makeRuntimeError(status);
  if (options.clearChoices)
    if (fused_status_t status = fused_cuda_clear_choices(file.c_str()))
      return makeRuntimeError(status);
  if (options.exportedFile.empty() && !options.clearChoices)
    return printChoices(file);
  return Error::success();
}

Expected<std::string> fused::run::readEmbeddedChoices(const Options &options) {
  const std::string &file = options.embeddedFile;
  Expected<std::unique_ptr<MemoryBuffer>> buffer = readFile(file);
  if (!buffer)
    return buffer.takeError();
  int64_t damaged = 0;
  auto ignore = [](void *, const char *, const char *, const char *) {};
  if (fused_status_t status =
          fused_cuda_read_choices(file.c_str(), ignore, nullptr, &damaged))
    return makeRuntimeError(status);
  if (damaged)
    return makeError("%s has damaged lines, which --export-choices leaves out",
                     file.c_str());
  return (*buffer)->getBuffer().str();
}

void fused::run::warnAboutMissingChoices(const Options &options) {
  const std::string &file = options.choicesFile;
  bool adds = options.tune || fused_cuda_get_tuning() >= FUSED_TUNING_ON;
  if (!file.empty() && !adds && !sys::fs::exists(file))
    warn() << "there is no file of choices " << file
           << ", and only --tune makes one\n";
}

void fused::run::warnAboutChoices() {
  if (fused_cuda_check_choices())
    warn() << fused_last_error() << "\n";
}
