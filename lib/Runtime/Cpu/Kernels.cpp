//===- Kernels.cpp - The loops around products, for one ISA ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Compiled once for each instruction set, with FUSED_KERNELS naming it. Every
// function lives in the namespace of that name.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "Arithmetic.h"

namespace fused::runtime::FUSED_KERNELS {

/// Defined in files of their own.
bool multiplyF64(const ProductF64 &product);
void multiplyRows(const RowsProduct &product);

namespace {

/// Columns that are worked on at a time, in buffers that stay in the first
/// level of the cache. A multiple of 8, for masks.
constexpr int64_t chunkSize = 256;

/// Arithmetic for `EpilogSemantics` whose loops vectorise.
template <typename T> struct VectorArithmetic {
  using Value = T;
  T constant(double value) const { return static_cast<T>(value); }
  T add(T a, T b) const { return a + b; }
  T sub(T a, T b) const { return a - b; }
  T mul(T a, T b) const { return a * b; }
  T tanh(T a) const { return computeTanh(a); }
  T maximum(T a, T b) const { return (a > b || a != a) ? a : b; }
  T select(T bit, T a, T b) const { return bit != T(0) ? a : b; }
};

//===----------------------------------------------------------------------===//
// Rows of any element type
//===----------------------------------------------------------------------===//

template <typename Element, typename T>
void loadAs(const void *from, T *to, int64_t count) {
  auto *elements = static_cast<const Element *>(from);
  for (int64_t i = 0; i < count; ++i)
    to[i] = static_cast<T>(widenElement(elements[i]));
}

/// Loads elements of `type` in the compute type.
template <typename T>
void load(fused_type_t type, const void *from, T *to, int64_t count) {
  if constexpr (sizeof(T) == sizeof(double))
    return loadAs<double>(from, to, count);
  if (type == FUSED_F16)
    return loadAs<Float16>(from, to, count);
  if (type == FUSED_BF16)
    return loadAs<BFloat16>(from, to, count);
  loadAs<float>(from, to, count);
}

template <typename Element, typename T>
void storeAs(const T *from, void *to, int64_t count) {
  auto *elements = static_cast<Element *>(to);
  for (int64_t i = 0; i < count; ++i)
    narrowElement(from[i], elements[i]);
}

/// Rounds from the compute type to `type`.
template <typename T>
void store(fused_type_t type, const T *from, void *to, int64_t count) {
  if constexpr (sizeof(T) == sizeof(double)) {
    storeAs<double>(from, to, count);
  } else {
    if (type == FUSED_F16)
      return storeAs<Float16>(from, to, count);
    if (type == FUSED_BF16)
      return storeAs<BFloat16>(from, to, count);
    storeAs<float>(from, to, count);
  }
}

/// The address of an element.
inline char *getElement(const fused_buffer_t &buffer, size_t elementSize,
                        int64_t batch, int64_t row, int64_t column) {
  int64_t index =
      batch * buffer.batch_stride + row * buffer.row_stride + column;
  return static_cast<char *>(buffer.data) +
         index * static_cast<int64_t>(elementSize);
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// Sets to[i] to 1 or 0 as bit i of the mask.
template <typename T> void loadMask(const uint8_t *mask, T *to, int64_t count) {
  for (int64_t byte = 0; byte * 8 < count; ++byte)
    for (int bit = 0; bit < 8; ++bit) // `to` has room for whole bytes
      to[byte * 8 + bit] = static_cast<T>(mask[byte] >> bit & 1);
}

template <typename T>
void storeMask(const T *from, uint8_t *mask, int64_t count) {
  uint8_t flags[chunkSize];
  for (int64_t i = 0; i < count; ++i)
    flags[i] = !(from[i] < T(0));
  for (int64_t i = count; i % 8 != 0; ++i)
    flags[i] = 0;
  for (int64_t byte = 0; byte * 8 < count; ++byte) {
    unsigned bits = 0;
    for (int bit = 0; bit < 8; ++bit)
      bits |= static_cast<unsigned>(flags[byte * 8 + bit]) << bit;
    mask[byte] = static_cast<uint8_t>(bits);
  }
}

//===----------------------------------------------------------------------===//
// Tails
//===----------------------------------------------------------------------===//

template <typename T> class TailRunner {
public:
  TailRunner(const TailProblem &problem, const TailTile &tile)
      : problem(problem), tile(tile) {}

  void run() {
    int64_t width = tile.columnEnd - tile.columnBegin;
    T *sums = nullptr;
    if (problem.partialSums) {
      sums = static_cast<T *>(problem.partialSums) +
             tile.partialSum * problem.numColumns + tile.columnBegin;
      for (int64_t i = 0; i < width; ++i)
        sums[i] = T(0);
    }
    for (int64_t row = tile.rowBegin; row < tile.rowEnd; ++row) {
      for (int64_t begin = 0; begin < width; begin += chunkSize) {
        int64_t count = width - begin < chunkSize ? width - begin : chunkSize;
        runChunk(row, tile.columnBegin + begin, count);
        if (sums)
          for (int64_t i = 0; i < count; ++i)
            sums[begin + i] += x[i];
      }
      if (problem.aux == Aux::StoreMask && tile.columnEnd == problem.numColumns)
        padMask(row);
    }
  }

private:
  void runChunk(int64_t row, int64_t column, int64_t count) {
    accumulate(row, column, count);
    exchangeAux(row, column, count);
    switch (problem.activation) {
    case Activation::None:
      break;
    case Activation::Relu:
      activate<Activation::Relu>(count);
      break;
    case Activation::Gelu:
      activate<Activation::Gelu>(count);
      break;
    case Activation::ReluGradient:
      if (problem.multipliesMask)
        multiplyMask(count);
      else
        activate<Activation::ReluGradient>(count);
      break;
    case Activation::GeluGradient:
      activate<Activation::GeluGradient>(count);
      break;
    }
    store(problem.type, x, element(problem.d, row, column), count);
  }

  /// x = bScale * (aScale * (alpha * accumulators)) + beta * c + bias.
  void accumulate(int64_t row, int64_t column, int64_t count) {
    if (problem.accumulators) {
      const T *from = static_cast<const T *>(problem.accumulators) +
                      tile.batch * problem.accumulatorsBatchStride +
                      (row - problem.firstRow) * problem.accumulatorsRowStride +
                      column - problem.firstColumn;
      T alpha = static_cast<T>(problem.alpha);
      for (int64_t i = 0; i < count; ++i)
        x[i] = alpha * from[i];
    } else {
      for (int64_t i = 0; i < count; ++i)
        x[i] = T(0);
    }
    if (problem.scalesProduct) {
      T aScale = static_cast<T>(problem.aScale);
      T bScale = static_cast<T>(problem.bScale);
      for (int64_t i = 0; i < count; ++i)
        x[i] = x[i] * aScale * bScale;
    }
    if (problem.c.data) {
      load(problem.type, element(problem.c, row, column), y, count);
      T beta = static_cast<T>(problem.beta);
      for (int64_t i = 0; i < count; ++i)
        x[i] += beta * y[i];
    }
    if (problem.bias.data) {
      load(problem.type, element(problem.bias, 0, column), y, count);
      for (int64_t i = 0; i < count; ++i)
        x[i] += y[i];
    }
  }

  /// Saves what the epilog saves, or loads into y what it loads.
  void exchangeAux(int64_t row, int64_t column, int64_t count) {
    switch (problem.aux) {
    case Aux::None:
      break;
    case Aux::StoreMask:
      storeMask(x, maskByte(row, column), count);
      break;
    case Aux::StorePreactivation:
      store(problem.type, x, element(problem.auxBuffer, row, column), count);
      break;
    case Aux::LoadMask:
      loadMask(maskByte(row, column), y, count);
      break;
    case Aux::LoadPreactivation:
      load(problem.type, element(problem.auxBuffer, row, column), y, count);
      break;
    }
  }

  template <Activation activation> void activate(int64_t count) {
    VectorArithmetic<T> arithmetic;
    EpilogSemantics<VectorArithmetic<T>> semantics{arithmetic};
    for (int64_t i = 0; i < count; ++i)
      x[i] = semantics.activate(activation, x[i], y[i]);
  }

  void multiplyMask(int64_t count) {
    VectorArithmetic<T> arithmetic;
    EpilogSemantics<VectorArithmetic<T>> semantics{arithmetic};
    for (int64_t i = 0; i < count; ++i)
      x[i] = semantics.multiplyMask(x[i], y[i]);
  }

  void *element(const fused_buffer_t &buffer, int64_t row, int64_t column) {
    size_t size = problem.type == FUSED_F64   ? 8
                  : problem.type == FUSED_F32 ? 4
                                              : 2;
    return getElement(buffer, size, tile.batch, row, column);
  }

  uint8_t *maskByte(int64_t row, int64_t column) {
    return reinterpret_cast<uint8_t *>(
        getElement(problem.auxBuffer, 1, tile.batch, row, column / 8));
  }

  void padMask(int64_t row) {
    int64_t used = (problem.numColumns + 7) / 8;
    std::memset(
        maskByte(row, 0) + used, 0,
        static_cast<size_t>(getMaskRowBytes(problem.numColumns) - used));
  }

  const TailProblem &problem;
  const TailTile &tile;
  alignas(64) T x[chunkSize];
  alignas(64) T y[chunkSize] = {};
};

void runTail(const TailProblem &problem, const TailTile &tile) {
  if (problem.type == FUSED_F64)
    TailRunner<double>(problem, tile).run();
  else
    TailRunner<float>(problem, tile).run();
}

//===----------------------------------------------------------------------===//
// Conversions and sums
//===----------------------------------------------------------------------===//

void widen(fused_type_t type, const void *from, float *to, int64_t count) {
  load(type, from, to, count);
}

void narrow(fused_type_t type, const void *from, void *to, int64_t count) {
  if (type == FUSED_F64)
    store(type, static_cast<const double *>(from), to, count);
  else
    store(type, static_cast<const float *>(from), to, count);
}

template <typename T>
void addRowAs(fused_type_t type, const char *row, T *sums, int64_t count) {
  alignas(64) T x[chunkSize];
  int64_t size = static_cast<int64_t>(type == FUSED_F64   ? 8
                                      : type == FUSED_F32 ? 4
                                                          : 2);
  for (int64_t begin = 0; begin < count; begin += chunkSize) {
    int64_t n = count - begin < chunkSize ? count - begin : chunkSize;
    load(type, row + begin * size, x, n);
    for (int64_t i = 0; i < n; ++i)
      sums[begin + i] += x[i];
  }
}

void addRow(fused_type_t type, const void *row, void *sums, int64_t count) {
  if (type == FUSED_F64)
    addRowAs(type, static_cast<const char *>(row), static_cast<double *>(sums),
             count);
  else
    addRowAs(type, static_cast<const char *>(row), static_cast<float *>(sums),
             count);
}

double sumRow(fused_type_t type, const void *row, int64_t count) {
  constexpr int64_t numLanes = 16;
  alignas(64) double x[chunkSize];
  double lanes[numLanes] = {};
  int64_t size = static_cast<int64_t>(type == FUSED_F64   ? 8
                                      : type == FUSED_F32 ? 4
                                                          : 2);
  for (int64_t begin = 0; begin < count; begin += chunkSize) {
    int64_t n = count - begin < chunkSize ? count - begin : chunkSize;
    const char *from = static_cast<const char *>(row) + begin * size;
    if (type == FUSED_F64)
      loadAs<double>(from, x, n);
    else if (type == FUSED_F32)
      loadAs<float>(from, x, n);
    else if (type == FUSED_F16)
      loadAs<Float16>(from, x, n);
    else
      loadAs<BFloat16>(from, x, n);
    int64_t whole = n - n % numLanes;
    for (int64_t i = 0; i < whole; i += numLanes)
      for (int64_t lane = 0; lane < numLanes; ++lane)
        lanes[lane] += x[i + lane];
    for (int64_t i = whole; i < n; ++i)
      lanes[i - whole] += x[i];
  }
  double sum = 0;
  for (double lane : lanes)
    sum += lane;
  return sum;
}

} // namespace

#ifdef __AVX512F__
constexpr bool hasWideRegisters = true;
#else
constexpr bool hasWideRegisters = false;
#endif
#ifdef __AVX512BF16__
constexpr bool multipliesPairs = true;
#else
constexpr bool multipliesPairs = false;
#endif

extern const Kernels kernels;
const Kernels kernels = {FUSED_KERNELS_NAME,
                         hasWideRegisters,
                         multipliesPairs,
                         runTail,
                         widen,
                         narrow,
                         addRow,
                         sumRow,
                         multiplyF64,
                         multiplyRows};

const Kernels &getKernels() { return kernels; }

} // namespace fused::runtime::FUSED_KERNELS
