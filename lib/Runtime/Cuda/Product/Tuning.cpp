//===- Tuning.cpp - Choosing how a product is executed --------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tuning.h"

#include "../Device/GuardedBlocks.h"
#include "../Device/StreamTimer.h"
#include "Describe.h"
#include "StoredChoice.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <tuple>

using namespace fused;
using namespace fused::runtime;

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

namespace {
/// The time of the way that the plan has counts so much less, as figures
/// scatter; that of a split product so much more, as the host has more to
/// launch and memory is needed.
constexpr float currentFactor = 0.97f, splitFactor = 1.1f;
/// The ways that are measured again take at most this many times as long as the
/// fastest, the first time.
constexpr float maxSlowdown = 1.3f;
constexpr size_t maxFinalists = 6;
constexpr int finalRounds = 4;
/// The least time of a sample in microseconds, and its largest number of calls.
constexpr float sampleTime = 100;
constexpr int maxCalls = 20;
/// How long one plan may be measured, in microseconds of the stream, or in
/// calls.
constexpr float maxTime = 50000, maxTimeInCalls = 50;
/// The part of that in which ways are measured for the first time.
constexpr float firstPart = 0.7f;

/// A way to execute the plan.
struct Way {
  bool isSplit;
  int algorithm;
  int id;                          ///< What cuBLASLt calls the algorithm.
  bool isCurrent;                  ///< That of the plan before.
  std::vector<float> samples = {}; ///< Microseconds of a call.

  /// The measurements that decide among the ways.
  float getScore() const {
    return getMedian() * (isCurrent ? currentFactor : 1) *
           (isSplit ? splitFactor : 1);
  }
  float getMedian() const {
    std::vector<float> sorted = samples;
    std::sort(sorted.begin(), sorted.end());
    return sorted.empty() ? 0 : sorted[sorted.size() / 2];
  }
};

class Tuner {
public:
  /// What is measured replaces what was `rejected` in the file.
  Tuner(CudaPlan &plan, const fused_matmul_operands_t &operands,
        const char *location, const std::optional<std::string> &rejected)
      : plan(plan), device(plan.device), operands(operands), location(location),
        rejected(rejected), stream(static_cast<CUstream>(operands.stream)),
        copy(device, stream), timer(device.cuda, stream) {}

  void run() {
    const char *obstacle = measure();
    const Way *best = obstacle ? nullptr : &choose();
    if (getTuningMode() == TuningMode::Verbose)
      print(obstacle, best);
    if (best)
      store(*best);
    if (best && !best->isCurrent)
      install(*best);
  }

private:
  /// Says why there is nothing to choose from; null if there is.
  const char *measure() {
    makeProducts();
    if (ways.size() < 2)
      return "there is one way";
    if (!redirectInPlace())
      return "there is no memory for another D";
    if (timer.create())
      return "there are no events";
    measureAll();
    if (!ways.empty())
      measureFinalists();
    sortBySpeed();
    if (lost)
      return "the device failed";
    return ways.empty() ? "all were refused" : nullptr;
  }

  //===--- The ways -------------------------------------------------------===//

  void makeProducts() {
    constexpr int wanted = LibraryProduct::manyAlgorithms;
    bool isSplit = plan.split.load(std::memory_order_acquire) != nullptr;
    if (mayFuse() && makeFused(plan, wanted, location, fused) == FUSED_OK)
      addWays(*fused, false, !isSplit);
    if (!maySplit(plan))
      return;
    split = std::make_unique<SplitProduct>(device, plan.key);
    if (split->plan(location, wanted) == FUSED_OK && split->getPlain())
      addWays(*split->getPlain(), true, isSplit);
  }

  /// The first algorithm is the one that a plan takes.
  void addWays(const LibraryProduct &product, bool isSplit, bool isCurrent) {
    for (int i = 0; i < product.getNumAlgorithms(); ++i)
      ways.push_back(
          {isSplit, i, product.getAlgorithmId(i), isCurrent && i == 0});
  }

