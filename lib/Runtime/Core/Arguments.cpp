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

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <memory>
#include <new>

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
  return checkTypes(function, "output", function.outputs, function.num_outputs);
}

//===----------------------------------------------------------------------===//
// Overlaps
//===----------------------------------------------------------------------===//

namespace {
/// What is at an address.
struct Extent {
  uintptr_t begin, end;
  const char *what;
  int32_t index; ///< -1 if there is one of it.
  bool isWritten;

  bool overlaps(const Extent &other) const {
    return begin < other.end && other.begin < end;
  }
  void print(char (&text)[32]) const {
    if (index < 0)
      std::snprintf(text, sizeof(text), "%s", what);
    else
      std::snprintf(text, sizeof(text), "%s %d", what, index);
  }
};

/// The memory of a call: what has no bytes is left out.
class Extents {
public:
  /// False if there is no memory for so many.
  bool reserve(size_t count) {
    if (count > capacity)
      heap.reset(new (std::nothrow) Extent[count]);
    return count <= capacity || heap;
  }
  void add(const char *what, int32_t index, const void *data, size_t bytes,
           bool isWritten) {
    auto begin = reinterpret_cast<uintptr_t>(data);
    if (bytes != 0)
      getFirst()[count++] = {begin, begin + bytes, what, index, isWritten};
  }
  fused_status_t check();

private:
  static constexpr size_t capacity = 16;

  Extent *getFirst() { return heap ? heap.get() : few; }

  Extent few[capacity];
  std::unique_ptr<Extent[]> heap;
  size_t count = 0;
};
} // namespace

/// Refuses written memory that overlaps any other.
fused_status_t Extents::check() {
  Extent *first = getFirst(), *last = first + count;
  std::sort(first, last,
            [](const Extent &a, const Extent &b) { return a.begin < b.begin; });
  // Those that reach furthest before, read or written, and written.
  const Extent *furthest = nullptr, *written = nullptr;
  for (const Extent *extent = first; extent != last; ++extent) {
    const Extent *before = extent->isWritten ? furthest : written;
    if (before && before->overlaps(*extent)) {
      const Extent &output = extent->isWritten ? *extent : *before;
      const Extent &other = extent->isWritten ? *before : *extent;
      char names[2][32];
      output.print(names[0]);
      other.print(names[1]);
      return fail(FUSED_INVALID_ARGUMENT, nullptr,
                  "the memory of %s overlaps that of %s", names[0], names[1]);
    }
    if (!furthest || extent->end > furthest->end)
      furthest = extent;
    if (extent->isWritten && (!written || extent->end > written->end))
      written = extent;
  }
  return FUSED_OK;
}

static fused_status_t checkOverlaps(const fused_function_t &function,
                                    const fused_tensor_t *inputs,
                                    const fused_tensor_t *outputs,
                                    const void *arena) {
  bool writes = arena;
  for (int32_t i = 0; i < function.num_outputs; ++i)
    writes |= outputs[i].data != nullptr;
  if (!writes)
    return FUSED_OK;
  Extents extents;
  if (!extents.reserve(static_cast<size_t>(function.num_inputs) +
                       static_cast<size_t>(function.num_outputs) + 1))
    return fail(FUSED_OUT_OF_MEMORY, nullptr,
                "cannot check the arguments of '%s'", getName(function));
  for (int32_t i = 0; i < function.num_inputs; ++i)
    extents.add("input", i, inputs[i].data, countBytes(inputs[i]),
                /*isWritten=*/false);
  for (int32_t i = 0; i < function.num_outputs; ++i)
    if (outputs[i].data)
      extents.add("output", i, outputs[i].data, countBytes(outputs[i]),
                  /*isWritten=*/true);
  if (arena)
    extents.add("the arena", -1, arena,
                static_cast<size_t>(function.arena_size),
                /*isWritten=*/true);
  return extents.check();
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

fused_status_t fused::runtime::checkArguments(const fused_function_t *function,
                                              const fused_tensor_t *inputs,
                                              const fused_tensor_t *outputs,
                                              const void *arena) {
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
  for (int32_t i = 0; i < function->num_inputs; ++i)
    if (fused_status_t status =
            checkTensor("input", i, inputs[i], function->inputs[i]))
      return status;
  for (int32_t i = 0; i < function->num_outputs; ++i)
    if (outputs[i].data)
      if (fused_status_t status =
              checkTensor("output", i, outputs[i], function->outputs[i]))
        return status;
  if (reinterpret_cast<uintptr_t>(arena) % FUSED_ARENA_ALIGNMENT != 0)
    return fail(FUSED_INVALID_ARGUMENT, nullptr,
                "the arena is not aligned to %d bytes", FUSED_ARENA_ALIGNMENT);
  return checkOverlaps(*function, inputs, outputs, arena);
}
