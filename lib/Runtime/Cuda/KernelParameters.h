//===- KernelParameters.h - What kernels are given --------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Included by C++ and by CUDA C++.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_KERNELPARAMETERS_H
#define FUSED_LIB_RUNTIME_CUDA_KERNELPARAMETERS_H

#include "fused-runtime/EpilogSemantics.h"

namespace fused::runtime {

/// A matrix in each batch; strides in elements.
struct DeviceMatrix {
  void *data;
  int64_t row, batch;
};

/// The part of an epilog after the product. Bias, C, aux are absent where null.
struct TailParameters {
  DeviceMatrix accumulators; ///< Of the compute type.
  DeviceMatrix c, bias, aux, d;
  int64_t batches, rows, columns;
  /// Groups of eight columns that one row is: those of D, or those of a mask
  /// with its padding.
  int64_t groups;
  int64_t rowsPerChunk; ///< Rows of one block; its number is blockIdx.y.
  int64_t chunks;
  void *partialSums; ///< As in SumParameters, of D; or null.
  double alpha, beta;
  Activation activation;
  Aux auxKind;
  bool multipliesMask;
  bool vectorized; ///< All groups of all matrices are aligned to 16 bytes.
};

/// Sums over the rows or over the columns of a matrix. Partial sums lie as
/// [batch][chunk][column or row], in the compute type.
struct SumParameters {
  DeviceMatrix matrix;
  int64_t batches, rows, columns;
  int64_t chunks; ///< Parts that the rows are divided into; 1 for sums of rows.
  void *partialSums;
};

/// Adds up partial sums: `parts` of them, one after the other, for each vector.
struct FinishParameters {
  const void *partialSums;
  int64_t vectors, parts, length;
  DeviceMatrix result; ///< One vector per batch.
};

/// Clears the bits of a mask beyond the columns.
struct PaddingParameters {
  DeviceMatrix mask;
  int64_t batches, rows, columns;
};

/// Sets the bits of a mask where D, the ReLU of what they are of, is NaN.
struct NanBitParameters {
  DeviceMatrix d, mask;
  int64_t batches, rows, columns;
  bool vectorized; ///< All rows of D are aligned to 16 bytes.
};

constexpr int tailWidth = 32, tailHeight = 8; ///< Groups and rows.
constexpr int sumColumnsWidth = 32, sumColumnsHeight = 8;
constexpr int sumRowsThreads = 256;
constexpr int finishThreads = 128;

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_KERNELPARAMETERS_H
