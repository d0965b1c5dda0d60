//===- FakeProduct.cpp - A product of the fake cuBLASLt -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeProduct.h"

#include "fused-runtime/EpilogSemantics.h"

#include <algorithm>

using namespace fused;
using namespace fused::fake;

fused_type_t fake::getType(cudaDataType_t type) {
  switch (type) {
  case CUDA_R_16F:
    return FUSED_F16;
  case CUDA_R_16BF:
    return FUSED_BF16;
  case CUDA_R_64F:
    return FUSED_F64;
  case CUDA_R_8F_E4M3:
    return FUSED_F8E4M3FN;
  case CUDA_R_8F_E5M2:
    return FUSED_F8E5M2;
  case CUDA_R_8I:
    return FUSED_I8;
  case CUDA_R_32I:
    return FUSED_I32;
  default:
    return FUSED_F32;
  }
}

Execution::Execution(const Product &product, const Factors &factors,
                     const Matrix &a, bool transposeA, const Matrix &b,
                     bool transposeB, const Matrix &c, const Matrix &d,
                     bool scalesB, bool splitsK)
    : factors(factors), a(a), b(b), c(c), d(d), transposeA(transposeA),
      transposeB(transposeB), scalesB(scalesB), splitsK(splitsK),
      isWide(product.scaleType == CUDA_R_64F),
      epilogue(product.get<int>(CUBLASLT_MATMUL_DESC_EPILOGUE,
                                CUBLASLT_EPILOGUE_DEFAULT)),
      bias(product.get<void *>(CUBLASLT_MATMUL_DESC_BIAS_POINTER),
           product.values.count(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE)
               ? getType(product.get<cudaDataType_t>(
                     CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE))
               : d.type,
           0, product.get<int64_t>(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE)),
      aux(product.get<void *>(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER),
          product.values.count(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE)
              ? getType(product.get<cudaDataType_t>(
                    CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE))
              : d.type,
          product.get<int64_t>(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD),
          product.get<int64_t>(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE)),
      scales{product.get<const float *>(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER),
             product.get<const float *>(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER),
             product.get<const float *>(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER)},
      amax(product.get<float *>(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER)) {}

void Execution::readFactors() {
  if (factors.areOnDevice)
    factors.read();
  alpha = factors.alpha;
  beta = factors.beta;
  auto read = [](const float *scale) { return scale ? *scale : 1.0f; };
  sumScale = scalesB ? 1 : alpha;
  // The library multiplies these numbers first, in f32.
  if (scales[0] || scales[1])
    sumScale = static_cast<float>(alpha) * read(scales[0]) * read(scales[1]);
  dScale = read(scales[2]);
}

void Execution::run(int64_t batches, int64_t m, int64_t n, int64_t k) {
  rows = m;
  if (amax)
    *amax = 0;
  for (int64_t batch = 0; batch < batches; ++batch) {
    readMatrices(batch, m, n, k);
    std::vector<double> sums(static_cast<size_t>(m)), products(sums.size());
    for (int64_t j = 0; j < n; ++j) {
      multiplyColumn(j, k, products);
      for (int64_t i = 0; i < m; ++i)
        sums[static_cast<size_t>(i)] +=
            finish(batch, i, j, products[static_cast<size_t>(i)]);
    }
    if (epilogue & 16) // the bias gradients of DRELU and DGELU
      for (int64_t i = 0; i < m; ++i)
        bias.set(batch, i, 0, sums[static_cast<size_t>(i)]);
    if (epilogue == CUBLASLT_EPILOGUE_BGRADA)
      sumOverK(batch, m, k, true);
    if (epilogue == CUBLASLT_EPILOGUE_BGRADB)
      sumOverK(batch, n, k, false);
  }
}

void Execution::readMatrices(int64_t batch, int64_t m, int64_t n, int64_t k) {
  aValues.clear();
  bValues.clear();
  for (int64_t l = 0; l < k; ++l)
    for (int64_t i = 0; i < m; ++i)
      aValues.push_back(getA(batch, i, l));
  for (int64_t j = 0; j < n; ++j)
    for (int64_t l = 0; l < k; ++l)
      bValues.push_back(scaleB(getB(batch, l, j)));
}

void Execution::multiplyColumn(int64_t j, int64_t k,
                               std::vector<double> &products) {
  std::fill(products.begin(), products.end(), 0.0);
  // The parts of a sum are not read then.
  if (factors.areOnDevice && alpha == 0 && splitsK)
    return;
  const double *row = aValues.data();
  for (int64_t l = 0; l < k; ++l, row += products.size()) {
    double factor = bValues[static_cast<size_t>(j * k + l)];
    for (size_t i = 0; i < products.size(); ++i)
      products[i] += row[i] * factor;
  }
}

void Execution::sumOverK(int64_t batch, int64_t length, int64_t k,
                         bool ofA) const {
  for (int64_t i = 0; i < length; ++i) {
    double sum = 0;
    for (int64_t l = 0; alpha != 0 && l < k; ++l)
      sum += ofA ? getA(batch, i, l) : getB(batch, l, i);
    bias.set(batch, i, 0, sum);
  }
}

double Execution::finish(int64_t batch, int64_t i, int64_t j,
                         double sum) const {
  NativeArithmetic<double> arithmetic;
  EpilogSemantics<NativeArithmetic<double>> semantics{arithmetic};
  double x = sumScale * sum + (beta != 0 ? beta * c.get(batch, i, j) : 0);
  if (epilogue & CUBLASLT_EPILOGUE_BIAS)
    x += bias.get(batch, i, 0);
  bool relu = epilogue & CUBLASLT_EPILOGUE_RELU;
  bool gelu = epilogue & CUBLASLT_EPILOGUE_GELU;
  if ((epilogue & 128) && relu)
    saveBit(batch, i, j, getReluMaskBit(x));
  if ((epilogue & 128) && gelu)
    aux.set(batch, i, j, x);
  if (relu)
    x = semantics.relu(x);
  else if (gelu)
    x = semantics.geluTanh(x);
  else if ((epilogue & CUBLASLT_EPILOGUE_DRELU) == CUBLASLT_EPILOGUE_DRELU)
    x = getMaskByte(batch, i, j) >> (i % 8) & 1 ? x : 0;
  else if ((epilogue & CUBLASLT_EPILOGUE_DGELU) == CUBLASLT_EPILOGUE_DGELU)
    x *= semantics.geluTanhGradient(aux.get(batch, i, j));
  if (amax)
    *amax = std::fmax(*amax, static_cast<float>(std::fabs(x)));
  double stored = dScale * x;
  if (d.type == FUSED_F8E4M3FN && std::fabs(stored) > 448)
    stored = std::copysign(448, stored);
  if (d.type == FUSED_I8)
    stored = std::fmin(std::fmax(stored, -128), 127);
  d.set(batch, i, j, stored);
  return x;
}

void Execution::saveBit(int64_t batch, int64_t i, int64_t j, bool bit) const {
  if (i == 0) // Each column of a mask takes whole groups of 128 bits.
    std::memset(&getMaskByte(batch, 0, j), 0,
                static_cast<size_t>(getMaskRowBytes(rows)));
  getMaskByte(batch, i, j) |= static_cast<unsigned char>(bit << (i % 8));
}
