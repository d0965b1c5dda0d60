//===- HostTensorTest.cpp - Tensors of the host -----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostTensor.h"

#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <string>

using namespace llvm;
using namespace fused::run;

namespace {

/// A format of at most 16 bits.
struct Format {
  fused_type_t type;
  const fltSemantics &semantics;
};

class HostTensorTest : public testing::TestWithParam<Format> {};

/// As APFloat rounds, bit by bit; NaN is NaN.
void expectRounded(const Format &format, double value) {
  APFloat expected(value);
  bool losesInfo;
  expected.convert(format.semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  HostTensor tensor(format.type, {1});
  tensor.set(0, value);
  uint64_t bits = 0;
  std::memcpy(&bits, tensor.getView().data, fused_type_size(format.type));
  if (!expected.isNaN()) {
    ASSERT_EQ(bits, expected.bitcastToAPInt().getZExtValue()) << value;
  }
  double stored = tensor.get(0), rounded = expected.convertToDouble();
  if (std::isnan(rounded)) {
    ASSERT_TRUE(std::isnan(stored)) << value;
    return;
  }
  ASSERT_EQ(stored, rounded) << value;
  ASSERT_EQ(std::signbit(stored), std::signbit(rounded)) << value;
}

TEST_P(HostTensorTest, RoundsAsAPFloatDoes) {
  const Format &format = GetParam();
  unsigned width = APFloat::semanticsSizeInBits(format.semantics);
  for (uint64_t bits = 0; bits < uint64_t(1) << width; ++bits) {
    double value =
        APFloat(format.semantics, APInt(width, bits)).convertToDouble();
    APFloat above(format.semantics, APInt(width, bits));
    above.next(/*nextDown=*/false);
    double middle = (value + above.convertToDouble()) / 2;
    for (double number : {value, middle, std::nextafter(middle, INFINITY),
                          std::nextafter(middle, -INFINITY)})
      expectRounded(format, number);
  }
  for (double number : {1e300, -1e300, 5e-324, -5e-324, 3.5e38, 65520.0, 464.0,
                        480.0, 61440.0, 1.0 / 3})
    expectRounded(format, number);
}

INSTANTIATE_TEST_SUITE_P(
    SmallFormats, HostTensorTest,
    testing::Values(Format{FUSED_F16, APFloat::IEEEhalf()},
                    Format{FUSED_BF16, APFloat::BFloat()},
                    Format{FUSED_F8E4M3FN, APFloat::Float8E4M3FN()},
                    Format{FUSED_F8E5M2, APFloat::Float8E5M2()}),
    [](const testing::TestParamInfo<Format> &info) {
      return std::string(fused_type_string(info.param.type));
    });

} // namespace
