//===- DeviceFunctions.cpp - What devices compute in one step -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the intrinsics that CUDA's library of functions uses.
// Where a device approximates a function, this file rounds the exact value.
//
//===----------------------------------------------------------------------===//

#include "DeviceFunctions.h"

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <type_traits>

using namespace fused::emulator;

double fused::emulator::widenHalf(uint16_t bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double value =
      exponent == 31  ? (fraction ? std::numeric_limits<double>::quiet_NaN()
                                  : std::numeric_limits<double>::infinity())
      : exponent == 0 ? std::ldexp(double(fraction), -24)
                      : std::ldexp(double(1024 + fraction), exponent - 25);
  return bits >> 15 ? -value : value;
}

namespace {
template <typename To, typename From> To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
}

//===----------------------------------------------------------------------===//
// Arithmetic in other rounding modes
//===----------------------------------------------------------------------===//

/// Sets a rounding mode and restores the old one at its end. Code in between
/// keeps its numbers in volatile variables, since compilers assume one fixed
/// mode.
class RoundingScope {
public:
  explicit RoundingScope(int mode) : before(std::fegetround()) {
    if (mode != before)
      std::fesetround(mode);
  }
  ~RoundingScope() { std::fesetround(before); }

private:
  int before;
};

template <int mode, typename T> T add(T a, T b) {
  RoundingScope scope(mode);
  volatile T x = a, y = b;
  volatile T z = x + y;
  return z;
}
template <int mode, typename T> T multiply(T a, T b) {
  RoundingScope scope(mode);
  volatile T x = a, y = b;
  volatile T z = x * y;
  return z;
}
template <int mode, typename T> T divide(T a, T b) {
  RoundingScope scope(mode);
  volatile T x = a, y = b;
  volatile T z = x / y;
  return z;
}
template <int mode, typename T> T invert(T a) {
  return divide<mode, T>(T(1), a);
}
template <int mode, typename T> T root(T a) {
  RoundingScope scope(mode);
  volatile T x = a;
  volatile T z = std::sqrt(x);
  return z;
}
template <int mode, typename T> T multiplyAdd(T a, T b, T c) {
  RoundingScope scope(mode);
  volatile T x = a, y = b, z = c;
  volatile T sum = std::fma(x, y, z);
  return sum;
}
template <int mode, typename To, typename From> To convert(From from) {
  RoundingScope scope(mode);
  volatile From x = from;
  volatile To y = static_cast<To>(x);
  return y;
}
/// Rounds to an integer and saturates. The PTX ISA defines the result for NaN.
template <int mode, typename To, typename From> To toInteger(From from) {
  if (std::isnan(from))
    return sizeof(From) == 8 || sizeof(To) == 8
               ? static_cast<To>(std::make_unsigned_t<To>(1)
                                 << (8 * sizeof(To) - 1))
               : 0;
  RoundingScope scope(mode);
  volatile From x = from;
  volatile From rounded = std::nearbyint(x);
  // Both limits are powers of two, which are exact.
  From end = std::ldexp(From(1), std::numeric_limits<To>::digits);
  if (rounded >= end)
    return std::numeric_limits<To>::max();
  if (rounded <= (std::is_signed_v<To> ? -end : From(0)))
    return std::numeric_limits<To>::min();
  return static_cast<To>(rounded);
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

float saturate(float x) { return x >= 1 ? 1 : x > 0 ? x : 0; }
template <typename T> T inverseRoot(T x) {
  if (x == 0)
    return std::copysign(std::numeric_limits<T>::infinity(), x);
  return static_cast<T>(1 / std::sqrt(static_cast<double>(x)));
}
/// Replaces subnormal numbers by zero.
float flush(float x) {
  return std::fabs(x) < std::numeric_limits<float>::min()
             ? std::copysign(0.0F, x)
             : x;
}
float exp2(float x) { return static_cast<float>(std::exp2(double(x))); }
float exp2Flushed(float x) { return flush(exp2(flush(x))); }
float log2(float x) { return static_cast<float>(std::log2(double(x))); }
float log2Flushed(float x) { return flush(log2(flush(x))); }
float sine(float x) { return static_cast<float>(std::sin(double(x))); }
float cosine(float x) { return static_cast<float>(std::cos(double(x))); }
float inverse(float x) { return 1 / x; }
float inverseFlushed(float x) { return flush(1 / flush(x)); }
float inverseRootFlushed(float x) { return inverseRoot(flush(x)); }
float rootFlushed(float x) { return std::sqrt(flush(x)); }
float quotient(float a, float b) { return a / b; }
float quotientFlushed(float a, float b) { return flush(flush(a) / flush(b)); }
/// A device reads and computes only the upper half of a double.
double inverseDouble(double x) { return 1 / x; }
float hyperbolicTangent(float x) {
  return static_cast<float>(std::tanh(double(x)));
}

uint32_t permute(uint32_t a, uint32_t b, uint32_t selector) {
  uint64_t bytes = uint64_t(b) << 32 | a;
  uint32_t result = 0;
  for (int i = 0; i < 4; ++i) {
    uint32_t control = selector >> (4 * i) & 15;
    auto byte = static_cast<uint8_t>(bytes >> (8 * (control & 7)));
    if (control & 8)
      byte = byte & 0x80 ? 0xff : 0;
    result |= uint32_t(byte) << (8 * i);
  }
  return result;
}
int32_t multiplyHigh(int32_t a, int32_t b) {
  return static_cast<int32_t>(int64_t(a) * b >> 32);
}
uint32_t multiplyHighU(uint32_t a, uint32_t b) {
  return static_cast<uint32_t>(uint64_t(a) * b >> 32);
}
__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;
int64_t multiplyHighL(int64_t a, int64_t b) {
  return static_cast<int64_t>(Int128(a) * b >> 64);
}
uint64_t multiplyHighUL(uint64_t a, uint64_t b) {
  return static_cast<uint64_t>(UInt128(a) * b >> 64);
}
uint32_t sumDistance(int32_t a, int32_t b, uint32_t c) {
  return static_cast<uint32_t>(a < b ? int64_t(b) - a : int64_t(a) - b) + c;
}
uint32_t sumDistanceU(uint32_t a, uint32_t b, uint32_t c) {
  return (a < b ? b - a : a - b) + c;
}
double fromHalves(uint32_t low, uint32_t high) {
  return bitCast<double>(uint64_t(high) << 32 | low);
}
uint32_t getLow(double x) {
  return static_cast<uint32_t>(bitCast<uint64_t>(x));
}
uint32_t getHigh(double x) {
  return static_cast<uint32_t>(bitCast<uint64_t>(x) >> 32);
}

//===----------------------------------------------------------------------===//
// Types of 16 bits
//===----------------------------------------------------------------------===//

/// Rounds to the nearest number of a type with `exponent` bits of exponent and
/// `mantissa` bits after the leading one. Ties go to even.
uint16_t narrow(double value, int mantissa, int exponent) {
  auto bits = bitCast<uint64_t>(value);
  auto sign = static_cast<uint16_t>(bits >> 63 << 15);
  auto infinity = static_cast<uint16_t>(((1 << exponent) - 1) << mantissa);
  if (std::isnan(value))
    return static_cast<uint16_t>(0x7fff);
  double magnitude = std::fabs(value);
  int bias = (1 << (exponent - 1)) - 1;
  int power = 0;
  std::frexp(magnitude, &power);
  // The unit in the last place, which is at least that of subnormal numbers.
  int unit = std::max(power - 1, 1 - bias) - mantissa;
  if (std::isinf(magnitude))
    return sign | infinity;
  // Nothing but this rounding is inexact.
  double scaled = std::nearbyint(std::ldexp(magnitude, -unit));
  double rounded = std::ldexp(scaled, unit);
  if (rounded >= std::ldexp(1.0, bias + 1))
    return sign | infinity;
  if (rounded < std::ldexp(1.0, 1 - bias))
    return sign | static_cast<uint16_t>(scaled);
  std::frexp(rounded, &power);
  double fraction = std::ldexp(rounded, mantissa + 1 - power);
  auto digits = static_cast<uint16_t>(fraction - std::ldexp(1.0, mantissa));
  return static_cast<uint16_t>(sign | (power - 1 + bias) << mantissa | digits);
}
double widenBrain(uint16_t bits) {
  return bitCast<float>(uint32_t(bits) << 16);
}
uint16_t toHalf(float x) { return narrow(x, 10, 5); }

/// Returns a * b + c, rounded to odd. Rounding this result to a shorter type
/// gives what a single rounding would give.
double multiplyAddToOdd(double a, double b, double c) {
  // The product of two numbers of 16 bits is exact in double.
  double product = a * b, sum = product + c;
  if (!std::isfinite(sum))
    return sum;
  double rest = sum - product;
  double error = (product - (sum - rest)) + (c - rest);
  auto bits = bitCast<uint64_t>(sum);
  if (error == 0 || bits & 1)
    return sum;
  bool isOutwards = (error > 0) == (sum > 0);
  return bitCast<double>(isOutwards ? bits + 1 : bits - 1);
}
uint16_t multiplyAddHalf(uint16_t a, uint16_t b, uint16_t c) {
  return narrow(multiplyAddToOdd(widenHalf(a), widenHalf(b), widenHalf(c)), 10,
                5);
}
uint16_t multiplyAddBrain(uint16_t a, uint16_t b, uint16_t c) {
  return narrow(multiplyAddToOdd(widenBrain(a), widenBrain(b), widenBrain(c)),
                7, 8);
}

// LLVM passes types of 16 bits in the registers that C uses for floats.
#if defined(__FLT16_MAX__)
using Register16 = _Float16;
#else
using Register16 = uint16_t;
#endif
template <typename From, int mantissa, int exponent>
Register16 truncateTo(From x) {
  return bitCast<Register16>(narrow(x, mantissa, exponent));
}
template <typename To> To extendHalf(Register16 x) {
  return static_cast<To>(widenHalf(bitCast<uint16_t>(x)));
}

template <typename Function> const void *addressOf(Function *function) {
  return reinterpret_cast<const void *>(function);
}

using Table = std::map<std::string, const void *, std::less<>>;

template <int mode> void addRounded(Table &table, const std::string &suffix) {
  auto set = [&](const char *name, const char *type, auto *function) {
    table[name + suffix + type] = addressOf(function);
  };
  set("add", ".f", add<mode, float>);
  set("add", ".d", add<mode, double>);
  set("mul", ".f", multiply<mode, float>);
  set("mul", ".d", multiply<mode, double>);
  set("div", ".f", divide<mode, float>);
  set("div", ".d", divide<mode, double>);
  set("rcp", ".f", invert<mode, float>);
  set("rcp", ".d", invert<mode, double>);
  set("sqrt", ".f", root<mode, float>);
  set("sqrt", ".d", root<mode, double>);
  set("fma", ".f", multiplyAdd<mode, float>);
  set("fma", ".d", multiplyAdd<mode, double>);
  set("d2f", "", convert<mode, float, double>);
  set("i2f", "", convert<mode, float, int32_t>);
  set("ui2f", "", convert<mode, float, uint32_t>);
  set("ll2f", "", convert<mode, float, int64_t>);
  set("ull2f", "", convert<mode, float, uint64_t>);
  set("i2d", "", convert<mode, double, int32_t>);
  set("ui2d", "", convert<mode, double, uint32_t>);
  set("ll2d", "", convert<mode, double, int64_t>);
  set("ull2d", "", convert<mode, double, uint64_t>);
  set("f2i", "", toInteger<mode, int32_t, float>);
  set("f2ui", "", toInteger<mode, uint32_t, float>);
  set("f2ll", "", toInteger<mode, int64_t, float>);
  set("f2ull", "", toInteger<mode, uint64_t, float>);
  set("d2i", "", toInteger<mode, int32_t, double>);
  set("d2ui", "", toInteger<mode, uint32_t, double>);
  set("d2ll", "", toInteger<mode, int64_t, double>);
  set("d2ull", "", toInteger<mode, uint64_t, double>);
}

Table makeTable() {
  Table table = {
      {"saturate.f", addressOf(saturate)},
      {"rsqrt.approx.f", addressOf(inverseRoot<float>)},
      {"rsqrt.approx.ftz.f", addressOf(inverseRootFlushed)},
      {"rsqrt.approx.d", addressOf(inverseRoot<double>)},
      {"rsqrt.approx.ftz.d", addressOf(inverseRoot<double>)},
      {"sqrt.f", addressOf(root<FE_TONEAREST, float>)},
      {"sqrt.approx.f", addressOf(root<FE_TONEAREST, float>)},
      {"sqrt.approx.ftz.f", addressOf(rootFlushed)},
      {"rcp.approx.f", addressOf(inverse)},
      {"rcp.approx.ftz.f", addressOf(inverseFlushed)},
      {"rcp.approx.ftz.d", addressOf(inverseDouble)},
      {"div.approx.f", addressOf(quotient)},
      {"div.approx.ftz.f", addressOf(quotientFlushed)},
      {"div.full", addressOf(quotient)},
      {"ex2.approx.f", addressOf(exp2)},
      {"ex2.approx.f32", addressOf(exp2)},
      {"ex2.approx.ftz.f", addressOf(exp2Flushed)},
      {"ex2.approx.ftz.f32", addressOf(exp2Flushed)},
      {"lg2.approx.f", addressOf(log2)},
      {"lg2.approx.ftz.f", addressOf(log2Flushed)},
      {"sin.approx.f", addressOf(sine)},
      {"cos.approx.f", addressOf(cosine)},
      {"tanh.approx.f32", addressOf(hyperbolicTangent)},
      {"prmt", addressOf(permute)},
      {"mulhi.i", addressOf(multiplyHigh)},
      {"mulhi.ui", addressOf(multiplyHighU)},
      {"mulhi.ll", addressOf(multiplyHighL)},
      {"mulhi.ull", addressOf(multiplyHighUL)},
      {"sad.i", addressOf(sumDistance)},
      {"sad.ui", addressOf(sumDistanceU)},
      {"lohi.i2d", addressOf(fromHalves)},
      {"d2i.lo", addressOf(getLow)},
      {"d2i.hi", addressOf(getHigh)},
      {"f2h.rn", addressOf(toHalf)},
      // LLVM has these intrinsics, too, but its code for the host rounds twice.
      {"fma.f16", addressOf(multiplyAddHalf)},
      {"fma.bf16", addressOf(multiplyAddBrain)},
  };
  addRounded<FE_TONEAREST>(table, ".rn");
  addRounded<FE_TOWARDZERO>(table, ".rz");
  addRounded<FE_DOWNWARD>(table, ".rm");
  addRounded<FE_UPWARD>(table, ".rp");
  return table;
}
} // namespace

const void *fused::emulator::findDeviceFunction(std::string_view name) {
  static const Table table = makeTable();
  auto entry = table.find(name);
  return entry == table.end() ? nullptr : entry->second;
}

const std::vector<std::pair<const char *, const void *>> &
fused::emulator::getConversionFunctions() {
  static const std::vector<std::pair<const char *, const void *>> functions = {
      {"__truncsfhf2", addressOf(truncateTo<float, 10, 5>)},
      {"__truncdfhf2", addressOf(truncateTo<double, 10, 5>)},
      {"__truncsfbf2", addressOf(truncateTo<float, 7, 8>)},
      {"__truncdfbf2", addressOf(truncateTo<double, 7, 8>)},
      {"__extendhfsf2", addressOf(extendHalf<float>)},
      {"__gnu_f2h_ieee", addressOf(toHalf)},
  };
  return functions;
}
