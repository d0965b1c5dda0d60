//===- Sums.cuh - Sums of rows and columns ----------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Every sum is added up in an order that depends on the sizes alone.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_KERNELS_SUMS_CUH
#define FUSED_LIB_RUNTIME_CUDA_KERNELS_SUMS_CUH

#include "Groups.cuh"

namespace fused::runtime {

template <typename T, typename Compute>
__device__ void storeSum(const SumTarget &target, int64_t batch,
                         int64_t position, Compute sum) {
  if (target.isComputeType)
    getRow<Compute>(target.vectors, batch, blockIdx.y)[position] = sum;
  else
    getRow<T>(target.vectors, batch, blockIdx.y)[position] =
        Element<T>::store(sum);
}

/// Adds up what the rows of threads of a block have, first within each warp,
/// and stores it. Called by all threads.
template <typename T, typename Columns, typename Compute>
__device__ void storeColumnSums(const SumTarget &target, int64_t batch,
                                int64_t columns, Compute (&sums)[groupSize]) {
  constexpr int numWarps = blockThreads / warpThreads;
  __shared__ Compute shared[numWarps][warpThreads * groupSize];
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  int warp = thread / warpThreads, width = blockDim.x;
  for (int offset = warpThreads / 2; offset >= width; offset /= 2)
#pragma unroll
    for (int i = 0; i < groupSize; ++i)
      sums[i] += __shfl_xor_sync(~0u, sums[i], offset);
  if (thread % warpThreads < width)
#pragma unroll
    for (int i = 0; i < groupSize; ++i)
      shared[warp][Columns::getPositionInBlock(i)] = sums[i];
  __syncthreads();
  int64_t column = int64_t(blockIdx.x) * width * groupSize + thread;
  if (thread < width * groupSize && column < columns) {
    Compute sum = shared[0][thread];
#pragma unroll
    for (int i = 1; i < numWarps; ++i)
      sum += shared[i][thread];
    storeSum<T>(target, batch, column, sum);
  }
  __syncthreads();
}

/// Adds up the rows of one chunk.
template <typename T, Access access, typename Columns, typename Compute>
__device__ void addRows(const SumParameters &p, int64_t batch, int64_t begin,
                        int64_t end, const Columns &columns,
                        Compute (&sums)[groupSize]) {
  using Rows = ThreadRows<T>;
  for (int64_t row = begin + threadIdx.y; row < end; row += Rows::getStep()) {
    Rows rows = {row, end};
    Group<T> groups[Rows::number];
#pragma unroll
    for (int r = 0; r < Rows::number; ++r)
      if (rows.someThreadHas(r))
        groups[r].template load<access>(getRow<T>(p.matrix, batch, rows[r]) +
                                            columns.column,
                                        columns.count);
    finishLoads();
#pragma unroll
    for (int r = 0; r < Rows::number; ++r)
#pragma unroll
      for (int i = 0; i < groupSize; ++i)
        sums[i] += rows.has(r) ? groups[r].get(i) : Compute(0);
  }
}

template <typename T> __device__ void sumColumns(const SumParameters &p) {
  using Compute = typename Element<T>::Compute;
  using Columns = ThreadColumns<Access::Scalar>;
  Columns columns(p.columns);
  int64_t begin = int64_t(blockIdx.y) * p.perChunk;
  int64_t end = begin + p.perChunk < p.rows ? begin + p.perChunk : p.rows;
  if (columns.count == 0)
    end = begin;
  for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
    Compute sums[groupSize] = {};
    dispatchAccess(p.vectorized && columns.count == groupSize,
                   [&](auto access) {
                     addRows<T, decltype(access)::value>(p, batch, begin, end,
                                                         columns, sums);
                   });
    storeColumnSums<T, Columns>(p.sums, batch, p.columns, sums);
  }
}

