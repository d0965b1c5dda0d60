//===- Mutants.h - Mutants compiled in processes of their own ---*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_MUTANTS_H
#define FUSED_FUZZ_MUTANTS_H

#include "Executor.h"
#include "MutantCompiler.h"
#include "Mutator.h"
#include "RangeQueue.h"

#include <functional>
#include <map>

namespace fused::fuzz {

/// Counts mutants by their result.
struct MutantCounts {
  uint64_t mutants = 0;
  uint64_t valid = 0;        ///< Parsers and verifiers accept them.
  uint64_t compiled[2] = {}; ///< Each target's pipeline compiles them.
  uint64_t upstream = 0;     ///< Upstream's parser crashes, too.
};

/// A mutant that shows a defect.
struct Finding {
  uint64_t index;
  std::string stage;  ///< What was running: "parsing", or a pass of a target.
  std::string reason; ///< "ended by signal 11 (Segmentation fault)".
  std::string log;    ///< What the process printed.
};

/// Compiles mutants for both targets, in separate processes. These are
/// findings: a crash, a process that does not end, invalid IR after a pass, and
/// a failure without a diagnostic.
class Mutants {
public:
  using OnFinding = std::function<llvm::Error(const Finding &)>;
  using OnProgress = std::function<void(const MutantCounts &, uint64_t)>;

  Mutants(const Options &options, const Mutator &mutator);

  /// Returns after all mutants are compiled.
  llvm::Error run(OnFinding onFinding, OnProgress onProgress);

  const MutantCounts &getCounts() const { return counts; }
  uint64_t getNumFindings() const { return numFindings; }

private:
  /// A process that compiles mutants.
  struct Worker {
    Range range;
    std::string logFile;
    MutantState *state;
  };

  llvm::Error start(Range range);
  /// Evaluates a process that has ended. `reason` says how, if it failed.
  llvm::Error finish(const Worker &worker, std::string reason,
                     OnFinding onFinding);
  void count(const MutantNumbers &numbers, uint64_t numMutants);
  /// Counts a finding, or a crash that upstream's parser has, too.
  llvm::Error judge(const Finding &finding, OnFinding onFinding);

  const Options &options;
  const Mutator &mutator;
  MutantCounts counts;
  uint64_t numFindings = 0;
  std::unique_ptr<MutantCompiler> compiler;
  RangeQueue ranges;
  std::map<int, Worker> running;
  /// Mutants that ended a process after others had run in it, by index.
  std::map<uint64_t, Finding> suspects;
};

} // namespace fused::fuzz

#endif // FUSED_FUZZ_MUTANTS_H
