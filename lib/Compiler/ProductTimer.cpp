//===- ProductTimer.cpp - The times of functions on a device --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductTimer.h"

#include "fused-runtime/fused_cuda.h"
#include "fused/Support/FloatFormat.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

using namespace llvm;
using namespace fused;

/// The least time of a sample in microseconds, and its largest number of calls.
static constexpr double kSampleTime = 200;
static constexpr int kMaxCalls = 50;
/// Functions that take at most this many times as long as the fastest, the
/// first time, are measured in so many more rounds.
static constexpr double kMaxSlowdown = 1.25;
static constexpr int kRounds = 10;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Numbers that fill an array if they are repeated: normal ones, or bytes of
/// which each bit is random, but for booleans.
static std::vector<char> makeNumbers(fused_type_t type) {
  constexpr size_t count = size_t(1) << 18;
  size_t size = fused_type_size(type);
  std::vector<char> numbers(count * size);
  std::mt19937 generator(1);
  const fltSemantics *format = getFloatFormat(type);
  if (!format) {
    for (char &byte : numbers)
      byte = char(generator() & (type == FUSED_I1 ? 1 : 0xff));
    return numbers;
  }
  std::normal_distribution<float> distribution;
  for (size_t i = 0; i < count; ++i) {
    APFloat number(distribution(generator));
    bool losesInfo;
    number.convert(*format, APFloat::rmNearestTiesToEven, &losesInfo);
    uint64_t bits = number.bitcastToAPInt().getZExtValue();
    std::memcpy(&numbers[i * size], &bits, size);
  }
  return numbers;
}

/// Allocates a tensor of known sizes with such numbers. It has no data where
/// that fails. `known` has numbers by their type.
static fused_tensor_t makeTensor(const fused_tensor_type_t &type,
                                 NumbersByType &known) {
  fused_tensor_t tensor = {};
  tensor.type = type.type;
  tensor.rank = type.rank;
  size_t size = fused_type_size(type.type);
  for (int32_t dim = 0; dim < type.rank; ++dim) {
    if (type.sizes[dim] == FUSED_DYNAMIC)
      return tensor;
    tensor.sizes[dim] = type.sizes[dim];
    size *= size_t(type.sizes[dim]);
  }
  tensor.data = fused_cuda_alloc(size);
  std::vector<char> &numbers = known[type.type];
  if (numbers.empty())
    numbers = makeNumbers(type.type);
  for (size_t done = 0; tensor.data && done < size; done += numbers.size())
    if (fused_cuda_copy(static_cast<char *>(tensor.data) + done, numbers.data(),
                        std::min(numbers.size(), size - done)))
      break;
  return tensor;
}

//===----------------------------------------------------------------------===//
// Samples
//===----------------------------------------------------------------------===//

struct ProductTimer::Entry {
  const fused_function_t *function;
  int calls = 1;
  bool failed = false;
  SmallVector<double> samples = {};

  double getMedian() const {
    SmallVector<double> sorted = samples;
    llvm::sort(sorted);
    return sorted[sorted.size() / 2];
  }
};

ProductTimer::~ProductTimer() {
  for (SmallVectorImpl<fused_tensor_t> *tensors : {&inputs, &outputs})
    for (const fused_tensor_t &tensor : *tensors)
      fused_cuda_free(tensor.data);
  fused_cuda_free(arena);
}

/// Makes the inputs. The first call makes the outputs, which later ones write
/// to.
bool ProductTimer::allocate(ArrayRef<const fused_function_t *> functions) {
  const fused_function_t &first = **find_if(
      functions, [](const fused_function_t *function) { return function; });
  for (int32_t i = 0; i < first.num_inputs; ++i) {
    inputs.push_back(makeTensor(first.inputs[i], numbers));
    if (!inputs.back().data)
      return false;
  }
  outputs.resize(first.num_outputs);
  int64_t arenaSize = 0;
  for (const fused_function_t *function : functions)
    if (function)
      arenaSize = std::max(arenaSize, function->arena_size);
  arena = fused_cuda_alloc(size_t(arenaSize));
  return arena;
}

void ProductTimer::takeSample(Entry &entry, int calls, bool keeps) {
  double microseconds;
  if (entry.failed)
    return;
  if (fused_cuda_measure(entry.function, inputs.data(), outputs.data(), arena,
                         calls, &microseconds))
    entry.failed = true;
  else if (keeps)
    entry.samples.push_back(microseconds);
  else
    entry.calls =
        int(std::clamp(std::ceil(kSampleTime / std::max(microseconds, 1.0)),
                       1.0, double(kMaxCalls)));
}

SmallVector<std::optional<double>>
ProductTimer::run(ArrayRef<const fused_function_t *> functions) {
  SmallVector<std::optional<double>> medians(functions.size());
  if (none_of(functions, [](const auto *function) { return function; }) ||
      !allocate(functions))
    return medians;
  SmallVector<Entry> entries;
  for (const fused_function_t *function : functions)
    entries.push_back({function, 1, !function});
  double fastest = std::numeric_limits<double>::infinity();
  for (Entry &entry : entries) {
    // Code is loaded, and algorithms of the library are chosen.
    takeSample(entry, 1, /*keeps=*/false);
    takeSample(entry, 2, /*keeps=*/false);
    takeSample(entry, entry.calls, /*keeps=*/true);
    if (!entry.failed)
      fastest = std::min(fastest, entry.getMedian());
  }
  for (int round = 0; round < kRounds; ++round)
    for (Entry &entry : entries)
      if (!entry.failed && entry.samples.front() <= kMaxSlowdown * fastest)
        takeSample(entry, entry.calls, /*keeps=*/true);
  for (auto [entry, median] : zip_equal(entries, medians))
    if (!entry.failed)
      median = entry.getMedian();
  return medians;
}