  /// Where D is C, another result would be computed each time: the measured
  /// calls use a copy, which need not have the values. False without memory.
  bool redirectInPlace() {
    const PlanKey &key = plan.key;
    if (!key.readsC() || !key.cIsD)
      return true;
    int64_t length =
        (key.batch - 1) * key.d.batch + (key.m - 1) * key.d.row + key.n;
    size_t size = static_cast<size_t>(length) * fused_type_size(key.dType);
    size_t offset = reinterpret_cast<uintptr_t>(operands.d.data) % 16;
    if (copy.allocate(size + offset, location) ||
        device.cuda.cuMemsetD8Async(copy.get(), 0, size + offset, stream))
      return false;
    operands.c.data = operands.d.data =
        reinterpret_cast<char *>(copy.get()) + offset;
    return true;
  }

  fused_status_t execute(const Way &way) {
    LibraryProduct &product = way.isSplit ? *split->getPlain() : *fused;
    product.limitTo(way.algorithm);
    return way.isSplit
               ? split->execute(operands, location)
               : executeLibrary(device, product, plan.key, operands, location);
  }

  //===--- Samples --------------------------------------------------------===//

  /// Executes `way` a number of times. False if it cannot be.
  bool takeSample(const Way &way, int calls, float &microseconds) {
    // Loading code, in the first call, and releasing guarded memory wait for
    // the device.
    bool gated = calls > 1 && !GuardedBlocks::get().areEnabled();
    bool failed = timer.start(gated) != CUDA_SUCCESS;
    for (int i = 0; i < calls && !failed; ++i)
      failed = execute(way) != FUSED_OK;
    float milliseconds = 0;
    lost |= timer.stop(milliseconds) != CUDA_SUCCESS;
    spent += milliseconds * 1000;
    microseconds = milliseconds * 1000 / static_cast<float>(calls);
    return !failed && !lost;
  }

  /// Executes `way` once, as code may have to be loaded, and takes a sample.
  bool measureFirst(Way &way) {
    float time = 0;
    if (!takeSample(way, 1, time))
      return false;
    if (numCalls == 0) {
      if (!takeSample(way, 1, time))
        return false;
      numCalls = static_cast<int>(
          std::clamp(std::ceil(sampleTime / std::max(time, 1.0f)), 1.0f,
                     static_cast<float>(maxCalls)));
      budget = std::max(maxTime, maxTimeInCalls * time);
    }
    if (!takeSample(way, numCalls, time))
      return false;
    way.samples.push_back(time);
    return true;
  }

  /// Leaves the ways that could be executed. That of the plan comes first, and
  /// then the first proposals of either product: time may run out.
  void measureAll() {
    std::sort(ways.begin(), ways.end(), [](const Way &a, const Way &b) {
      return std::tuple(!a.isCurrent, a.algorithm, a.isSplit) <
             std::tuple(!b.isCurrent, b.algorithm, b.isSplit);
    });
    std::vector<Way> measured;
    for (Way &way : ways) {
      if (lost || spent > firstPart * budget)
        break;
      if (measureFirst(way))
        measured.push_back(std::move(way));
    }
    ways = std::move(measured);
  }

  void sortBySpeed() {
    std::sort(ways.begin(), ways.end(), [](const Way &a, const Way &b) {
      return std::tuple(a.getMedian(), a.isSplit, a.algorithm) <
             std::tuple(b.getMedian(), b.isSplit, b.algorithm);
    });
  }

  /// Measures the fastest and the current one again, in turns. What fails now
  /// keeps the samples that it has.
  void measureFinalists() {
    sortBySpeed();
    float limit = ways.front().getMedian() * maxSlowdown;
    std::vector<Way *> finalists;
    for (Way &way : ways)
      if (way.isCurrent ||
          (finalists.size() < maxFinalists && way.getMedian() <= limit))
        finalists.push_back(&way);
    float time;
    for (int round = 0; round < finalRounds && spent < budget; ++round)
      for (Way *way : finalists)
        if (!lost && takeSample(*way, numCalls, time))
          way->samples.push_back(time);
  }

  //===--- The choice -----------------------------------------------------===//

  const Way &choose() const {
    return *std::min_element(
        ways.begin(), ways.end(),
        [](const Way &a, const Way &b) { return a.getScore() < b.getScore(); });
  }

