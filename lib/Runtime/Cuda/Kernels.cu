//===- Kernels.cu - Kernels of split products -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Every sum is added up in an order that depends on the sizes alone.
//
//===----------------------------------------------------------------------===//

#include "KernelParameters.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

using namespace fused;
using namespace fused::runtime;

namespace {
/// The arithmetic of `EpilogSemantics` on the device.
template <typename T> struct DeviceArithmetic {
  using Value = T;
  __device__ T constant(double value) const { return static_cast<T>(value); }
  __device__ T add(T a, T b) const { return a + b; }
  __device__ T sub(T a, T b) const { return a - b; }
  __device__ T mul(T a, T b) const { return a * b; }
  __device__ T tanh(T a) const { return ::tanh(a); }
  __device__ T maximum(T a, T b) const { return (a > b || a != a) ? a : b; }
  __device__ T select(T bit, T a, T b) const { return bit != T(0) ? a : b; }
};

/// Conversion between elements and the compute type.
template <typename T> struct Element {
  using Compute = T;
  static __device__ T load(T value) { return value; }
  static __device__ T store(T value) { return value; }
};
template <> struct Element<__half> {
  using Compute = float;
  static __device__ float load(__half value) { return __half2float(value); }
  static __device__ __half store(float value) { return __float2half_rn(value); }
};
template <> struct Element<__nv_bfloat16> {
  using Compute = float;
  static __device__ float load(__nv_bfloat16 value) {
    return __bfloat162float(value);
  }
  static __device__ __nv_bfloat16 store(float value) {
    return __float2bfloat16_rn(value);
  }
};

template <typename T>
__device__ T *getRow(const DeviceMatrix &matrix, int64_t batch, int64_t row) {
  return static_cast<T *>(matrix.data) + batch * matrix.batch +
         row * matrix.row;
}

__device__ int64_t getThread() {
  return int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ int64_t getNumThreads() { return int64_t(gridDim.x) * blockDim.x; }

//===----------------------------------------------------------------------===//
// Tails
//===----------------------------------------------------------------------===//

/// Eight neighbours in a row, of which those before `count` exist.
template <typename T> struct Group {
  using Compute = typename Element<T>::Compute;
  Compute values[8];

  __device__ void load(const T *from, int count, bool vectorized) {
    alignas(16) T elements[8];
    if (vectorized && count == 8) {
#pragma unroll
      for (int i = 0; i < int(sizeof(elements) / sizeof(uint4)); ++i)
        reinterpret_cast<uint4 *>(elements)[i] =
            reinterpret_cast<const uint4 *>(from)[i];
#pragma unroll
      for (int i = 0; i < 8; ++i)
        values[i] = Element<T>::load(elements[i]);
      return;
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
      values[i] = i < count ? Element<T>::load(from[i]) : Compute(0);
  }

  __device__ void store(T *to, int count, bool vectorized) const {
    alignas(16) T elements[8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
      elements[i] = Element<T>::store(values[i]);
    if (vectorized && count == 8) {
#pragma unroll
      for (int i = 0; i < int(sizeof(elements) / sizeof(uint4)); ++i)
        reinterpret_cast<uint4 *>(to)[i] =
            reinterpret_cast<const uint4 *>(elements)[i];
      return;
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
      if (i < count)
        to[i] = elements[i];
  }
};

/// Computes and stores one group; leaves its values in `result`.
template <typename T>
__device__ void runTailGroup(const TailParameters &p, int64_t batch,
                             int64_t row, int64_t column, int count,
                             const Group<T> &bias, Group<T> &result) {
  using Compute = typename Element<T>::Compute;
  DeviceArithmetic<Compute> arithmetic;
  EpilogSemantics<DeviceArithmetic<Compute>> semantics{arithmetic};
  Group<Compute> sums;
  Group<T> c, aux;
  sums.load(getRow<Compute>(p.accumulators, batch, row) + column, count,
            p.vectorized);
  if (p.c.data)
    c.load(getRow<T>(p.c, batch, row) + column, count, p.vectorized);
  if (p.auxKind == Aux::LoadPreactivation)
    aux.load(getRow<T>(p.aux, batch, row) + column, count, p.vectorized);
  unsigned char *mask = nullptr;
  if (p.auxKind == Aux::StoreMask || p.auxKind == Aux::LoadMask)
    mask = getRow<unsigned char>(p.aux, batch, row) + column / 8;
  unsigned bits = p.auxKind == Aux::LoadMask && count > 0 ? *mask : 0;
  unsigned saved = 0;
  Compute alpha = static_cast<Compute>(p.alpha);
  Compute beta = static_cast<Compute>(p.beta);
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    Compute x = alpha * sums.values[i];
    if (p.c.data)
      x += beta * c.values[i];
    if (p.bias.data)
      x += bias.values[i];
    if (i < count)
      saved |= unsigned(getReluMaskBit(x)) << i;
    result.values[i] = x;
  }
  if (p.auxKind == Aux::StorePreactivation)
    result.store(getRow<T>(p.aux, batch, row) + column, count, p.vectorized);
  if (p.auxKind == Aux::StoreMask)
    *mask = static_cast<unsigned char>(saved);
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    Compute extra = p.auxKind == Aux::LoadMask
                        ? static_cast<Compute>(bits >> i & 1)
                    : p.auxKind == Aux::LoadPreactivation ? aux.values[i]
                                                          : Compute(0);
    Compute x = result.values[i];
    result.values[i] = p.multipliesMask
                           ? semantics.multiplyMask(x, extra)
                           : semantics.activate(p.activation, x, extra);
  }
  result.store(getRow<T>(p.d, batch, row) + column, count, p.vectorized);
}

/// Adds up what the rows of threads of a block have, and stores it.
template <typename Compute>
__device__ void storePartialSums(const TailParameters &p, int64_t batch,
                                 const Compute (&sums)[8]) {
  constexpr int width = tailWidth * 8;
  __shared__ Compute shared[tailHeight][width];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    shared[threadIdx.y][threadIdx.x * 8 + i] = sums[i];
  __syncthreads();
  int position = threadIdx.y * tailWidth + threadIdx.x;
  int64_t column = int64_t(blockIdx.x) * width + position;
  if (column < p.columns) {
    Compute sum = 0;
    for (int i = 0; i < tailHeight; ++i)
      sum += shared[i][position];
    static_cast<Compute *>(
        p.partialSums)[(batch * p.chunks + blockIdx.y) * p.columns + column] =
        sum;
  }
  __syncthreads();
}

template <typename T> __device__ void runTail(const TailParameters &p) {
  using Compute = typename Element<T>::Compute;
  int64_t group = int64_t(blockIdx.x) * tailWidth + threadIdx.x;
  int64_t column = group * 8, left = p.columns - column;
  int count = left >= 8 ? 8 : left > 0 ? static_cast<int>(left) : 0;
  int64_t begin = int64_t(blockIdx.y) * p.rowsPerChunk;
  int64_t end = begin + p.rowsPerChunk;
  if (end > p.rows)
    end = p.rows;
  if (group >= p.groups)
    end = begin;
  for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
    Group<T> bias, result;
    if (p.bias.data)
      bias.load(getRow<T>(p.bias, batch, 0) + column, count, p.vectorized);
    Compute sums[8] = {};
    for (int64_t row = begin + threadIdx.y; row < end; row += tailHeight) {
      runTailGroup<T>(p, batch, row, column, count, bias, result);
      for (int i = 0; i < 8; ++i)
        sums[i] += result.values[i];
    }
    if (p.partialSums)
      storePartialSums(p, batch, sums);
  }
}

//===----------------------------------------------------------------------===//
// Bits of NaN
//===----------------------------------------------------------------------===//

template <typename T> __device__ void setNanBits(const NanBitParameters &p) {
  int64_t group = int64_t(blockIdx.x) * tailWidth + threadIdx.x;
  int64_t column = group * 8, left = p.columns - column;
  if (left <= 0)
    return;
  int count = left >= 8 ? 8 : static_cast<int>(left);
  for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z)
    for (int64_t row = int64_t(blockIdx.y) * tailHeight + threadIdx.y;
         row < p.rows; row += int64_t(gridDim.y) * tailHeight) {
      Group<T> d;
      d.load(getRow<T>(p.d, batch, row) + column, count, p.vectorized);
      unsigned bits = 0;
#pragma unroll
      for (int i = 0; i < 8; ++i)
        bits |= unsigned(d.values[i] != d.values[i]) << i;
      if (bits != 0)
        getRow<unsigned char>(p.mask, batch, row)[group] |=
            static_cast<unsigned char>(bits);
    }
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

template <typename T> __device__ void sumColumns(const SumParameters &p) {
  using Compute = typename Element<T>::Compute;
  __shared__ Compute sums[sumColumnsHeight][sumColumnsWidth];
  int64_t column = int64_t(blockIdx.x) * sumColumnsWidth + threadIdx.x;
  int64_t rowsPerChunk = (p.rows + p.chunks - 1) / p.chunks;
  int64_t begin = int64_t(blockIdx.y) * rowsPerChunk;
  int64_t end = begin + rowsPerChunk < p.rows ? begin + rowsPerChunk : p.rows;
  for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
    Compute sum = 0;
    if (column < p.columns)
      for (int64_t row = begin + threadIdx.y; row < end;
           row += sumColumnsHeight)
        sum += Element<T>::load(getRow<T>(p.matrix, batch, row)[column]);
    sums[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y == 0 && column < p.columns) {
      for (int i = 1; i < sumColumnsHeight; ++i)
        sum += sums[i][threadIdx.x];
      static_cast<Compute *>(
          p.partialSums)[(batch * p.chunks + blockIdx.y) * p.columns + column] =
          sum;
    }
    __syncthreads();
  }
}

template <typename T> __device__ void sumRows(const SumParameters &p) {
  using Compute = typename Element<T>::Compute;
  __shared__ Compute sums[sumRowsThreads];
  for (int64_t line = blockIdx.x; line < p.batches * p.rows;
       line += gridDim.x) {
    int64_t batch = line / p.rows;
    const T *row = getRow<T>(p.matrix, batch, line - batch * p.rows);
    Compute sum = 0;
    for (int64_t i = threadIdx.x; i < p.columns; i += sumRowsThreads)
      sum += Element<T>::load(row[i]);
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int width = sumRowsThreads / 2; width > 0; width /= 2) {
      if (threadIdx.x < width)
        sums[threadIdx.x] += sums[threadIdx.x + width];
      __syncthreads();
    }
    if (threadIdx.x == 0)
      static_cast<Compute *>(p.partialSums)[line] = sums[0];
    __syncthreads();
  }
}

