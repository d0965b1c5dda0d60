//===- Translate.cpp - Products in the terms of cuBLASLt ------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Translate.h"

#include "SplitShape.h"

#include <algorithm>
#include <cmath>
#include <iterator>

using namespace fused;
using namespace fused::runtime;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

fused_status_t fused::runtime::checkCudaTypes(const PlanKey &key,
                                              const char *location,
                                              ExtraTypes &types) {
  fused_type_t a = key.inputType, b = key.bType, d = key.dType;
  if (isFloat8(a)) {
    if (!isFloat8(b) || (a == FUSED_F8E5M2 && b == FUSED_F8E5M2))
      return refuseType(location, "B", b, "does not go with the type of A");
    if (d != FUSED_F16 && d != FUSED_BF16 && d != FUSED_F32 &&
        d != FUSED_F8E4M3FN)
      return refuseType(location, "D", d, "does not go with the type of A");
    if (d == FUSED_F32 || d == FUSED_F8E4M3FN)
      types.bias = types.aux = types.bgrad = FUSED_BF16;
    if (d == FUSED_F8E4M3FN)
      types.c = FUSED_BF16;
    return FUSED_OK;
  }
  bool isFloat =
      a == FUSED_F16 || a == FUSED_BF16 || a == FUSED_F32 || a == FUSED_F64;
  if (!isFloat && a != FUSED_I8)
    return refuseType(location, "A", a, "is not supported by cuBLASLt");
  if (b != a)
    return refuseType(location, "B", b, "differs from the type of A");
  bool widening = fused_type_size(a) == 2 && d == FUSED_F32;
  widening |= a == FUSED_I8 && d == FUSED_I32;
  if (d != a && !widening)
    return refuseType(location, "D", d, "does not go with the type of A");
  if (d == FUSED_I8)
    types.bias = types.bgrad = FUSED_F32;
  return FUSED_OK;
}

static cudaDataType_t getCudaType(fused_type_t type) {
  switch (type) {
  case FUSED_F16:
    return CUDA_R_16F;
  case FUSED_BF16:
    return CUDA_R_16BF;
  case FUSED_F64:
    return CUDA_R_64F;
  case FUSED_F8E4M3FN:
    return CUDA_R_8F_E4M3;
  case FUSED_F8E5M2:
    return CUDA_R_8F_E5M2;
  case FUSED_I8:
    return CUDA_R_8I;
  case FUSED_I32:
    return CUDA_R_32I;
  default:
    return CUDA_R_32F;
  }
}

static void setComputeTypes(const PlanKey &key, LtProduct &product) {
  product.computeType = CUBLAS_COMPUTE_32F;
  product.scaleType = CUDA_R_32F;
  switch (key.inputType) {
  case FUSED_F32:
    if (key.allowsTf32())
      product.computeType = CUBLAS_COMPUTE_32F_FAST_TF32;
    break;
  case FUSED_F64:
    product.computeType = CUBLAS_COMPUTE_64F;
    product.scaleType = CUDA_R_64F;
    break;
  case FUSED_I8:
    product.computeType = CUBLAS_COMPUTE_32I;
    if (key.dType == FUSED_I32)
      product.scaleType = CUDA_R_32I;
    break;
  default:
    break;
  }
}

//===----------------------------------------------------------------------===//
// Epilogs
//===----------------------------------------------------------------------===//

