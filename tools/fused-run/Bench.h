//===- Bench.h - Timing fused against unfused -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_BENCH_H
#define FUSED_RUN_BENCH_H

#include "HostTensor.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace fused::run {

/// The times of one program.
struct Timing {
  std::string name;
  unsigned callsPerSample;
  std::vector<double> seconds; ///< Time of a call in each sample, sorted.

  size_t getNumCalls() const { return callsPerSample * seconds.size(); }

  double getMedian() const { return getQuantile(0.5); }
  /// The smallest time that at least `share` of the calls do not exceed.
  double getQuantile(double share) const;
};

/// A program to measure.
struct Candidate {
  std::string name;
  const fused_function_t *function;
};

/// Takes samples of all candidates in turns, so that all see the same state of
/// the machine. The first `warmup` samples do not count; then come `repeats`
/// samples.
llvm::Expected<std::vector<Timing>> bench(llvm::ArrayRef<Candidate> candidates,
                                          llvm::ArrayRef<HostTensor> inputs,
                                          unsigned warmup, unsigned repeats);

/// Prints a table. `flops` is the number of operations in the products of one
/// call, or 0 if unknown. The speed-up compares each program with the last one.
void printTimings(llvm::raw_ostream &os, llvm::ArrayRef<Timing> timings,
                  double flops);
llvm::json::Value toJson(llvm::ArrayRef<Timing> timings, double flops);

} // namespace fused::run

#endif // FUSED_RUN_BENCH_H
