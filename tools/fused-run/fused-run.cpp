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

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <ucontext.h>
#include <unistd.h>

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

/// What LLVM does for an illegal instruction, and for a fault.
static struct sigaction illegalInstruction, fault;

/// Says that the program is one for another processor. The thread is in the
/// program, so it holds no lock.
static void explainIllegalInstruction(int signal, siginfo_t *info, void *) {
#ifdef __x86_64__
  // This one stands for what the compiler considers unreachable.
  if (std::memcmp(info->si_addr, "\x0f\x0b", 2) == 0) {
    sigaction(signal, &illegalInstruction, nullptr);
    return;
  }
#endif
  static constexpr char message[] =
      "fused-run: error: this processor lacks an instruction that the program "
      "has: it was compiled for another one (--cpu=generic compiles for all)\n";
  (void)!write(STDERR_FILENO, message, sizeof(message) - 1);
  fused::removeTemporaryFolder();
  std::_Exit(EXIT_FAILURE);
}

/// Returns the stack pointer of the interrupted code, or 0.
static uintptr_t getStackPointer(const ucontext_t &context) {
#if defined(__x86_64__)
  return uintptr_t(context.uc_mcontext.gregs[REG_RSP]);
#elif defined(__aarch64__)
  return uintptr_t(context.uc_mcontext.sp);
#else
  return 0;
#endif
}

/// Says that the stack is full. Runs on a stack of its own, which LLVM has
/// made. The thread may hold locks of the runtime, which the program calls.
static void explainFault(int signal, siginfo_t *info, void *context) {
  uintptr_t stack = getStackPointer(*static_cast<ucontext_t *>(context)),
            address = uintptr_t(info->si_addr);
  constexpr uintptr_t margin = 1 << 16; // Of a large frame.
  if (stack == 0 || address + margin < stack || address > stack + margin) {
    // Executes the instruction again.
    sigaction(signal, &fault, nullptr);
    return;
  }
  static constexpr char message[] =
      "fused-run: error: the stack is full: functions of the program call "
      "themselves without end or too often (ulimit -s limits the stack)\n";
  (void)!write(STDERR_FILENO, message, sizeof(message) - 1);
  fused::removeEmptyTemporaryFolder();
  std::_Exit(EXIT_FAILURE);
}

static void handleSignals() {
  struct sigaction action = {};
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  action.sa_sigaction = explainIllegalInstruction;
  sigaction(SIGILL, &action, &illegalInstruction);
  action.sa_sigaction = explainFault;
  sigaction(SIGSEGV, &action, &fault);
}

static Expected<bool> execute(const Options &options) {
  if (options.file.empty()) {
    if (Error error = handleChoices(options))
      return error;
    return true;
  }
  warnAboutMissingChoices(options);
  Expected<bool> passed = Driver(options).run();
  warnAboutChoices();
  return passed;
}

int main(int argc, char **argv) {
  fused::makeTemporaryFolder("fused-run");
  InitLLVM init(argc, argv);
  handleSignals();
  fused::printVersionOnRequest();
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
