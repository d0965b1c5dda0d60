//===- Element.cpp - Element types in plain arithmetic --------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Element.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace fused::test;

namespace {
/// A 16-bit format of IEEE 754's kind.
struct Format {
  int mantissaBits, exponentBits;
  int getBias() const { return (1 << (exponentBits - 1)) - 1; }
};
constexpr Format f16 = {10, 5};
constexpr Format bf16 = {7, 8};

double decode(Format format, uint16_t bits) {
  int mantissa = bits & ((1 << format.mantissaBits) - 1);
  int exponent = (bits & 0x7fff) >> format.mantissaBits;
  double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == (1 << format.exponentBits) - 1)
    return mantissa ? std::numeric_limits<double>::quiet_NaN()
                    : sign * std::numeric_limits<double>::infinity();
  if (exponent == 0)
    return sign *
           std::ldexp(mantissa, 1 - format.getBias() - format.mantissaBits);
  return sign * std::ldexp(mantissa + (1 << format.mantissaBits),
                           exponent - format.getBias() - format.mantissaBits);
}

uint16_t encode(Format format, double value) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  uint16_t infinity = static_cast<uint16_t>(((1 << format.exponentBits) - 1)
                                            << format.mantissaBits);
  if (std::isnan(value))
    return sign | infinity | 1u << (format.mantissaBits - 1);
  if (std::isinf(value))
    return sign | infinity;
  if (value == 0)
    return sign;
  int exponent;
  std::frexp(value, &exponent);
  // In units of the last place of this binade, or of the denormals.
  int last = std::max(exponent - 1, 1 - format.getBias()) - format.mantissaBits;
  auto units = static_cast<unsigned>(
      std::nearbyint(std::ldexp(std::fabs(value), -last)));
  // A carry into the exponent is what the sum makes of it.
  unsigned biased =
      static_cast<unsigned>(last + format.mantissaBits + format.getBias() - 1);
  unsigned bits = (biased << format.mantissaBits) + units;
  return sign | static_cast<uint16_t>(bits < infinity ? bits : infinity);
}

/// f8E4M3FN and f8E5M2, the latter with infinities. Only small numbers are
/// written, so the nearest is looked for among all.
double decodeByte(fused_type_t type, uint8_t bits) {
  bool isE4M3 = type == FUSED_F8E4M3FN;
  Format format = isE4M3 ? Format{3, 4} : Format{2, 5};
  double sign = bits & 0x80 ? -1 : 1;
  int mantissa = bits & ((1 << format.mantissaBits) - 1);
  int exponent = (bits & 0x7f) >> format.mantissaBits;
  bool isLast = exponent == (1 << format.exponentBits) - 1;
  if (isLast && (isE4M3 ? mantissa == 7 : mantissa != 0))
    return std::numeric_limits<double>::quiet_NaN();
  if (isLast && !isE4M3)
    return sign * std::numeric_limits<double>::infinity();
  if (exponent == 0)
    return sign *
           std::ldexp(mantissa, 1 - format.getBias() - format.mantissaBits);
  return sign * std::ldexp(mantissa + (1 << format.mantissaBits),
                           exponent - format.getBias() - format.mantissaBits);
}

uint8_t encodeByte(fused_type_t type, double value) {
  constexpr uint8_t nan = 0x7f;
  if (std::isnan(value))
    return nan;
  uint8_t nearest = nan;
  for (int bits = 0; bits < 256; ++bits) {
    double candidate = decodeByte(type, static_cast<uint8_t>(bits));
    if (std::isfinite(candidate) &&
        !(std::fabs(candidate - value) >=
          std::fabs(decodeByte(type, nearest) - value)))
      nearest = static_cast<uint8_t>(bits);
  }
  return nearest;
}

template <typename T> T load(const void *address) {
  T value;
  std::memcpy(&value, address, sizeof(T));
  return value;
}
template <typename T> void save(void *address, T value) {
  std::memcpy(address, &value, sizeof(T));
}
} // namespace

double fused::test::readElement(fused_type_t type, const void *address) {
  switch (type) {
  case FUSED_F16:
    return decode(f16, load<uint16_t>(address));
  case FUSED_BF16:
    return decode(bf16, load<uint16_t>(address));
  case FUSED_F32:
    return load<float>(address);
  case FUSED_F64:
    return load<double>(address);
  case FUSED_F8E4M3FN:
  case FUSED_F8E5M2:
    return decodeByte(type, load<uint8_t>(address));
  case FUSED_I32:
    return load<int32_t>(address);
  default:
    return load<uint8_t>(address);
  }
}

void fused::test::writeElement(fused_type_t type, void *address, double value) {
  switch (type) {
  case FUSED_F16:
    return save(address, encode(f16, value));
  case FUSED_BF16:
    return save(address, encode(bf16, value));
  case FUSED_F32:
    return save(address, static_cast<float>(value));
  case FUSED_F64:
    return save(address, value);
  case FUSED_F8E4M3FN:
  case FUSED_F8E5M2:
    return save(address, encodeByte(type, value));
  case FUSED_I32:
    return save(address, static_cast<int32_t>(std::nearbyint(value)));
  default:
    return save(address, static_cast<uint8_t>(std::nearbyint(value)));
  }
}

double fused::test::getUnitRoundoff(fused_type_t type) {
  switch (type) {
  case FUSED_F16:
    return std::ldexp(1, -11);
  case FUSED_BF16:
    return std::ldexp(1, -8);
  case FUSED_F32:
    return std::ldexp(1, -24);
  case FUSED_F8E4M3FN:
    return std::ldexp(1, -4);
  case FUSED_I8:
  case FUSED_I32:
    return 0;
  default:
    return std::ldexp(1, -53);
  }
}

double fused::test::getSmallest(fused_type_t type) {
  switch (type) {
  case FUSED_F16:
    return std::ldexp(1, -24);
  case FUSED_BF16:
    return std::ldexp(1, -133);
  case FUSED_F32:
    return std::ldexp(1, -149);
  case FUSED_F8E4M3FN:
    return std::ldexp(1, -9);
  case FUSED_I8:
  case FUSED_I32:
    return 0.5;
  default:
    return std::numeric_limits<double>::denorm_min();
  }
}
