//===- Kernels.cu - Kernels of split products -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tails.cuh"

/// A kernel that takes one structure, `p`; then its bounds.
#ifndef FUSED_KERNEL
#define FUSED_KERNEL(name, Parameters, ...)                                    \
  extern "C" __global__ void __launch_bounds__(__VA_ARGS__)                    \
      fused_##name(Parameters p)
#endif

using namespace fused;
using namespace fused::runtime;

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

namespace {
using Columns = ThreadColumns<Access::Scalar>;

template <typename T, Access access>
__device__ void setNanBits(const NanBitParameters &p, int64_t batch,
                           int64_t begin, int64_t end, const Columns &columns) {
  using Rows = ThreadRows<T>;
  for (int64_t row = begin + threadIdx.y; row < end; row += Rows::getStep()) {
    Rows rows = {row, end};
    Group<T> d[Rows::number];
#pragma unroll
    for (int r = 0; r < Rows::number; ++r)
      if (rows.someThreadHas(r))
        d[r].template load<access>(
            getRow<T>(p.d, batch, rows[r]) + columns.column, columns.count);
    finishLoads();
#pragma unroll
    for (int r = 0; r < Rows::number; ++r) {
      if (!rows.has(r))
        continue;
      unsigned bits = 0;
#pragma unroll
      for (int i = 0; i < groupSize; ++i)
        if (access == Access::Vector || i < columns.count)
          bits |= unsigned(d[r].get(i) != d[r].get(i)) << i;
      if (bits != 0)
        getRow<unsigned char>(p.mask, batch, rows[r])[columns.group] |=
            static_cast<unsigned char>(bits);
    }
  }
}

template <typename T> __device__ void setNanBits(const NanBitParameters &p) {
  Columns columns(p.columns);
  int64_t begin = int64_t(blockIdx.y) * p.rowsPerChunk;
  int64_t end =
      begin + p.rowsPerChunk < p.rows ? begin + p.rowsPerChunk : p.rows;
  if (columns.count == 0)
    return;
  for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z)
    dispatchAccess(
        p.vectorized && columns.count == groupSize, [&](auto access) {
          setNanBits<T, decltype(access)::value>(p, batch, begin, end, columns);
        });
}
} // namespace

FUSED_KERNEL(clear_mask_padding, PaddingParameters, paddingThreads) {
  int64_t lastGroup = (p.columns - 1) / 128;
  int used = static_cast<int>(p.columns - lastGroup * 128);
  int64_t numThreads = int64_t(gridDim.x) * blockDim.x;
  for (int64_t line = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
       line < p.batches * p.rows; line += numThreads) {
    int64_t batch = line / p.rows;
    unsigned char *group =
        getRow<unsigned char>(p.mask, batch, line - batch * p.rows) +
        lastGroup * 16;
    for (int byte = used / 8; byte < 16; ++byte)
      group[byte] &= byte * 8 < used ? (1u << (used - byte * 8)) - 1 : 0u;
  }
}

//===----------------------------------------------------------------------===//
// Kernels for each type
//===----------------------------------------------------------------------===//

#define FUSED_KERNELS(type, T)                                                 \
  FUSED_KERNEL(set_nan_bits_##type, NanBitParameters, blockThreads) {          \
    setNanBits<T>(p);                                                          \
  }                                                                            \
  FUSED_KERNEL(sum_columns_##type, SumParameters, blockThreads) {              \
    sumColumns<T>(p);                                                          \
  }                                                                            \
  FUSED_KERNEL(sum_rows_##type, SumParameters, blockThreads) {                 \
    sumRows<T>(p);                                                             \
  }                                                                            \
  FUSED_KERNEL(finish_sums_##type, FinishParameters,                           \
               finishWidth *finishHeight) {                                    \
    finishSums<T>(p);                                                          \
  }

FUSED_KERNELS(f16, __half)
FUSED_KERNELS(bf16, __nv_bfloat16)
FUSED_KERNELS(f32, float)
FUSED_KERNELS(f64, double)

/// One tail, named after the epilog without bias and bias gradient.
#define FUSED_TAIL(epilog, type, T, From, activation, aux)                     \
  FUSED_KERNEL(tail_##epilog##_##type, TailParameters, blockThreads,           \
               sizeof(T) < sizeof(double) ? 2 : 1) {                           \
    runTail<T, From, Activation::activation, Aux::aux>(p);                     \
  }
#define FUSED_TAILS(name, T, From)                                             \
  FUSED_TAIL(default, name, T, From, None, None)                               \
  FUSED_TAIL(relu, name, T, From, Relu, None)                                  \
  FUSED_TAIL(relu_aux, name, T, From, Relu, StoreMask)                         \
  FUSED_TAIL(drelu, name, T, From, ReluGradient, LoadMask)                     \
  FUSED_TAIL(gelu, name, T, From, Gelu, None)                                  \
  FUSED_TAIL(gelu_aux, name, T, From, Gelu, StorePreactivation)                \
  FUSED_TAIL(dgelu, name, T, From, GeluGradient, LoadPreactivation)

FUSED_TAILS(f16, __half, __half)
FUSED_TAILS(bf16, __nv_bfloat16, __nv_bfloat16)
FUSED_TAILS(f32, float, float)
FUSED_TAILS(f64, double, double)
// Accumulators of f32, apart from D.
FUSED_TAILS(f16_apart, __half, float)
FUSED_TAILS(bf16_apart, __nv_bfloat16, float)
