//===- MultiplyRows.cpp - A few rows times a matrix, for one ISA ----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each element of the matrix is used a few times only, so that its memory
// decides the time: it is read once, where it lies, and not packed before. One
// row reads it in long pieces. More rows are blocks whose sums stay in
// registers. Compiled once for each instruction set.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "Lanes.h"

#include <algorithm>

namespace fused::runtime::FUSED_KERNELS {

namespace {

template <typename Element, typename Multiplier> class RowsMultiplier {
  using ElementOfA = typename Multiplier::ElementOfA;
  static constexpr int size = Multiplier::size;
  /// Rows of b that are multiplied at a time, by `size`, so that four vectors
  /// of each stay in the first level of the cache.
  static constexpr int64_t blockDepth = 64;
  static constexpr int64_t blockRows = 4;

public:
  explicit RowsMultiplier(const RowsProduct &product)
      : product(product), a(static_cast<const ElementOfA *>(product.a)),
        b(static_cast<const Element *>(product.b)),
        wholeColumns(product.n - product.n % (size * numLanes)) {}

  void run() {
    if (product.transposeB)
      multiplyBySums();
    else
      multiplyByScaledRows();
  }

private:
  //===--------------------------------------------------------------------===//
  // A matrix as it is: its rows are scaled and added
  //===--------------------------------------------------------------------===//

  /// Adds to one row of d the `depth` rows of b from `k` on, times as many
  /// elements of a. All columns, so that b is read in long pieces.
  template <int depth> void addScaledRows(int64_t k) const {
    constexpr int numFactors = (depth + size - 1) / size;
    constexpr int count = depth < size ? depth : size;
    const Element *rows = b + k * product.bRowStride;
    typename Multiplier::Factor factors[numFactors];
    for (int f = 0; f < numFactors; ++f)
      factors[f] = Multiplier::getFactor(a + k + f * size, count);
    for (int64_t j = 0; j < wholeColumns; j += size * numLanes) {
      Lanes y[numFactors][size];
      for (int f = 0; f < numFactors; ++f)
        Multiplier::loadColumns(rows + f * size * product.bRowStride + j,
                                product.bRowStride, count, y[f]);
      for (int v = 0; v < size; ++v) {
        Lanes sum;
        loadLanes(product.d + j + v * numLanes, sum);
        for (int f = 0; f < numFactors; ++f)
          Multiplier::addScaled(factors[f], y[f][v], sum);
        storeLanes(sum, product.d + j + v * numLanes);
      }
    }
  }

  void multiplyOneRow() const {
    int64_t k = 0;
    for (; k + 8 * size <= product.k; k += 8 * size)
      addScaledRows<8 * size>(k);
    for (; k + size <= product.k; k += size)
      addScaledRows<size>(k);
    for (; k < product.k; ++k)
      addScaledRows<1>(k);
  }

  /// Where a block has b from: as it lies, which is kept for other blocks if
  /// there are any, or as the first block has kept it. Rows of b may compete
  /// for the same places in the cache.
  enum class Source { Plain, Kept, PlainToKeep };

  /// Adds to a block of d, from `row` and `column` on, the rows of b from
  /// `begin` to `end`, times the elements of as many columns of a. The second
  /// block fetches what the first of the next columns reads.
  template <int numRows, int numVectors, Source source>
  void addBlock(int64_t row, int64_t column, int64_t begin, int64_t end,
                float *kept) const {
    static_assert(numVectors % size == 0);
    float *toD = product.d + row * product.dRowStride + column;
    Lanes sums[numRows][numVectors];
    for (int i = 0; i < numRows; ++i)
      for (int v = 0; v < numVectors; ++v)
        loadLanes(toD + i * product.dRowStride + v * numLanes, sums[i][v]);
    auto add = [&](int64_t k, int count) {
      const Element *fromB = b + k * product.bRowStride + column;
      if (source == Source::Kept && row == blockRows)
        for (int i = 0; i < count; ++i)
          prefetch(fromB + i * product.bRowStride + numVectors * numLanes,
                   numVectors * numLanes);
      Lanes y[numVectors / size][size];
      for (int u = 0; u < numVectors / size; ++u) {
        if constexpr (source != Source::Kept)
          Multiplier::loadColumns(fromB + u * size * numLanes,
                                  product.bRowStride, count, y[u]);
        for (int v = 0; v < size; ++v, kept += numLanes)
          if constexpr (source == Source::Kept)
            loadLanes(kept, y[u][v]);
          else if constexpr (source == Source::PlainToKeep)
            storeLanes(y[u][v], kept);
      }
      for (int i = 0; i < numRows; ++i) {
        typename Multiplier::Factor factor = Multiplier::getFactor(
            a + (row + i) * product.aRowStride + k, count);
        for (int v = 0; v < numVectors; ++v)
          Multiplier::addScaled(factor, y[v / size][v % size], sums[i][v]);
      }
    };
    int64_t k = begin;
    for (; k + size <= end; k += size)
      add(k, size);
    for (; k < end; ++k)
      add(k, 1);
    for (int i = 0; i < numRows; ++i)
      for (int v = 0; v < numVectors; ++v)
        storeLanes(sums[i][v], toD + i * product.dRowStride + v * numLanes);
  }

  /// Brings elements of b into the cache, which need not exist.
  static void prefetch(const Element *elements, int count) {
    constexpr int line = 64 / sizeof(Element);
    for (int i = 0; i < count; i += line)
      __builtin_prefetch(elements + i);
  }

  template <int numRows, int numVectors>
  void addBlock(int64_t row, int64_t column, int64_t begin, int64_t end,
                float *kept) const {
    if (row != 0)
      addBlock<numRows, numVectors, Source::Kept>(row, column, begin, end,
                                                  kept);
    else if (product.m > numRows)
      addBlock<numRows, numVectors, Source::PlainToKeep>(row, column, begin,
                                                         end, kept);
    else
      addBlock<numRows, numVectors, Source::Plain>(row, column, begin, end,
                                                   kept);
  }

  /// The same for all rows of d.
  template <int numVectors>
  void addBlocks(int64_t column, int64_t begin, int64_t end) const {
    alignas(64) float kept[blockDepth * numVectors * numLanes];
    int64_t row = 0;
    for (; row + blockRows <= product.m; row += blockRows)
      addBlock<blockRows, numVectors>(row, column, begin, end, kept);
    for (; row + 2 <= product.m; row += 2)
      addBlock<2, numVectors>(row, column, begin, end, kept);
    for (; row < product.m; ++row)
      addBlock<1, numVectors>(row, column, begin, end, kept);
  }

  void multiplyByBlocks(int64_t begin, int64_t end) const {
    int64_t column = 0;
    for (; column + 4 * numLanes <= wholeColumns; column += 4 * numLanes)
      addBlocks<4>(column, begin, end);
    for (; column < wholeColumns; column += size * numLanes)
      addBlocks<size>(column, begin, end);
  }

  /// The blocks of the columns that are too few for vectors: zeros follow them.
  void addLastBlocks(int64_t begin, int64_t end) const {
    alignas(64) float kept[blockDepth * size * numLanes];
    float *to = kept;
    for (int64_t k = begin; k < end; k += size) {
      Element rows[size][size * numLanes] = {};
      int count = k + size <= end ? size : 1;
      for (int i = 0; i < count; ++i)
        std::copy_n(b + (k + i) * product.bRowStride + wholeColumns,
                    product.n - wholeColumns, rows[i]);
      Lanes y[size];
      Multiplier::loadColumns(rows[0], size * numLanes, count, y);
      for (int v = 0; v < size; ++v, to += numLanes)
        storeLanes(y[v], to);
    }
    int64_t row = 0;
    for (; row + blockRows <= product.m; row += blockRows)
      addBlock<blockRows, size, Source::Kept>(row, wholeColumns, begin, end,
                                              kept);
    for (; row < product.m; ++row)
      addBlock<1, size, Source::Kept>(row, wholeColumns, begin, end, kept);
  }

  void multiplyByScaledRows() const {
    int64_t columns = wholeColumns;
    if (columns < product.n)
      columns += size * numLanes;
    for (int64_t row = 0; row < product.m; ++row)
      std::fill_n(product.d + row * product.dRowStride, columns, 0.0f);
    if (product.m == 1)
      multiplyOneRow();
    for (int64_t k = 0; k < product.k; k += blockDepth * size) {
      int64_t end = std::min(k + blockDepth * size, product.k);
      if (product.m != 1)
        multiplyByBlocks(k, end);
      if (wholeColumns < product.n)
        addLastBlocks(k, end);
    }
  }

  //===--------------------------------------------------------------------===//
  // A matrix that is stored transposed: each of its rows gives sums
  //===--------------------------------------------------------------------===//

  /// The sums of numRows rows of a times numColumns rows of b, from `row` and
  /// `column` on.
  template <int numRows, int numColumns>
  void sumRows(int64_t row, int64_t column) const {
    constexpr int count = numRows * numColumns;
    static_assert(count <= 16 && 16 % numLanes == 0);
    const ElementOfA *fromA = a + row * product.aRowStride;
    const Element *fromB = b + column * product.bRowStride;
    Lanes sums[16] = {};
    auto add = [&](auto load) {
      Lanes x[numRows];
      for (int i = 0; i < numRows; ++i)
        load(fromA + i * product.aRowStride, x[i]);
      for (int j = 0; j < numColumns; ++j) {
        Lanes y;
        load(fromB + j * product.bRowStride, y);
        for (int i = 0; i < numRows; ++i)
          Multiplier::addProducts(x[i], y, sums[i * numColumns + j]);
      }
    };
    int64_t k = 0;
    for (; k + numLanes * size <= product.k; k += numLanes * size)
      add([&](auto *from, Lanes &to) { Multiplier::loadAlongK(from + k, to); });
    if (k < product.k)
      add([&](auto *from, Lanes &to) {
        Multiplier::loadLast(from + k, product.k - k, to);
      });
    float results[16];
    for (int i = 0; i < count; i += numLanes) {
      Lanes group[numLanes];
      for (int j = 0; j < numLanes; ++j)
        group[j] = sums[i + j];
      sumEach(group);
      storeLanes(group[0], results + i);
    }
    for (int i = 0; i < numRows; ++i)
      std::copy_n(results + i * numColumns, numColumns,
                  product.d + (row + i) * product.dRowStride + column);
  }

  void multiplyBySums() const {
    int64_t column = 0;
    if (product.m == 1)
      for (; column + 8 <= product.n; column += 8)
        sumRows<1, 8>(0, column);
    for (; column + 4 <= product.n; column += 4) {
      int64_t row = 0;
      for (; row + 4 <= product.m; row += 4)
        sumRows<4, 4>(row, column);
      for (; row < product.m; ++row)
        sumRows<1, 4>(row, column);
    }
    for (; column < product.n; ++column)
      for (int64_t row = 0; row < product.m; ++row)
        sumRows<1, 1>(row, column);
  }

  const RowsProduct &product;
  const ElementOfA *a;
  const Element *b;
  int64_t wholeColumns; ///< Those that fill vectors.
};

template <typename Element> void multiplyWidened(const RowsProduct &product) {
  RowsMultiplier<Element, Widened<Element>>(product).run();
}

} // namespace

void multiplyRows(const RowsProduct &product) {
  if (product.type == FUSED_F16)
    multiplyWidened<Float16>(product);
  else if (product.type == FUSED_F32)
    multiplyWidened<float>(product);
  else
#ifdef __AVX512BF16__
    RowsMultiplier<BFloat16, Pairs>(product).run();
#else
    multiplyWidened<BFloat16>(product);
#endif
}

} // namespace fused::runtime::FUSED_KERNELS
