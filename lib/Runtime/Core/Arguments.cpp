//===- Arguments.cpp - Checks of calls of programs ------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "Descriptor.h"
#include "Error.h"
#include "ShortArray.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

using namespace fused::runtime;

namespace {
constexpr size_t typeTextCapacity = 256;

/// Computes the number of elements of a shape; false if it or the number of
/// bytes does not fit into 63 bits.
bool countTensorElements(fused_type_t type, int32_t rank, const int64_t *sizes,
                         int64_t &count) {
  int64_t bytes;
  count = 1;
  bool empty = false;
  for (int32_t i = 0; i < rank; ++i)
    empty |= sizes[i] == 0;
  if (empty) {
    count = 0;
    return true;
  }
  for (int32_t i = 0; i < rank; ++i)
    if (__builtin_mul_overflow(count, sizes[i], &count))
      return false;
  return !__builtin_mul_overflow(
      count, static_cast<int64_t>(fused_type_size(type)), &bytes);
}

bool hasType(const fused_tensor_t &tensor, const fused_tensor_type_t &type) {
  if (tensor.type != type.type || tensor.rank != type.rank)
    return false;
  for (int32_t i = 0; i < type.rank; ++i)
    if (type.sizes[i] != FUSED_DYNAMIC && tensor.sizes[i] != type.sizes[i])
      return false;
  return true;
}

/// True for one type of known sizes.
bool isSameType(const fused_tensor_type_t &a, const fused_tensor_type_t &b) {
  if (a.type != b.type || a.rank != b.rank)
    return false;
  for (int32_t i = 0; i < a.rank; ++i)
    if (a.sizes[i] == FUSED_DYNAMIC || a.sizes[i] != b.sizes[i])
      return false;
  return true;
}

bool isSame(const fused_tensor_t &a, const fused_tensor_t &b) {
  return a.type == b.type && a.rank == b.rank &&
         std::equal(a.sizes, a.sizes + a.rank, b.sizes);
}

/// Refuses an input or an output that is not what the function takes.
fused_status_t checkTensor(const char *what, int32_t index,
                           const fused_tensor_t &tensor,
                           const fused_tensor_type_t &type) {
  if (tensor.rank < 0 || tensor.rank > FUSED_MAX_RANK)
    return fail(FUSED_INVALID_ARGUMENT, nullptr,
                "%s %d: rank %d is not between 0 and %d", what, index,
                tensor.rank, FUSED_MAX_RANK);
  if (!hasType(tensor, type)) {
    char expected[typeTextCapacity], actual[typeTextCapacity];
    printTensorType(expected, sizeof(expected), type.type, type.rank,
                    type.sizes);
    printTensorType(actual, sizeof(actual), tensor.type, tensor.rank,
                    tensor.sizes);
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "%s %d: expected %s, got %s",
                what, index, expected, actual);
  }
  for (int32_t i = 0; i < tensor.rank; ++i)
    if (tensor.sizes[i] < 0)
      return fail(FUSED_INVALID_ARGUMENT, nullptr,
                  "%s %d: size %lld of dimension %d is negative", what, index,
                  static_cast<long long>(tensor.sizes[i]), i);
  int64_t count;
  if (!countTensorElements(tensor.type, tensor.rank, tensor.sizes, count))
    return fail(FUSED_INVALID_ARGUMENT, nullptr,
                "%s %d: the number of bytes overflows", what, index);
  if (count != 0 && !tensor.data)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "%s %d: the data is null",
                what, index);
  size_t size = fused_type_size(tensor.type);
  if (size != 0 && reinterpret_cast<uintptr_t>(tensor.data) % size != 0)
    return fail(FUSED_INVALID_ARGUMENT, nullptr,
                "%s %d: the data is not aligned to its elements of %zu bytes",
                what, index, size);
  return FUSED_OK;
}

/// Refuses a function for a part of its table.
[[gnu::format(printf, 2, 3)]] fused_status_t
refuseFunction(const fused_function_t &function, const char *format, ...) {
  char reason[typeTextCapacity];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(reason, sizeof(reason), format, arguments);
  va_end(arguments);
  return fail(FUSED_INVALID_ARGUMENT, nullptr,
              "function '%s' is not well-formed: %s", getName(function),
              reason);
}

