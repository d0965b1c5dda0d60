//===- Backend.cpp - Functions that run on this CPU -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

#include "fused/Compiler/Files.h"

#include <algorithm>
#include <chrono>
#include <new>

using namespace llvm;
using namespace fused;
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

HostCall::HostCall(const fused_function_t &function,
                   ArrayRef<HostTensor> tensors)
    : inputs(getViews(tensors)), outputs(function.num_outputs),
      given(function.num_outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    const fused_tensor_type_t &type = function.outputs[i];
    ArrayRef<int64_t> sizes(type.sizes, size_t(type.rank));
    int32_t donated = function.donations ? function.donations[i] : -1;
    if (donated >= 0) {
      given[i] = tensors[donated];
      inputs[donated] = given[i].getView();
    } else if (i % 2 == 0 && !is_contained(sizes, FUSED_DYNAMIC)) {
      given[i] = HostTensor(type.type, sizes);
      MutableArrayRef<char> bytes = given[i].getMutableBytes();
      std::fill(bytes.begin(), bytes.end(), char(0xff));
    } else {
      continue;
    }
    outputs[i] = given[i].getView();
  }
}

HostCall::~HostCall() {
  for (auto [output, tensor] : zip_equal(outputs, given))
    if (output.data != tensor.getBytes().data())
      fused_free(output.data);
}

std::vector<HostTensor> HostCall::take() {
  std::vector<HostTensor> results;
  for (auto [output, tensor] : zip_equal(outputs, given)) {
    if (output.data == tensor.getBytes().data()) {
      output = {};
      results.push_back(std::move(tensor));
    } else {
      results.emplace_back(output);
    }
  }
  return results;
}

namespace {

/// Each sample is one call, into the memory that the first call allocates.
class TimedCpuFunction : public TimedFunction {
public:
  TimedCpuFunction(const fused_function_t &function,
                   ArrayRef<HostTensor> inputs)
      : function(function), views(getViews(inputs)),
        outputs(function.num_outputs),
        arena(::operator new(size_t(function.arena_size), alignment)) {}
  ~TimedCpuFunction() override {
    for (const fused_tensor_t &output : outputs)
      fused_free(output.data);
    ::operator delete(arena, alignment);
  }

  Expected<double> takeSample() override {
    using Clock = std::chrono::steady_clock;
    Clock::time_point start = Clock::now();
    fused_status_t status =
        fused_call(&function, views.data(), outputs.data(), arena);
    std::chrono::duration<double> elapsed = Clock::now() - start;
    if (status != FUSED_OK)
      return makeRuntimeError(status);
    return elapsed.count();
  }

  unsigned getCallsPerSample() const override { return 1; }

private:
  const fused_function_t &function;
  static constexpr std::align_val_t alignment{FUSED_ARENA_ALIGNMENT};
  SmallVector<fused_tensor_t> views, outputs;
  void *arena;
};

class CpuBackend : public Backend {
public:
  Error check() const override { return Error::success(); }

  Expected<std::vector<HostTensor>>
  call(const fused_function_t &function,
       ArrayRef<HostTensor> inputs) const override {
    HostCall call(function, inputs);
    if (fused_status_t status =
            fused_call(&function, call.getInputs(), call.getOutputs(),
                       /*arena=*/nullptr))
      return makeRuntimeError(status);
    return call.take();
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

  Error useChoices(const std::string &) override {
    return makeError("--choices is for programs that run on a device");
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
