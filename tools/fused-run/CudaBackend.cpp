//===- CudaBackend.cpp - Functions that run on a CUDA device ----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

#include "fused-runtime/fused_cuda.h"
#include "fused/Compiler/Files.h"

#include <algorithm>
#include <chrono>
#include <cmath>

using namespace llvm;
using namespace fused;
using namespace fused::run;

namespace {

using Seconds = std::chrono::duration<double>;
using Clock = std::chrono::steady_clock;

/// The inputs of a call, copied to the device.
class DeviceInputs {
public:
  DeviceInputs() = default;
  ~DeviceInputs() {
    for (const fused_tensor_t &tensor : tensors)
      fused_cuda_free(tensor.data);
  }
  DeviceInputs(const DeviceInputs &) = delete;
  DeviceInputs &operator=(const DeviceInputs &) = delete;

  Error upload(ArrayRef<HostTensor> originals) {
    for (const HostTensor &original : originals) {
      tensors.push_back(original.getView());
      ArrayRef<char> bytes = original.getBytes();
      tensors.back().data = fused_cuda_alloc(bytes.size());
      if (!tensors.back().data)
        return makeRuntimeError(FUSED_OUT_OF_MEMORY);
      if (fused_status_t status =
              fused_cuda_copy(tensors.back().data, bytes.data(), bytes.size()))
        return makeRuntimeError(status);
    }
    return Error::success();
  }

  const fused_tensor_t *data() const { return tensors.data(); }

private:
  SmallVector<fused_tensor_t> tensors;
};

struct GraphDeleter {
  void operator()(fused_cuda_graph_t *graph) const {
    fused_cuda_graph_release(graph);
  }
};
using Graph = std::unique_ptr<fused_cuda_graph_t, GraphDeleter>;

/// The outputs of calls: the memory that the first call allocates, which later
/// calls write to.
class DeviceOutputs {
public:
  explicit DeviceOutputs(const fused_function_t &function)
      : tensors(function.num_outputs),
        arena(fused_cuda_alloc(size_t(function.arena_size))) {}
  ~DeviceOutputs() {
    for (const fused_tensor_t &tensor : tensors)
      fused_cuda_free(tensor.data);
    fused_cuda_free(arena);
  }
  DeviceOutputs(const DeviceOutputs &) = delete;
  DeviceOutputs &operator=(const DeviceOutputs &) = delete;

  fused_status_t call(const fused_function_t &function,
                      const DeviceInputs &inputs) {
    return fused_call(&function, inputs.data(), tensors.data(), arena);
  }

private:
  SmallVector<fused_tensor_t> tensors;
  void *arena;
};

/// Records a call. `outputs` belong to the result. While a call is recorded,
/// products cannot be tuned; so if `tunes` is true, calls the function once
/// before.
Expected<Graph> record(const fused_function_t &function,
                       const DeviceInputs &inputs,
                       MutableArrayRef<fused_tensor_t> outputs, bool tunes) {
  if (tunes)
    if (fused_status_t status = DeviceOutputs(function).call(function, inputs))
      return makeRuntimeError(status);
  fused_cuda_graph_t *graph = nullptr;
  if (fused_status_t status =
          fused_cuda_record(&function, inputs.data(), outputs.data(), &graph))
    return makeRuntimeError(status);
  return Graph(graph);
}

/// Copies a tensor from the device.
Expected<HostTensor> download(const fused_tensor_t &tensor) {
  HostTensor copy(tensor.type,
                  ArrayRef<int64_t>(tensor.sizes, size_t(tensor.rank)));
  fused_tensor_t view = copy.getView();
  if (fused_status_t status =
          fused_cuda_copy(view.data, tensor.data, copy.getBytes().size()))
    return makeRuntimeError(status);
  return copy;
}

/// Calls a function with inputs on the device, or replays such a call. Each
/// sample makes several calls without a pause. The device is idle before the
/// first and after the last, so the costs of starting and stopping hardly
/// count.
class TimedCudaFunction : public TimedFunction {
public:
  explicit TimedCudaFunction(const fused_function_t &function)
      : function(function), outputs(function) {}

  Error upload(ArrayRef<HostTensor> originals) {
    return inputs.upload(originals);
  }

  Error recordCall(bool tunes) {
    SmallVector<fused_tensor_t> ofGraph(function.num_outputs);
    Expected<Graph> recorded = record(function, inputs, ofGraph, tunes);
    if (!recorded)
      return recorded.takeError();
    graph = std::move(*recorded);
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
    if (graph)
      return fused_cuda_replay(graph.get());
    return outputs.call(function, inputs);
  }

  const fused_function_t &function;
  DeviceInputs inputs;
  DeviceOutputs outputs;
  Graph graph; ///< Null if calls are not recorded.
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
    if (recordsCalls)
      return replay(function, inputs);
    HostCall call(function, inputs);
    if (fused_status_t status =
            fused_cuda_call(&function, call.getInputs(), call.getOutputs()))
      return makeRuntimeError(status);
    return call.take();
  }

  Expected<std::unique_ptr<TimedFunction>>
  prepare(const fused_function_t &function,
          ArrayRef<HostTensor> inputs) const override {
    auto timed = std::make_unique<TimedCudaFunction>(function);
    if (Error error = timed->upload(inputs))
      return error;
    if (recordsCalls)
      if (Error error = timed->recordCall(tunes))
        return error;
    if (Error error = timed->calibrate())
      return error;
    return timed;
  }

  void guardMemory(bool enabled) const override {
    fused_cuda_guard_memory(enabled);
  }

  Error recordCalls() override {
    recordsCalls = true;
    return Error::success();
  }

  Error useChoices(const std::string &file) override {
    if (fused_status_t status = fused_cuda_set_choices(file.c_str()))
      return makeRuntimeError(status);
    return Error::success();
  }

  Error tuneProducts() override {
    tunes = true;
    fused_cuda_tune(true);
    return Error::success();
  }

private:
  /// Replays a recording twice. On the second replay, the memory already has
  /// results.
  Expected<std::vector<HostTensor>>
  replay(const fused_function_t &function,
         ArrayRef<HostTensor> originals) const {
    DeviceInputs inputs;
    if (Error error = inputs.upload(originals))
      return error;
    SmallVector<fused_tensor_t> outputs(function.num_outputs);
    Expected<Graph> graph = record(function, inputs, outputs, tunes);
    if (!graph)
      return graph.takeError();
    for (int time = 0; time < 2; ++time)
      if (fused_status_t status = fused_cuda_replay(graph->get()))
        return makeRuntimeError(status);
    std::vector<HostTensor> results;
    for (const fused_tensor_t &output : outputs) {
      Expected<HostTensor> result = download(output);
      if (!result)
        return result.takeError();
      results.push_back(std::move(*result));
    }
    // Compares red zones while the graph still has its memory.
    if (fused_status_t status = fused_cuda_check_memory())
      return makeRuntimeError(status);
    return results;
  }

  bool recordsCalls = false;
  bool tunes = false;
};

} // namespace

Backend &fused::run::getCudaBackend() {
  static CudaBackend backend;
  return backend;
}
