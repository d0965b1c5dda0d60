//===- CompareTest.cpp - The rule of the verification -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each test puts one kind of mistake into a fused result, which the comparison
// must find. It must not complain about differences that rounding may cause.
//
//===----------------------------------------------------------------------===//

#include "Compare.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace fused;
using namespace fused::run;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

HostTensor make(fused_type_t type, std::initializer_list<double> values) {
  HostTensor tensor(type, {int64_t(values.size())});
  int64_t index = 0;
  for (double value : values)
    tensor.set(index++, value);
  return tensor;
}

Comparison compareF32(std::initializer_list<double> fused,
                      std::initializer_list<double> unfused,
                      std::initializer_list<double> reference,
                      double leastTolerance = 0) {
  return compare(make(FUSED_F32, fused), make(FUSED_F32, unfused),
                 make(FUSED_F64, reference), {leastTolerance});
}

TEST(CompareTest, ErrorsAreRelativeToTheLargestReference) {
  Comparison result = compareF32({1.5, -8}, {1.25, -8}, {1, -8});
  EXPECT_DOUBLE_EQ(result.fusedError, 0.5 / 8);
  EXPECT_DOUBLE_EQ(result.unfusedError, 0.25 / 8);
}

TEST(CompareTest, AFewEpsilonsPass) {
  double epsilon = std::ldexp(1, -23);
  EXPECT_TRUE(compareF32({1 + 3 * epsilon, 0}, {1, 0}, {1, 0})
                  .isErrorWithinTolerance());
  EXPECT_FALSE(compareF32({1 + 6 * epsilon, 0}, {1, 0}, {1, 0})
                   .isErrorWithinTolerance());
}

TEST(CompareTest, HalfTheUnfusedErrorMorePasses) {
  EXPECT_TRUE(
      compareF32({1.014, 0}, {1.01, 0}, {1, 0}).isErrorWithinTolerance());
  EXPECT_FALSE(
      compareF32({1.016, 0}, {1.01, 0}, {1, 0}).isErrorWithinTolerance());
}

TEST(CompareTest, SixteenBitTypesHaveOneEpsilon) {
  auto bf16 = [](double fused) {
    return compare(make(FUSED_BF16, {fused}), make(FUSED_BF16, {1}),
                   make(FUSED_F64, {1}))
        .isErrorWithinTolerance();
  };
  EXPECT_TRUE(bf16(1 + std::ldexp(1, -7)));
  EXPECT_FALSE(bf16(1 + std::ldexp(1, -6)));
}

TEST(CompareTest, OnlyTheFastContractTakesTanhGeluForExactGelu) {
  std::initializer_list<double> fused = {1.0004}, exact = {1};
  EXPECT_FALSE(compareF32(fused, exact, exact).isErrorWithinTolerance());
  EXPECT_FALSE(compareF32(fused, exact, exact, 0).isErrorWithinTolerance());
  EXPECT_TRUE(compareF32(fused, exact, exact, 2e-3).isErrorWithinTolerance());
}

TEST(CompareTest, AReferenceOfZerosIsComparedAbsolutely) {
  EXPECT_DOUBLE_EQ(compareF32({0.5}, {0}, {0}).fusedError, 0.5);
}

TEST(CompareTest, NaNThatDisappearsIsAStray) {
  Comparison result = compareF32({0, 1}, {nan, 1}, {nan, 1});
  EXPECT_EQ(result.numStrays, 1);
  EXPECT_EQ(result.firstStray.index, 0);
  EXPECT_FALSE(result.areClassesRight());
}

TEST(CompareTest, NaNThatAppearsIsAStray) {
  EXPECT_FALSE(compareF32({1, nan}, {1, 2}, {1, 2}).areClassesRight());
}

TEST(CompareTest, InfinityOfTheOtherSignIsAStray) {
  EXPECT_FALSE(compareF32({-inf}, {inf}, {inf}).areClassesRight());
}

TEST(CompareTest, EitherClassMayBeTaken) {
  EXPECT_TRUE(compareF32({nan}, {nan}, {inf}).areClassesRight());
  EXPECT_TRUE(compareF32({inf}, {nan}, {inf}).areClassesRight());
}

