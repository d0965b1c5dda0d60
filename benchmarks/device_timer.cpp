//===- device_timer.cpp - Times compiled programs on a device -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   fused-device-timer < cases
//
// Each line of `cases` names a program for CUDA devices, one of its functions,
// and the sizes of each input: `program.so softmax 4096x1024 1024`. Prints one
// line of JSON for each: the medians of the time of a call, and of a copy on
// the device that moves as many bytes as the inputs and outputs have, measured
// alternately by events in one stream, without waiting in between. Exits with
// 77 where there is no device.
//
//===----------------------------------------------------------------------===//

#include "fused-runtime/fused_cuda.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <dlfcn.h>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

/// Calls before anything is measured, and calls that are.
static constexpr int kWarmUp = 3, kRepeats = 21;

[[noreturn]] static void fail(const std::string &what) {
  std::fprintf(stderr, "fused-device-timer: %s\n", what.c_str());
  std::exit(1);
}

static void check(CUresult result, const char *what) {
  if (result != CUDA_SUCCESS)
    fail(std::string(what) + ": error " + std::to_string(result));
}

namespace {
/// The functions of the driver, which is not linked to.
struct Driver {
  Driver();

  decltype(&cuStreamCreate) streamCreate;
  decltype(&cuStreamSynchronize) streamSynchronize;
  decltype(&cuEventCreate) eventCreate;
  decltype(&cuEventDestroy) eventDestroy;
  decltype(&cuEventRecord) eventRecord;
  decltype(&cuEventElapsedTime) eventElapsedTime;
  decltype(&cuMemcpyHtoDAsync) copyToDevice;
  decltype(&cuMemcpyDtoDAsync) copyOnDevice;
};

/// One line of the input.
struct Case {
  std::string file, function;
  std::vector<std::vector<int64_t>> shapes;
};

/// A function with inputs on the device.
class Program {
public:
  Program(const Driver &driver, CUstream stream, const Case &description);
  ~Program();

  void call();
  size_t getBytes() const { return bytes; }

private:
  const fused_function_t *function;
  std::vector<fused_tensor_t> inputs, outputs;
  void *arena = nullptr;
  size_t bytes = 0;
};
} // namespace

Driver::Driver() {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  auto find = [&](auto &function, const char *name) {
    void *address = library ? dlsym(library, name) : nullptr;
    if (!address)
      fail(std::string("CUDA's driver has no ") + name);
    std::memcpy(&function, &address, sizeof(address));
  };
  find(streamCreate, "cuStreamCreate");
  find(streamSynchronize, "cuStreamSynchronize");
  find(eventCreate, "cuEventCreate");
  find(eventDestroy, "cuEventDestroy_v2");
  find(eventRecord, "cuEventRecord");
  find(eventElapsedTime, "cuEventElapsedTime_v2");
  find(copyToDevice, "cuMemcpyHtoDAsync_v2");
  find(copyOnDevice, "cuMemcpyDtoDAsync_v2");
}

static Case parseCase(const std::string &line) {
  std::istringstream words(line);
  Case result;
  words >> result.file >> result.function;
  for (std::string word; words >> word;) {
    std::vector<int64_t> shape;
    std::istringstream sizes(word);
    for (std::string size; std::getline(sizes, size, 'x');)
      shape.push_back(std::stoll(size));
    result.shapes.push_back(shape);
  }
  return result;
}

static size_t getSize(const fused_tensor_t &tensor) {
  size_t size = fused_type_size(tensor.type);
  for (int32_t dim = 0; dim < tensor.rank; ++dim)
    size *= tensor.sizes[dim];
  return size;
}

/// Random normal numbers of a type, as many as fill some megabytes.
static std::vector<char> makeNumbers(fused_type_t type) {
  constexpr size_t count = size_t(1) << 22;
  std::mt19937 generator(1);
  std::normal_distribution<float> distribution;
  std::vector<char> numbers(count * fused_type_size(type));
  for (size_t i = 0; i < count; ++i) {
    float number = distribution(generator);
    if (type == FUSED_F32) {
      std::memcpy(&numbers[4 * i], &number, 4);
    } else if (type == FUSED_BF16) {
      uint32_t bits;
      std::memcpy(&bits, &number, 4);
      uint16_t high = bits >> 16;
      std::memcpy(&numbers[2 * i], &high, 2);
    } else {
      fail(std::string("no numbers of type ") + fused_type_string(type));
    }
  }
  return numbers;
}

static const std::vector<char> &getNumbers(fused_type_t type) {
  static std::map<fused_type_t, std::vector<char>> known;
  auto place = known.find(type);
  if (place == known.end())
    place = known.emplace(type, makeNumbers(type)).first;
  return place->second;
}

