//===- RefusalTest.cpp - Every refusal of fused_cpu_matmul ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductCase.h"

#include "gtest/gtest.h"

using namespace fused;
using namespace fused::test;

namespace {
/// A valid call; each test makes one thing of it wrong.
class Refusal : public testing::Test {
protected:
  void use(Epilog epilog, int64_t batch = 1, CKind c = CKind::None) {
    ProductCase product;
    product.epilog = epilog;
    product.batch = batch;
    product.c = c;
    product.beta = 1;
    run = std::make_unique<ProductRun>(product);
  }

  void SetUp() override { use(Epilog::DEFAULT); }

  void expect(fused_status_t status, const std::string &sentence) {
    EXPECT_EQ(fused_cpu_matmul(&run->problem, nullptr, &run->operands), status);
    EXPECT_EQ(fused_last_error(), "test.mlir:1:2: " + sentence);
  }
  void expectInvalid(const std::string &sentence) {
    expect(FUSED_INVALID_ARGUMENT, sentence);
  }
  void expectUnsupported(const std::string &sentence) {
    expect(FUSED_UNSUPPORTED, sentence);
  }

  std::unique_ptr<ProductRun> run;
};

TEST_F(Refusal, NullProblem) {
  EXPECT_EQ(fused_cpu_matmul(nullptr, nullptr, &run->operands),
            FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(), "the problem is null");
}

TEST_F(Refusal, NullOperands) {
  EXPECT_EQ(fused_cpu_matmul(&run->problem, nullptr, nullptr),
            FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(), "test.mlir:1:2: the operands are null");
}

TEST_F(Refusal, NoLocation) {
  run->problem.location = nullptr;
  run->problem.epilog = 16;
  EXPECT_EQ(fused_cpu_matmul(&run->problem, nullptr, &run->operands),
            FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(), "there is no epilog 16");
}

TEST_F(Refusal, OtherVersion) {
  run->problem.abi_version = FUSED_ABI_VERSION + 1;
  EXPECT_EQ(fused_cpu_matmul(&run->problem, nullptr, &run->operands),
            FUSED_VERSION_MISMATCH);
  EXPECT_STREQ(fused_last_error(),
               "the program was compiled for version 7 of the ABI, this "
               "runtime has version 6");
}

TEST_F(Refusal, UnknownEpilog) {
  run->problem.epilog = -1;
  expectInvalid("there is no epilog -1");
}

TEST_F(Refusal, UnknownFlags) {
  run->problem.flags = 0x800 | FUSED_TRANSPOSE_A;
  expectInvalid("unknown flags 0x800");
}

TEST_F(Refusal, NothingToMultiplyByAMask) {
  use(Epilog::RELU_AUX);
  run->problem.flags |= FUSED_MULTIPLY_MASK;
  expectInvalid("epilog relu_aux has no mask to multiply by");
  use(Epilog::DGELU);
  run->problem.flags |= FUSED_MULTIPLY_MASK;
  expectInvalid("epilog dgelu has no mask to multiply by");
}

TEST_F(Refusal, ScalesOfWideTypes) {
  float number[2] = {1, 1};
  run->operands.a_scale = number;
  expectInvalid("the problem has no scale of A, but there is one");
  run->operands.a_scale = nullptr;
  run->problem.flags |= FUSED_SCALE_A;
  expectInvalid("the scale of A is null");
  run->operands.a_scale =
      reinterpret_cast<float *>(reinterpret_cast<uintptr_t>(number) + 2);
  expectInvalid("the scale of A is not aligned to 4 bytes");
  run->operands.a_scale = nullptr;
  run->problem.flags ^= FUSED_SCALE_A | FUSED_AMAX_D;
  expectInvalid("the largest magnitude of D is null");
  run->operands.amax = number;
  expectInvalid("D of type f32 has neither a scale nor a largest magnitude");
}

TEST_F(Refusal, ScalesOfF64) {
  float number = 1;
  ProductCase product;
  product.inputType = product.dType = FUSED_F64;
  run = std::make_unique<ProductRun>(product);
  run->problem.flags |= FUSED_SCALE_B;
  run->operands.b_scale = &number;
  expectInvalid("A and B of type f64 have no scales");
}

TEST_F(Refusal, NegativeSize) {
  run->problem.k = FUSED_DYNAMIC;
  run->operands.k = -3;
  expectInvalid("K = -3 is negative");
}

TEST_F(Refusal, OtherSizes) {
  run->operands.batch = 2;
  expectInvalid("expected batch = 1, got 2");
  run->operands.batch = 1, run->operands.m = 6;
  expectInvalid("expected M = 5, got 6");
  run->operands.m = 5, run->operands.n = 8;
  expectInvalid("expected N = 7, got 8");
  run->operands.n = 7, run->operands.k = 4;
  expectInvalid("expected K = 3, got 4");
}

TEST_F(Refusal, NullOperand) {
  auto expectNull = [&](fused_buffer_t &buffer, const char *name) {
    void *data = buffer.data;
    buffer.data = nullptr;
    expectInvalid(std::string(name) + " is null");
    buffer.data = data;
  };
  use(Epilog::RELU_AUX_BIAS, 1, CKind::Apart);
  expectNull(run->operands.a, "A");
  expectNull(run->operands.b, "B");
  expectNull(run->operands.c, "C");
  expectNull(run->operands.d, "D");
  expectNull(run->operands.bias, "bias");
  expectNull(run->operands.aux, "aux");
  use(Epilog::BGRADA);
  expectNull(run->operands.bgrad, "bias gradient");
}

TEST_F(Refusal, UnexpectedOperand) {
  auto expectUnexpected = [&](fused_buffer_t &buffer, const char *name) {
    buffer.data = run->operands.a.data;
    expectInvalid(std::string("epilog default takes no ") + name);
    buffer.data = nullptr;
  };
  expectUnexpected(run->operands.bias, "bias");
  expectUnexpected(run->operands.aux, "aux");
  expectUnexpected(run->operands.bgrad, "bias gradient");
  run->problem.bias_type = FUSED_F32;
  expectInvalid("epilog default takes no bias");
}

TEST_F(Refusal, CWithoutType) {
  run->operands.c = run->operands.d;
  expectInvalid("the problem has no C, but there is one");
}

TEST_F(Refusal, Misaligned) {
  run->operands.b.data = static_cast<char *>(run->operands.b.data) + 2;
  expectInvalid("B is not aligned to its elements of 4 bytes");
}

TEST_F(Refusal, RowStride) {
  run->operands.a.row_stride = 2;
  expectInvalid("the row stride 2 of A is less than its 3 columns");
  run->operands.a.row_stride = -3;
  expectInvalid("the row stride -3 of A is less than its 3 columns");
  use(Epilog::RELU_AUX);
  run->operands.aux.row_stride = 1;
  expectInvalid("the row stride 1 of aux is less than its 16 columns");
  use(Epilog::DEFAULT, 1, CKind::Apart);
  run->operands.c.row_stride = 6;
  expectInvalid("the row stride 6 of C is less than its 7 columns");
}

TEST_F(Refusal, NegativeBatchStride) {
  use(Epilog::DEFAULT, 2);
  run->operands.b.batch_stride = -21;
  expectInvalid("the batch stride -21 of B is negative");
}

TEST_F(Refusal, OverlappingResults) {
  use(Epilog::GELU_AUX, 2);
  run->operands.d.batch_stride = 0;
  expectInvalid("the batches of D overlap");
  run->operands.d.batch_stride = 34;
  expectInvalid("the batches of D overlap");
  use(Epilog::GELU_AUX, 2);
  run->operands.aux.batch_stride = 3;
  expectInvalid("the batches of aux overlap");
  use(Epilog::DGELU_BGRAD, 2);
  run->operands.bgrad.batch_stride = 6;
  expectInvalid("the batches of bias gradient overlap");
}

TEST_F(Refusal, COverlapsD) {
  use(Epilog::DEFAULT, 1, CKind::IsD);
  run->operands.c.row_stride = 9;
  expectInvalid("C and D start at the same address and have different strides");
}

TEST_F(Refusal, Overflow) {
  run->operands.a.row_stride = INT64_MAX / 2;
  expectInvalid("the number of bytes of A overflows");
}

TEST_F(Refusal, Types) {
  fused_matmul_problem_t &problem = run->problem;
  problem.a_type = FUSED_I32;
  expectUnsupported("A of type i32 is not supported on the CPU");
  problem.a_type = FUSED_F8E4M3FN;
  expectUnsupported("A of type f8E4M3FN is not supported on the CPU");
  problem.a_type = 99;
  expectInvalid("A of type unknown type is not supported on the CPU");
  problem.a_type = FUSED_F32, problem.b_type = FUSED_F16;
  expectUnsupported("B of type f16 differs from the type of A");
  problem.b_type = FUSED_F32, problem.d_type = FUSED_BF16;
  expectUnsupported("D of type bf16 does not go with the type of A");
  problem.a_type = problem.b_type = FUSED_F16;
  expectUnsupported("D of type bf16 does not go with the type of A");
}

TEST_F(Refusal, TypesOfExtraOperands) {
  use(Epilog::BIAS, 1, CKind::Apart);
  run->problem.c_type = FUSED_F16;
  expectUnsupported("C of type f16 differs from the type of D");
  run->problem.c_type = FUSED_F32, run->problem.bias_type = FUSED_BF16;
  expectUnsupported("bias of type bf16 differs from the type of D");
  use(Epilog::BGRADB);
  run->problem.bgrad_type = FUSED_BF16;
  expectUnsupported("bias gradient of type bf16 differs from the type of D");
  use(Epilog::DRELU);
  run->problem.aux_type = FUSED_I1;
  expectUnsupported("aux of type i1 is not a mask of i8");
  use(Epilog::DGELU);
  run->problem.aux_type = FUSED_F16;
  expectUnsupported("aux of type f16 differs from the type of D");
}

/// A refused call leaves nothing behind: the same slot serves the next call.
TEST_F(Refusal, SlotSurvives) {
  fused_plan_slot_t slot = {};
  run->operands.a.row_stride = 1;
  EXPECT_EQ(fused_cpu_matmul(&run->problem, &slot, &run->operands),
            FUSED_INVALID_ARGUMENT);
  EXPECT_EQ(slot.plan, nullptr);
  run->operands.a.row_stride = 3;
  EXPECT_EQ(run->execute(fused_cpu_matmul, &slot), FUSED_OK);
  EXPECT_EQ(run->check(), "");
}
} // namespace
