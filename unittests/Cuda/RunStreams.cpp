//===- RunStreams.cpp - Many threads with their own streams ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceOperands.h"
#include "DeviceRuns.h"
#include "MatrixCases.h"
#include "TestDriver.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>

using namespace fused;
using namespace fused::test;

namespace {
/// One product that is executed again and again, whose results must always be
/// those of the first time, which the oracle checked.
struct Repeated {
  Repeated(const ProductCase &product, CUstream stream)
      : run(product), first(product),
        device(run.problem, run.operands, stream, 0) {}

  ProductRun run, first;
  DeviceOperands device;
  fused_plan_slot_t slot = {};

  /// Returns what is wrong, or an empty string.
  std::string start() {
    if (first.execute(deviceMatmul, nullptr) != FUSED_OK)
      return fused_last_error();
    return first.check();
  }
  std::string repeat() {
    run.poisonResults();
    device.upload();
    // Twice, so that one call meets the results of another.
    for (int i = 0; i < 2; ++i)
      if (fused_cuda_matmul(&run.problem, &slot, &device.operands))
        return fused_last_error();
    device.download();
    return run.hasSameResults(first) ? "" : "other bits than the first time";
  }
};

struct Streams {
  explicit Streams(const RunOptions &options) : options(options) {}

  const RunOptions &options;
  const int numDevices = getDriver().countDevices();
  std::atomic<long> calls{0};
  std::atomic<int> failed{0};
  std::mutex mutex;
  std::string firstError;

  void fail(const std::string &error) {
    ++failed;
    std::lock_guard<std::mutex> lock(mutex);
    if (firstError.empty())
      firstError = error;
  }

  void work(unsigned thread) {
    TestStream stream(static_cast<int>(thread) % numDevices);
    deviceCall.stream = stream.get();
    std::vector<std::unique_ptr<Repeated>> products;
    std::vector<MatrixCase> cases = makeMatrix();
    // Other products in each thread, and some that all have.
    for (size_t i = 0; products.size() < 24 && i < cases.size(); ++i) {
      const MatrixCase &test =
          cases[(i * 997 + (i % 4) * thread * 131) % cases.size()];
      if (!test.types->isFloat() || test.product.c == CKind::IsD)
        continue;
      auto product = std::make_unique<Repeated>(test.product, stream.get());
      std::string error = product->start();
      if (error.empty())
        products.push_back(std::move(product));
      else
        fail(error);
    }
    auto end = std::chrono::steady_clock::now() +
               std::chrono::duration<double>(options.seconds);
    for (size_t i = 0; std::chrono::steady_clock::now() < end; ++i) {
      std::string error = products[i % products.size()]->repeat();
      calls += 2;
      if (!error.empty())
        fail(error);
    }
  }
};
} // namespace

int fused::test::runStreams(const RunOptions &options, Json &report) {
  Streams streams(options);
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 8; ++i)
    threads.emplace_back([&streams, i] { streams.work(i); });
  for (std::thread &thread : threads)
    thread.join();
  std::printf("streams: %ld calls in 8 threads on %d devices, %d failed\n",
              streams.calls.load(), streams.numDevices, streams.failed.load());
  report.add("devices", streams.numDevices);
  report.add("threads", 8);
  report.add("seconds", options.seconds);
  report.add("calls", static_cast<double>(streams.calls));
  report.add("failed", streams.failed);
  report.add("first_error", streams.firstError);
  return streams.failed;
}
