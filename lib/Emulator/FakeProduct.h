//===- FakeProduct.h - A product of the fake cuBLASLt -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_EMULATOR_FAKEPRODUCT_H
#define FUSED_LIB_EMULATOR_FAKEPRODUCT_H

#include "Element.h"

#include <cmath>
#include <cstring>
#include <cublasLt.h>
#include <map>
#include <vector>

namespace fused::fake {

/// The attributes that the runtime has set, as bytes.
struct Attributes {
  std::map<int, std::vector<char>> values;

  void set(int attribute, const void *value, size_t size) {
    auto *bytes = static_cast<const char *>(value);
    values[attribute] = {bytes, bytes + size};
  }
  template <typename T> T get(int attribute, T otherwise = {}) const {
    auto entry = values.find(attribute);
    if (entry == values.end() || entry->second.size() != sizeof(T))
      return otherwise;
    T value;
    std::memcpy(&value, entry->second.data(), sizeof(T));
    return value;
  }
};

struct Layout : Attributes {
  cudaDataType_t type;
  uint64_t rows, columns;
  int64_t leadingDimension;
};
struct Product : Attributes {
  cudaDataType_t scaleType;
};

fused_type_t getType(cudaDataType_t type);

/// A column-major matrix in memory.
struct Matrix {
  Matrix(const void *data, const Layout &layout)
      : data(static_cast<char *>(const_cast<void *>(data))),
        type(getType(layout.type)), leadingDimension(layout.leadingDimension),
        batchStride(
            layout.get<int64_t>(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET)) {}
  Matrix(const void *data, fused_type_t type, int64_t leadingDimension,
         int64_t batchStride)
      : data(static_cast<char *>(const_cast<void *>(data))), type(type),
        leadingDimension(leadingDimension), batchStride(batchStride) {}

  void *at(int64_t batch, int64_t row, int64_t column) const {
    return data + (batch * batchStride + column * leadingDimension + row) *
                      static_cast<int64_t>(fused_type_size(type));
  }
  double get(int64_t batch, int64_t row, int64_t column) const {
    const void *element = at(batch, row, column);
    // Elsewhere, bytes are those of masks, without a sign.
    return type == FUSED_I8 ? *static_cast<const int8_t *>(element)
                            : test::readElement(type, element);
  }
  void set(int64_t batch, int64_t row, int64_t column, double value) const {
    void *element = at(batch, row, column);
    if (type == FUSED_I8)
      *static_cast<int8_t *>(element) = static_cast<int8_t>(std::rint(value));
    else
      test::writeElement(type, element, value);
  }

  char *data;
  fused_type_t type;
  int64_t leadingDimension, batchStride;
};

/// Alpha and beta, which are on the host, or on the device and read there.
struct Factors {
  Factors(const Product &product, const void *alpha, const void *beta)
      : alphaAddress(alpha), betaAddress(beta),
        type(getType(product.scaleType)),
        areOnDevice(product.get<int32_t>(CUBLASLT_MATMUL_DESC_POINTER_MODE) ==
                    CUBLASLT_POINTER_MODE_DEVICE) {
    if (!areOnDevice)
      read();
  }

  void read() {
    alpha = test::readElement(type, alphaAddress);
    beta = test::readElement(type, betaAddress);
  }

  const void *alphaAddress, *betaAddress;
  fused_type_t type;
  bool areOnDevice;
  double alpha = 0, beta = 0;
};

/// One execution of a product. It computes everything in double.
class Execution {
public:
  Execution(const Product &product, const Factors &factors, const Matrix &a,
            bool transposeA, const Matrix &b, bool transposeB, const Matrix &c,
            const Matrix &d, bool scalesB, bool splitsK);

  /// Reads what is on the device, when the stream comes to the product.
  void readFactors();

  bool readsC() const { return beta != 0; }

  void run(int64_t batches, int64_t m, int64_t n, int64_t k);

private:
  double getA(int64_t batch, int64_t i, int64_t k) const {
    return transposeA ? a.get(batch, k, i) : a.get(batch, i, k);
  }
  double getB(int64_t batch, int64_t k, int64_t j) const {
    return transposeB ? b.get(batch, j, k) : b.get(batch, k, j);
  }
  unsigned char &getMaskByte(int64_t batch, int64_t i, int64_t j) const {
    int64_t bit = batch * aux.batchStride + j * aux.leadingDimension + i;
    return reinterpret_cast<unsigned char *>(aux.data)[bit / 8];
  }

  double scaleB(double x) const {
    if (!scalesB)
      return x;
    return isWide ? alpha * x : double(static_cast<float>(alpha * x));
  }

  /// Converts each element of A and B once.
  void readMatrices(int64_t batch, int64_t m, int64_t n, int64_t k);

  /// Multiplies all rows of A by one column of B.
  void multiplyColumn(int64_t j, int64_t k, std::vector<double> &products);

  /// As the library does, which reads no operand if alpha is 0.
  void sumOverK(int64_t batch, int64_t length, int64_t k, bool ofA) const;

  /// Applies the epilogue to `sum`, an element of the product, and stores it.
  double finish(int64_t batch, int64_t i, int64_t j, double sum) const;

  void saveBit(int64_t batch, int64_t i, int64_t j, bool bit) const;

  Factors factors;
  Matrix a, b, c, d;
  bool transposeA, transposeB;
  bool scalesB; ///< Alpha multiplies B.
  bool splitsK, isWide;
  double alpha = 0, beta = 0;
  int epilogue;
  int64_t rows = 0;
  Matrix bias, aux;
  const float *scales[3]; ///< Of A, B and D.
  double sumScale = 1, dScale = 1;
  float *amax;
  /// The elements of A and of B, by columns.
  std::vector<double> aValues, bValues;
};

} // namespace fused::fake

#endif // FUSED_LIB_EMULATOR_FAKEPRODUCT_H
