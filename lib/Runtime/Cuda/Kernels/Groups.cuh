//===- Groups.cuh - Neighbours in a row of a matrix -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_KERNELS_GROUPS_CUH
#define FUSED_LIB_RUNTIME_CUDA_KERNELS_GROUPS_CUH

#include "KernelParameters.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace fused::runtime {

/// Conversion between elements and the compute type.
template <typename T> struct Element {
  using Compute = T;
  static __device__ T load(T value) { return value; }
  static __device__ T store(T value) { return value; }
  static __device__ void storePair(T *to, T a, T b) {
    to[0] = a;
    to[1] = b;
  }
};
template <> struct Element<__half> {
  using Compute = float;
  static __device__ float load(__half value) { return __half2float(value); }
  static __device__ __half store(float value) { return __float2half_rn(value); }
  static __device__ void storePair(__half *to, float a, float b) {
    *reinterpret_cast<__half2 *>(to) = __floats2half2_rn(a, b);
  }
};
template <> struct Element<__nv_bfloat16> {
  using Compute = float;
  static __device__ float load(__nv_bfloat16 value) {
    return __bfloat162float(value);
  }
  static __device__ __nv_bfloat16 store(float value) {
    return __float2bfloat16_rn(value);
  }
  static __device__ void storePair(__nv_bfloat16 *to, float a, float b) {
    *reinterpret_cast<__nv_bfloat162 *>(to) = __floats2bfloat162_rn(a, b);
  }
};

template <typename T>
__device__ T *getRow(const DeviceMatrix &matrix, int64_t batch, int64_t row) {
  return static_cast<T *>(matrix.data) + batch * matrix.batch +
         row * matrix.row;
}

/// Keeps the compiler from moving loads to where their values are used, behind
/// the wait for other ones.
__device__ inline void finishLoads() {
#ifdef __CUDACC__
  asm volatile("fence.acq_rel.cta;" ::: "memory");
#endif
}

/// Stores 16 bytes at once, which the compiler does not where it has put them
/// together from smaller parts.
__device__ inline void storeVector(uint4 *to, const uint4 &value) {
#ifdef __CUDACC__
  asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(
                   __cvta_generic_to_global(to)),
               "r"(value.x), "r"(value.y), "r"(value.z), "r"(value.w)
               : "memory");
#else
  *to = value;
#endif
}

/// What a thread has of a row, as it is in memory: with Access::Vector all of
/// it, at an address aligned to 16 bytes; else the first `count`, at least one
/// for a load, which repeats the first for the others.
template <typename T> struct Group {
  using Compute = typename Element<T>::Compute;
  static constexpr int numVectors = groupSize * sizeof(T) / sizeof(uint4);
  alignas(16) T elements[groupSize];

  template <Access access>
  __device__ void load(const T *from, [[maybe_unused]] int count) {
    constexpr int step = access == Access::Interleaved ? warpThreads : 1;
    if constexpr (access == Access::Vector) {
#pragma unroll
      for (int i = 0; i < numVectors; ++i)
        reinterpret_cast<uint4 *>(elements)[i] =
            reinterpret_cast<const uint4 *>(from)[i];
    } else {
      // Without a branch, so that the loads of many rows are in flight.
#pragma unroll
      for (int i = 0; i < groupSize; ++i)
        elements[i] = from[i < count ? i * step : 0];
    }
  }

  template <Access access>
  __device__ void store(T *to, [[maybe_unused]] int count) const {
    constexpr int step = access == Access::Interleaved ? warpThreads : 1;
    if constexpr (access == Access::Vector) {
#pragma unroll
      for (int i = 0; i < numVectors; ++i)
        storeVector(reinterpret_cast<uint4 *>(to) + i,
                    reinterpret_cast<const uint4 *>(elements)[i]);
    } else {
#pragma unroll
      for (int i = 0; i < groupSize; ++i)
        if (i < count)
          to[i * step] = elements[i];
    }
  }

  __device__ Compute get(int i) const { return Element<T>::load(elements[i]); }
  __device__ void set(const Compute (&values)[groupSize]) {
#pragma unroll
    for (int i = 0; i < groupSize; i += 2)
      Element<T>::storePair(elements + i, values[i], values[i + 1]);
  }
};

/// Rows that one thread has in flight: so many that their loads hide their
/// latency, and fit into its registers.
template <typename T>
inline constexpr int rowsInFlight = sizeof(T) == 8 ? 1 : 8 / sizeof(T);

/// The rows that a thread has in flight from `first` on. Where only other
/// threads of the block have one, it is `first` once more, so that loads need
/// no branch that threads of a warp take differently.
template <typename T, Access access = Access::Vector> struct ThreadRows {
  static constexpr int number =
      access == Access::Interleaved && rowsInFlight<T> > 1 ? rowsInFlight<T> / 2
                                                           : rowsInFlight<T>;
  int64_t first, end;

  __device__ bool has(int i) const {
    return i == 0 || first + i * int64_t(blockDim.y) < end;
  }
  /// The same for all threads of a block.
  __device__ bool someThreadHas(int i) const {
    return i == 0 || first - threadIdx.y + i * int64_t(blockDim.y) < end;
  }
  __device__ int64_t operator[](int i) const {
    return has(i) ? first + i * int64_t(blockDim.y) : first;
  }
  __device__ static int64_t getStep() { return number * int64_t(blockDim.y); }
};

/// The columns of a thread: `count` from `column` on, and its byte in a mask,
/// which has the bits of a group of neighbours.
template <Access access> struct ThreadColumns {
  int64_t group, column;
  int count;

  __device__ explicit ThreadColumns(int64_t columns)
      : group(int64_t(blockIdx.x) * blockDim.x + threadIdx.x) {
    constexpr bool isInterleaved = access == Access::Interleaved;
    constexpr int step = isInterleaved ? warpThreads : 1;
    column = isInterleaved
                 ? int64_t(blockIdx.x) * warpThreads * groupSize + threadIdx.x
                 : group * groupSize;
    int64_t left = (columns - column + step - 1) / step;
    count = left >= groupSize ? groupSize
            : left > 0        ? static_cast<int>(left)
                              : 0;
    // Of what does not exist, nothing is stored, but something loaded.
    if (isInterleaved && count == 0)
      column = columns - 1;
  }

  /// The columns of a block begin at its multiple of `blockDim.x` groups.
  __device__ static int getPositionInBlock(int i) {
    return access == Access::Interleaved ? threadIdx.x + i * warpThreads
                                         : threadIdx.x * groupSize + i;
  }
};

template <Access access> struct AccessConstant {
  static constexpr Access value = access;
};

/// Calls `body` with the access as a constant.
template <typename Body>
__device__ void dispatchAccess(bool isVector, const Body &body) {
  if (isVector)
    body(AccessConstant<Access::Vector>());
  else
    body(AccessConstant<Access::Scalar>());
}

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_KERNELS_GROUPS_CUH
