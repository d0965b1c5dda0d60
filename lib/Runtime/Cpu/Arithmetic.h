//===- Arithmetic.h - Vectorisable conversions and tanh ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Included only by sources that are compiled once for each instruction set:
// everything is in the namespace of that instruction set, so that no function
// compiled for one is linked into another. Free of branches and calls, so that
// loops over these functions vectorise.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CPU_ARITHMETIC_H
#define FUSED_LIB_RUNTIME_CPU_ARITHMETIC_H

#include <cstdint>
#include <cstring>

namespace fused::runtime::FUSED_KERNELS {

/// Reinterprets the bits of a number.
template <typename To, typename From> inline To castBits(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

struct BFloat16 {
  uint16_t bits;
};
struct Float16 {
  uint16_t bits;
};

inline float widenElement(BFloat16 x) {
  return castBits<float>(static_cast<uint32_t>(x.bits) << 16);
}

/// Moves exponent and mantissa to where f32 has them and corrects the bias of
/// the exponent; a denormal becomes normal by subtracting its hidden bit.
inline float widenElement(Float16 x) {
  constexpr uint32_t exponentMask = 0x7c00u << 13;
  uint32_t magnitude = (x.bits & 0x7fffu) << 13;
  uint32_t exponent = magnitude & exponentMask;
  uint32_t normal = magnitude + ((127u - 15u) << 23);
  uint32_t infinityOrNan = normal + ((128u - 16u) << 23);
  float denormal = castBits<float>(normal + (1u << 23)) -
                   castBits<float>(uint32_t(113) << 23);
  uint32_t bits = exponent == exponentMask ? infinityOrNan : normal;
  bits = exponent == 0 ? castBits<uint32_t>(denormal) : bits;
  return castBits<float>(bits | (x.bits & 0x8000u) << 16);
}

inline float widenElement(float x) { return x; }
inline double widenElement(double x) { return x; }

/// Rounds to nearest even; a NaN stays one and becomes quiet.
inline void narrowElement(float x, BFloat16 &to) {
  uint32_t bits = castBits<uint32_t>(x);
  uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
  uint32_t nan = (bits >> 16) | 0x40u;
  to.bits = static_cast<uint16_t>(x != x ? nan : rounded);
}

/// Rounds to nearest even; what is too large becomes infinite.
inline void narrowElement(float x, Float16 &to) {
  uint32_t bits = castBits<uint32_t>(x);
  uint32_t sign = bits & 0x80000000u;
  uint32_t magnitude = bits ^ sign;
  // Adding 0.5 makes the hardware round at the last bit of an f16 denormal.
  uint32_t half = castBits<uint32_t>(0.5f);
  uint32_t denormal =
      castBits<uint32_t>(castBits<float>(magnitude) + 0.5f) - half;
  uint32_t normal =
      (magnitude - ((127u - 15u) << 23) + 0xfffu + ((magnitude >> 13) & 1u)) >>
      13;
  uint32_t result = magnitude < (113u << 23) ? denormal : normal;
  result = magnitude >= (143u << 23) ? 0x7c00u : result; // 65536 and more
  result = magnitude > 0x7f800000u ? 0x7e00u : result;
  to.bits = static_cast<uint16_t>(result | sign >> 16);
}

inline void narrowElement(float x, float &to) { to = x; }
inline void narrowElement(double x, double &to) { to = x; }

//===----------------------------------------------------------------------===//
// Hyperbolic tangent
//===----------------------------------------------------------------------===//

/// What depends on the type in `computeTanh`.
template <typename T> struct TanhConstants;
template <> struct TanhConstants<float> {
  using Bits = uint32_t;
  static constexpr int mantissaBits = 23, exponentBias = 127, degree = 7;
  static constexpr float limit = 9.5f;        // tanh(limit) rounds to 1
  static constexpr float shifter = 0x1.8p23f; // its last bit counts ones
  static constexpr float ln2High = 0x1.62e3p-1f, ln2Low = 0x1.2fefa2p-17f;
};
template <> struct TanhConstants<double> {
  using Bits = uint64_t;
  static constexpr int mantissaBits = 52, exponentBias = 1023, degree = 13;
  static constexpr double limit = 20.0;
  static constexpr double shifter = 0x1.8p52;
  static constexpr double ln2High = 0x1.62e42feep-1;
  static constexpr double ln2Low = 0x1.a39ef35793c76p-33;
};

template <typename T> constexpr T getInverseFactorial(int n) {
  double factorial = 1;
  for (int i = 2; i <= n; ++i)
    factorial *= i;
  return static_cast<T>(1 / factorial);
}

/// The terms of the Taylor series of exp(r) from r^n on, divided by r^n. A
/// recursion at compile time: loops that contain loops do not vectorise.
template <typename T, int n> inline T sumTaylorTerms(T r) {
  constexpr T coefficient = getInverseFactorial<T>(n);
  if constexpr (n == TanhConstants<T>::degree)
    return coefficient;
  else
    return sumTaylorTerms<T, n + 1>(r) * r + coefficient;
}

/// tanh(x) = e / (e + 2) with e = exp(2 |x|) - 1. The exponential is reduced to
/// 2^n exp(r), |r| <= ln(2) / 2, and exp(r) - 1 is its Taylor polynomial, so
/// that nothing cancels near zero. The error is at most 4 units in the last
/// place (measured by the unit tests); NaN gives NaN, infinities give 1 and -1.
template <typename T> inline T computeTanh(T x) {
  using C = TanhConstants<T>;
  using Bits = typename C::Bits;
  constexpr Bits signBit = Bits(1) << (sizeof(T) * 8 - 1);
  Bits sign = castBits<Bits>(x) & signBit;
  T magnitude = castBits<T>(castBits<Bits>(x) ^ sign);
  T y = T(2) * (magnitude > C::limit ? C::limit : magnitude);
  T shifted = y * T(1.4426950408889634) + C::shifter;
  T n = shifted - C::shifter;
  T r = (y - n * C::ln2High) - n * C::ln2Low;
  T polynomial = sumTaylorTerms<T, 1>(r) * r;
  Bits exponent = castBits<Bits>(shifted) + Bits(C::exponentBias);
  T power = castBits<T>(exponent << C::mantissaBits);
  T e = power * polynomial + (power - T(1));
  return castBits<T>(castBits<Bits>(e / (e + T(2))) | sign);
}

} // namespace fused::runtime::FUSED_KERNELS

#endif // FUSED_LIB_RUNTIME_CPU_ARITHMETIC_H
