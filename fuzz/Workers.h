//===- Workers.h - Programs in processes of their own -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_WORKERS_H
#define FUSED_FUZZ_WORKERS_H

#include "RangeQueue.h"

#include <functional>
#include <map>

namespace fused::fuzz {

/// Programs that could not be executed, because of a crash, an error or a
/// timeout.
struct Breakdown {
  Range range;
  std::string message;
};

/// Executes programs. Each module runs in its own process, and several run at
/// once. If a module fails, it is halved until the failing program is found.
class Workers {
public:
  using OnOutcomes = std::function<void(llvm::ArrayRef<Outcome>)>;

  Workers(const Options &options, OnOutcomes onOutcomes);

  /// Returns after all programs are executed.
  llvm::Expected<std::vector<Breakdown>> run();

private:
  /// A running process.
  struct Worker {
    Range range;
    std::string resultFile, logFile;
  };

  llvm::Error start(Range range);
  llvm::Error finishOne();
  void breakDown(Range range, std::string message);

  const Options &options;
  OnOutcomes onOutcomes;
  RangeQueue ranges;
  std::map<int, Worker> running;
  std::vector<Breakdown> halved, breakdowns;
};

} // namespace fused::fuzz

#endif // FUSED_FUZZ_WORKERS_H
