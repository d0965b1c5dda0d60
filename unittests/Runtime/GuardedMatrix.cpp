//===- GuardedMatrix.cpp - A matrix with red zones ------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedMatrix.h"

#include "Element.h"

#include <algorithm>

using namespace fused::test;

static constexpr int64_t guardBytes = 128;

GuardedMatrix::GuardedMatrix(fused_type_t type, int64_t batches, int64_t rows,
                             int64_t columns, int64_t padding, bool interleaved,
                             bool shared)
    : type(type), batches(shared ? 1 : batches), rows(rows), columns(columns) {
  int64_t pitch = columns + padding;
  rowStride = interleaved && !shared ? pitch * batches : pitch;
  batchStride = shared ? 0 : interleaved ? pitch : pitch * rows;
  int64_t elements = pitch * rows * this->batches;
  storage.assign(2 * guardBytes + elements * fused_type_size(type), 0xff);
}

fused_buffer_t GuardedMatrix::getBuffer() const {
  if (type == FUSED_TYPE_NONE)
    return {nullptr, 0, 0};
  return {storage.data() + guardBytes, rowStride, batchStride};
}

unsigned char *GuardedMatrix::getAddress(int64_t batch, int64_t row,
                                         int64_t column) const {
  int64_t index = batch * batchStride + row * rowStride + column;
  return storage.data() + guardBytes + index * (int64_t)fused_type_size(type);
}

void GuardedMatrix::set(int64_t batch, int64_t row, int64_t column,
                        double value) {
  writeElement(type, getAddress(batch, row, column), value);
}

double GuardedMatrix::get(int64_t batch, int64_t row, int64_t column) const {
  return readElement(type, getAddress(batch, row, column));
}

void GuardedMatrix::fillRandom(std::mt19937 &random) {
  std::uniform_real_distribution<double> real(-1, 1);
  for (int64_t batch = 0; batch < batches; ++batch)
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t column = 0; column < columns; ++column)
        set(batch, row, column,
            type == FUSED_I8 ? static_cast<double>(random() & 255)
                             : real(random));
}

void GuardedMatrix::clearSigns() {
  for (int64_t batch = 0; batch < batches; ++batch)
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t column = 0; column < columns; ++column)
        set(batch, row, column,
            static_cast<double>(int64_t(get(batch, row, column)) & 127));
}

void GuardedMatrix::plantSpecials(std::mt19937 &random) {
  if (batches == 0 || rows == 0 || columns == 0 || type == FUSED_I8)
    return;
  auto pick = [&](int64_t count) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(count));
  };
  for (double zero : {0.0, -0.0}) {
    int64_t batch = pick(batches), row = pick(rows);
    for (int64_t column = 0; column < columns; ++column)
      set(batch, row, column, zero);
  }
  for (double value : {double(NAN), HUGE_VAL, -HUGE_VAL, 0.0, -0.0})
    set(pick(batches), pick(rows), pick(columns), value);
}

bool GuardedMatrix::redZonesAreIntact() const {
  std::vector<unsigned char> saved = storage;
  for (int64_t batch = 0; batch < batches; ++batch)
    for (int64_t row = 0; row < rows; ++row)
      std::fill_n(getAddress(batch, row, 0), columns * fused_type_size(type),
                  0xff);
  bool intact = std::all_of(storage.begin(), storage.end(),
                            [](unsigned char byte) { return byte == 0xff; });
  storage = saved;
  return intact;
}