/// Adds up the groups from `begin` to `end` of one row.
template <typename T, Access access>
__device__ typename Element<T>::Compute
addGroups(const T *row, int64_t begin, int64_t end, int64_t columns) {
  using Compute = typename Element<T>::Compute;
  constexpr int inFlight = rowsInFlight<T>;
  int64_t lanes = blockDim.x;
  Compute sums[groupSize] = {};
  for (int64_t group = begin + threadIdx.x; group < end;
       group += inFlight * lanes) {
    Group<T> groups[inFlight];
    int counts[inFlight];
#pragma unroll
    for (int r = 0; r < inFlight; ++r) {
      bool exists = group + r * lanes < end;
      int64_t column = (exists ? group + r * lanes : group) * groupSize;
      int64_t left = columns - column;
      int count = left < groupSize ? static_cast<int>(left) : groupSize;
      groups[r].template load<access>(row + column, count);
      counts[r] = exists ? count : 0;
    }
    finishLoads();
#pragma unroll
    for (int r = 0; r < inFlight; ++r)
#pragma unroll
      for (int i = 0; i < groupSize; ++i)
        sums[i] += i < counts[r] ? groups[r].get(i) : Compute(0);
  }
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) +
         ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

/// A row of threads for each row of the matrix.
template <typename T> __device__ void sumRows(const SumParameters &p) {
  using Compute = typename Element<T>::Compute;
  __shared__ Compute shared[blockThreads / warpThreads];
  int lanes = blockDim.x;
  int warpLanes = lanes < warpThreads ? lanes : warpThreads;
  int64_t groups = (p.columns + groupSize - 1) / groupSize;
  int64_t begin = int64_t(blockIdx.y) * p.perChunk;
  int64_t end = begin + p.perChunk < groups ? begin + p.perChunk : groups;
  int64_t lines = p.batches * p.rows;
  int64_t perGrid = int64_t(gridDim.x) * blockDim.y;
  for (int64_t first = int64_t(blockIdx.x) * blockDim.y; first < lines;
       first += perGrid) {
    int64_t line = first + threadIdx.y, batch = line / p.rows;
    Compute sum = 0;
    if (line < lines)
      dispatchAccess(p.vectorized && p.columns % groupSize == 0,
                     [&](auto access) {
                       sum = addGroups<T, decltype(access)::value>(
                           getRow<T>(p.matrix, batch, line - batch * p.rows),
                           begin, end, p.columns);
                     });
    for (int offset = warpLanes / 2; offset > 0; offset /= 2)
      sum += __shfl_xor_sync(~0u, sum, offset);
    if (lanes > warpThreads) {
      int warp = (threadIdx.y * lanes + threadIdx.x) / warpThreads;
      if (threadIdx.x % warpThreads == 0)
        shared[warp] = sum;
      __syncthreads();
      if (threadIdx.x == 0)
        for (int i = 1; i < lanes / warpThreads; ++i)
          sum += shared[warp + i];
      __syncthreads();
    }
    if (threadIdx.x == 0 && line < lines)
      storeSum<T>(p.sums, batch, line - batch * p.rows, sum);
  }
}

/// Each row of threads adds up some parts of its columns, then each warp the
/// rows of one column.
template <typename T> __device__ void finishSums(const FinishParameters &p) {
  using Compute = typename Element<T>::Compute;
  static_assert(finishWidth == warpThreads && finishHeight == warpThreads);
  __shared__ Compute shared[finishHeight][finishWidth + 1];
  int64_t first = int64_t(blockIdx.x) * finishWidth;
  int64_t column = first + threadIdx.x;
  for (int64_t vector = blockIdx.y; vector < p.vectors; vector += gridDim.y) {
    const Compute *parts = static_cast<const Compute *>(p.partialSums) +
                           vector * p.parts * p.length + column;
    Compute sum = 0;
    if (column < p.length)
#pragma unroll 4
      for (int64_t part = threadIdx.y; part < p.parts; part += finishHeight)
        sum += parts[part * p.length];
    shared[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    sum = shared[threadIdx.x][threadIdx.y];
    for (int offset = warpThreads / 2; offset > 0; offset /= 2)
      sum += __shfl_xor_sync(~0u, sum, offset);
    if (threadIdx.x == 0 && first + threadIdx.y < p.length)
      getRow<T>(p.result, vector, 0)[first + threadIdx.y] =
          Element<T>::store(sum);
    __syncthreads();
  }
}

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_KERNELS_SUMS_CUH