static cublasLtEpilogue_t getEpilogue(Epilog epilog) {
  switch (epilog) {
  case Epilog::BGRADA: // of our A, which is cuBLASLt's B
    return CUBLASLT_EPILOGUE_BGRADB;
  case Epilog::BGRADB:
    return CUBLASLT_EPILOGUE_BGRADA;
#define FUSED_SAME(name)                                                       \
  case Epilog::name:                                                           \
    return CUBLASLT_EPILOGUE_##name;
    FUSED_SAME(DEFAULT)
    FUSED_SAME(RELU)
    FUSED_SAME(RELU_AUX)
    FUSED_SAME(BIAS)
    FUSED_SAME(RELU_BIAS)
    FUSED_SAME(RELU_AUX_BIAS)
    FUSED_SAME(DRELU)
    FUSED_SAME(DRELU_BGRAD)
    FUSED_SAME(GELU)
    FUSED_SAME(GELU_AUX)
    FUSED_SAME(GELU_BIAS)
    FUSED_SAME(GELU_AUX_BIAS)
    FUSED_SAME(DGELU)
    FUSED_SAME(DGELU_BGRAD)
#undef FUSED_SAME
  }
  return CUBLASLT_EPILOGUE_DEFAULT;
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

/// True if the rows of all batches are evenly spaced.
static bool hasEvenRows(const PlanKey &key, const Strides &strides,
                        int64_t columns) {
  return key.m == 1 ? strides.batch >= columns
                    : strides.batch == key.m * strides.row;
}

/// True if all batches are one product of batch * M rows.
static bool collapsesBatch(const PlanKey &key) {
  const EpilogInfo &info = key.getInfo();
  if (key.batch == 1 || key.b.batch != 0 || key.transposesA() ||
      !hasEvenRows(key, key.a, key.k) || !hasEvenRows(key, key.d, key.n))
    return false;
  if (key.readsC() && !hasEvenRows(key, key.c, key.n))
    return false;
  if (info.hasBias && key.bias.batch != 0)
    return false;
  if (info.aux != Aux::None &&
      !hasEvenRows(key, key.aux,
                   info.hasMask() ? getMaskRowBytes(key.n) : key.n))
    return false;
  switch (info.biasGradient) {
  case BiasGradient::None:
    return true;
  case BiasGradient::SumOfD:
    return key.bgrad.batch == 0;
  case BiasGradient::SumOfA:
    return key.bgrad.batch == key.m;
  case BiasGradient::SumOfB:
    return false;
  }
  return false;
}

/// The key of all batches as one product.
static PlanKey collapseBatch(PlanKey key) {
  for (Strides *strides : {&key.a, &key.c, &key.d, &key.aux}) {
    if (key.m == 1)
      strides->row = strides->batch;
    strides->batch = 0;
  }
  key.bgrad.batch = 0;
  key.m *= key.batch;
  key.batch = 1;
  return key;
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

// The algorithms that need aligned rows compute the epilog on the accumulators;
// those that do not may compute it on a D that was stored.
bool fused::runtime::hasAlignedRows(const PlanKey &key) {
  const EpilogInfo &info = key.getInfo();
  auto check = [&](fused_type_t type, const Strides &strides, Operand operand) {
    int64_t size = static_cast<int64_t>(fused_type_size(type));
    return strides.row * size % 16 == 0 && strides.batch * size % 16 == 0 &&
           getAlignment(key, operand) == 16;
  };
  return check(key.inputType, key.a, OperandA) &&
         check(key.bType, key.b, OperandB) &&
         check(key.dType, key.d, OperandD) &&
         (!key.readsC() || check(key.cType, key.c, OperandC)) &&
         (!info.hasBias ||
          (getAlignment(key, OperandBias) == 16 &&
           check(key.biasType, {0, key.bias.batch}, OperandBias))) &&
         (info.aux == Aux::None || check(key.auxType, key.aux, OperandAux));
}

static bool hasGelu(const EpilogInfo &info) {
  return info.activation == Activation::Gelu ||
         info.activation == Activation::GeluGradient;
}

const char *fused::runtime::findUntranslatable(const PlanKey &key) {
  const EpilogInfo &info = key.getInfo();
  if (key.multipliesMask())
    return "selects by the bits of a mask, and cannot multiply by them";
  bool collapses = collapsesBatch(key);
  if (info.hasBiasGradient() && key.batch > 1 && key.bgrad.batch == 0 &&
      !collapses)
    return "has no bias gradient that is the sum over several batches";
  if (info.hasMask() && (key.aux.row % 16 != 0 || key.aux.batch % 16 != 0))
    return "has no masks whose rows are not a multiple of 16 bytes apart";
  if (key.batch > INT32_MAX && !collapses)
    return "has no batches beyond 2147483647";
  double alpha = key.getAlpha(), beta = key.getBeta();
  auto isInteger = [](double value) {
    return value >= INT32_MIN && value <= INT32_MAX &&
           value == static_cast<double>(static_cast<int32_t>(value));
  };
  if (key.dType == FUSED_I32 && !(isInteger(alpha) && isInteger(beta)))
    return "scales a D of i32 by integers only";
  if (!hasDeviceAlpha(key))
    return nullptr;
  if (alpha != 1 || (key.has(FUSED_SCALE_A) && key.has(FUSED_SCALE_B)))
    return "reads one alpha from the device, and multiplies by no other";
  if (key.readsC() && beta != 1)
    return "reads beta from the device where alpha is there";
  return nullptr;
}

const char *fused::runtime::findInexact(const PlanKey &key) {
  const EpilogInfo &info = key.getInfo();
  if (key.dType == FUSED_F64 && hasGelu(info))
    return "computes GELU in f64 with errors of 1e-10";
  if (sumsOperand(key) && key.hasZeroProduct() && key.k != 0)
    return "leaves out the sums of an operand if alpha is 0";
  if (key.dType == FUSED_I8 && info.biasGradient == BiasGradient::SumOfD)
    return "sums rounded values to the bias gradient";
  if (fused_type_size(key.dType) != 2 || key.allowsRoundedSteps())
    return nullptr;
  if (info.activation == Activation::GeluGradient)
    return "rounds to 16 bits before it multiplies by the derivative of GELU";
  if (info.biasGradient == BiasGradient::SumOfD)
    return "sums rounded values to the bias gradient";
  // Short sums go to other algorithms, too.
  if (!allowsRoundedAccumulators(key) && (key.k < 16 || !hasAlignedRows(key)))
    return "rounds to 16 bits before the epilog where rows are not aligned to "
           "16 bytes or K is less than 16";
  return nullptr;
}

bool fused::runtime::keepsNan(const PlanKey &key, int algorithmId, int parts) {
  const EpilogInfo &info = key.getInfo();
  // With a mask, the same families keep it; where K is split, another kernel
  // adds the parts and computes the epilog.
  bool isRelu = info.epilog == Epilog::RELU || info.epilog == Epilog::RELU_BIAS;
  if (!isRelu || key.inputType == FUSED_I8 || parts > 1)
    return true;
  // Families 20, 21, 23 and 24 turn NaN into 0.
  constexpr int keeping[] = {11, 12, 13, 16, 22, 41, 42, 43, 55, 56, 63, 66};
  return std::find(std::begin(keeping), std::end(keeping), algorithmId) !=
         std::end(keeping);
}

bool fused::runtime::multipliesByZero(const PlanKey &key, int algorithmId) {
  constexpr int multiplying[] = {21, 24, 55, 56, 66};
  return !hasDeviceAlpha(key) ||
         std::find(std::begin(multiplying), std::end(multiplying),
                   algorithmId) != std::end(multiplying);
}

bool fused::runtime::mayScaleOperand(const PlanKey &key, int algorithmId) {
  // Operands of f16 and of 8 bits are far from the ends of f32.
  bool hasWideRange = key.inputType == FUSED_BF16 ||
                      key.inputType == FUSED_F32 || key.inputType == FUSED_F64;
  bool isScaling = algorithmId >= 11 && algorithmId <= 13;
  // Means and variances have smaller factors than this only of long sums.
  constexpr double small = 0x1p-24;
  double alpha = std::abs(key.getAlpha());
  return hasWideRange && isScaling && alpha != 0 &&
         (alpha > 1 || alpha < small || hasDeviceAlpha(key));
}

bool fused::runtime::allowsRoundedAccumulators(const PlanKey &key) {
  return fused_type_size(key.dType) != 2 || key.allowsRoundedSteps() ||
         !key.getInfo().hasRoundableSteps();
}

/// The matrix whose transpose, row-major, an operand is.
static LtMatrix describe(const PlanKey &key, fused_type_t type,
                         const Strides &strides, int64_t rows, int64_t columns,
                         Operand operand) {
  return {getCudaType(type), columns,       rows,
          strides.row,       strides.batch, getAlignment(key, operand)};
}

LtProduct fused::runtime::translate(const PlanKey &original) {
  PlanKey key = collapsesBatch(original) ? collapseBatch(original) : original;
  const EpilogInfo &info = key.getInfo();
  bool ta = key.transposesA(), tb = key.transposesB();
  LtProduct product = {};
  setComputeTypes(key, product);
  product.transposeA = tb ? CUBLAS_OP_T : CUBLAS_OP_N;
  product.transposeB = ta ? CUBLAS_OP_T : CUBLAS_OP_N;
  product.epilogue = getEpilogue(info.epilog);
  product.batch = static_cast<int32_t>(key.batch);
  product.a = describe(key, key.bType, key.b, tb ? key.n : key.k,
                       tb ? key.k : key.n, OperandB);
  product.b = describe(key, key.inputType, key.a, ta ? key.k : key.m,
                       ta ? key.m : key.k, OperandA);
  product.d = describe(key, key.dType, key.d, key.m, key.n, OperandD);
  product.c = product.d;
  if (isFloat8(key.dType))
    product.c.type = CUDA_R_16BF; // also where it is not read
  if (key.readsC())
    product.c = describe(key, key.cType, key.c, key.m, key.n, OperandC);

  product.hasBias = info.hasBias || info.hasBiasGradient();
  const Strides &bias = info.hasBias ? key.bias : key.bgrad;
  product.biasType = getCudaType(info.hasBias ? key.biasType : key.bgradType);
  product.biasBatchStride = bias.batch;
  product.biasAlignment =
      getAlignment(key, info.hasBias ? OperandBias : OperandBgrad);

  product.hasAux = info.aux != Aux::None;
  int64_t unit = info.hasMask() ? 8 : 1; // bits in an element of ours
  product.auxType = getCudaType(key.auxType);
  product.auxLeadingDimension = key.aux.row * unit;
  product.auxBatchStride = key.aux.batch * unit;
  product.auxAlignment = getAlignment(key, OperandAux);

  product.hasDeviceAlpha = hasDeviceAlpha(key);
  product.addsC = key.readsC();
  product.scalesA = key.has(FUSED_SCALE_B) && !product.hasDeviceAlpha;
  product.scalesB = key.has(FUSED_SCALE_A) && !product.hasDeviceAlpha;
  product.scalesD = key.has(FUSED_SCALE_D);
  product.hasAmax = key.has(FUSED_AMAX_D);
  return product;
}

int64_t fused::runtime::countTermsOfEmptySum(const PlanKey &key) {
  return fused_type_size(key.inputType) == 1 ? 16 : 1;
}

PlanKey fused::runtime::replaceEmptySum(const PlanKey &key) {
  PlanKey replaced = key;
  replaced.k = countTermsOfEmptySum(key);
  // Rows of 8 bits begin at multiples of as many bytes.
  auto align = [&](int64_t length) {
    return divideUp(length, replaced.k) * replaced.k;
  };
  replaced.a = {key.transposesA() ? align(key.m) : replaced.k, 0};
  replaced.b = {key.transposesB() ? replaced.k : align(key.n), 0};
  replaced.alignments = (key.alignments & ~uint64_t(0xffff)) | 0x0404;
  return replaced;
}

uint64_t
fused::runtime::getAlignments(const fused_matmul_operands_t &operands) {
  const void *addresses[] = {operands.a.data,    operands.b.data,
                             operands.c.data,    operands.d.data,
                             operands.bias.data, operands.aux.data,
                             operands.bgrad.data};
  uint64_t alignments = 0;
  for (int i = OperandA; i <= OperandBgrad; ++i)
    alignments |= getAlignmentLog(addresses[i]) << (8 * i);
  return alignments;
}

//===----------------------------------------------------------------------===//
// Operands of 8 bits
//===----------------------------------------------------------------------===//

StoredShape fused::runtime::getStoredShape(const PlanKey &key,
                                           Operand operand) {
  bool isA = operand == OperandA;
  int64_t outer = isA ? key.m : key.k, inner = isA ? key.k : key.n;
  return (isA ? key.transposesA() : key.transposesB())
             ? StoredShape{inner, outer}
             : StoredShape{outer, inner};
}

bool fused::runtime::isMisaligned(const PlanKey &key, Operand operand) {
  const Strides &strides = operand == OperandA ? key.a : key.b;
  int64_t unit = key.inputType == FUSED_I8 ? 4 : 16;
  return fused_type_size(key.inputType) == 1 &&
         (getAlignment(key, operand) != 16 || strides.batch % unit != 0 ||
          (strides.row % unit != 0 && getStoredShape(key, operand).rows > 1));
}

PlanKey fused::runtime::alignBytes(const PlanKey &key) {
  PlanKey aligned = key;
  for (Operand operand : {OperandA, OperandB}) {
    if (!isMisaligned(key, operand))
      continue;
    StoredShape shape = getStoredShape(key, operand);
    Strides &strides = operand == OperandA ? aligned.a : aligned.b;
    strides.row = divideUp(shape.columns, 16) * 16;
    if (strides.batch != 0)
      strides.batch = shape.rows * strides.row;
    uint64_t mask = uint64_t(0xff) << (8 * operand);
    aligned.alignments = (aligned.alignments & ~mask) | uint64_t(4)
                                                            << (8 * operand);
  }
  return aligned;
}