/// Refuses types of inputs or outputs that there are not.
fused_status_t checkTypes(const fused_function_t &function, const char *what,
                          const fused_tensor_type_t *types, int32_t count) {
  if (count < 0)
    return refuseFunction(function, "it has %d %ss", count, what);
  if (count > 0 && !types)
    return refuseFunction(function, "the types of its %ss are null", what);
  for (int32_t i = 0; i < count; ++i) {
    const fused_tensor_type_t &type = types[i];
    if (type.rank < 0 || type.rank > FUSED_MAX_RANK)
      return refuseFunction(function,
                            "the rank %d of %s %d is not between 0 and %d",
                            type.rank, what, i, FUSED_MAX_RANK);
    if (type.rank > 0 && !type.sizes)
      return refuseFunction(function, "the sizes of %s %d are null", what, i);
    if (fused_type_size(type.type) == 0)
      return refuseFunction(function, "%s %d is of unknown type %d", what, i,
                            type.type);
    for (int32_t dim = 0; dim < type.rank; ++dim)
      if (type.sizes[dim] < 0 && type.sizes[dim] != FUSED_DYNAMIC)
        return refuseFunction(
            function, "size %lld of dimension %d of %s %d is negative",
            static_cast<long long>(type.sizes[dim]), dim, what, i);
  }
  return FUSED_OK;
}

} // namespace

fused_status_t fused::runtime::checkFunction(const fused_function_t &function) {
  if (!function.invoke)
    return refuseFunction(function, "its code is null");
  if (function.target != FUSED_TARGET_CPU &&
      function.target != FUSED_TARGET_CUDA)
    return refuseFunction(function, "there is no target %d", function.target);
  if (function.arena_size < 0)
    return refuseFunction(function, "its arena has %lld bytes",
                          static_cast<long long>(function.arena_size));
  if (fused_status_t status =
          checkTypes(function, "input", function.inputs, function.num_inputs))
    return status;
  if (fused_status_t status = checkTypes(function, "output", function.outputs,
                                         function.num_outputs))
    return status;
  for (int32_t i = 0; function.donations && i < function.num_outputs; ++i) {
    int32_t input = function.donations[i];
    if (input < -1 || input >= function.num_inputs)
      return refuseFunction(function, "output %d has the memory of input %d", i,
                            input);
    if (input >= 0 && !isSameType(function.inputs[input], function.outputs[i]))
      return refuseFunction(
          function, "output %d has the memory of input %d, of another type", i,
          input);
  }
  return FUSED_OK;
}

//===----------------------------------------------------------------------===//
// Overlaps
//===----------------------------------------------------------------------===//

namespace {
/// What is at an address.
struct Extent {
  uintptr_t begin, end;
  enum Kind { Input, Output, Arena } kind;
  int32_t index;

  bool isWritten() const { return kind != Input; }
  void print(char (&text)[32]) const {
    if (kind == Arena)
      std::snprintf(text, sizeof(text), "the arena");
    else
      std::snprintf(text, sizeof(text), "%s %d",
                    kind == Input ? "input" : "output", index);
  }
};

/// Finds what overlaps in the memory of a call.
class OverlapChecker {
public:
  OverlapChecker(const fused_function_t &function, const fused_tensor_t *inputs,
                 const fused_tensor_t *outputs, Donation *donations)
      : function(function), inputs(inputs), outputs(outputs),
        donations(donations) {}

  fused_status_t check(const void *arena);

private:
  void add(Extent::Kind kind, int32_t index, const void *data, size_t bytes) {
    auto begin = reinterpret_cast<uintptr_t>(data);
    if (bytes != 0)
      extents[numExtents++] = {begin, begin + bytes, kind, index};
  }
  fused_status_t handleOverlap(const Extent &a, const Extent &b);

  const fused_function_t &function;
  const fused_tensor_t *inputs, *outputs;
  Donation *donations;

  ShortArray<Extent> extents;
  /// Those that begin before the present one, and do not end before it.
  ShortArray<const Extent *> active;
  size_t numExtents = 0;
};
} // namespace

/// An output that has the memory of an input is a donation. Refuses other
/// overlaps of what is written.
fused_status_t OverlapChecker::handleOverlap(const Extent &a, const Extent &b) {
  if (!a.isWritten() && !b.isWritten())
    return FUSED_OK;
  const Extent &output = a.kind == Extent::Output ? a : b;
  const Extent &other = a.kind == Extent::Output ? b : a;
  if (output.kind == Extent::Output && other.kind == Extent::Input &&
      output.begin == other.begin &&
      isSame(outputs[output.index], inputs[other.index])) {
    Donation &donation = donations[output.index];
    donation.isShared |= donation.input >= 0;
    donation.input = other.index;
    return FUSED_OK;
  }
  char names[2][32];
  output.print(names[0]);
  other.print(names[1]);
  return fail(FUSED_INVALID_ARGUMENT, nullptr,
              "the memory of %s overlaps that of %s", names[0], names[1]);
}

