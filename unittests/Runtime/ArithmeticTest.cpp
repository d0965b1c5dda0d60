//===- ArithmeticTest.cpp - The arithmetic of the kernels -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define FUSED_KERNELS tested
#include "Cpu/Arithmetic.h"

#include "Element.h"

#include "gtest/gtest.h"
#include <cmath>

using namespace fused::runtime::tested;
using namespace fused::test;

namespace {
template <typename Element> void checkAllValues(fused_type_t type) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    Element element = {static_cast<uint16_t>(bits)};
    float value = widenElement(element);
    double expected = readElement(type, &element);
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(value)) << bits;
    } else {
      ASSERT_EQ(value, expected) << bits;
      ASSERT_EQ(std::signbit(value), std::signbit(expected)) << bits;
    }
    Element back;
    narrowElement(value, back);
    if (std::isnan(expected))
      EXPECT_TRUE(std::isnan(widenElement(back))) << bits;
    else
      ASSERT_EQ(back.bits, bits);
  }
}

template <typename Element> void checkRounding(fused_type_t type) {
  // A stride that is odd, so that all low bits occur, and the neighbours of
  // every value that is half way.
  for (uint64_t step = 0; step < (uint64_t(1) << 32); step += 1021) {
    for (uint32_t bits : {uint32_t(step), (uint32_t(step) & ~0xfffu) | 0x1000u,
                          (uint32_t(step) & ~0xffffu) | 0x8000u}) {
      float value = castBits<float>(bits);
      Element rounded;
      uint16_t expected;
      narrowElement(value, rounded);
      writeElement(type, &expected, value);
      if (std::isnan(value))
        ASSERT_TRUE(std::isnan(widenElement(rounded))) << bits;
      else
        ASSERT_EQ(rounded.bits, expected) << value;
    }
  }
}

TEST(Arithmetic, EveryF16) { checkAllValues<Float16>(FUSED_F16); }
TEST(Arithmetic, EveryBf16) { checkAllValues<BFloat16>(FUSED_BF16); }
TEST(Arithmetic, RoundingToF16) { checkRounding<Float16>(FUSED_F16); }
TEST(Arithmetic, RoundingToBf16) { checkRounding<BFloat16>(FUSED_BF16); }

/// The error of `computeTanh` in units in the last place of the result.
template <typename T, typename Wide> double getTanhError(T x) {
  Wide expected = std::tanh(static_cast<Wide>(x));
  int exponent;
  std::frexp(static_cast<T>(expected), &exponent);
  exponent = std::max(exponent, std::numeric_limits<T>::min_exponent);
  Wide unit = std::ldexp(Wide(1), exponent - std::numeric_limits<T>::digits);
  return static_cast<double>(
      std::fabs(static_cast<Wide>(computeTanh(x)) - expected) / unit);
}

TEST(Arithmetic, TanhF32) {
  double worst = 0;
  for (uint32_t bits = 0; bits < 0x7f800000u; bits += 1009)
    worst = std::max(worst, getTanhError<float, double>(castBits<float>(bits)));
  for (uint32_t bits = 0x3d000000; bits < 0x41400000u; bits += 17)
    worst =
        std::max(worst, getTanhError<float, double>(-castBits<float>(bits)));
  RecordProperty("worst_error_in_units", std::to_string(worst));
  EXPECT_LE(worst, 4);
}

TEST(Arithmetic, TanhF64) {
  double worst = 0;
  for (double x = 1e-9; x < 25; x *= 1.00003)
    worst = std::max(worst, getTanhError<double, long double>(-x));
  RecordProperty("worst_error_in_units", std::to_string(worst));
  EXPECT_LE(worst, 4);
}

template <typename T> void checkSpecialTanh() {
  T infinity = std::numeric_limits<T>::infinity();
  EXPECT_EQ(computeTanh(infinity), T(1));
  EXPECT_EQ(computeTanh(-infinity), T(-1));
  EXPECT_EQ(computeTanh(std::numeric_limits<T>::max()), T(1));
  EXPECT_TRUE(std::isnan(computeTanh(std::numeric_limits<T>::quiet_NaN())));
  EXPECT_EQ(computeTanh(T(0)), T(0));
  EXPECT_FALSE(std::signbit(computeTanh(T(0))));
  EXPECT_TRUE(std::signbit(computeTanh(T(-0.0))));
}
TEST(Arithmetic, TanhOfSpecialValues) {
  checkSpecialTanh<float>();
  checkSpecialTanh<double>();
}
} // namespace
