//===- CudaBackend.cpp - Functions that run on a CUDA device ----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

#include "Files.h"
#include "fused-runtime/fused_cuda.h"

#include <algorithm>
#include <chrono>
#include <cmath>

using namespace llvm;
using namespace fused::run;

namespace {

using Seconds = std::chrono::duration<double>;
using Clock = std::chrono::steady_clock;

/// Calls a function with inputs on the device. Each sample is a number of calls
/// without a pause, after and before the device is idle, so that what starting
/// and stopping costs does not count.
class TimedCudaFunction : public TimedFunction {
public:
  explicit TimedCudaFunction(const fused_function_t &function)
      : function(function), outputs(function.num_outputs) {}
  ~TimedCudaFunction() override {
    for (const fused_tensor_t &input : inputs)
      fused_cuda_free(input.data);
  }

  Error upload(ArrayRef<HostTensor> tensors) {
    for (const HostTensor &tensor : tensors) {
      inputs.push_back(tensor.getView());
      ArrayRef<char> bytes = tensor.getBytes();
      inputs.back().data = fused_cuda_alloc(bytes.size());
      if (!inputs.back().data)
        return makeRuntimeError(FUSED_OUT_OF_MEMORY);
      if (fused_status_t status =
              fused_cuda_copy(inputs.back().data, bytes.data(), bytes.size()))
        return makeRuntimeError(status);
    }
    return Error::success();
  }

  /// Chooses how many calls a sample has.
  Error calibrate() {
    constexpr double secondsPerSample = 0.02;
    constexpr unsigned maxCalls = 2000;
    // The first calls load code and make plans.
    for (unsigned calls : {2, 10}) {
      numCalls = calls;
      Expected<double> seconds = takeSample();
      if (!seconds)
        return seconds.takeError();
      numCalls = unsigned(std::clamp(std::ceil(secondsPerSample / *seconds),
                                     1.0, double(maxCalls)));
    }
    return Error::success();
  }

  Expected<double> takeSample() override {
    if (fused_status_t status = fused_cuda_synchronize())
      return makeRuntimeError(status);
    Clock::time_point start = Clock::now();
    for (unsigned i = 0; i < numCalls; ++i)
      if (fused_status_t status = callOnce())
        return makeRuntimeError(status);
    if (fused_status_t status = fused_cuda_synchronize())
      return makeRuntimeError(status);
    return Seconds(Clock::now() - start).count() / numCalls;
  }

  unsigned getCallsPerSample() const override { return numCalls; }

private:
  fused_status_t callOnce() {
    fused_status_t status =
        fused_call(&function, inputs.data(), outputs.data());
    if (status == FUSED_OK)
      for (const fused_tensor_t &output : outputs)
        fused_cuda_free(output.data);
    return status;
  }

  const fused_function_t &function;
  SmallVector<fused_tensor_t> inputs, outputs;
  unsigned numCalls = 1;
};

class CudaBackend : public Backend {
public:
  Error check() const override {
    if (fused_cuda_check() != FUSED_OK)
      return makeError("%s", fused_last_error());
    return Error::success();
  }

  Expected<std::vector<HostTensor>>
  call(const fused_function_t &function,
       ArrayRef<HostTensor> inputs) const override {
    SmallVector<fused_tensor_t> outputs(function.num_outputs);
    if (fused_status_t status =
            fused_cuda_call(&function, getViews(inputs).data(), outputs.data()))
      return makeRuntimeError(status);
    return takeOutputs(outputs);
  }

  Expected<std::unique_ptr<TimedFunction>>
  prepare(const fused_function_t &function,
          ArrayRef<HostTensor> inputs) const override {
    auto timed = std::make_unique<TimedCudaFunction>(function);
    if (Error error = timed->upload(inputs))
      return error;
    if (Error error = timed->calibrate())
      return error;
    return timed;
  }

  void guardMemory(bool enabled) const override {
    fused_cuda_guard_memory(enabled);
  }
};

} // namespace

const Backend &fused::run::getCudaBackend() {
  static const CudaBackend backend;
  return backend;
}
