//===- RandomInputsTest.cpp - Random and special numbers --------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"

#include "gtest/gtest.h"

#include <cmath>
#include <set>

using namespace fused::run;

namespace {

double getDeviation(const HostTensor &tensor) {
  double sum = 0;
  for (int64_t i = 0; i < tensor.getNumElements(); ++i)
    sum += tensor.get(i) * tensor.get(i);
  return std::sqrt(sum / double(tensor.getNumElements()));
}

TEST(RandomInputsTest, MatricesAreScaledByTheirLargerSize) {
  HostTensor matrix = makeRandomTensor(FUSED_F32, {100, 256}, Random(1));
  EXPECT_NEAR(getDeviation(matrix), 0.25, 0.01);
  HostTensor vector = makeRandomTensor(FUSED_F64, {20000}, Random(1));
  EXPECT_NEAR(getDeviation(vector), 0.5, 0.02);
}

TEST(RandomInputsTest, StreamsDiffer) {
  HostTensor one = makeRandomTensor(FUSED_F32, {4}, Random(1, 0));
  HostTensor two = makeRandomTensor(FUSED_F32, {4}, Random(1, 1));
  EXPECT_NE(one.get(0), two.get(0));
}

TEST(RandomInputsTest, IntegersAreSmall) {
  HostTensor tensor = makeRandomTensor(FUSED_I8, {1000}, Random(3));
  std::set<double> values;
  for (int64_t i = 0; i < 1000; ++i)
    values.insert(tensor.get(i));
  EXPECT_EQ(*values.begin(), 0);
  EXPECT_EQ(*values.rbegin(), 7);
}

/// Returns the values planted in a large tensor of zeros.
std::multiset<double> plant(fused_type_t type, SpecialValues kind) {
  HostTensor tensor(type, {100000});
  for (int64_t i = 0; i < tensor.getNumElements(); ++i)
    tensor.set(i, 1);
  EXPECT_TRUE(plantSpecialValues(tensor, kind, Random(1)));
  std::multiset<double> values;
  for (int64_t i = 0; i < tensor.getNumElements(); ++i)
    if (double value = tensor.get(i); value != 1)
      values.insert(std::isnan(value) ? 12345 : value);
  return values;
}

TEST(RandomInputsTest, SpecialValuesAreThoseOfTheType) {
  std::multiset<double> f16 = plant(FUSED_F16, SpecialValues::NonFinite);
  EXPECT_EQ(f16.size(), 5u);
  EXPECT_EQ(f16.count(0), 2u);
  EXPECT_EQ(f16.count(INFINITY), 1u);
  EXPECT_EQ(f16.count(-INFINITY), 1u);
  EXPECT_EQ(f16.count(12345), 1u);

  std::multiset<double> bf16 = plant(FUSED_BF16, SpecialValues::All);
  EXPECT_EQ(bf16.size(), 6u);
  EXPECT_EQ(
      bf16.count(std::ldexp(255, 120)) + bf16.count(-std::ldexp(255, 120)), 1u);
  EXPECT_EQ(bf16.count(std::ldexp(1, -126)), 1u);
  EXPECT_EQ(bf16.count(INFINITY) + bf16.count(-INFINITY) + bf16.count(12345),
            1u);
  EXPECT_EQ(plant(FUSED_F32, SpecialValues::OneNonFinite).size(), 3u);
  EXPECT_EQ(plant(FUSED_F64, SpecialValues::All).count(std::ldexp(1, -1074)),
            1u);
}

TEST(RandomInputsTest, IntegersAndEmptyTensorsAreLeftAlone) {
  HostTensor integers(FUSED_I32, {8}), empty(FUSED_F32, {0, 3});
  EXPECT_FALSE(plantSpecialValues(integers, SpecialValues::All, Random(1)));
  EXPECT_FALSE(plantSpecialValues(empty, SpecialValues::All, Random(1)));
  EXPECT_FALSE(plantZeros(integers, Random(1)));
  EXPECT_FALSE(plantZeros(empty, Random(1)));
}

TEST(RandomInputsTest, ZerosFillWholeRows) {
  HostTensor tensor(FUSED_F32, {200, 3});
  for (int64_t i = 0; i < 600; ++i)
    tensor.set(i, 1);
  ASSERT_TRUE(plantZeros(tensor, Random(1)));
  int numZeroRows = 0;
  for (int64_t row = 0; row < 200; ++row) {
    int numZeros = 0;
    for (int64_t i = 0; i < 3; ++i)
      numZeros += tensor.get(3 * row + i) == 0;
    EXPECT_TRUE(numZeros == 0 || numZeros == 3);
    numZeroRows += numZeros == 3;
  }
  EXPECT_GT(numZeroRows, 20);
  EXPECT_LT(numZeroRows, 80);
}

TEST(RandomInputsTest, LargestNumbersBecomeInfinities) {
  HostTensor tensor(FUSED_BF16, {3});
  double largest = std::ldexp(255, 120);
  tensor.set(0, -largest), tensor.set(1, 1), tensor.set(2, largest);
  HostTensor promoted = tensor.promoteToF64();
  EXPECT_TRUE(replaceLargest(tensor, promoted));
  double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(promoted.get(0), -infinity);
  EXPECT_EQ(promoted.get(1), 1);
  EXPECT_EQ(promoted.get(2), infinity);
  tensor.set(0, 0), tensor.set(2, 0);
  EXPECT_FALSE(replaceLargest(tensor, promoted));
}
} // namespace