template <typename T> __device__ void finishSums(const FinishParameters &p) {
  using Compute = typename Element<T>::Compute;
  for (int64_t i = getThread(); i < p.vectors * p.length;
       i += getNumThreads()) {
    int64_t vector = i / p.length, position = i - vector * p.length;
    const Compute *part = static_cast<const Compute *>(p.partialSums) +
                          vector * p.parts * p.length + position;
    Compute sum = 0;
    for (int64_t k = 0; k < p.parts; ++k)
      sum += part[k * p.length];
    getRow<T>(p.result, vector, 0)[position] = Element<T>::store(sum);
  }
}
} // namespace

extern "C" __global__ void fused_clear_mask_padding(PaddingParameters p) {
  int64_t lastGroup = (p.columns - 1) / 128;
  int used = static_cast<int>(p.columns - lastGroup * 128);
  for (int64_t line = getThread(); line < p.batches * p.rows;
       line += getNumThreads()) {
    int64_t batch = line / p.rows;
    unsigned char *group =
        getRow<unsigned char>(p.mask, batch, line - batch * p.rows) +
        lastGroup * 16;
    for (int byte = used / 8; byte < 16; ++byte)
      group[byte] &= byte * 8 < used ? (1u << (used - byte * 8)) - 1 : 0u;
  }
}

#define FUSED_KERNELS(name, T)                                                 \
  extern "C" __global__ void __launch_bounds__(tailWidth *tailHeight)          \
      fused_tail_##name(TailParameters p) {                                    \
    runTail<T>(p);                                                             \
  }                                                                            \
  extern "C" __global__ void __launch_bounds__(tailWidth *tailHeight)          \
      fused_set_nan_bits_##name(NanBitParameters p) {                          \
    setNanBits<T>(p);                                                          \
  }                                                                            \
  extern "C" __global__ void fused_sum_columns_##name(SumParameters p) {       \
    sumColumns<T>(p);                                                          \
  }                                                                            \
  extern "C" __global__ void fused_sum_rows_##name(SumParameters p) {          \
    sumRows<T>(p);                                                             \
  }                                                                            \
  extern "C" __global__ void fused_finish_sums_##name(FinishParameters p) {    \
    finishSums<T>(p);                                                          \
  }

FUSED_KERNELS(f16, __half)
FUSED_KERNELS(bf16, __nv_bfloat16)
FUSED_KERNELS(f32, float)
FUSED_KERNELS(f64, double)