fused_status_t OverlapChecker::check(const void *arena) {
  size_t most = static_cast<size_t>(function.num_inputs) +
                static_cast<size_t>(function.num_outputs) + 1;
  if (!extents.resize(most) || !active.resize(most))
    return fail(FUSED_OUT_OF_MEMORY, nullptr,
                "cannot check the arguments of '%s'", getName(function));
  for (int32_t i = 0; i < function.num_inputs; ++i)
    add(Extent::Input, i, inputs[i].data, countBytes(inputs[i]));
  for (int32_t i = 0; i < function.num_outputs; ++i)
    if (outputs[i].data)
      add(Extent::Output, i, outputs[i].data, countBytes(outputs[i]));
  if (arena)
    add(Extent::Arena, 0, arena, static_cast<size_t>(function.arena_size));
  Extent *first = extents.get(), *end = first + numExtents;
  std::sort(first, end,
            [](const Extent &a, const Extent &b) { return a.begin < b.begin; });
  const Extent **lastActive = active.get();
  for (const Extent *extent = first; extent != end; ++extent) {
    lastActive =
        std::remove_if(active.get(), lastActive, [&](const Extent *before) {
          return before->end <= extent->begin;
        });
    for (const Extent **before = active.get(); before != lastActive; ++before)
      if (fused_status_t status = handleOverlap(**before, *extent))
        return status;
    *lastActive++ = extent;
  }
  return FUSED_OK;
}

static fused_status_t checkOverlaps(const fused_function_t &function,
                                    const fused_tensor_t *inputs,
                                    const fused_tensor_t *outputs,
                                    const void *arena, Donation *donations) {
  bool writes = arena;
  for (int32_t i = 0; i < function.num_outputs; ++i)
    writes |= outputs[i].data != nullptr;
  return writes
             ? OverlapChecker(function, inputs, outputs, donations).check(arena)
             : fused_status_t(FUSED_OK);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

size_t fused::runtime::countBytes(const fused_tensor_t &tensor) {
  size_t bytes = fused_type_size(tensor.type);
  for (int32_t i = 0; i < tensor.rank; ++i)
    bytes *= static_cast<size_t>(tensor.sizes[i]);
  return bytes;
}

fused_status_t fused::runtime::checkSizes(const int64_t *sizes,
                                          const fused_tensor_t &destination,
                                          int64_t output) {
  if (std::equal(sizes, sizes + destination.rank, destination.sizes))
    return FUSED_OK;
  char actual[typeTextCapacity], given[typeTextCapacity];
  printTensorType(actual, sizeof(actual), destination.type, destination.rank,
                  sizes);
  printTensorType(given, sizeof(given), destination.type, destination.rank,
                  destination.sizes);
  return fail(FUSED_INVALID_ARGUMENT, nullptr,
              "output %lld: the result is %s, the memory is for %s",
              static_cast<long long>(output), actual, given);
}

const char *fused::runtime::getName(const fused_function_t &function) {
  return function.name ? function.name : "(unnamed)";
}

fused_status_t fused::runtime::checkCall(const fused_function_t *function,
                                         const fused_tensor_t *inputs,
                                         const fused_tensor_t *outputs) {
  if (!function)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "the function is null");
  if (fused_status_t status = checkFunction(*function))
    return status;
  if (function->num_inputs > 0 && !inputs)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "'%s': the inputs are null",
                getName(*function));
  if (function->num_outputs > 0 && !outputs)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "'%s': the outputs are null",
                getName(*function));
  return FUSED_OK;
}

fused_status_t fused::runtime::checkArguments(const fused_function_t &function,
                                              const fused_tensor_t *inputs,
                                              const fused_tensor_t *outputs,
                                              const void *arena,
                                              Donation *donations) {
  for (int32_t i = 0; i < function.num_inputs; ++i)
    if (fused_status_t status =
            checkTensor("input", i, inputs[i], function.inputs[i]))
      return status;
  for (int32_t i = 0; i < function.num_outputs; ++i)
    if (outputs[i].data)
      if (fused_status_t status =
              checkTensor("output", i, outputs[i], function.outputs[i]))
        return status;
  if (reinterpret_cast<uintptr_t>(arena) % FUSED_ARENA_ALIGNMENT != 0)
    return fail(FUSED_INVALID_ARGUMENT, nullptr,
                "the arena is not aligned to %d bytes", FUSED_ARENA_ALIGNMENT);
  return checkOverlaps(function, inputs, outputs, arena, donations);
}
