//===- SplitShapeTest.cpp - What split products consist of ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Product/SplitShape.h"
#include "Call.h"

#include "gtest/gtest.h"

using namespace fused;
using namespace fused::runtime;
using fused::test::Call;

namespace {
PlanKey getKey(Epilog epilog, fused_type_t type, uint32_t flags = 0) {
  return Call(epilog, flags, 1, type).getKey();
}

PlanKey getPlain(const Call &call) {
  PlanKey key = call.getKey();
  return getPlainKey(key, mayAccumulateInD(key));
}

//===----------------------------------------------------------------------===//
// The plain product
//===----------------------------------------------------------------------===//

TEST(PlainProduct, AccumulatesApartWhereStepsMustNotBeRounded) {
  Call call(Epilog::DGELU_BGRAD, 0, 3, FUSED_BF16);
  call.problem.alpha = 2;
  call.problem.n = call.operands.n = 250;
  PlanKey plain = getPlain(call);
  EXPECT_EQ(plain.epilog, FUSED_EPILOG_DEFAULT);
  EXPECT_EQ(plain.dType, FUSED_F32);
  EXPECT_EQ(plain.d.row, 256); // whole groups
  EXPECT_EQ(plain.d.batch, 64 * 256);
  EXPECT_EQ(plain.getAlpha(), 1);
  EXPECT_EQ(plain.auxType, FUSED_TYPE_NONE);
  EXPECT_EQ(plain.bgradType, FUSED_TYPE_NONE);
}

TEST(PlainProduct, AccumulatesInDWhereStepsMayBeRounded) {
  for (fused_type_t type : {FUSED_F16, FUSED_BF16}) {
    Call call(Epilog::DGELU_BGRAD, FUSED_ALLOW_ROUNDED_STEPS, 1, type);
    call.problem.alpha = 2;
    call.problem.beta = 3;
    call.problem.c_type = type;
    call.operands.c = call.operands.d;
    call.operands.d.row_stride = 300;
    PlanKey plain = getPlain(call);
    EXPECT_EQ(plain.dType, type);
    EXPECT_EQ(plain.d.row, 300);
    // cuBLASLt adds C.
    EXPECT_EQ(plain.cType, type);
    EXPECT_EQ(plain.getAlpha(), 2);
    EXPECT_EQ(plain.getBeta(), 3);
  }
}

TEST(PlainProduct, AccumulatesInDWhereRoundingComesToTheSame) {
  EXPECT_TRUE(mayAccumulateInD(getKey(Epilog::DRELU, FUSED_BF16)));
  EXPECT_TRUE(mayAccumulateInD(getKey(Epilog::RELU, FUSED_F16)));
  EXPECT_TRUE(mayAccumulateInD(getKey(Epilog::DGELU_BGRAD, FUSED_F32)));
  EXPECT_TRUE(mayAccumulateInD(getKey(Epilog::GELU_AUX_BIAS, FUSED_F64)));
  // An infinity times zero is NaN; a number that becomes -0 has another bit.
  PlanKey key = getKey(Epilog::DRELU, FUSED_F16, FUSED_MULTIPLY_MASK);
  EXPECT_FALSE(mayAccumulateInD(key));
  EXPECT_FALSE(mayAccumulateInD(getKey(Epilog::RELU_AUX, FUSED_F16)));
  EXPECT_FALSE(mayAccumulateInD(getKey(Epilog::DRELU_BGRAD, FUSED_BF16)));
  EXPECT_FALSE(mayAccumulateInD(getKey(Epilog::BIAS, FUSED_BF16)));
}

TEST(PlainProduct, IsZeroWithoutTerms) {
  Call call(Epilog::GELU);
  call.problem.k = call.operands.k = 0;
  call.problem.alpha = HUGE_VAL;
  EXPECT_EQ(getPlain(call).getAlpha(), 0);
}

/// What A and B hold does not matter: they are not multiplied.
TEST(PlainProduct, IsZeroTimesAlphaOfZero) {
  for (Epilog epilog : {Epilog::GELU_BIAS, Epilog::DRELU_BGRAD, Epilog::BGRADA})
    for (fused_type_t type : {FUSED_BF16, FUSED_F32}) {
      Call call(epilog, 0, 1, type);
      call.problem.alpha = 1e-60; // zero in f32
      EXPECT_TRUE(call.getKey().hasZeroProduct());
      EXPECT_TRUE(getPlain(call).hasZeroProduct());
    }
  Call call(Epilog::GELU_BIAS, 0, 1, FUSED_F64);
  call.problem.alpha = 1e-60;
  EXPECT_FALSE(call.getKey().hasZeroProduct());
}

//===----------------------------------------------------------------------===//
// When a product is split
//===----------------------------------------------------------------------===//

TEST(PrefersSplit, SumsOfD) {
  for (fused_type_t type : {FUSED_F16, FUSED_BF16, FUSED_F32, FUSED_F64}) {
    EXPECT_TRUE(prefersSplit(getKey(Epilog::DRELU_BGRAD, type)));
    EXPECT_TRUE(prefersSplit(
        getKey(Epilog::DGELU_BGRAD, type, FUSED_ALLOW_ROUNDED_STEPS)));
  }
}

TEST(PrefersSplit, SumsOfOperandsWhereRowsAreNotAligned) {
  for (Epilog epilog : {Epilog::BGRADA, Epilog::BGRADB}) {
    Call call(epilog, FUSED_TRANSPOSE_A, 1, FUSED_BF16);
    EXPECT_FALSE(prefersSplit(call.getKey()));
    call.operands.d.row_stride = 257;
    EXPECT_TRUE(prefersSplit(call.getKey()));
    call.operands.d.row_stride = 256;
    call.operands.b.data = Call::getAddress(2);
    EXPECT_TRUE(prefersSplit(call.getKey()));
    EXPECT_EQ(getPlain(call).dType, FUSED_BF16);
  }
  Call call(Epilog::BGRADB);
  call.operands.d.row_stride = 257;
  EXPECT_FALSE(prefersSplit(call.getKey())); // f32
}

TEST(PrefersSplit, MasksThatNeedASecondKernel) {
  constexpr uint32_t rounded = FUSED_ALLOW_ROUNDED_STEPS;
  Epilog epilog = Epilog::RELU_AUX;
  EXPECT_TRUE(prefersSplit(getKey(epilog, FUSED_BF16, rounded)));
  EXPECT_FALSE(prefersSplit(getKey(epilog, FUSED_BF16)));
  EXPECT_FALSE(prefersSplit(
      getKey(epilog, FUSED_BF16, rounded | FUSED_ALLOW_ANY_NAN_BIT)));
  EXPECT_FALSE(prefersSplit(getKey(epilog, FUSED_F32)));
  // The sum of a rounded number and a bias may have another sign.
  EXPECT_FALSE(
      prefersSplit(getKey(Epilog::RELU_AUX_BIAS, FUSED_BF16, rounded)));
  Call call(Epilog::RELU_AUX_BIAS);
  call.problem.n = call.operands.n = 250;
  EXPECT_TRUE(prefersSplit(call.getKey())); // padding
}

TEST(PrefersSplit, LargeGradients) {
  auto prefers = [](Epilog epilog, int64_t rows, uint32_t flags) {
    Call call(epilog, flags, 1, FUSED_BF16);
    call.problem.m = call.operands.m = rows;
    return prefersSplit(call.getKey());
  };
  EXPECT_FALSE(prefers(Epilog::DRELU, 512, 0));
  EXPECT_TRUE(prefers(Epilog::DRELU, 1024, 0));
  constexpr uint32_t rounded = FUSED_ALLOW_ROUNDED_STEPS;
  EXPECT_FALSE(prefers(Epilog::DGELU, 512, rounded));
  EXPECT_TRUE(prefers(Epilog::DGELU, 1024, rounded));
  EXPECT_FALSE(prefers(Epilog::DGELU, 65536, rounded));
  EXPECT_FALSE(prefers(Epilog::GELU_BIAS, 1024, rounded));
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

TEST(BlockShape, FewRowsAreOneChunk) {
  for (int64_t rows : {1, 7, 64, 128, 1000})
    for (int64_t groups : {1, 2, 64, 4096}) {
      BlockShape shape = getColumnShape(rows, groups, 1, /*sums=*/true);
      EXPECT_EQ(shape.chunks, 1) << rows << " " << groups;
      EXPECT_GE(shape.perChunk, rows);
      EXPECT_EQ(shape.width * shape.height, blockThreads);
    }
  // Many blocks for few rows, if the columns are many.
  EXPECT_EQ(getColumnShape(128, 64, 1, /*sums=*/true).width, 2);
}

TEST(BlockShape, ChunksCoverAllRows) {
  for (bool sums : {false, true})
    for (int64_t rows : {0, 1, 1025, 4096, 1000003})
      for (int64_t groups : {1, 3, 513, 100000})
        for (int64_t batches : {1, 70}) {
          BlockShape shape = getColumnShape(rows, groups, batches, sums);
          EXPECT_GE(shape.chunks, 1);
          EXPECT_GE(shape.chunks * shape.perChunk, rows);
          EXPECT_LT((shape.chunks - 1) * shape.perChunk,
                    std::max<int64_t>(rows, 1));
          EXPECT_LE(shape.chunks, sums ? 256 : 1 << 15);
          EXPECT_EQ(shape.perChunk % shape.height, 0);
          EXPECT_EQ(shape.width * shape.height, blockThreads);
          EXPECT_LE(shape.width, 32);
        }
}

TEST(BlockShape, RowsAreDividedIfTheyAreLong) {
  EXPECT_EQ(getRowShape(0).chunks, 1);
  EXPECT_EQ(getRowShape(1).width, 1);
  EXPECT_EQ(getRowShape(98).width, 32);
  EXPECT_EQ(getRowShape(1024).width, blockThreads);
  EXPECT_EQ(getRowShape(1024).chunks, 1);
  BlockShape shape = getRowShape(1000003);
  EXPECT_EQ(shape.width * shape.height, blockThreads);
  EXPECT_GT(shape.chunks, 100);
  EXPECT_GE(shape.chunks * shape.perChunk, 1000003);
}
} // namespace
