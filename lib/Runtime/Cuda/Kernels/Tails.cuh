//===- Tails.cuh - Epilogs after a plain product ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_KERNELS_TAILS_CUH
#define FUSED_LIB_RUNTIME_CUDA_KERNELS_TAILS_CUH

#include "Sums.cuh"

namespace fused::runtime {

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

/// GELU and its derivative where the result is rounded to 16 bits, by the
/// logistic function s: (1 + tanh(u)) / 2 = s(2u), (1 - tanh(u)^2) / 4 =
/// s(2u) (1 - s(2u)). Off by less than 2e-6 of each of its terms, and by
/// nothing where it is NaN or infinite.
struct NarrowGelu {
  float square, logistic;

  __device__ explicit NarrowGelu(float x) : square(x * x) {
    constexpr GeluConstants gelu;
    constexpr float slope = static_cast<float>(-2 * gelu.sqrt2OverPi);
    float u = x * (1.0f + static_cast<float>(gelu.cubic) * square);
    logistic = __fdividef(1.0f, 1.0f + __expf(slope * u));
  }
  __device__ float getGradient(float x) const {
    constexpr GeluConstants gelu;
    constexpr float slope = static_cast<float>(2 * gelu.sqrt2OverPi);
    constexpr float cubic =
        static_cast<float>(2 * gelu.sqrt2OverPi * 3 * gelu.cubic);
    float bell = x * (logistic * (1.0f - logistic));
    return logistic + bell * (slope + cubic * square);
  }
};

/// Applies an activation whose result is stored as a T.
template <typename T, Activation activation, typename Compute>
__device__ Compute activate(Compute x, Compute extra) {
  if constexpr (sizeof(T) == 2 && activation == Activation::Gelu) {
    return x * NarrowGelu(x).logistic;
  } else if constexpr (sizeof(T) == 2 &&
                       activation == Activation::GeluGradient) {
    return x * NarrowGelu(extra).getGradient(extra);
  } else {
    DeviceArithmetic<Compute> arithmetic;
    EpilogSemantics<DeviceArithmetic<Compute>> semantics{arithmetic};
    return semantics.activate(activation, x, extra);
  }
}

/// What one thread has of one row. `From` is the type of the accumulators: T if
/// they are D, which then has C in it, and if T is the compute type.
template <typename T, typename From, Activation activation, Aux auxKind,
          Access access>
struct TailGroup {
  using Compute = typename Element<T>::Compute;
  using Columns = ThreadColumns<access>;
  /// No epilog has a bias, and an aux that it reads.
  static constexpr bool mayHaveBias =
      auxKind != Aux::LoadMask && auxKind != Aux::LoadPreactivation;
  Group<From> accumulators;
  Group<T> aux;
  unsigned bits; ///< The thread's byte of the mask.

  __device__ static unsigned char *getMask(const TailParameters &p,
                                           int64_t batch, int64_t row,
                                           const Columns &columns) {
    return getRow<unsigned char>(p.aux, batch, row) + columns.group;
  }

  __device__ void load(const TailParameters &p, int64_t batch, int64_t row,
                       const Columns &columns) {
    // Accumulators of another type have whole groups in a row.
    constexpr bool isApart = !std::is_same<T, From>::value;
    constexpr Access ofAccumulators =
        isApart && access == Access::Scalar ? Access::Vector : access;
    accumulators.template load<ofAccumulators>(
        getRow<From>(p.accumulators, batch, row) + columns.column,
        columns.count);
    if constexpr (auxKind == Aux::LoadPreactivation)
      aux.template load<access>(getRow<T>(p.aux, batch, row) + columns.column,
                                columns.count);
    if constexpr (auxKind == Aux::LoadMask)
      bits = access != Access::Interleaved || columns.group < p.groups
                 ? *getMask(p, batch, row, columns)
                 : 0;
  }

  /// Computes and stores D and aux, and adds D to `sums`.
  __device__ void run(const TailParameters &p, int64_t batch, int64_t row,
                      const Columns &columns, const Group<T> &bias,
                      Compute (&sums)[groupSize]) const {
    Compute values[groupSize];
    combine(p, batch, row, columns, bias, values);
    Group<T> stored;
    if constexpr (auxKind == Aux::StorePreactivation) {
      stored.set(values);
      stored.template store<access>(
          getRow<T>(p.aux, batch, row) + columns.column, columns.count);
    }
    if constexpr (auxKind == Aux::StoreMask) {
      unsigned saved = packMask(values, columns.count);
      if (access != Access::Interleaved || columns.group < p.groups)
        *getMask(p, batch, row, columns) = static_cast<unsigned char>(saved);
    }
#pragma unroll
    for (int i = 0; i < groupSize; ++i) {
      values[i] = finish(p, values[i], i);
      sums[i] += values[i];
    }
    stored.set(values);
    stored.template store<access>(getRow<T>(p.d, batch, row) + columns.column,
                                  columns.count);
  }

private:
  /// bScale * (aScale * (alpha * accumulators)) + beta * C + bias.
  __device__ void combine(const TailParameters &p, int64_t batch, int64_t row,
                          const Columns &columns, const Group<T> &bias,
                          Compute (&values)[groupSize]) const {
    Compute alpha = static_cast<Compute>(p.alpha);
#pragma unroll
    for (int i = 0; i < groupSize; ++i)
      values[i] = alpha * accumulators.get(i);
    if (p.aScale || p.bScale) {
      Compute aScale = p.aScale ? static_cast<Compute>(*p.aScale) : Compute(1);
      Compute bScale = p.bScale ? static_cast<Compute>(*p.bScale) : Compute(1);
#pragma unroll
      for (int i = 0; i < groupSize; ++i)
        values[i] = values[i] * aScale * bScale;
    }
    if (p.c.data) {
      Compute beta = static_cast<Compute>(p.beta);
      Group<T> c;
      c.template load<access>(getRow<T>(p.c, batch, row) + columns.column,
                              columns.count);
#pragma unroll
      for (int i = 0; i < groupSize; ++i)
        values[i] += beta * c.get(i);
    }
    if (mayHaveBias && p.bias.data)
#pragma unroll
      for (int i = 0; i < groupSize; ++i)
        values[i] += bias.get(i);
  }

