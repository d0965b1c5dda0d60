//===- Progress.h - What a long run is doing --------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_PROGRESS_H
#define FUSED_RUN_PROGRESS_H

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace fused::run {

/// If an action takes longer than a second, says on stderr what it is, and at
/// its end, how long it took.
class Progress {
public:
  explicit Progress(std::string what);
  ~Progress();

  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

private:
  void watch();

  std::string what;
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  std::thread watcher;
};

} // namespace fused::run

#endif // FUSED_RUN_PROGRESS_H
