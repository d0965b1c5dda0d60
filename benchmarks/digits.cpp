//===- digits.cpp - A training step on a device, checked and timed --------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   digits <name> <cpu library or -> <cuda library> <function> <calls>
//
// Compares the results of a compiled program on a device with those of the same
// program on the CPU, then times calls with all arrays on the device: one by
// one, and as a CUDA graph. Prints one line of JSON. Exits with 77 without a
// device.
//
//===----------------------------------------------------------------------===//

#include "fused-runtime/fused_cuda.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace {
[[noreturn]] void fail(const char *what) {
  std::fprintf(stderr, "%s: %s\n", what, fused_last_error());
  std::exit(1);
}

const fused_function_t *load(const char *path, const char *function) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::fprintf(stderr, "%s\n", dlerror());
    std::exit(1);
  }
  auto *module =
      static_cast<const fused_module_t *>(dlsym(library, "fused_module"));
  const fused_function_t *found = fused_module_find(module, function);
  if (!found)
    fail(path);
  return found;
}

size_t count(const fused_tensor_t &tensor) {
  size_t elements = 1;
  for (int32_t i = 0; i < tensor.rank; ++i)
    elements *= static_cast<size_t>(tensor.sizes[i]);
  return elements;
}

float get(const fused_tensor_t &tensor, size_t index) {
  uint32_t bits = uint32_t(static_cast<uint16_t *>(tensor.data)[index]) << 16;
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

/// Matrices as layers are initialised, and a target of one class for each row.
std::vector<fused_tensor_t> makeInputs(const fused_function_t &function) {
  std::mt19937 random(1);
  std::vector<fused_tensor_t> inputs;
  for (int32_t i = 0; i < function.num_inputs; ++i) {
    const fused_tensor_type_t &type = function.inputs[i];
    fused_tensor_t tensor = {nullptr, type.type, type.rank, {}};
    std::copy_n(type.sizes, type.rank, tensor.sizes);
    size_t elements = count(tensor);
    auto *data = static_cast<uint16_t *>(std::malloc(elements * 2));
    double scale = i == 0 ? 1 : 1 / std::sqrt(double(type.sizes[0]));
    std::normal_distribution<float> normal(0, static_cast<float>(scale));
    for (size_t k = 0; k < elements; ++k) {
      float value = i == 1 ? float(k % 10 == (k / 10) % 10) : normal(random);
      uint32_t bits;
      std::memcpy(&bits, &value, sizeof(bits));
      data[k] = static_cast<uint16_t>((bits + 0x8000) >> 16);
    }
    tensor.data = data;
    inputs.push_back(tensor);
  }
  return inputs;
}

/// The largest ||x - reference|| / ||reference|| of all results.
double compare(const std::vector<fused_tensor_t> &results,
               const std::vector<fused_tensor_t> &references) {
  double worst = 0;
  for (size_t i = 0; i < results.size(); ++i) {
    double error = 0, norm = 0;
    for (size_t k = 0; k < count(results[i]); ++k) {
      double x = get(results[i], k), reference = get(references[i], k);
      error += (x - reference) * (x - reference);
      norm += reference * reference;
    }
    double relative = std::sqrt(error / norm);
    worst = relative <= worst ? worst : relative; // NaN counts
  }
  return worst;
}

/// Microseconds of one of `calls` calls: the median of nine runs.
double measure(int calls, const std::function<fused_status_t()> &call) {
  std::vector<double> times;
  for (int run = 0; run < 10; ++run) {
    fused_cuda_synchronize();
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i)
      if (call())
        fail("a call");
    if (fused_cuda_synchronize())
      fail("waiting for calls");
    std::chrono::duration<double> time =
        std::chrono::steady_clock::now() - start;
    if (run != 0)
      times.push_back(time.count() / calls * 1e6);
  }
  std::nth_element(times.begin(), times.begin() + 4, times.end());
  return times[4];
}

struct Times {
  double calls, graph;
};

Times measureOnDevice(const fused_function_t &function,
                      std::vector<fused_tensor_t> inputs, int calls) {
  for (fused_tensor_t &input : inputs) {
    size_t bytes = count(input) * fused_type_size(input.type);
    void *memory = fused_cuda_alloc(bytes);
    if (!memory || fused_cuda_copy(memory, input.data, bytes))
      fail("an argument");
    input.data = memory;
  }
  std::vector<fused_tensor_t> outputs(
      static_cast<size_t>(function.num_outputs));
  Times times;
  // The first call allocates the results, which the others write to.
  void *arena = fused_cuda_alloc(static_cast<size_t>(function.arena_size));
  times.calls = measure(calls, [&] {
    return fused_call(&function, inputs.data(), outputs.data(), arena);
  });
  fused_cuda_graph_t *graph;
  if (fused_cuda_record(&function, inputs.data(), outputs.data(), &graph))
    fail("recording a call");
  times.graph = measure(calls, [&] { return fused_cuda_replay(graph); });
  fused_cuda_graph_release(graph);
  for (fused_tensor_t &output : outputs)
    fused_cuda_free(output.data);
  fused_cuda_free(arena);
  for (fused_tensor_t &input : inputs)
    fused_cuda_free(input.data);
  return times;
}
} // namespace

int main(int argc, char **argv) {
  if (argc != 6) {
    std::fprintf(stderr, "usage: digits <name> <cpu library or -> "
                         "<cuda library> <function> <calls>\n");
    return 2;
  }
  if (fused_cuda_check()) {
    std::fprintf(stderr, "skipped: %s\n", fused_last_error());
    return 77;
  }
  const fused_function_t *cuda = load(argv[3], argv[4]);
  std::vector<fused_tensor_t> inputs = makeInputs(*cuda);
  size_t numOutputs = static_cast<size_t>(cuda->num_outputs);
  std::vector<fused_tensor_t> results(numOutputs), references(numOutputs);
  if (fused_cuda_call(cuda, inputs.data(), results.data()))
    fail("the program on the device");
  double error = -1;
  if (std::strcmp(argv[2], "-") != 0) {
    if (fused_call(load(argv[2], argv[4]), inputs.data(), references.data(),
                   /*arena=*/nullptr))
      fail("the program on the CPU");
    error = compare(results, references);
  }
  Times times = measureOnDevice(*cuda, inputs, std::atoi(argv[5]));
  std::printf("{\"name\": \"%s\", \"function\": \"%s\", \"error\": %.3g, "
              "\"calls_us\": %.2f, \"graph_us\": %.2f}\n",
              argv[1], argv[4], error, times.calls, times.graph);
  return error > 0.02 || std::isnan(error);
}
