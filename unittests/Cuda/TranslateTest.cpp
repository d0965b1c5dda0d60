//===- TranslateTest.cpp - What cuBLASLt is asked for ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Product/Translate.h"
#include "Call.h"
#include "Cuda/Product/Describe.h"

#include "gtest/gtest.h"
#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <vector>

using namespace fused;
using namespace fused::runtime;
using fused::test::Call;

namespace {
void expectMatrix(const LtMatrix &matrix, int64_t rows, int64_t columns,
                  int64_t leadingDimension) {
  EXPECT_EQ(matrix.rows, rows);
  EXPECT_EQ(matrix.columns, columns);
  EXPECT_EQ(matrix.leadingDimension, leadingDimension);
}

TEST(Translate, ComputesTheTranspose) {
  LtProduct product = translate(Call(Epilog::RELU_BIAS).getKey());
  expectMatrix(product.a, 256, 32, 256); // our B
  expectMatrix(product.b, 32, 64, 32);   // our A
  expectMatrix(product.d, 256, 64, 256);
  EXPECT_EQ(product.transposeA, CUBLAS_OP_N);
  EXPECT_EQ(product.transposeB, CUBLAS_OP_N);
  EXPECT_EQ(product.epilogue, CUBLASLT_EPILOGUE_RELU_BIAS);
  EXPECT_TRUE(product.hasBias);
  EXPECT_FALSE(product.hasAux);
  EXPECT_EQ(product.computeType, CUBLAS_COMPUTE_32F);
}

TEST(Translate, SwapsTransposes) {
  LtProduct product =
      translate(Call(Epilog::DEFAULT, FUSED_TRANSPOSE_A).getKey());
  EXPECT_EQ(product.transposeA, CUBLAS_OP_N);
  EXPECT_EQ(product.transposeB, CUBLAS_OP_T);
  expectMatrix(product.b, 64, 32, 64);
  product = translate(Call(Epilog::DEFAULT, FUSED_TRANSPOSE_B).getKey());
  EXPECT_EQ(product.transposeA, CUBLAS_OP_T);
  expectMatrix(product.a, 32, 256, 32);
}

TEST(Translate, SwapsBiasGradientsOfOperands) {
  EXPECT_EQ(translate(Call(Epilog::BGRADA).getKey()).epilogue,
            CUBLASLT_EPILOGUE_BGRADB);
  EXPECT_EQ(translate(Call(Epilog::BGRADB).getKey()).epilogue,
            CUBLASLT_EPILOGUE_BGRADA);
}

TEST(Translate, CountsMasksInBits) {
  LtProduct product = translate(Call(Epilog::RELU_AUX, 0, 3).getKey());
  EXPECT_EQ(product.auxLeadingDimension, 256);
  product = translate(Call(Epilog::RELU_AUX, FUSED_TRANSPOSE_A, 3).getKey());
  EXPECT_EQ(product.auxLeadingDimension, 256);
  EXPECT_EQ(product.auxBatchStride, 64 * 256);
}

TEST(Translate, MakesOneProductOfBatches) {
  Call call(Epilog::RELU_AUX_BIAS, 0, 3);
  EXPECT_EQ(translate(call.getKey()).batch, 3); // B differs
  call.operands.b.batch_stride = 0;
  LtProduct product = translate(call.getKey());
  EXPECT_EQ(product.batch, 1);
  expectMatrix(product.d, 256, 3 * 64, 256);
  expectMatrix(product.b, 32, 3 * 64, 32);
  call.operands.d.batch_stride += 256; // a gap between the batches
  EXPECT_EQ(translate(call.getKey()).batch, 3);
}

TEST(Translate, SharedGradientNeedsOneProduct) {
  Call call(Epilog::DRELU_BGRAD, 0, 3);
  EXPECT_STREQ(findUntranslatable(call.getKey()),
               "has no bias gradient that is the sum over several batches");
  call.operands.b.batch_stride = 0;
  EXPECT_EQ(findUntranslatable(call.getKey()), nullptr);
  EXPECT_EQ(translate(call.getKey()).batch, 1);
}

TEST(Translate, Untranslatable) {
  Call call(Epilog::DRELU, FUSED_MULTIPLY_MASK);
  EXPECT_STREQ(findUntranslatable(call.getKey()),
               "selects by the bits of a mask, and cannot multiply by them");
  call = Call(Epilog::DRELU);
  call.operands.aux.row_stride = 40;
  EXPECT_STREQ(findUntranslatable(call.getKey()),
               "has no masks whose rows are not a multiple of 16 bytes apart");
}

TEST(Translate, KeepsNan) {
  auto keeps = [](Epilog epilog, int id, int parts,
                  fused_type_t type = FUSED_F32) {
    return keepsNan(Call(epilog, 0, 1, type).getKey(), id, parts);
  };
  EXPECT_TRUE(keeps(Epilog::RELU, 66, 1));
  for (int id : {20, 21, 23, 24, 1000})
    for (Epilog epilog : {Epilog::RELU, Epilog::RELU_BIAS}) {
      EXPECT_FALSE(keeps(epilog, id, 1));
      EXPECT_TRUE(keeps(epilog, id, 2));
      EXPECT_TRUE(keeps(epilog, id, 1, FUSED_I8));
    }
  for (Epilog epilog : {Epilog::RELU_AUX_BIAS, Epilog::DRELU, Epilog::BIAS})
    EXPECT_TRUE(keeps(epilog, 24, 1));
}

TEST(Translate, MayScaleOperand) {
  auto scales = [](double alpha, int id, fused_type_t type = FUSED_F32) {
    Call call(Epilog::DEFAULT, 0, 1, type);
    call.problem.alpha = alpha;
    return mayScaleOperand(call.getKey(), id);
  };
  for (int id : {11, 12, 13}) {
    EXPECT_TRUE(scales(-2, id));
    EXPECT_TRUE(scales(2, id, FUSED_BF16));
    EXPECT_FALSE(scales(2, id, FUSED_F16));
    EXPECT_FALSE(scales(0.5, id));
  }
  EXPECT_FALSE(scales(2, 66));
}

TEST(Translate, Inexact) {
  auto find = [](Epilog epilog, fused_type_t type, uint32_t flags = 0) {
    return findInexact(Call(epilog, flags, 1, type).getKey()) != nullptr;
  };
  EXPECT_TRUE(find(Epilog::GELU, FUSED_F64));
  EXPECT_TRUE(find(Epilog::GELU, FUSED_F64, FUSED_ALLOW_ROUNDED_STEPS));
  EXPECT_FALSE(find(Epilog::RELU_BIAS, FUSED_F64));
  EXPECT_FALSE(find(Epilog::DGELU, FUSED_F32));
  EXPECT_TRUE(find(Epilog::DGELU, FUSED_F16));
  EXPECT_TRUE(find(Epilog::DRELU_BGRAD, FUSED_BF16));
  EXPECT_FALSE(
      find(Epilog::DRELU_BGRAD, FUSED_BF16, FUSED_ALLOW_ROUNDED_STEPS));
  EXPECT_FALSE(find(Epilog::DRELU, FUSED_BF16));
  EXPECT_FALSE(find(Epilog::GELU_AUX_BIAS, FUSED_BF16));
  EXPECT_FALSE(find(Epilog::RELU_AUX, FUSED_BF16));
  Call call(Epilog::GELU_AUX_BIAS, 0, 1, FUSED_BF16);
  call.operands.bias.data = Call::getAddress(2);
  EXPECT_NE(findInexact(call.getKey()), nullptr);
  EXPECT_FALSE(allowsSplitK(call.getKey()));
  EXPECT_TRUE(allowsSplitK(Call(Epilog::DRELU, 0, 1, FUSED_F16).getKey()));
}

TEST(Translate, LeavesNanBits) {
  auto leaves = [](Epilog epilog, fused_type_t type, uint32_t flags = 0) {
    return leavesNanBits(Call(epilog, flags, 1, type).getKey());
  };
  EXPECT_TRUE(leaves(Epilog::RELU_AUX, FUSED_BF16));
  EXPECT_FALSE(leaves(Epilog::RELU_AUX, FUSED_BF16, FUSED_ALLOW_ANY_NAN_BIT));
  EXPECT_FALSE(leaves(Epilog::RELU_AUX, FUSED_F32));
  EXPECT_FALSE(leaves(Epilog::DRELU, FUSED_BF16));
  // A sum of integers is none; a bias may be one.
  EXPECT_FALSE(leaves(Epilog::RELU_AUX, FUSED_I8));
  EXPECT_TRUE(leaves(Epilog::RELU_AUX_BIAS, FUSED_I8));
}

TEST(Translate, EmptySumHasOneTermOfZeros) {
  Call call(Epilog::BIAS, FUSED_TRANSPOSE_B);
  call.operands.k = 0;
  LtProduct product = translate(replaceEmptySum(call.getKey()));
  expectMatrix(product.a, 1, 256, 1);
  expectMatrix(product.b, 1, 64, 1);
  EXPECT_EQ(product.a.batchStride, 0);
}

// Which the library refuses for fewer.
TEST(Translate, EmptySumOfBytesHasSixteenTerms) {
  Call call(Epilog::DEFAULT, FUSED_TRANSPOSE_B, 1, FUSED_I8);
  call.problem.d_type = FUSED_I32;
  call.operands.k = 0;
  LtProduct product = translate(replaceEmptySum(call.getKey()));
  expectMatrix(product.a, 16, 256, 16);
  expectMatrix(product.b, 16, 64, 16);
}

TEST(Translate, Types) {
  auto translateTypes = [](fused_type_t a, fused_type_t d, uint32_t flags) {
    Call call(Epilog::DEFAULT, flags, 1, a);
    call.problem.d_type = d;
    return translate(call.getKey());
  };
  EXPECT_EQ(translateTypes(FUSED_F32, FUSED_F32, FUSED_ALLOW_TF32).computeType,
            CUBLAS_COMPUTE_32F_FAST_TF32);
  EXPECT_EQ(translateTypes(FUSED_BF16, FUSED_F32, FUSED_ALLOW_TF32).computeType,
            CUBLAS_COMPUTE_32F);
  EXPECT_EQ(translateTypes(FUSED_F64, FUSED_F64, 0).scaleType, CUDA_R_64F);
  EXPECT_EQ(translateTypes(FUSED_I8, FUSED_I32, 0).scaleType, CUDA_R_32I);
  EXPECT_EQ(translateTypes(FUSED_I8, FUSED_I8, 0).scaleType, CUDA_R_32F);
  EXPECT_EQ(translateTypes(FUSED_F8E5M2, FUSED_F16, 0).b.type, CUDA_R_8F_E5M2);
}

TEST(Key, AlignmentOfEveryOperandIsPartOfIt) {
  Call call(Epilog::GELU_AUX_BIAS);
  PlanKey aligned = call.getKey();
  for (fused_buffer_t *buffer :
       {&call.operands.a, &call.operands.b, &call.operands.d,
        &call.operands.bias, &call.operands.aux}) {
    void *data = buffer->data;
    buffer->data = Call::getAddress(4);
    EXPECT_FALSE(call.getKey() == aligned);
    buffer->data = Call::getAddress(64);
    EXPECT_TRUE(call.getKey() == aligned);
    buffer->data = data;
  }
}

TEST(Describe, WholeProblem) {
  Call call(Epilog::RELU_AUX_BIAS, FUSED_TRANSPOSE_B, 1, FUSED_BF16);
  call.operands.bias.data = Call::getAddress(2);
  char text[problemTextCapacity];
  printProblem(text, sizeof(text), call.getKey());
  EXPECT_STREQ(text,
               "relu_aux_bias bf16 x bf16^T -> bf16, M = 64, N = 256, K = 32; "
               "A: bf16, row stride 32, aligned to 16; "
               "B: bf16, row stride 32, aligned to 16; "
               "D: bf16, row stride 256, aligned to 16; "
               "bias: bf16, row stride 256, aligned to 2; "
               "aux: i8, row stride 32, aligned to 16");
  char cut[20];
  printProblem(cut, sizeof(cut), call.getKey());
  EXPECT_STREQ(cut, "relu_aux_bias bf16 ");
}

/// Files of choices know a problem by its text.
TEST(Describe, ProblemsThatDifferHaveOtherTexts) {
  using Change = std::function<void(Call &)>;
  std::vector<Change> changes = {
      [](Call &) {},
      [](Call &call) { call.problem.alpha = 0.1; },
      [](Call &call) { call.problem.alpha = std::nextafter(0.1, 1); },
      [](Call &call) { call.problem.beta = 0.1; },
      [](Call &call) { call.problem.beta = std::nextafter(0.1, 1); },
      [](Call &call) { call.operands.c.data = call.operands.d.data; },
      [](Call &call) { call.problem.epilog = FUSED_EPILOG_GELU_AUX_BIAS; },
      [](Call &call) { call.operands.m = 65; },
      [](Call &call) { call.operands.n = 255; },
      [](Call &call) { call.operands.k = 31; },
      [](Call &call) { call.operands.batch = 3; },
      [](Call &call) { call.problem.d_type = FUSED_F32; },
      [](Call &call) { call.problem.bias_type = FUSED_F16; },
  };
  for (uint32_t flag :
       {FUSED_TRANSPOSE_A, FUSED_TRANSPOSE_B, FUSED_ALLOW_TF32,
        FUSED_ALLOW_ROUNDED_STEPS, FUSED_ALLOW_ANY_NAN_BIT, FUSED_MULTIPLY_MASK,
        FUSED_SCALE_A, FUSED_SCALE_B, FUSED_SCALE_D, FUSED_AMAX_D})
    changes.push_back([=](Call &call) { call.problem.flags |= flag; });
  for (auto operand :
       {&fused_matmul_operands_t::a, &fused_matmul_operands_t::b,
        &fused_matmul_operands_t::c, &fused_matmul_operands_t::d,
        &fused_matmul_operands_t::bias, &fused_matmul_operands_t::aux}) {
    changes.push_back([=](Call &call) {
      (call.operands.*operand).data = Call::getAddress(8);
    });
    changes.push_back(
        [=](Call &call) { (call.operands.*operand).batch_stride += 1; });
    if (operand != &fused_matmul_operands_t::bias)
      changes.push_back(
          [=](Call &call) { (call.operands.*operand).row_stride += 1; });
  }
  std::set<std::string> texts;
  for (const Change &change : changes) {
    Call call(Epilog::RELU_AUX_BIAS, 0, /*batch=*/2, FUSED_BF16);
    call.problem.c_type = FUSED_BF16;
    call.problem.beta = 0.5;
    call.operands.c = {Call::getAddress(1 << 20), 256, 64 * 256};
    change(call);
    char text[problemTextCapacity];
    printProblem(text, sizeof(text), call.getKey());
    EXPECT_TRUE(texts.insert(text).second) << text;
  }
}

TEST(Types, Refusals) {
  auto check = [](fused_type_t a, fused_type_t b, fused_type_t d) {
    Call call(Epilog::DEFAULT);
    call.problem.a_type = a;
    call.problem.b_type = b;
    call.problem.d_type = d;
    return checkKey(call.getKey(), call.problem, checkCudaTypes);
  };
  EXPECT_EQ(check(FUSED_F8E4M3FN, FUSED_F8E5M2, FUSED_BF16), FUSED_OK);
  EXPECT_EQ(check(FUSED_I8, FUSED_I8, FUSED_I32), FUSED_OK);
  EXPECT_EQ(check(FUSED_F8E5M2, FUSED_F8E5M2, FUSED_BF16), FUSED_UNSUPPORTED);
  EXPECT_EQ(check(FUSED_I16, FUSED_I16, FUSED_I16), FUSED_UNSUPPORTED);
  EXPECT_STREQ(fused_last_error(),
               "A of type i16 is not supported by cuBLASLt");
  EXPECT_EQ(check(FUSED_F16, FUSED_BF16, FUSED_F16), FUSED_UNSUPPORTED);
  EXPECT_EQ(check(FUSED_F64, FUSED_F64, FUSED_F32), FUSED_UNSUPPORTED);
}

TEST(Translate, ScalesChangePlacesWithTheirMatrices) {
  Call call(Epilog::DEFAULT, FUSED_TRANSPOSE_B | FUSED_SCALE_A, 1,
            FUSED_F8E4M3FN);
  LtProduct product = translate(call.getKey());
  EXPECT_FALSE(product.scalesA);
  EXPECT_TRUE(product.scalesB);
  EXPECT_FALSE(product.scalesD);
  EXPECT_FALSE(product.hasAmax);
  call.problem.flags ^=
      FUSED_SCALE_A | FUSED_SCALE_B | FUSED_SCALE_D | FUSED_AMAX_D;
  product = translate(call.getKey());
  EXPECT_TRUE(product.scalesA);
  EXPECT_FALSE(product.scalesB);
  EXPECT_TRUE(product.scalesD);
  EXPECT_TRUE(product.hasAmax);
  EXPECT_EQ(product.d.type, CUDA_R_8F_E4M3);
  EXPECT_EQ(product.c.type, CUDA_R_16BF);
}
} // namespace
