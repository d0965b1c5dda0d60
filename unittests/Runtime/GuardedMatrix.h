//===- GuardedMatrix.h - A matrix with red zones ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_RUNTIME_GUARDEDMATRIX_H
#define FUSED_UNITTESTS_RUNTIME_GUARDEDMATRIX_H

#include "fused-runtime/fused_runtime.h"

#include <random>

namespace fused::test {

/// What stands around a matrix, beside red zones: a page that can be neither
/// read nor written, directly behind the last element or directly in front of
/// the first, where a copy of the matrix has one too.
enum class Guard { None, PageBehind, PageInFront };

/// Bytes between two zones of 128 bytes, or at one end of whole pages. All are
/// 0xff at first.
class GuardedBytes {
public:
  GuardedBytes() = default;
  GuardedBytes(int64_t size, Guard guard);
  GuardedBytes(const GuardedBytes &other) { *this = other; }
  GuardedBytes &operator=(const GuardedBytes &other);
  ~GuardedBytes();

  /// The bytes between the zones.
  unsigned char *get() const { return bytes; }
  /// The zones too.
  unsigned char *begin() const { return whole; }
  unsigned char *end() const { return whole + wholeSize; }

private:
  void release();

  Guard guard = Guard::None;
  int64_t size = 0, wholeSize = 0;
  unsigned char *whole = nullptr, *bytes = nullptr;
};

/// How the elements of a matrix lie: within rows, one after the other.
struct Layout {
  int64_t rowStride = 0, batchStride = 0;
};

/// A matrix with red zones: all bytes that belong to no element are 0xff, in
/// front of it, behind it and between its rows; so are, at first, the elements,
/// which makes them NaN.
class GuardedMatrix {
public:
  GuardedMatrix() = default;
  GuardedMatrix(fused_type_t type, int64_t batches, int64_t rows,
                int64_t columns, int64_t padding, bool interleaved, bool shared,
                Guard guard);
  /// Batches may share elements.
  GuardedMatrix(fused_type_t type, int64_t batches, int64_t rows,
                int64_t columns, Layout layout, Guard guard);

  fused_type_t getType() const { return type; }
  fused_buffer_t getBuffer() const;
  void set(int64_t batch, int64_t row, int64_t column, double value);
  double get(int64_t batch, int64_t row, int64_t column) const;
  void fillRandom(std::mt19937 &random);
  /// Makes integers of at most 7 bits of all elements.
  void clearSigns();
  /// Plants special values at random places, and some rows of zeros.
  void plantSpecials(std::mt19937 &random);
  bool redZonesAreIntact() const;
  /// Makes all elements NaN.
  void poison();
  /// Multiplies every element by a power of two.
  void scale(int exponent);
  bool operator==(const GuardedMatrix &other) const;

private:
  unsigned char *getAddress(int64_t batch, int64_t row, int64_t column) const;

  fused_type_t type = FUSED_TYPE_NONE;
  int64_t batches = 0, rows = 0, columns = 0, rowStride = 0, batchStride = 0;
  GuardedBytes storage;
};

} // namespace fused::test

#endif // FUSED_UNITTESTS_RUNTIME_GUARDEDMATRIX_H
