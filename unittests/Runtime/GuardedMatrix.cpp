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
#include <cmath>
#include <cstdlib>
#include <new>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

using namespace fused::test;

//===----------------------------------------------------------------------===//
// GuardedBytes
//===----------------------------------------------------------------------===//

static constexpr int64_t guardBytes = 128;

GuardedBytes::GuardedBytes(int64_t size, Guard guard)
    : guard(guard), size(size) {
  if (guard == Guard::None) {
    wholeSize = size + 2 * guardBytes;
    whole = static_cast<unsigned char *>(
        ::operator new(static_cast<size_t>(wholeSize), std::align_val_t(64)));
    bytes = whole + guardBytes;
  } else {
    int64_t page = sysconf(_SC_PAGESIZE);
    wholeSize = (size + page - 1) / page * page;
    void *mapped = mmap(nullptr, static_cast<size_t>(wholeSize + 2 * page),
                        PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
      throw std::bad_alloc();
    whole = static_cast<unsigned char *>(mapped) + page;
    if (wholeSize != 0 && mprotect(whole, static_cast<size_t>(wholeSize),
                                   PROT_READ | PROT_WRITE) != 0)
      std::abort();
    bytes = guard == Guard::PageBehind ? end() - size : whole;
  }
  std::fill(begin(), end(), 0xff);
}

void GuardedBytes::release() {
  if (guard == Guard::None) {
    ::operator delete(whole, std::align_val_t(64));
  } else {
    int64_t page = sysconf(_SC_PAGESIZE);
    munmap(whole - page, static_cast<size_t>(wholeSize + 2 * page));
  }
}

GuardedBytes &GuardedBytes::operator=(const GuardedBytes &other) {
  if (this == &other)
    return *this;
  if (whole)
    release();
  whole = bytes = nullptr;
  size = wholeSize = 0;
  if (!other.whole)
    return *this;
  new (this) GuardedBytes(other.size, other.guard);
  std::copy(other.begin(), other.end(), begin());
  return *this;
}

GuardedBytes::~GuardedBytes() {
  if (whole)
    release();
}

//===----------------------------------------------------------------------===//
// GuardedMatrix
//===----------------------------------------------------------------------===//

static Layout getLayout(int64_t batches, int64_t rows, int64_t columns,
                        int64_t padding, bool interleaved, bool shared) {
  int64_t pitch = columns + padding;
  return {interleaved && !shared ? pitch * batches : pitch, shared ? 0
                                                            : interleaved
                                                                ? pitch
                                                                : pitch * rows};
}

GuardedMatrix::GuardedMatrix(fused_type_t type, int64_t batches, int64_t rows,
                             int64_t columns, int64_t padding, bool interleaved,
                             bool shared, Guard guard)
    : GuardedMatrix(
          type, batches, rows, columns,
          getLayout(batches, rows, columns, padding, interleaved, shared),
          guard) {}

GuardedMatrix::GuardedMatrix(fused_type_t type, int64_t batches, int64_t rows,
                             int64_t columns, Layout layout, Guard guard)
    : type(type), batches(layout.batchStride == 0 ? 1 : batches), rows(rows),
      columns(columns), rowStride(layout.rowStride),
      batchStride(layout.batchStride) {
  int64_t extent = 0;
  if (this->batches != 0 && rows != 0 && columns != 0)
    extent =
        (this->batches - 1) * batchStride + (rows - 1) * rowStride + columns;
  storage =
      GuardedBytes(extent * static_cast<int64_t>(fused_type_size(type)), guard);
}

fused_buffer_t GuardedMatrix::getBuffer() const {
  if (type == FUSED_TYPE_NONE)
    return {nullptr, 0, 0};
  return {storage.get(), rowStride, batchStride};
}

unsigned char *GuardedMatrix::getAddress(int64_t batch, int64_t row,
                                         int64_t column) const {
  int64_t index = batch * batchStride + row * rowStride + column;
  return storage.get() + index * (int64_t)fused_type_size(type);
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

void GuardedMatrix::scale(int exponent) {
  // Once each, though batches may share elements.
  std::vector<bool> isScaled;
  for (int64_t batch = 0; batch < batches; ++batch)
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t column = 0; column < columns; ++column) {
        auto index =
            static_cast<size_t>(batch * batchStride + row * rowStride + column);
        if (index >= isScaled.size())
          isScaled.resize(index + 1);
        if (!isScaled[index])
          set(batch, row, column,
              std::ldexp(get(batch, row, column), exponent));
        isScaled[index] = true;
      }
}

void GuardedMatrix::poison() {
  std::fill(storage.begin(), storage.end(), 0xff);
}

bool GuardedMatrix::operator==(const GuardedMatrix &other) const {
  return std::equal(storage.begin(), storage.end(), other.storage.begin(),
                    other.storage.end());
}

bool GuardedMatrix::redZonesAreIntact() const {
  GuardedMatrix zones = *this;
  for (int64_t batch = 0; batch < batches; ++batch)
    for (int64_t row = 0; row < rows; ++row)
      std::fill_n(zones.getAddress(batch, row, 0),
                  columns * static_cast<int64_t>(fused_type_size(type)), 0xff);
  return std::all_of(zones.storage.begin(), zones.storage.end(),
                     [](unsigned char byte) { return byte == 0xff; });
}
