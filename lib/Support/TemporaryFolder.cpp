//===- TemporaryFolder.cpp - Where a tool's temporary files are -*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A handler of a signal may call next to nothing, certainly nothing that lists
// a folder. So a thread waits for the signals, which are blocked in all others,
// removes the folder, and lets the signal end the process. SIGPIPE is
// different: the thread that writes gets it. It wakes the other one.
//
//===----------------------------------------------------------------------===//

#include "fused/Support/TemporaryFolder.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>
#include <unistd.h>

using namespace llvm;

namespace {

constexpr int endingSignals[] = {SIGHUP, SIGINT, SIGTERM};

/// What there is of the folder. Never destroyed, as a thread uses it.
struct State {
  std::string path; ///< Empty if there is no folder.
  std::string problem;
  sigset_t signals;
  pid_t owner;
  volatile std::sig_atomic_t isPipeBroken = 0;
};

State &getState() {
  static auto *state = new State();
  return *state;
}

void removeFolder() {
  State &state = getState();
  if (state.path.empty() || state.owner != getpid())
    return;
  // A program that is still running may write while its files are removed.
  for (int attempt = 0; attempt < 100; ++attempt) {
    sys::fs::remove_directories(state.path);
    if (!sys::fs::exists(state.path))
      return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

void waitForSignal() {
  State &state = getState();
  int signal;
  if (sigwait(&state.signals, &signal) != 0)
    return;
  if (state.isPipeBroken)
    signal = SIGPIPE;
  removeFolder();
  pthread_sigmask(SIG_UNBLOCK, &state.signals, nullptr);
  raise(signal);
}

/// Ends the process as SIGPIPE does by default, after the folder is removed.
void breakPipe(int signal) {
  State &state = getState();
  std::signal(signal, SIG_DFL);
  if (state.owner != getpid()) {
    raise(signal);
    return;
  }
  state.isPipeBroken = 1;
  for (int waking : endingSignals)
    if (sigismember(&state.signals, waking)) {
      kill(state.owner, waking);
      while (true)
        pause();
    }
  rmdir(state.path.c_str());
  raise(signal);
}

bool isIgnored(int signal) {
  struct sigaction action;
  return sigaction(signal, nullptr, &action) != 0 ||
         action.sa_handler == SIG_IGN;
}

/// The signals that end the process, but those that it was told to ignore.
sigset_t getEndingSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (int signal : endingSignals)
    if (!isIgnored(signal))
      sigaddset(&signals, signal);
  return signals;
}

} // namespace

void fused::makeTemporaryFolder(const char *name) {
  State &state = getState();
  SmallString<128> parent, path;
  sys::path::system_temp_directory(/*erasedOnReboot=*/true, parent);
  // From before there is a folder, so that no signal leaves one.
  state.signals = getEndingSignals();
  pthread_sigmask(SIG_BLOCK, &state.signals, nullptr);
  SmallString<128> model(parent);
  sys::path::append(model, Twine(name) + "-%%%%%%%%");
  std::error_code code;
  for (int attempt = 0; attempt < 100; ++attempt) {
    sys::fs::createUniquePath(model, path, /*MakeAbsolute=*/true);
    code = sys::fs::create_directory(path, /*IgnoreExisting=*/false,
                                     sys::fs::owner_all);
    if (code != std::errc::file_exists)
      break;
  }
  if (code) {
    state.problem = ("cannot make a temporary folder in '" + parent + "'" +
                     (getenv("TMPDIR") ? ", which TMPDIR names" : "") + ": " +
                     code.message())
                        .str();
    pthread_sigmask(SIG_UNBLOCK, &state.signals, nullptr);
    return;
  }
  state.path = path.str().str();
  state.owner = getpid();
  setenv("TMPDIR", state.path.c_str(), /*overwrite=*/1);
  if (!isIgnored(SIGPIPE))
    std::signal(SIGPIPE, breakPipe);
  std::thread(waitForSignal).detach();
  std::atexit(removeFolder);
}

Error fused::checkTemporaryFolder() {
  const State &state = getState();
  if (state.problem.empty())
    return Error::success();
  return createStringError(inconvertibleErrorCode(), state.problem);
}

void fused::removeTemporaryFolder() { removeFolder(); }

void fused::removeEmptyTemporaryFolder() {
  const State &state = getState();
  if (!state.path.empty() && state.owner == getpid())
    rmdir(state.path.c_str());
}

void fused::leaveTemporaryFolder() {
  if (!getState().path.empty())
    pthread_sigmask(SIG_UNBLOCK, &getState().signals, nullptr);
}
