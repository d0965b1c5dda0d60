//===- WarpgroupProducts.cpp - Products of warpgroups ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Async.h"
#include "DeviceFunctions.h"
#include "Launch.h"
#include "SharedMemory.h"
#include "TensorMap.h"

#include <cstring>

using namespace fused::emulator;

/// The rows of a product, and its elements along K.
static constexpr uint32_t numRows = 64, depth = 16;

//===----------------------------------------------------------------------===//
// Matrices in workgroup memory
//===----------------------------------------------------------------------===//

namespace {
/// A matrix that a descriptor describes (PTX ISA, matrix descriptors of wgmma),
/// whose rows of 128 bytes are swizzled. Elements along K are neighbours, or
/// elements along the other dimension if it is transposed.
struct Matrix {
  const char *begin;
  uint64_t columnGroup; ///< Bytes from 64 elements of a row to the next ones.
  uint64_t rowGroup;    ///< Bytes from eight rows to the next ones.

  Matrix(uint64_t descriptor, const char *window)
      : begin(window + getField(descriptor, 0)),
        columnGroup(getField(descriptor, 16)),
        rowGroup(getField(descriptor, 32)) {}

  static uint64_t getField(uint64_t descriptor, unsigned bit) {
    return (descriptor >> bit & 0x3fff) * 16;
  }
  /// True if the emulator knows what a descriptor describes.
  static bool isKnown(uint64_t descriptor) {
    constexpr uint64_t fields = 0x3fff3fff3fff, swizzled = uint64_t(1) << 62;
    return (descriptor & ~fields) == swizzled;
  }
  /// Eight elements of a row.
  const char *getChunk(uint32_t row, uint32_t column) const {
    const char *address = begin + column / 64 * columnGroup +
                          row / 8 * rowGroup + row % 8 * 128 + column % 64 * 2;
    return reinterpret_cast<const char *>(
        swizzle(reinterpret_cast<uintptr_t>(address)));
  }
};
} // namespace

static const float *getHalfs() {
  static const float *halfs = [] {
    auto *values = new float[1 << 16];
    for (uint32_t bits = 0; bits < 1 << 16; ++bits)
      values[bits] = static_cast<float>(widenHalf(static_cast<uint16_t>(bits)));
    return values;
  }();
  return halfs;
}

static float widen(uint16_t bits, bool isBFloat, const float *halfs) {
  if (!isBFloat)
    return halfs[bits];
  uint32_t wide = uint32_t(bits) << 16;
  float value;
  std::memcpy(&value, &wide, sizeof(value));
  return value;
}

/// Reads `size` x 16 elements; those along K are `stepK` apart in the result,
/// and those along the other dimension `step`. Rows beyond the end of a matrix
/// may never have been written: the results for them do not exist.
static void readMatrix(const Matrix &matrix, bool isTransposed, uint32_t size,
                       bool isBFloat, uint32_t step, uint32_t stepK,
                       float *values, Site site) {
  const float *halfs = getHalfs();
  uint32_t rows = isTransposed ? depth : size;
  uint32_t columns = isTransposed ? size : depth;
  uint32_t rowStep = isTransposed ? stepK : step;
  uint32_t columnStep = isTransposed ? step : stepK;
  for (uint32_t row = 0; row < rows; ++row)
    for (uint32_t column = 0; column < columns; column += 8) {
      uint16_t chunk[8];
      const char *address = matrix.getChunk(row, column);
      if (checkIfWritten(address, sizeof(chunk), &site))
        std::memcpy(chunk, address, sizeof(chunk));
      else
        std::memset(chunk, 0xff, sizeof(chunk)); // NaN in either type.
      for (uint32_t i = 0; i < 8; ++i)
        values[row * rowStep + (column + i) * columnStep] =
            widen(chunk[i], isBFloat, halfs);
    }
}

/// Multiplies all of a product.
static void multiply(WarpgroupProduct &product, const char *window, Site site) {
  static float a[numRows * depth], b[depth * 256];
  uint32_t columns = product.columns, form = product.form;
  readMatrix(Matrix(product.a, window), form & TransposesA, numRows,
             form & IsBFloat, depth, 1, a, site);
  readMatrix(Matrix(product.b, window), form & TransposesB, columns,
             form & IsBFloat, 1, columns, b, site);
  product.elements.assign(numRows * columns, 0);
  for (uint32_t row = 0; row < numRows; ++row) {
    float *sums = &product.elements[row * columns];
    for (uint32_t k = 0; k < depth; ++k) {
      const float factor = a[row * depth + k], *others = &b[k * columns];
      for (uint32_t column = 0; column < columns; ++column)
        sums[column] += factor * others[column];
    }
  }
}

//===----------------------------------------------------------------------===//
// What kernels call
//===----------------------------------------------------------------------===//

