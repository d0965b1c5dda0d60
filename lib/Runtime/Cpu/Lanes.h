//===- Lanes.h - Vectors of the widest registers ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// As Arithmetic.h: for sources that are compiled once for each instruction set.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CPU_LANES_H
#define FUSED_LIB_RUNTIME_CPU_LANES_H

#include "Arithmetic.h"

#include <algorithm>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace fused::runtime::FUSED_KERNELS {

#ifdef __AVX512F__
constexpr int numLanes = 16;
#define FUSED_LOW_LANES 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define FUSED_HIGH_LANES                                                       \
  8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#else
constexpr int numLanes = 8;
#define FUSED_LOW_LANES 0, 8, 1, 9, 2, 10, 3, 11
#define FUSED_HIGH_LANES 4, 12, 5, 13, 6, 14, 7, 15
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

/// Loads `count` elements, which are too few, with zeros behind.
template <typename Element>
inline void loadFirstLanes(const Element *from, int64_t count, Lanes &to) {
  Element elements[numLanes] = {};
  std::copy_n(from, count, elements);
  loadLanes(elements, to);
}

#ifdef __AVX512F__
inline void loadFirstLanes(const float *from, int64_t count, Lanes &to) {
  auto mask = static_cast<__mmask16>((1u << count) - 1);
  to = castBits<Lanes>(_mm512_maskz_loadu_ps(mask, from));
}
#endif

inline void storeLanes(const Lanes &from, float *to) {
  std::memcpy(to, &from, sizeof(from));
}

/// Makes the first vector the sums of each of numLanes vectors, in their order.
/// Every step adds two halves of all vectors and moves one bit of a vector's
/// number to the end of the number of its lanes.
inline void sumEach(Lanes (&vectors)[numLanes]) {
  for (int count = numLanes / 2; count > 0; count /= 2)
    for (int i = 0; i < count; ++i) {
      const Lanes &a = vectors[i], &b = vectors[i + count];
      vectors[i] = __builtin_shufflevector(a, b, FUSED_LOW_LANES) +
                   __builtin_shufflevector(a, b, FUSED_HIGH_LANES);
    }
}

//===----------------------------------------------------------------------===//
// How elements are multiplied
//===----------------------------------------------------------------------===//

/// Elements are widened to f32. Those of A are f32 before.
template <typename Element> struct Widened {
  using ElementOfA = float;
  /// What is multiplied at once has `size` elements along K.
  static constexpr int size = 1;
  using Factor = float;

  /// The factor of `count` <= size elements of A, with zeros behind.
  static Factor getFactor(const float *a, int) { return *a; }

  /// The elements of a row of B, and of the next `count` - 1, in
  /// size * numLanes columns.
  static void loadColumns(const Element *row, int64_t, int, Lanes (&to)[size]) {
    loadLanes(row, to[0]);
  }
  static void addScaled(Factor factor, const Lanes &b, Lanes &sum) {
    sum += factor * b;
  }

  /// Elements along K.
  template <typename From> static void loadAlongK(const From *from, Lanes &to) {
    loadLanes(from, to);
  }
  /// `count` elements along K, which are too few, with zeros behind.
  template <typename From>
  static void loadLast(const From *from, int64_t count, Lanes &to) {
    loadFirstLanes(from, count, to);
  }
  static void addProducts(const Lanes &a, const Lanes &b, Lanes &sum) {
    sum += a * b;
  }
};

#ifdef __AVX512BF16__
/// Pairs of bf16 along K, which one instruction multiplies and adds to an f32.
/// It takes denormals as zeros.
struct Pairs {
  using ElementOfA = BFloat16;
  static constexpr int size = 2;
  using Factor = uint32_t;

  static Factor getFactor(const BFloat16 *a, int count) {
    return a[0].bits | (count > 1 ? static_cast<Factor>(a[1].bits) << 16 : 0u);
  }

  static void loadColumns(const BFloat16 *row, int64_t rowStride, int count,
                          Lanes (&to)[size]) {
    typedef short Halves __attribute__((vector_size(64)));
    Halves low, high = {};
    std::memcpy(&low, row, sizeof(low));
    if (count > 1)
      std::memcpy(&high, row + rowStride, sizeof(high));
    to[0] = castBits<Lanes>(__builtin_shufflevector(
        low, high, 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 8,
        40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47));
    to[1] = castBits<Lanes>(__builtin_shufflevector(
        low, high, 16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23,
        55, 24, 56, 25, 57, 26, 58, 27, 59, 28, 60, 29, 61, 30, 62, 31, 63));
  }
  static void addScaled(Factor factor, const Lanes &b, Lanes &sum) {
    addProducts(castBits<Lanes>(_mm512_set1_epi32(static_cast<int>(factor))), b,
                sum);
  }

  static void loadAlongK(const BFloat16 *from, Lanes &to) {
    std::memcpy(&to, from, sizeof(to));
  }
  static void loadLast(const BFloat16 *from, int64_t count, Lanes &to) {
    auto mask = static_cast<__mmask32>((1u << count) - 1);
    to = castBits<Lanes>(_mm512_maskz_loadu_epi16(mask, from));
  }
  static void addProducts(const Lanes &a, const Lanes &b, Lanes &sum) {
    sum = castBits<Lanes>(_mm512_dpbf16_ps(
        castBits<__m512>(sum), castBits<__m512bh>(a), castBits<__m512bh>(b)));
  }
};

#endif

} // namespace fused::runtime::FUSED_KERNELS

#endif // FUSED_LIB_RUNTIME_CPU_LANES_H
