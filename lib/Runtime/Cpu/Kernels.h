//===- Kernels.h - The loops around products --------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The loops that oneDNN does not do, compiled once for each level of the
// instruction set and chosen when the program starts. They run on one thread;
// the callers distribute tiles. "Compute type" is f64 if the element type is
// f64, else f32.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CPU_KERNELS_H
#define FUSED_LIB_RUNTIME_CPU_KERNELS_H

#include "fused-runtime/EpilogSemantics.h"
#include "fused-runtime/fused_runtime.h"

namespace fused::runtime {

/// Everything from the accumulators to the results of a product:
///   x = bScale * (aScale * (alpha * accumulators)) + beta * c + bias
///   d = activation(x, aux), aux = mask or x, partialSums = sums of d.
/// Strides are in elements, those of a mask in bytes.
struct TailProblem {
  fused_type_t type; ///< Of c, bias, d and a pre-activation.
  Activation activation;
  bool multipliesMask; ///< d = x * mask instead of the activation.
  Aux aux;
  double alpha, beta;
  bool scalesProduct; ///< aScale and bScale count.
  float aScale, bScale;
  int64_t numColumns;
  const void *accumulators; ///< Of the compute type; null stands for zeros.
  int64_t firstRow, firstColumn; ///< The element of d that they begin with.
  int64_t accumulatorsRowStride, accumulatorsBatchStride;
  fused_buffer_t c, bias; ///< Null data if absent.
  fused_buffer_t d, auxBuffer;
  /// One row of `numColumns` for each block of rows, or null.
  void *partialSums;
};

/// A part of a tail. The first column is a multiple of 128.
struct TailTile {
  int64_t batch, rowBegin, rowEnd, columnBegin, columnEnd;
  int64_t partialSum; ///< The row of partialSums that it writes.
};

/// d = op(a) op(b) in f64.
struct ProductF64 {
  const double *a, *b;
  double *d;
  int64_t aRowStride, bRowStride, dRowStride;
  int64_t m, n, k;
  bool transposeA, transposeB;
};

/// d = a b for a few rows, and some columns of b; in f32.
struct RowsProduct {
  fused_type_t type; ///< Of b: a 16-bit type or f32.
  const void *a;     ///< Of getTypeOfRows(type).
  const void *b;     ///< k x n, or n x k if `transposeB`.
  float *d;          ///< Rows have room for a multiple of 32 elements.
  int64_t aRowStride, bRowStride, dRowStride;
  int64_t m, n, k;
  bool transposeB;
};

/// The functions of one level of the instruction set.
struct Kernels {
  const char *name;
  /// There are 32 registers of 512 bits.
  bool hasWideRegisters;
  /// One instruction multiplies pairs of bf16.
  bool multipliesPairs;

  /// What `multiplyRows` takes as A for a B of `type`.
  fused_type_t getTypeOfRows(fused_type_t type) const {
    return type == FUSED_BF16 && multipliesPairs ? FUSED_BF16 : FUSED_F32;
  }

  void (*runTail)(const TailProblem &problem, const TailTile &tile);

  /// Converts f16 or bf16 to f32.
  void (*widen)(fused_type_t type, const void *from, float *to, int64_t count);

  /// Converts from the compute type to `type`, rounding to nearest even.
  void (*narrow)(fused_type_t type, const void *from, void *to, int64_t count);

  /// sums[i] += row[i], with sums of the compute type.
  void (*addRow)(fused_type_t type, const void *row, void *sums, int64_t count);

  /// The sum of a row.
  double (*sumRow)(fused_type_t type, const void *row, int64_t count);

  /// False if there is no memory to pack the operands.
  bool (*multiplyF64)(const ProductF64 &product);

  void (*multiplyRows)(const RowsProduct &product);
};

/// The functions for the processor that this runs on, within oneDNN's limit on
/// the instruction set (ONEDNN_MAX_CPU_ISA).
const Kernels &getKernels();

/// True if oneDNN multiplies bf16 by units for matrices (AMX).
bool hasMatrixUnits();

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CPU_KERNELS_H
