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

#ifndef FUSED_LIB_RUNTIME_CUDA_KERNELS_KERNELPARAMETERS_H
#define FUSED_LIB_RUNTIME_CUDA_KERNELS_KERNELPARAMETERS_H

#include "fused-runtime/EpilogSemantics.h"

namespace fused::runtime {

/// A matrix in each batch; strides in elements.
struct DeviceMatrix {
  void *data;
  int64_t row, batch;
};

/// The columns of a thread: of groupSize neighbours, which are loaded at once
/// or one by one, or each so many columns behind the other as a warp has
/// threads, which then has neighbours.
enum class Access { Vector, Scalar, Interleaved };

/// The memory of sums: a vector for each chunk of each batch; `row` is from one
/// chunk to the next.
struct SumTarget {
  DeviceMatrix vectors;
  bool isComputeType; ///< Else of the type of what is summed.
};

/// The part of an epilog after the product. Bias, C, aux are absent where null.
struct TailParameters {
  /// Of the compute type, in rows of whole groups; or D itself.
  DeviceMatrix accumulators;
  DeviceMatrix c, bias, aux, d;
  int64_t batches, rows, columns;
  /// Groups of columns that one row is: those of D, or those of a mask with its
  /// padding.
  int64_t groups;
  int64_t rowsPerChunk; ///< Rows of one block; its number is blockIdx.y.
  SumTarget sums;       ///< Of D; or null.
  double alpha, beta;
  /// What the accumulators are multiplied by after alpha; null stands for 1.
  const float *aScale, *bScale;
  bool multipliesMask;
  /// Vector where all rows are whole groups that are aligned to 16 bytes;
  /// Interleaved only with blocks whose rows of threads are warps.
  Access access;
};

/// Sums over the rows or over the columns of a matrix.
struct SumParameters {
  DeviceMatrix matrix;
  int64_t batches, rows, columns;
  int64_t perChunk; ///< Rows, or groups of columns, of one chunk: blockIdx.y.
  SumTarget sums;
  bool vectorized; ///< All rows are aligned to 16 bytes.
};

/// Adds up partial sums, `parts` for each vector.
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
  int64_t rowsPerChunk; ///< As in TailParameters.
  bool vectorized;      ///< All rows of D are aligned to 16 bytes.
};

/// Elements of a row that one thread has.
constexpr int groupSize = 8;
constexpr int warpThreads = 32;
/// Threads of a block of tails and sums: so many groups, and so many rows.
constexpr int blockThreads = 256;
/// Columns, and parts that are added at a time.
constexpr int finishWidth = 32, finishHeight = 32;
constexpr int paddingThreads = 128;

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_KERNELS_KERNELPARAMETERS_H