TEST(CompareTest, AsManyStraysAsContestedElementsPass) {
  EXPECT_TRUE(compareF32({nan, 1}, {0, 1}, {inf, 1}).areClassesRight());
  EXPECT_FALSE(compareF32({nan, nan}, {0, 1}, {inf, 1}).areClassesRight());
}

TEST(CompareTest, ElementsThatAreCutOffAtBothEndsAreContested) {
  auto isRight = [](double unfused, double reference) {
    return compare(make(FUSED_F8E4M3FN, {nan}), make(FUSED_F8E4M3FN, {unfused}),
                   make(FUSED_F64, {reference}))
        .areClassesRight();
  };
  EXPECT_TRUE(isRight(448, -448));
  EXPECT_FALSE(isRight(-448, -448));
  EXPECT_FALSE(isRight(416, -416));
}

TEST(CompareTest, TheReferenceIsRoundedToTheTypeOfTheResult) {
  Comparison result = compare(make(FUSED_F16, {inf}), make(FUSED_F16, {inf}),
                              make(FUSED_F64, {70000}));
  EXPECT_EQ(result.numStrays, 0);
  EXPECT_EQ(result.numContested, 0);
  EXPECT_EQ(result.numNonFinite, 1);
}

TEST(CompareTest, IntegersAreExact) {
  auto i32 = [](std::initializer_list<double> fused) {
    return compare(make(FUSED_I32, fused), make(FUSED_I32, {3, 4}),
                   make(FUSED_I32, {3, 4}))
        .areClassesRight();
  };
  EXPECT_TRUE(i32({3, 4}));
  EXPECT_FALSE(i32({3, 5}));
}

TEST(CompareTest, NanIsInfiniteOnlyWhereItIsAskedFor) {
  auto isRight = [](double fused, double reference, bool nanIsInfinite) {
    return compare(make(FUSED_F32, {1, fused}), make(FUSED_F32, {1, reference}),
                   make(FUSED_F64, {1, reference}), {0, nanIsInfinite})
        .areClassesRight();
  };
  EXPECT_FALSE(isRight(inf, nan, false));
  EXPECT_TRUE(isRight(inf, nan, true));
  EXPECT_TRUE(isRight(nan, -inf, true));
  EXPECT_FALSE(isRight(inf, -inf, true));
  EXPECT_FALSE(isRight(2, nan, true));
}

/// Compares again, with `neighbours` as results for perturbed inputs.
Comparison compareAgain(std::initializer_list<double> fused,
                        std::initializer_list<double> unfused,
                        std::initializer_list<double> reference,
                        std::initializer_list<double> neighbours) {
  HostTensor result = make(FUSED_F32, fused), own = make(FUSED_F32, unfused),
             expected = make(FUSED_F64, reference);
  Alternatives alternatives(result, expected, {FUSED_F32});
  alternatives.addNeighbour(make(FUSED_F32, neighbours));
  return compare(result, own, expected, {}, &alternatives);
}

TEST(CompareTest, ErrorsOfNeighboursExcuseTheSameElement) {
  Comparison result = compareAgain({1, 2.1}, {1, 2}, {1, 2}, {1, 2.05});
  EXPECT_TRUE(result.isErrorWithinTolerance());
  EXPECT_EQ(result.numIllConditioned, 1);
  EXPECT_EQ(result.fusedError, 0);
}

TEST(CompareTest, ErrorsOfNeighboursExcuseNoOtherElement) {
  EXPECT_FALSE(compareAgain({1.1, 2.1}, {1, 2}, {1, 2}, {1, 2.05})
                   .isErrorWithinTolerance());
}

TEST(CompareTest, ErrorsFarBeyondThoseOfNeighboursAreErrors) {
  EXPECT_FALSE(compareAgain({1, 2.5}, {1, 2}, {1, 2}, {1, 2.05})
                   .isErrorWithinTolerance());
}

TEST(CompareTest, HalfOfTheLargestNumberOverflowsOnlyWhereItIsAskedFor) {
  auto isRight = [](double fused, double reference, bool halfOverflows) {
    return compare(make(FUSED_F32, {1, fused}), make(FUSED_F32, {1, reference}),
                   make(FUSED_F64, {1, reference}),
                   {0, false, false, halfOverflows})
        .areClassesRight();
  };
  EXPECT_FALSE(isRight(inf, 2e38, false));
  EXPECT_TRUE(isRight(inf, 2e38, true));
  EXPECT_FALSE(isRight(-inf, 2e38, true));
  EXPECT_FALSE(isRight(inf, 1e38, true));
}

