//===- Bench.cpp - Timing fused against unfused -----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#include "Files.h"
#include "Program.h"
#include "Progress.h"
#include "fused/Support/Table.h"

#include <algorithm>
#include <chrono>
#include <cmath>

using namespace llvm;
using namespace fused;
using namespace fused::run;

double Timing::getQuantile(double share) const {
  auto rank = size_t(std::ceil(share * double(seconds.size())));
  return seconds[std::max<size_t>(rank, 1) - 1];
}

/// The seconds of one call. Releasing the results is not part of it.
static Expected<double> timeCall(const fused_function_t &function,
                                 ArrayRef<fused_tensor_t> inputs,
                                 MutableArrayRef<fused_tensor_t> outputs) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
  fused_status_t status = fused_call(&function, inputs.data(), outputs.data());
  std::chrono::duration<double> elapsed = Clock::now() - start;
  if (status != FUSED_OK)
    return makeRuntimeError(status);
  for (const fused_tensor_t &output : outputs)
    fused_free(output.data);
  return elapsed.count();
}

Expected<std::vector<Timing>> fused::run::bench(ArrayRef<Candidate> candidates,
                                                ArrayRef<HostTensor> inputs,
                                                unsigned warmup,
                                                unsigned repeats) {
  Progress progress("timing");
  std::vector<fused_tensor_t> views;
  for (const HostTensor &input : inputs)
    views.push_back(input.getView());
  std::vector<Timing> timings;
  for (const Candidate &candidate : candidates)
    timings.push_back({candidate.name, {}});
  for (unsigned round = 0; round < warmup + repeats; ++round) {
    for (const auto &[candidate, timing] : zip(candidates, timings)) {
      std::vector<fused_tensor_t> outputs(candidate.function->num_outputs);
      Expected<double> seconds = timeCall(*candidate.function, views, outputs);
      if (!seconds)
        return addSubject("calling the " + Twine(candidate.name) + " program",
                          seconds.takeError());
      if (round >= warmup)
        timing.seconds.push_back(*seconds);
    }
  }
  for (Timing &timing : timings)
    llvm::sort(timing.seconds);
  return timings;
}

void fused::run::printTimings(raw_ostream &os, ArrayRef<Timing> timings,
                              double flops) {
  Table table(
      {"program", "calls", "median ms", "p95 ms", "GFLOP/s", "speed-up"});
  for (const Timing &timing : timings) {
    double median = timing.getMedian();
    table.add({timing.name, std::to_string(timing.seconds.size()),
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
    json::Object object{{"calls", int64_t(timing.seconds.size())},
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
