//===- Descriptor.cpp - MLIR's memref descriptors -------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Descriptor.h"

#include <algorithm>
#include <cstring>

using namespace fused::runtime;

/// Wraps around where there are no elements and the other sizes are huge.
static int64_t multiply(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) *
                              static_cast<uint64_t>(b));
}

static bool isEmpty(const Descriptor &array, int32_t rank) {
  const int64_t *sizes = array.sizesAndStrides;
  return std::find(sizes, sizes + rank, 0) != sizes + rank;
}

bool fused::runtime::countBytes(const Descriptor &array, int32_t rank,
                                size_t elementSize, size_t &bytes) {
  bytes = 0;
  const int64_t *sizes = array.sizesAndStrides;
  if (std::any_of(sizes, sizes + rank, [](int64_t size) { return size < 0; }))
    return false;
  if (isEmpty(array, rank))
    return true;
  auto count = static_cast<int64_t>(elementSize);
  for (int32_t dim = 0; dim < rank; ++dim)
    if (__builtin_mul_overflow(count, sizes[dim], &count))
      return false;
  bytes = static_cast<size_t>(count);
  return true;
}

bool fused::runtime::isDense(const Descriptor &array, int32_t rank) {
  if (isEmpty(array, rank))
    return true;
  int64_t stride = 1;
  for (int32_t dim = rank - 1; dim >= 0; --dim) {
    int64_t size = array.sizesAndStrides[dim];
    if (size != 1 && array.sizesAndStrides[rank + dim] != stride)
      return false;
    stride = multiply(stride, size);
  }
  return true;
}

void fused::runtime::setDenseStrides(Descriptor &array, int32_t rank) {
  int64_t stride = 1;
  for (int32_t dim = rank - 1; dim >= 0; --dim) {
    array.sizesAndStrides[rank + dim] = stride;
    stride = multiply(stride, array.sizesAndStrides[dim]);
  }
}

/// Copies dimension `dim` and those inside it; returns the end of what was
/// written.
static char *copyFrom(const Descriptor &array, int32_t rank, size_t elementSize,
                      const char *from, char *to, int32_t dim) {
  if (dim == rank) {
    std::memcpy(to, from, elementSize);
    return to + elementSize;
  }
  int64_t size = array.sizesAndStrides[dim];
  int64_t stride = array.sizesAndStrides[rank + dim];
  if (dim == rank - 1 && stride == 1) {
    size_t bytes = static_cast<size_t>(size) * elementSize;
    std::memcpy(to, from, bytes);
    return to + bytes;
  }
  for (int64_t i = 0; i < size; ++i)
    to = copyFrom(array, rank, elementSize,
                  from + i * stride * static_cast<int64_t>(elementSize), to,
                  dim + 1);
  return to;
}

void fused::runtime::copyElements(const Descriptor &array, int32_t rank,
                                  size_t elementSize, void *to) {
  if (isEmpty(array, rank))
    return;
  const char *from = static_cast<const char *>(array.aligned) +
                     array.offset * static_cast<int64_t>(elementSize);
  copyFrom(array, rank, elementSize, from, static_cast<char *>(to), 0);
}