TEST(CompareTest, ElementsWithoutKnownDigitsAreJudgedTogether) {
  // Two elements are 1 / x for an x near zero: roundings decide how large they
  // are. The last one is known.
  auto passes = [](double first, double second, double last) {
    return compareAgain({first, second, last}, {40, 100, 1000}, {40, 100, 1000},
                        {400, 300, 1000})
        .isErrorWithinTolerance();
  };
  EXPECT_TRUE(passes(30, 900, 1000));
  // One may be farther away by chance, two are a mistake.
  EXPECT_TRUE(passes(30, 5000, 1000));
  EXPECT_FALSE(passes(5000, 5000, 1000));
  EXPECT_FALSE(passes(30, 50000, 1000));
  EXPECT_FALSE(passes(30, 900, 1100));
}

TEST(CompareTest, ClassesOfNeighboursExcuseTheSameElement) {
  EXPECT_TRUE(
      compareAgain({nan, 1}, {1, 1}, {1, 1}, {nan, 1}).areClassesRight());
  EXPECT_FALSE(
      compareAgain({nan, 1}, {1, 1}, {1, 1}, {1, nan}).areClassesRight());
  EXPECT_FALSE(
      compareAgain({nan, 1}, {1, 1}, {1, 1}, {inf, 1}).areClassesRight());
}

TEST(CompareTest, NaNIsBetweenTheInfinitiesOfNeighbours) {
  auto isRight = [](double result, double first, double second) {
    HostTensor fused = make(FUSED_F32, {result}),
               reference = make(FUSED_F64, {-inf});
    Alternatives alternatives(fused, reference, {FUSED_F32});
    for (double neighbour : {first, second})
      alternatives.addNeighbour(make(FUSED_F64, {neighbour}));
    return compare(fused, make(FUSED_F32, {-inf}), reference, {}, &alternatives)
        .areClassesRight();
  };
  EXPECT_TRUE(isRight(nan, inf, -inf));
  EXPECT_FALSE(isRight(nan, -inf, -inf));
  EXPECT_FALSE(isRight(nan, inf, inf));
  EXPECT_FALSE(isRight(1, inf, -inf));
}

TEST(CompareTest, ContestedElementsExcuseIntegersOnlyIfNoneIsJudgedAlone) {
  auto isRight = [](bool judgesEach) {
    return compare(make(FUSED_I32, {5, 4}), make(FUSED_I32, {3, 6}),
                   make(FUSED_I32, {3, 4}), {0, false, judgesEach})
        .areClassesRight();
  };
  EXPECT_TRUE(isRight(false));
  EXPECT_FALSE(isRight(true));
}

TEST(CompareTest, IntegersMayBeAsFarAsThoseOfNeighbours) {
  auto isRight = [](double fused) {
    HostTensor result = make(FUSED_I32, {fused, 5}),
               own = make(FUSED_I32, {1000, 5});
    Alternatives alternatives(result, own, {FUSED_I32});
    alternatives.addNeighbour(make(FUSED_I32, {1003, 5}));
    return compare(result, own, own, {}, &alternatives).areClassesRight();
  };
  EXPECT_TRUE(isRight(1002));
  EXPECT_TRUE(isRight(996));
  EXPECT_FALSE(isRight(1020));
}

TEST(CompareTest, WhatIsUndefinedIsNotJudged) {
  HostTensor fused = make(FUSED_F32, {7, nan, 3}),
             reference = make(FUSED_F64, {1, 2, 3});
  Alternatives alternatives(fused, reference, {FUSED_F32});
  alternatives.addDefinition(make(FUSED_F64, {1234.5, 2, 3}));
  Comparison result = compare(fused, fused, reference, {}, &alternatives);
  EXPECT_EQ(result.numUndefined, 1);
  EXPECT_EQ(result.fusedError, 0);
  EXPECT_EQ(result.numContested, 1);
}

} // namespace
