//===- Backend.cpp - Functions that run on this CPU -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

#include "Files.h"

#include <chrono>

using namespace llvm;
using namespace fused::run;

Error fused::run::makeRuntimeError(fused_status_t status) {
  return makeError("%s: %s", fused_status_string(status), fused_last_error());
}

SmallVector<fused_tensor_t> fused::run::getViews(ArrayRef<HostTensor> tensors) {
  SmallVector<fused_tensor_t> views;
  for (const HostTensor &tensor : tensors)
    views.push_back(tensor.getView());
  return views;
}

std::vector<HostTensor>
fused::run::takeOutputs(ArrayRef<fused_tensor_t> outputs) {
  std::vector<HostTensor> results;
  for (const fused_tensor_t &output : outputs) {
    results.emplace_back(output);
    fused_free(output.data);
  }
  return results;
}

namespace {

/// Each sample is one call.
class TimedCpuFunction : public TimedFunction {
public:
  TimedCpuFunction(const fused_function_t &function,
                   ArrayRef<HostTensor> inputs)
      : function(function), views(getViews(inputs)),
        outputs(function.num_outputs) {}

  /// The time does not include releasing the results.
  Expected<double> takeSample() override {
    using Clock = std::chrono::steady_clock;
    Clock::time_point start = Clock::now();
    fused_status_t status = fused_call(&function, views.data(), outputs.data());
    std::chrono::duration<double> elapsed = Clock::now() - start;
    if (status != FUSED_OK)
      return makeRuntimeError(status);
    for (const fused_tensor_t &output : outputs)
      fused_free(output.data);
    return elapsed.count();
  }

  unsigned getCallsPerSample() const override { return 1; }

private:
  const fused_function_t &function;
  SmallVector<fused_tensor_t> views, outputs;
};

class CpuBackend : public Backend {
public:
  Error check() const override { return Error::success(); }

  Expected<std::vector<HostTensor>>
  call(const fused_function_t &function,
       ArrayRef<HostTensor> inputs) const override {
    SmallVector<fused_tensor_t> outputs(function.num_outputs);
    if (fused_status_t status =
            fused_call(&function, getViews(inputs).data(), outputs.data()))
      return makeRuntimeError(status);
    return takeOutputs(outputs);
  }

  Expected<std::unique_ptr<TimedFunction>>
  prepare(const fused_function_t &function,
          ArrayRef<HostTensor> inputs) const override {
    return std::make_unique<TimedCpuFunction>(function, inputs);
  }

  /// On the CPU, sanitizers check memory.
  void guardMemory(bool) const override {}

  Error recordCalls() override {
    return makeError("--graph is for programs that run on a device");
  }

  Error tuneProducts() override {
    return makeError("--tune is for programs that run on a device");
  }
};

} // namespace

Backend &Backend::get(fused_target_t target) {
  static CpuBackend cpu;
  if (target == FUSED_TARGET_CUDA)
    return getCudaBackend();
  return cpu;
}

Expected<std::vector<HostTensor>>
fused::run::call(const fused_function_t &function,
                 ArrayRef<HostTensor> inputs) {
  return Backend::get(function.target).call(function, inputs);
}
