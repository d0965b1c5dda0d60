//===- Progress.cpp - What a long run is doing ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace llvm;
using namespace fused;
using namespace fused::run;

Progress::Progress(std::string what)
    : what(std::move(what)), watcher([this] { watch(); }) {}

Progress::~Progress() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    done = true;
  }
  changed.notify_one();
  watcher.join();
}

void Progress::watch() {
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
  std::unique_lock<std::mutex> lock(mutex);
  if (changed.wait_for(lock, std::chrono::seconds(1), [this] { return done; }))
    return;
  errs() << "fused-run: " << what << " ..." << '\n';
  changed.wait(lock, [this] { return done; });
  double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  errs() << "fused-run: " << what << " took " << format("%.1f s\n", seconds);
}
