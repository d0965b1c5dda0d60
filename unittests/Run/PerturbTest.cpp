//===- PerturbTest.cpp - Inputs that differ by rounding ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Perturb.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace fused::run;

namespace {

HostTensor makeTensor(fused_type_t type, std::initializer_list<double> values) {
  HostTensor tensor(type, {int64_t(values.size())});
  int64_t index = 0;
  for (double value : values)
    tensor.set(index++, value);
  return tensor;
}

TEST(PerturbTest, NumbersChangeByAnUlp) {
  HostTensor tensor = makeTensor(FUSED_F32, {1, -3, 1e10, 1e-10});
  for (unsigned draw = 0; draw < 8; ++draw) {
    PerturbedInputs inputs = perturb(tensor, 0x1p-23, 1, draw);
    for (int64_t i = 0; i < 4; ++i) {
      double value = tensor.get(i), changed = inputs.own[0].get(i);
      EXPECT_LE(std::abs(changed - value), std::abs(value) * 0x1p-22);
      EXPECT_EQ(changed, inputs.promoted[0].get(i));
    }
  }
}

TEST(PerturbTest, DrawsDiffer) {
  HostTensor tensor = makeTensor(FUSED_F32, {1.1, 1.2, 1.3, 1.4, 1.5, 1.6});
  auto first = perturb(tensor, 0x1p-20, 1, 1).own[0];
  auto second = perturb(tensor, 0x1p-20, 1, 3).own[0];
  EXPECT_NE(first.getBytes(), second.getBytes());
}

TEST(PerturbTest, SpecialValuesStay) {
  HostTensor tensor = makeTensor(
      FUSED_F32, {0, -0.0, INFINITY, -INFINITY, NAN, 0x1.fffffep127});
  for (unsigned draw = 0; draw < 8; ++draw) {
    HostTensor changed = perturb(tensor, 0x1p-23, 1, draw).own[0];
    for (int64_t i = 0; i < 2; ++i) {
      EXPECT_EQ(changed.get(i), 0);
      EXPECT_EQ(std::signbit(changed.get(i)), i == 1);
    }
    EXPECT_EQ(changed.get(2), INFINITY);
    EXPECT_EQ(changed.get(3), -INFINITY);
    EXPECT_TRUE(std::isnan(changed.get(4)));
    EXPECT_TRUE(std::isfinite(changed.get(5)));
  }
}

TEST(PerturbTest, CoarseTypesChangeInDoubleOnly) {
  HostTensor tensor = makeTensor(FUSED_BF16, {1, 2, 3});
  PerturbedInputs inputs = perturb(tensor, 0x1p-23, 1, 0);
  EXPECT_EQ(inputs.own[0].getBytes(), tensor.getBytes());
  EXPECT_FALSE(inputs.isOwnPerturbed);
  EXPECT_NE(inputs.promoted[0].get(0), 1);
}

} // namespace
