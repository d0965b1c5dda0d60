//===- MultiplyRows.cpp - A few rows times a matrix, for one ISA ----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each element of the matrix is used a few times only, so that its memory
// decides the time: it is read once, in the order in which it lies, several
// rows at a time, and not copied before. Compiled once for each instruction
// set.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "Arithmetic.h"

#include <type_traits>

namespace fused::runtime::FUSED_KERNELS {

namespace {

#ifdef __AVX512F__
constexpr int numLanes = 16;
#else
constexpr int numLanes = 8;
#endif
typedef float Lanes __attribute__((vector_size(numLanes * sizeof(float))));

template <typename Element>
inline void loadLanes(const Element *from, Lanes &to) {
  for (int lane = 0; lane < numLanes; ++lane)
    to[lane] = widenElement(from[lane]);
}

inline void loadLanes(const float *from, Lanes &to) {
  std::memcpy(&to, from, sizeof(to));
}

inline void storeLanes(const Lanes &from, float *to) {
  std::memcpy(to, &from, sizeof(from));
}

//===----------------------------------------------------------------------===//
// A matrix as it is: its rows are scaled and added
//===----------------------------------------------------------------------===//

/// Adds to `numRows` rows of d the first `depth` rows of b, times the first
/// `depth` elements of as many rows of a.
template <int numRows, int depth, typename Element>
void addScaledRows(const RowsProduct &product, const float *a, const Element *b,
                   float *d) {
  float factors[numRows][depth];
  for (int row = 0; row < numRows; ++row)
    for (int k = 0; k < depth; ++k)
      factors[row][k] = a[row * product.aRowStride + k];
  int64_t j = 0;
  for (; j + numLanes <= product.n; j += numLanes) {
    Lanes y[depth];
    for (int k = 0; k < depth; ++k)
      loadLanes(b + k * product.bRowStride + j, y[k]);
    for (int row = 0; row < numRows; ++row) {
      float *to = d + row * product.dRowStride + j;
      Lanes sum;
      loadLanes(to, sum);
      for (int k = 0; k < depth; ++k)
        sum += factors[row][k] * y[k];
      storeLanes(sum, to);
    }
  }
  for (; j < product.n; ++j)
    for (int row = 0; row < numRows; ++row)
      for (int k = 0; k < depth; ++k)
        d[row * product.dRowStride + j] +=
            factors[row][k] * widenElement(b[k * product.bRowStride + j]);
}

/// The same for all rows of a and d.
template <int depth, typename Element>
void addToAllRows(const RowsProduct &product, int64_t k) {
  const Element *b =
      static_cast<const Element *>(product.b) + k * product.bRowStride;
  int64_t row = 0;
  if constexpr (depth <= 4)
    for (; row + 4 <= product.m; row += 4)
      addScaledRows<4, depth>(product, product.a + row * product.aRowStride + k,
                              b, product.d + row * product.dRowStride);
  for (; row < product.m; ++row)
    addScaledRows<1, depth>(product, product.a + row * product.aRowStride + k,
                            b, product.d + row * product.dRowStride);
}

template <typename Element>
void multiplyByScaledRows(const RowsProduct &product) {
  for (int64_t row = 0; row < product.m; ++row)
    for (int64_t j = 0; j < product.n; ++j)
      product.d[row * product.dRowStride + j] = 0;
  int64_t k = 0;
  if (product.m == 1)
    for (; k + 8 <= product.k; k += 8)
      addToAllRows<8, Element>(product, k);
  for (; k + 4 <= product.k; k += 4)
    addToAllRows<4, Element>(product, k);
  for (; k < product.k; ++k)
    addToAllRows<1, Element>(product, k);
}

//===----------------------------------------------------------------------===//
// A matrix that is stored transposed: each of its rows gives sums
//===----------------------------------------------------------------------===//

inline float addLanes(const Lanes &lanes) {
  float sums[numLanes];
  storeLanes(lanes, sums);
  for (int width = numLanes / 2; width > 0; width /= 2)
    for (int lane = 0; lane < width; ++lane)
      sums[lane] += sums[lane + width];
  return sums[0];
}

/// The sums of numRows rows of a times numColumns rows of b.
template <int numRows, int numColumns, typename Element>
void sumRows(const RowsProduct &product, const float *a, const Element *b,
             float *d) {
  Lanes sums[numRows][numColumns] = {};
  int64_t k = 0;
  for (; k + numLanes <= product.k; k += numLanes) {
    Lanes x[numRows];
    for (int row = 0; row < numRows; ++row)
      loadLanes(a + row * product.aRowStride + k, x[row]);
    for (int column = 0; column < numColumns; ++column) {
      Lanes y;
      loadLanes(b + column * product.bRowStride + k, y);
      for (int row = 0; row < numRows; ++row)
        sums[row][column] += x[row] * y;
    }
  }
  for (int row = 0; row < numRows; ++row)
    for (int column = 0; column < numColumns; ++column) {
      float sum = addLanes(sums[row][column]);
      for (int64_t i = k; i < product.k; ++i)
        sum += a[row * product.aRowStride + i] *
               widenElement(b[column * product.bRowStride + i]);
      d[row * product.dRowStride + column] = sum;
    }
}

template <typename Element> void multiplyBySums(const RowsProduct &product) {
  auto *b = static_cast<const Element *>(product.b);
  auto sum = [&](auto numRows, auto numColumns, int64_t row, int64_t column) {
    sumRows<numRows, numColumns>(product, product.a + row * product.aRowStride,
                                 b + column * product.bRowStride,
                                 product.d + row * product.dRowStride + column);
  };
  constexpr std::integral_constant<int, 1> one;
  constexpr std::integral_constant<int, 4> four;
  constexpr std::integral_constant<int, 8> eight;
  int64_t column = 0;
  if (product.m == 1)
    for (; column + 8 <= product.n; column += 8)
      sum(one, eight, 0, column);
  for (; column + 4 <= product.n; column += 4) {
    int64_t row = 0;
    for (; row + 4 <= product.m; row += 4)
      sum(four, four, row, column);
    for (; row < product.m; ++row)
      sum(one, four, row, column);
  }
  for (; column < product.n; ++column)
    for (int64_t row = 0; row < product.m; ++row)
      sum(one, one, row, column);
}

template <typename Element> void multiplyAs(const RowsProduct &product) {
  if (product.transposeB)
    multiplyBySums<Element>(product);
  else
    multiplyByScaledRows<Element>(product);
}

} // namespace

void multiplyRows(const RowsProduct &product) {
  if (product.type == FUSED_F16)
    multiplyAs<Float16>(product);
  else if (product.type == FUSED_BF16)
    multiplyAs<BFloat16>(product);
  else
    multiplyAs<float>(product);
}

} // namespace fused::runtime::FUSED_KERNELS
