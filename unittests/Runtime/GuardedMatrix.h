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
#include <vector>

namespace fused::test {

/// A matrix with red zones: all bytes that belong to no element are 0xff, in
/// front of it, behind it and between its rows; so are, at first, the elements,
/// which makes them NaN.
class GuardedMatrix {
public:
  GuardedMatrix() = default;
  GuardedMatrix(fused_type_t type, int64_t batches, int64_t rows,
                int64_t columns, int64_t padding, bool interleaved,
                bool shared);

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
  void poison() { storage.assign(storage.size(), 0xff); }
  bool operator==(const GuardedMatrix &other) const {
    return storage == other.storage;
  }

private:
  unsigned char *getAddress(int64_t batch, int64_t row, int64_t column) const;

  fused_type_t type = FUSED_TYPE_NONE;
  int64_t batches = 0, rows = 0, columns = 0, rowStride = 0, batchStride = 0;
  mutable std::vector<unsigned char> storage;
};

} // namespace fused::test

#endif // FUSED_UNITTESTS_RUNTIME_GUARDEDMATRIX_H