/// Fails unless a thread may begin this product.
static void checkProduct(const AsyncThread &thread,
                         const WarpgroupProduct &product) {
  const char *fault = nullptr;
  if (!thread.hasFenced)
    fault = "multiplies without a fence since its products were complete";
  else if (!Matrix::isKnown(product.a) || !Matrix::isKnown(product.b))
    fault = "multiplies matrices of which a descriptor is not one of swizzled "
            "rows of 128 bytes";
  if (!fault)
    return;
  launch.fail(CUDA_ERROR_LAUNCH_FAILED, product.site, fault);
  launch.leave();
}

/// Fails unless a thread takes part in this product of its warpgroup.
static void checkPart(const WarpgroupProduct &product,
                      const WarpgroupProduct &own) {
  if (product.a != own.a || product.b != own.b || product.site != own.site) {
    launch.fail(CUDA_ERROR_LAUNCH_FAILED, own.site,
                "multiplies other matrices than the threads of its warpgroup");
    launch.leave();
  }
  for (const Toucher &writer : product.writers)
    if (!hasSeen(writer.time, writer.number)) {
      launch.fail(CUDA_ERROR_LAUNCH_FAILED, own.site,
                  "multiplies matrices, a race with " +
                      launch.describeThread(writer.number));
      launch.leave();
    }
}

/// The product that is the next one of a thread. The first thread of a
/// warpgroup computes it.
static WarpgroupProduct &findProduct(Warpgroup &group, uint64_t index,
                                     WarpgroupProduct &&own, Site *site) {
  if (index != group.numProducts) {
    uint64_t first = group.numProducts - group.products.size();
    WarpgroupProduct &product = group.products[index - first];
    checkPart(product, own);
    return product;
  }
  unsigned thread = launch.getThread();
  WarpgroupProduct &product = group.products.emplace_back(std::move(own));
  ++group.numProducts;
  order.actAs(group.agent, thread);
  memoryClock.writers = &product.writers;
  multiply(product, launch.getBlockMemory(), *site);
  memoryClock.writers = nullptr;
  order.actAs(thread);
  return product;
}

void fusedEmulatorMultiply(float *sums, uint64_t a, uint64_t b,
                           uint32_t columns, uint32_t form, Site *site) {
  unsigned thread = launch.getThread();
  AsyncThread &state = async.getThread(thread);
  Warpgroup &group = async.getWarpgroup(thread);
  WarpgroupProduct own;
  own.a = a;
  own.b = b;
  own.columns = columns;
  own.form = form;
  own.site = site;
  checkProduct(state, own);
  WarpgroupProduct &product =
      findProduct(group, state.numProducts++, std::move(own), site);
  // A thread has two neighbours of each eight columns, in two rows.
  unsigned number = thread % launch.getNumThreads() % (4 * warpSize);
  unsigned lane = number % warpSize;
  const float *part =
      &product.elements[(number / warpSize * 16 + lane / 4) * columns +
                        lane % 4 * 2];
  float sign = ((form & NegatesA) != 0) != ((form & NegatesB) != 0) ? -1 : 1;
  for (uint32_t column = 0; column < columns; column += 8)
    for (uint32_t half : {0, 8})
      for (uint32_t i : {0, 1}) {
        float value = sign * part[half * columns + column + i];
        *sums = form & Accumulates ? *sums + value : value;
        ++sums;
      }
  ++state.products.open;
  ++product.taken;
  while (!group.products.empty() &&
         group.products.front().taken == 4 * warpSize)
    group.products.pop_front();
}

void fusedEmulatorFenceProducts() {
  async.getThread(launch.getThread()).hasFenced = true;
}

void fusedEmulatorCommitProducts() {
  unsigned thread = launch.getThread();
  AsyncThread &state = async.getThread(thread);
  Warpgroup &group = async.getWarpgroup(thread);
  if (state.products.number == group.times.size())
    group.times.push_back(++memoryClock.now);
  ++state.products.number;
  state.products.open = 0;
}

void fusedEmulatorWaitForProducts(uint64_t pending) {
  unsigned thread = launch.getThread();
  AsyncThread &state = async.getThread(thread);
  Warpgroup &group = async.getWarpgroup(thread);
  Commits &commits = state.products;
  if (pending == 0)
    state.hasFenced = false;
  if (commits.number <= pending)
    return;
  commits.waited =
      std::max(commits.waited, commits.number - static_cast<uint32_t>(pending));
  see(order.getSeen(thread), group.agent, group.times[commits.waited - 1]);
}

void fusedEmulatorMatrixRows(const void *row, uint32_t count, uint32_t *rows,
                             Site *site) {
  auto address = reinterpret_cast<uintptr_t>(row);
  if (address % 16 != 0) {
    launch.fail(CUDA_ERROR_MISALIGNED_ADDRESS, site,
                "gives a row of a square that is not aligned to 16 bytes");
    launch.leave();
  }
  launch.waitForWarp(~0U, static_cast<uint32_t>(address), site);
  const Fibre &fibre = launch.getCurrent();
  unsigned lane = launch.getLane();
  // Four lanes share a row of 16 bytes.
  for (uint32_t i = 0; i < count; ++i)
    rows[i] = fibre.received[8 * i + lane / 4] + lane % 4 * 4;
}