  /// The bits of the thread's byte. Where columns are interleaved, those of
  /// element i of a warp are four bytes, and thread t has the byte t % 4 of
  /// element t / 4.
  __device__ static unsigned packMask(const Compute (&values)[groupSize],
                                      int count) {
    unsigned saved = 0;
#pragma unroll
    for (int i = 0; i < groupSize; ++i) {
      bool bit =
          (access == Access::Vector || i < count) && getReluMaskBit(values[i]);
      if constexpr (access == Access::Interleaved) {
        unsigned ofWarp = __ballot_sync(~0u, bit);
        if (static_cast<int>(threadIdx.x) / 4 == i)
          saved = ofWarp >> (threadIdx.x % 4 * 8);
      } else {
        saved |= unsigned(bit) << i;
      }
    }
    return saved;
  }

  /// The bit of element i.
  __device__ bool getMaskBit(int i) const {
    if constexpr (access == Access::Interleaved)
      return __shfl_sync(~0u, bits, i * 4 + threadIdx.x / 8) >>
                 (threadIdx.x % 8) &
             1;
    else
      return bits >> i & 1;
  }

  __device__ Compute finish(const TailParameters &p, Compute x, int i) const {
    if constexpr (auxKind == Aux::LoadMask) {
      // Multiplied by its bit, what is not selected keeps NaN and its sign.
      Compute otherwise = p.multipliesMask ? x * Compute(0) : Compute(0);
      return getMaskBit(i) ? x : otherwise;
    } else if constexpr (auxKind == Aux::LoadPreactivation) {
      return activate<T, activation>(x, aux.get(i));
    } else {
      return activate<T, activation>(x, Compute(0));
    }
  }
};

/// The rows from `begin` to `end` of one batch.
template <typename Tail, typename T, Access access, typename Compute>
__device__ void
runTailRows(const TailParameters &p, int64_t batch, int64_t begin, int64_t end,
            const ThreadColumns<access> &columns, Compute (&sums)[groupSize]) {
  using Rows = ThreadRows<T, access>;
  Group<T> bias;
  if (Tail::mayHaveBias && p.bias.data)
    bias.template load<access>(getRow<T>(p.bias, batch, 0) + columns.column,
                               columns.count);
  for (int64_t row = begin + threadIdx.y; row < end; row += Rows::getStep()) {
    Rows rows = {row, end};
    Tail groups[Rows::number];
#pragma unroll
    for (int r = 0; r < Rows::number; ++r)
      if (rows.someThreadHas(r))
        groups[r].load(p, batch, rows[r], columns);
    finishLoads();
#pragma unroll
    for (int r = 0; r < Rows::number; ++r)
      if (rows.has(r))
        groups[r].run(p, batch, rows[r], columns, bias, sums);
  }
}

/// Clears the bits of the rows from `begin` to `end` behind the last column.
__device__ inline void clearMask(const TailParameters &p, int64_t batch,
                                 int64_t begin, int64_t end, int64_t group) {
  for (int64_t row = begin + threadIdx.y; row < end; row += blockDim.y)
    getRow<unsigned char>(p.aux, batch, row)[group] = 0;
}

template <typename T, typename From, Activation activation, Aux auxKind,
          Access access>
__device__ void runTail(const TailParameters &p) {
  using Compute = typename Element<T>::Compute;
  using Tail = TailGroup<T, From, activation, auxKind, access>;
  using Columns = ThreadColumns<access>;
  Columns columns(p.columns);
  int64_t begin = int64_t(blockIdx.y) * p.rowsPerChunk;
  int64_t end =
      begin + p.rowsPerChunk < p.rows ? begin + p.rowsPerChunk : p.rows;
  for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
    Compute sums[groupSize] = {};
    // The threads of a warp exchange bits where columns are interleaved.
    if (columns.count != 0 || access == Access::Interleaved)
      runTailRows<Tail, T>(p, batch, begin, end, columns, sums);
    else if (auxKind == Aux::StoreMask && columns.group < p.groups)
      clearMask(p, batch, begin, end, columns.group);
    if (p.sums.vectors.data)
      storeColumnSums<T, Columns>(p.sums, batch, p.columns, sums);
  }
}

template <typename T, typename From, Activation activation, Aux auxKind>
__device__ void runTail(const TailParameters &p) {
  switch (p.access) {
  case Access::Vector:
    return runTail<T, From, activation, auxKind, Access::Vector>(p);
  case Access::Scalar:
    return runTail<T, From, activation, auxKind, Access::Scalar>(p);
  case Access::Interleaved:
    return runTail<T, From, activation, auxKind, Access::Interleaved>(p);
  }
}

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_KERNELS_TAILS_CUH