Program::Program(const Driver &driver, CUstream stream,
                 const Case &description) {
  void *library = dlopen(description.file.c_str(), RTLD_NOW);
  if (!library)
    fail(dlerror());
  auto *module =
      static_cast<const fused_module_t *>(dlsym(library, "fused_module"));
  function = fused_module_find(module, description.function.c_str());
  if (!function)
    fail(fused_last_error());
  if (size_t(function->num_inputs) != description.shapes.size())
    fail(description.function + ": another number of inputs");
  for (int32_t i = 0; i < function->num_inputs; ++i) {
    fused_tensor_t tensor = {};
    tensor.type = function->inputs[i].type;
    tensor.rank = int32_t(description.shapes[i].size());
    std::copy(description.shapes[i].begin(), description.shapes[i].end(),
              tensor.sizes);
    size_t size = getSize(tensor);
    tensor.data = fused_cuda_alloc(size);
    if (!tensor.data)
      fail(fused_last_error());
    const std::vector<char> &numbers = getNumbers(tensor.type);
    auto address = reinterpret_cast<CUdeviceptr>(tensor.data);
    for (size_t done = 0; done < size; done += numbers.size())
      check(driver.copyToDevice(address + done, numbers.data(),
                                std::min(numbers.size(), size - done), stream),
            "copy to the device");
    check(driver.streamSynchronize(stream), "copy to the device");
    inputs.push_back(tensor);
    bytes += size;
  }
  outputs.resize(function->num_outputs);
  arena = fused_cuda_alloc(function->arena_size);
  call();
  for (fused_tensor_t &output : outputs)
    bytes += getSize(output);
}

Program::~Program() {
  for (fused_tensor_t &input : inputs)
    fused_cuda_free(input.data);
  for (fused_tensor_t &output : outputs)
    fused_cuda_free(output.data);
  fused_cuda_free(arena);
}

void Program::call() {
  if (fused_call(function, inputs.data(), outputs.data(), arena))
    fail(fused_last_error());
}

/// The quantile of a list of times.
static double getQuantile(std::vector<float> times, double quantile) {
  std::sort(times.begin(), times.end());
  return times[size_t(quantile * double(times.size() - 1))];
}

static void measure(const Driver &driver, CUstream stream,
                    const Case &description) {
  Program program(driver, stream, description);
  size_t half = program.getBytes() / 2;
  void *from = fused_cuda_alloc(half), *to = fused_cuda_alloc(half);
  if (!from || !to)
    fail(fused_last_error());
  // Nothing waits in between: what a call allocates is what the one before it
  // has released, and is not mapped anew.
  std::vector<std::array<CUevent, 3>> rounds(kWarmUp + kRepeats);
  for (auto &events : rounds) {
    for (CUevent &event : events)
      check(driver.eventCreate(&event, CU_EVENT_DEFAULT), "an event");
    check(driver.eventRecord(events[0], stream), "an event");
    check(driver.copyOnDevice(reinterpret_cast<CUdeviceptr>(to),
                              reinterpret_cast<CUdeviceptr>(from), half,
                              stream),
          "copy");
    check(driver.eventRecord(events[1], stream), "an event");
    program.call();
    check(driver.eventRecord(events[2], stream), "an event");
  }
  check(driver.streamSynchronize(stream), "a call");
  std::vector<float> calls, copies;
  for (auto &events : rounds) {
    float copy, call;
    check(driver.eventElapsedTime(&copy, events[0], events[1]), "an event");
    check(driver.eventElapsedTime(&call, events[1], events[2]), "an event");
    copies.push_back(copy);
    calls.push_back(call);
    for (CUevent event : events)
      check(driver.eventDestroy(event), "an event");
  }
  copies.erase(copies.begin(), copies.begin() + kWarmUp);
  calls.erase(calls.begin(), calls.begin() + kWarmUp);
  fused_cuda_free(from);
  fused_cuda_free(to);
  std::printf("{\"name\": \"%s\", \"bytes\": %zu, \"seconds\": %.9f, "
              "\"fastest\": %.9f, \"slowest\": %.9f, \"copy_seconds\": %.9f}\n",
              description.function.c_str(), program.getBytes(),
              getQuantile(calls, 0.5) * 1e-3, getQuantile(calls, 0) * 1e-3,
              getQuantile(calls, 1) * 1e-3, getQuantile(copies, 0.5) * 1e-3);
  std::fflush(stdout);
}

int main() {
  if (fused_cuda_check() != FUSED_OK) {
    std::fprintf(stderr, "%s\n", fused_last_error());
    return 77;
  }
  Driver driver;
  CUstream stream;
  // The first allocation makes a context current, which is used for everything.
  fused_cuda_free(fused_cuda_alloc(1));
  check(driver.streamCreate(&stream, CU_STREAM_NON_BLOCKING), "a stream");
  fused_cuda_set_stream(stream);
  for (std::string line; std::getline(std::cin, line);)
    if (!line.empty())
      measure(driver, stream, parseCase(line));
  return 0;
}
