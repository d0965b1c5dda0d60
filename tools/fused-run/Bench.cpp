//===- Bench.cpp - Timing fused against unfused -----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#include "Backend.h"
#include "Progress.h"
#include "fused/Compiler/Files.h"
#include "fused/Support/Table.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace fused;
using namespace fused::run;

double Timing::getQuantile(double share) const {
  auto rank = size_t(std::ceil(share * double(seconds.size())));
  return seconds[std::max<size_t>(rank, 1) - 1];
}

/// A function with its inputs, and its times.
struct TimedCandidate {
  std::unique_ptr<TimedFunction> function;
  Timing timing;
};

static Expected<std::vector<TimedCandidate>>
prepare(ArrayRef<Candidate> candidates, ArrayRef<HostTensor> inputs) {
  std::vector<TimedCandidate> prepared;
  for (const Candidate &candidate : candidates) {
    const fused_function_t &function = *candidate.function;
    Expected<std::unique_ptr<TimedFunction>> timed =
        Backend::get(function.target).prepare(function, inputs);
    if (!timed)
      return addSubject("calling the " + Twine(candidate.name) + " program",
                        timed.takeError());
    unsigned calls = (*timed)->getCallsPerSample();
    prepared.push_back({std::move(*timed), {candidate.name, calls, {}}});
  }
  return prepared;
}

Expected<std::vector<Timing>> fused::run::bench(ArrayRef<Candidate> candidates,
                                                ArrayRef<HostTensor> inputs,
                                                unsigned warmup,
                                                unsigned repeats) {
  Progress progress("timing");
  Expected<std::vector<TimedCandidate>> prepared = prepare(candidates, inputs);
  if (!prepared)
    return prepared.takeError();
  for (unsigned round = 0; round < warmup + repeats; ++round) {
    for (auto &[function, timing] : *prepared) {
      Expected<double> seconds = function->takeSample();
      if (!seconds)
        return addSubject("calling the " + Twine(timing.name) + " program",
                          seconds.takeError());
      if (round >= warmup)
        timing.seconds.push_back(*seconds);
    }
  }
  std::vector<Timing> timings;
  for (auto &[function, timing] : *prepared) {
    llvm::sort(timing.seconds);
    timings.push_back(std::move(timing));
  }
  return timings;
}

void fused::run::printTimings(raw_ostream &os, ArrayRef<Timing> timings,
                              double flops) {
  Table table(
      {"program", "calls", "median ms", "p95 ms", "GFLOP/s", "speed-up"});
  for (const Timing &timing : timings) {
    double median = timing.getMedian();
    table.add({timing.name, std::to_string(timing.getNumCalls()),
               formatNumber("%.4f", median * 1e3),
               formatNumber("%.4f", timing.getQuantile(0.95) * 1e3),
               flops > 0 ? formatNumber("%.1f", flops / median * 1e-9) : "-",
               formatNumber("%.2f", timings.back().getMedian() / median)});
  }
  table.print(os);
}

json::Value fused::run::toJson(ArrayRef<Timing> timings, double flops) {
  json::Object programs;
  for (const Timing &timing : timings) {
    double median = timing.getMedian();
    json::Object object{{"calls", int64_t(timing.getNumCalls())},
                        {"median_seconds", median},
                        {"p95_seconds", timing.getQuantile(0.95)}};
    if (flops > 0)
      object["gflops"] = flops / median * 1e-9;
    programs[timing.name] = std::move(object);
  }
  json::Object result{{"programs", std::move(programs)}};
  if (timings.size() > 1)
    result["speedup"] =
        timings.back().getMedian() / timings.front().getMedian();
  return result;
}