  /// Gives the product of `best` to the plan, with its other algorithms behind,
  /// for calls that refuse the first.
  void install(const Way &best) {
    std::vector<int> order = {best.algorithm};
    for (const Way &way : ways)
      if (way.isSplit == best.isSplit && way.algorithm != best.algorithm)
        order.push_back(way.algorithm);
    if (best.isSplit) {
      split->getPlain()->keepAlgorithms(order);
      setSplit(plan, std::move(split));
    } else {
      fused->keepAlgorithms(order);
      setFused(plan, std::move(fused));
    }
  }

  const LibraryProduct &getProduct(const Way &way) const {
    return way.isSplit ? *split->getPlain() : *fused;
  }

  void store(const Way &best) const {
    float untuned = 0;
    for (const Way &way : ways)
      if (way.isCurrent)
        untuned = way.getMedian();
    storeChoice(plan,
                {best.isSplit, getProduct(best).getFingerprint(best.algorithm),
                 best.id, best.getMedian(), untuned},
                rejected);
  }

  void print(const char *obstacle, const Way *best) const {
    char text[problemTextCapacity];
    printProblem(text, sizeof(text), plan.key);
    std::string line = obstacle ? "fused: not tuned, as " : "fused: tuned in ";
    line +=
        obstacle ? obstacle : std::to_string(std::lround(spent / 1000)) + " ms";
    line += std::string(": ") + text + ":";
    for (const Way &way : ways) {
      if (way.samples.empty())
        continue;
      char entry[96];
      std::snprintf(entry, sizeof(entry), "%s %s %d (%d%s) %.2f us%s",
                    &way == &ways.front() ? "" : ",",
                    way.isSplit ? "split" : "fused", way.algorithm, way.id,
                    way.isCurrent ? ", untuned" : "", way.getMedian(),
                    &way == best ? " *" : "");
      line += entry;
    }
    std::fprintf(stderr, "%s\n", line.c_str());
  }

  CudaPlan &plan;
  Device &device;
  fused_matmul_operands_t operands;
  const char *location;
  const std::optional<std::string> &rejected;
  CUstream stream;
  Temporary copy;
  StreamTimer timer;
  std::unique_ptr<LibraryProduct> fused;
  std::unique_ptr<SplitProduct> split;
  std::vector<Way> ways;
  float budget = maxTime;
  float spent = 0;   ///< The time that all samples took, like the budget.
  int numCalls = 0;  ///< Of a sample; 0 before the first.
  bool lost = false; ///< The device cannot be waited for any more.
};
} // namespace

/// Chooses a way, and returns what is left to do.
static TuningState choose(CudaPlan &plan,
                          const fused_matmul_operands_t &operands,
                          const char *location, bool mayMeasure) {
  std::optional<std::string> rejected;
  if (plan.key.isEmpty())
    return TuningState::Done;
  if (applyStoredChoice(plan, location, rejected)) {
    changeTuningGeneration();
    return TuningState::Done;
  }
  if (!mayMeasure)
    return TuningState::Missed;
  Tuner(plan, operands, location, rejected).run();
  changeTuningGeneration();
  return TuningState::Done;
}

void fused::runtime::tune(CudaPlan &plan,
                          const fused_matmul_operands_t &operands,
                          const char *location) {
  auto stream = static_cast<CUstream>(operands.stream);
  CUstreamCaptureStatus capturing;
  bool mayMeasure = isTuningEnabled() &&
                    !plan.device.cuda.cuStreamIsCapturing(stream, &capturing) &&
                    capturing == CU_STREAM_CAPTURE_STATUS_NONE;
  TuningState state = plan.tuning.load(std::memory_order_relaxed);
  if (state == TuningState::Missed && !mayMeasure)
    return;
  if (state == TuningState::Running || state == TuningState::Done ||
      !plan.tuning.compare_exchange_strong(state, TuningState::Running))
    return;
  try {
    plan.tuning = choose(plan, operands, location, mayMeasure);
    if (getTuningMode() == TuningMode::Verbose && getChoiceStore().check())
      std::fprintf(stderr, "fused: %s\n", fused_last_error());
  } catch (...) {
    // The plan can be executed without a choice.
    plan.tuning = TuningState::Done;
  }
}
