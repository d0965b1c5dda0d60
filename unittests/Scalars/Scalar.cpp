//===- Scalar.cpp - Numbers of any type as bits -----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalar.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace llvm;
using namespace fused::scalars;

ArrayRef<ScalarType> fused::scalars::getScalarTypes() {
  static const ScalarType types[] = {
      {"f16", FUSED_F16, 16, &APFloat::IEEEhalf()},
      {"bf16", FUSED_BF16, 16, &APFloat::BFloat()},
      {"f32", FUSED_F32, 32, &APFloat::IEEEsingle()},
      {"f64", FUSED_F64, 64, &APFloat::IEEEdouble()},
      {"f8E4M3FN", FUSED_F8E4M3FN, 8, &APFloat::Float8E4M3FN()},
      {"f8E5M2", FUSED_F8E5M2, 8, &APFloat::Float8E5M2()},
      {"i1", FUSED_I1, 1, nullptr},
      {"i8", FUSED_I8, 8, nullptr},
      {"i16", FUSED_I16, 16, nullptr},
      {"i32", FUSED_I32, 32, nullptr},
      {"i64", FUSED_I64, 64, nullptr},
      {"index", FUSED_I64, 64, nullptr}};
  return types;
}

APFloat fused::scalars::getFloat(const ScalarType &type, Bits bits) {
  return APFloat(*type.floating, APInt(type.width, bits));
}

APInt fused::scalars::getInteger(const ScalarType &type, Bits bits) {
  return APInt(type.width, bits);
}

Bits fused::scalars::getBits(const APFloat &value) {
  return value.bitcastToAPInt().getZExtValue();
}

Bits fused::scalars::getBits(const APInt &value) {
  return value.getZExtValue();
}

bool fused::scalars::isNaN(const ScalarType &type, Bits bits) {
  return type.floating && getFloat(type, bits).isNaN();
}

std::string fused::scalars::format(const ScalarType &type, Bits bits) {
  SmallString<32> text;
  if (type.floating)
    getFloat(type, bits).toString(text);
  else
    getInteger(type, bits).toString(text, 10, /*Signed=*/type.width > 1);
  return (text + " (0x" + utohexstr(bits) + ")").str();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Bits fused::scalars::makeFloat(const ScalarType &type, double value) {
  APFloat number(value);
  bool losesInfo;
  number.convert(*type.floating, APFloat::rmNearestTiesToEven, &losesInfo);
  return getBits(number);
}

/// Returns the limits of integers of all widths and their neighbours, as 64
/// bits.
static std::vector<int64_t> getIntegerLimits() {
  std::vector<int64_t> values = {0, 1, 2, 3, 5, 7, 10, 100, -1, -2, -3, -7};
  for (unsigned shift : {7u, 8u, 15u, 16u, 24u, 31u, 32u, 53u, 62u, 63u})
    for (int64_t offset : {-1, 0, 1}) {
      auto value = int64_t((uint64_t(1) << shift) + uint64_t(offset));
      values.push_back(value);
      values.push_back(int64_t(0 - uint64_t(value)));
    }
  // Integers next to a tie between two numbers of bf16 or of f16.
  for (unsigned shift : {7u, 10u, 20u, 46u})
    for (uint64_t half : {0x101u, 0x103u, 0x801u, 0x803u})
      for (int64_t offset : {-1, 0, 1})
        values.push_back(int64_t((half << shift) + uint64_t(offset)));
  return values;
}

static std::vector<Bits> getSpecialIntegers(const ScalarType &type) {
  std::vector<Bits> values;
  for (int64_t value : getIntegerLimits())
    values.push_back(uint64_t(value) & maskTrailingOnes<uint64_t>(type.width));
  return values;
}

static std::vector<Bits> getSpecialFloats(const ScalarType &type) {
  const fltSemantics &format = *type.floating;
  std::vector<APFloat> values = {
      APFloat::getZero(format), APFloat::getSmallest(format),
      APFloat::getSmallestNormalized(format), APFloat::getLargest(format),
      APFloat::getNaN(format)};
  if (APFloat::semanticsHasInf(format))
    values.push_back(APFloat::getInf(format));
  APFloat subnormal = APFloat::getSmallestNormalized(format);
  subnormal.next(/*nextDown=*/true);
  values.push_back(subnormal);
  std::vector<Bits> bits;
  for (APFloat &value : values) {
    bits.push_back(getBits(value));
    value.changeSign();
    bits.push_back(getBits(value));
  }
  for (double value : {0.25,
                       0.4999999,
                       0.5,
                       0.75,
                       1.0,
                       1.5,
                       2.0,
                       2.5,
                       3.0,
                       3.5,
                       3.14159265358979,
                       10.0,
                       17.0,
                       88.8,
                       104.0,
                       120.5,
                       127.5,
                       710.0,
                       2049.0,
                       65504.0,
                       65520.0,
                       1e-3,
                       1e-5,
                       1e-8})
    for (double sign : {1.0, -1.0})
      bits.push_back(makeFloat(type, sign * value));
  for (int exponent : {7, 8, 15, 16, 31, 32, 52, 53, 63, 64})
    for (double scale : {1.0, -1.0, 1 - 0x1p-11, 1 - 0x1p-24, 1 - 0x1p-53})
      bits.push_back(makeFloat(type, std::ldexp(scale, exponent)));
  // Numbers next to a tie between two numbers of bf16, of f16 or of f32.
  for (double scale : {1 + 0x1p-8, 1 + 3 * 0x1p-8, 1 + 0x1p-11, 1 + 3 * 0x1p-11,
                       1 + 0x1p-24, 0x1p-24 * (1 + 0x1p-2), 0x1p-26})
    for (double offset : {0.0, 0x1p-40, -0x1p-40})
      for (double sign : {1.0, -1.0})
        bits.push_back(makeFloat(type, sign * scale * (1 + offset)));
  return bits;
}

std::vector<Bits> fused::scalars::getSpecialValues(const ScalarType &type) {
  std::vector<Bits> values =
      type.floating ? getSpecialFloats(type) : getSpecialIntegers(type);
  sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

Bits fused::scalars::drawValue(const ScalarType &type,
                               std::mt19937_64 &random) {
  Bits mask = maskTrailingOnes<uint64_t>(type.width);
  unsigned kind = random() % 4;
  if (!type.floating)
    // An integer of any length.
    return (kind == 0 ? random()
                      : uint64_t(int64_t(random()) >> (random() % 64))) &
           mask;
  if (kind == 0)
    return random() & mask;
  double fraction = double(int64_t(random())) * 0x1p-63;
  if (kind == 1)
    return makeFloat(type, 4 * fraction);
  if (kind == 2)
    return makeFloat(type, 100 * fraction);
  // An odd number of 9, 12 or 25 bits, or a number slightly above or below it.
  unsigned bits = ArrayRef<unsigned>({8, 11, 24})[random() % 3];
  double odd = double((random() >> (64 - bits)) | 1);
  double scale = std::ldexp(1.0, int(random() % 24) - 16 - int(bits));
  double offset = ArrayRef<double>({0, 0x1p-45, -0x1p-45})[random() % 3];
  return makeFloat(type, (fraction < 0 ? -1 : 1) * odd * scale * (1 + offset));
}
