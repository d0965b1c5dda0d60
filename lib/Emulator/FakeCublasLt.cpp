//===- FakeCublasLt.cpp - A cuBLASLt of plain loops -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Element.h"
#include "Errors.h"
#include "Fake.h"
#include "Memory.h"
#include "fused-runtime/EpilogSemantics.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <cublasLt.h>
#include <map>
#include <string>
#include <vector>

using namespace fused;
using fused::test::readElement;
using fused::test::writeElement;

namespace {
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

fused_type_t getType(cudaDataType_t type) {
  switch (type) {
  case CUDA_R_16F:
    return FUSED_F16;
  case CUDA_R_16BF:
    return FUSED_BF16;
  case CUDA_R_64F:
    return FUSED_F64;
  case CUDA_R_8F_E4M3:
    return FUSED_F8E4M3FN;
  case CUDA_R_8F_E5M2:
    return FUSED_F8E5M2;
  case CUDA_R_8I:
    return FUSED_I8;
  case CUDA_R_32I:
    return FUSED_I32;
  default:
    return FUSED_F32;
  }
}

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
                            : readElement(type, element);
  }
  void set(int64_t batch, int64_t row, int64_t column, double value) const {
    void *element = at(batch, row, column);
    if (type == FUSED_I8)
      *static_cast<int8_t *>(element) = static_cast<int8_t>(std::rint(value));
    else
      writeElement(type, element, value);
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
    alpha = readElement(type, alphaAddress);
    beta = readElement(type, betaAddress);
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
            const Matrix &d, bool scalesB, bool splitsK)
      : factors(factors), a(a), b(b), c(c), d(d), transposeA(transposeA),
        transposeB(transposeB), scalesB(scalesB), splitsK(splitsK),
        isWide(product.scaleType == CUDA_R_64F),
        epilogue(product.get<int>(CUBLASLT_MATMUL_DESC_EPILOGUE,
                                  CUBLASLT_EPILOGUE_DEFAULT)),
        bias(product.get<void *>(CUBLASLT_MATMUL_DESC_BIAS_POINTER),
             product.values.count(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE)
                 ? getType(product.get<cudaDataType_t>(
                       CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE))
                 : d.type,
             0, product.get<int64_t>(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE)),
        aux(product.get<void *>(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER),
            product.values.count(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE)
                ? getType(product.get<cudaDataType_t>(
                      CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE))
                : d.type,
            product.get<int64_t>(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD),
            product.get<int64_t>(
                CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE)),
        scales{
            product.get<const float *>(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER),
            product.get<const float *>(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER),
            product.get<const float *>(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER)},
        amax(product.get<float *>(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER)) {}

  /// Reads what is on the device, when the stream comes to the product.
  void readFactors() {
    if (factors.areOnDevice)
      factors.read();
    alpha = factors.alpha;
    beta = factors.beta;
    auto read = [](const float *scale) { return scale ? *scale : 1.0f; };
    sumScale = scalesB ? 1 : alpha;
    // The library multiplies these numbers first, in f32.
    if (scales[0] || scales[1])
      sumScale = static_cast<float>(alpha) * read(scales[0]) * read(scales[1]);
    dScale = read(scales[2]);
  }

  bool readsC() const { return beta != 0; }

  void run(int64_t batches, int64_t m, int64_t n, int64_t k) {
    rows = m;
    if (amax)
      *amax = 0;
    for (int64_t batch = 0; batch < batches; ++batch) {
      readMatrices(batch, m, n, k);
      std::vector<double> sums(static_cast<size_t>(m)), products(sums.size());
      for (int64_t j = 0; j < n; ++j) {
        multiplyColumn(j, k, products);
        for (int64_t i = 0; i < m; ++i)
          sums[static_cast<size_t>(i)] +=
              finish(batch, i, j, products[static_cast<size_t>(i)]);
      }
      if (epilogue & 16) // the bias gradients of DRELU and DGELU
        for (int64_t i = 0; i < m; ++i)
          bias.set(batch, i, 0, sums[static_cast<size_t>(i)]);
      if (epilogue == CUBLASLT_EPILOGUE_BGRADA)
        sumOverK(batch, m, k, true);
      if (epilogue == CUBLASLT_EPILOGUE_BGRADB)
        sumOverK(batch, n, k, false);
    }
  }

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
  void readMatrices(int64_t batch, int64_t m, int64_t n, int64_t k) {
    aValues.clear();
    bValues.clear();
    for (int64_t l = 0; l < k; ++l)
      for (int64_t i = 0; i < m; ++i)
        aValues.push_back(getA(batch, i, l));
    for (int64_t j = 0; j < n; ++j)
      for (int64_t l = 0; l < k; ++l)
        bValues.push_back(scaleB(getB(batch, l, j)));
  }

  /// Multiplies all rows of A by one column of B.
  void multiplyColumn(int64_t j, int64_t k, std::vector<double> &products) {
    std::fill(products.begin(), products.end(), 0.0);
    // The parts of a sum are not read then.
    if (factors.areOnDevice && alpha == 0 && splitsK)
      return;
    const double *row = aValues.data();
    for (int64_t l = 0; l < k; ++l, row += products.size()) {
      double factor = bValues[static_cast<size_t>(j * k + l)];
      for (size_t i = 0; i < products.size(); ++i)
        products[i] += row[i] * factor;
    }
  }

  /// As the library does, which reads no operand if alpha is 0.
  void sumOverK(int64_t batch, int64_t length, int64_t k, bool ofA) const {
    for (int64_t i = 0; i < length; ++i) {
      double sum = 0;
      for (int64_t l = 0; alpha != 0 && l < k; ++l)
        sum += ofA ? getA(batch, i, l) : getB(batch, l, i);
      bias.set(batch, i, 0, sum);
    }
  }

  /// Applies the epilogue to `sum`, an element of the product, and stores it.
  double finish(int64_t batch, int64_t i, int64_t j, double sum) const {
    NativeArithmetic<double> arithmetic;
    EpilogSemantics<NativeArithmetic<double>> semantics{arithmetic};
    double x = sumScale * sum + (beta != 0 ? beta * c.get(batch, i, j) : 0);
    if (epilogue & CUBLASLT_EPILOGUE_BIAS)
      x += bias.get(batch, i, 0);
    bool relu = epilogue & CUBLASLT_EPILOGUE_RELU;
    bool gelu = epilogue & CUBLASLT_EPILOGUE_GELU;
    if ((epilogue & 128) && relu)
      saveBit(batch, i, j, getReluMaskBit(x));
    if ((epilogue & 128) && gelu)
      aux.set(batch, i, j, x);
    if (relu)
      x = semantics.relu(x);
    else if (gelu)
      x = semantics.geluTanh(x);
    else if ((epilogue & CUBLASLT_EPILOGUE_DRELU) == CUBLASLT_EPILOGUE_DRELU)
      x = getMaskByte(batch, i, j) >> (i % 8) & 1 ? x : 0;
    else if ((epilogue & CUBLASLT_EPILOGUE_DGELU) == CUBLASLT_EPILOGUE_DGELU)
      x *= semantics.geluTanhGradient(aux.get(batch, i, j));
    if (amax)
      *amax = std::fmax(*amax, static_cast<float>(std::fabs(x)));
    double stored = dScale * x;
    if (d.type == FUSED_F8E4M3FN && std::fabs(stored) > 448)
      stored = std::copysign(448, stored);
    if (d.type == FUSED_I8)
      stored = std::fmin(std::fmax(stored, -128), 127);
    d.set(batch, i, j, stored);
    return x;
  }

  void saveBit(int64_t batch, int64_t i, int64_t j, bool bit) const {
    if (i == 0) // Each column of a mask takes whole groups of 128 bits.
      std::memset(&getMaskByte(batch, 0, j), 0,
                  static_cast<size_t>(getMaskRowBytes(rows)));
    getMaskByte(batch, i, j) |= static_cast<unsigned char>(bit << (i % 8));
  }

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

/// Describes the last product of this thread that was out of bounds.
thread_local std::string boundsMessage;

/// Returns false and sets the message if part of a matrix is outside the memory
/// of the device.
bool checkOperand(const char *name, const void *data, const Layout &layout) {
  Matrix matrix(data, layout);
  int64_t batches = layout.get<int32_t>(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, 1);
  if (layout.rows == 0 || layout.columns == 0 || batches == 0)
    return true;
  auto *last = static_cast<char *>(
      matrix.at(batches - 1, static_cast<int64_t>(layout.rows) - 1,
                static_cast<int64_t>(layout.columns) - 1));
  size_t size =
      static_cast<size_t>(last - matrix.data) + fused_type_size(matrix.type);
  if (emulator::findRegion(data, size))
    return true;
  boundsMessage = std::string("CUBLAS_STATUS_EXECUTION_FAILED, ") + name +
                  " is " + emulator::describeAddress(data, size);
  return false;
}

/// The same for alpha and beta.
bool checkFactors(const Factors &factors) {
  if (!factors.areOnDevice)
    return true;
  size_t size = fused_type_size(factors.type);
  for (const void *address : {factors.alphaAddress, factors.betaAddress}) {
    if (emulator::findRegion(address, size))
      continue;
    boundsMessage = "CUBLAS_STATUS_EXECUTION_FAILED, alpha or beta is " +
                    emulator::describeAddress(address, size);
    return false;
  }
  return true;
}

/// Returns false for products that the real cuBLASLt refuses.
bool isSupported(const Product &product, const Layout &ofA) {
  auto getOperation = [&](cublasLtMatmulDescAttributes_t attribute) {
    return product.get<cublasOperation_t>(attribute, CUBLAS_OP_N);
  };
  bool isOf8Bits = fused_type_size(getType(ofA.type)) == 1;
  if (isOf8Bits && (getOperation(CUBLASLT_MATMUL_DESC_TRANSA) != CUBLAS_OP_T ||
                    getOperation(CUBLASLT_MATMUL_DESC_TRANSB) != CUBLAS_OP_N))
    return false;
  int epilogue = product.get<int>(CUBLASLT_MATMUL_DESC_EPILOGUE);
  if (epilogue == CUBLASLT_EPILOGUE_BGRADA)
    return getOperation(CUBLASLT_MATMUL_DESC_TRANSA) == CUBLAS_OP_N;
  if (epilogue == CUBLASLT_EPILOGUE_BGRADB)
    return getOperation(CUBLASLT_MATMUL_DESC_TRANSB) == CUBLAS_OP_T;
  return true;
}
} // namespace

//===----------------------------------------------------------------------===//
// The functions
//===----------------------------------------------------------------------===//

// The declarations in cublasLt.h do not set the visibility.
#pragma GCC visibility push(default)
extern "C" {

size_t cublasLtGetVersion() { return 130100; }
const char *cublasLtGetStatusName(cublasStatus_t status) {
  switch (status) {
  case CUBLAS_STATUS_NOT_SUPPORTED:
    return "CUBLAS_STATUS_NOT_SUPPORTED";
  case CUBLAS_STATUS_EXECUTION_FAILED:
    return boundsMessage.empty() ? "CUBLAS_STATUS_EXECUTION_FAILED"
                                 : boundsMessage.c_str();
  default:
    return "CUBLAS_STATUS_OTHER";
  }
}
cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) {
  FUSED_FAKE_FAULT(cublasStatus_t);
  *handle = nullptr;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *product,
                                        cublasComputeType_t,
                                        cudaDataType_t scaleType) {
  FUSED_FAKE_FAULT(cublasStatus_t);
  __atomic_fetch_add(&fake::getCounts().descriptors, 1, __ATOMIC_RELAXED);
  auto *made = new Product();
  made->scaleType = scaleType;
  *product = reinterpret_cast<cublasLtMatmulDesc_t>(made);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t product) {
  __atomic_fetch_sub(&fake::getCounts().descriptors, 1, __ATOMIC_RELAXED);
  delete reinterpret_cast<Product *>(product);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t
cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t product,
                               cublasLtMatmulDescAttributes_t attribute,
                               const void *value, size_t size) {
  FUSED_FAKE_FAULT(cublasStatus_t);
  reinterpret_cast<Product *>(product)->set(attribute, value, size);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout,
                                          cudaDataType type, uint64_t rows,
                                          uint64_t columns,
                                          int64_t leadingDimension) {
  FUSED_FAKE_FAULT(cublasStatus_t);
  __atomic_fetch_add(&fake::getCounts().layouts, 1, __ATOMIC_RELAXED);
  auto *made = new Layout();
  made->type = type;
  made->rows = rows;
  made->columns = columns;
  made->leadingDimension = leadingDimension;
  *layout = reinterpret_cast<cublasLtMatrixLayout_t>(made);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
  __atomic_fetch_sub(&fake::getCounts().layouts, 1, __ATOMIC_RELAXED);
  delete reinterpret_cast<Layout *>(layout);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t
cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                 cublasLtMatrixLayoutAttribute_t attribute,
                                 const void *value, size_t size) {
  reinterpret_cast<Layout *>(layout)->set(attribute, value, size);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t
cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference) {
  FUSED_FAKE_FAULT(cublasStatus_t);
  __atomic_fetch_add(&fake::getCounts().preferences, 1, __ATOMIC_RELAXED);
  *preference = nullptr;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t) {
  __atomic_fetch_sub(&fake::getCounts().preferences, 1, __ATOMIC_RELAXED);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t
cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t,
                                     cublasLtMatmulPreferenceAttributes_t,
                                     const void *, size_t) {
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(
    cublasLtHandle_t, cublasLtMatmulDesc_t product, cublasLtMatrixLayout_t a,
    cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t d,
    cublasLtMatmulPreference_t, int wanted,
    cublasLtMatmulHeuristicResult_t results[], int *count) {
  FUSED_FAKE_FAULT(cublasStatus_t);
  __atomic_fetch_add(&fake::getCounts().heuristics, 1, __ATOMIC_RELAXED);
  *count = 0;
  if (!isSupported(*reinterpret_cast<Product *>(product),
                   *reinterpret_cast<Layout *>(a)))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  *count = std::min(wanted, fake::getNumAlgorithms());
  for (int i = 0; i < *count; ++i) {
    results[i] = {};
    const auto &ofD = *reinterpret_cast<Layout *>(d);
    results[i].algo.data[0] = static_cast<uint64_t>(i);
    results[i].algo.data[1] = ofD.rows == 1 || ofD.columns == 1;
    results[i].workspaceSize = fake::getWorkspace();
  }
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t descriptor,
                              const void *alpha, const void *a,
                              cublasLtMatrixLayout_t aLayout, const void *b,
                              cublasLtMatrixLayout_t bLayout, const void *beta,
                              const void *c, cublasLtMatrixLayout_t cLayout,
                              void *d, cublasLtMatrixLayout_t dLayout,
                              const cublasLtMatmulAlgo_t *algorithm,
                              void *workspace, size_t workspaceSize,
                              cudaStream_t stream) {
  FUSED_FAKE_FAULT(cublasStatus_t);
  boundsMessage.clear();
  size_t index = algorithm->data[0];
  const FakeAlgorithm &choice = fake::getAlgorithm(index);
  if (choice.refusal)
    return static_cast<cublasStatus_t>(choice.refusal);
  const auto &product = *reinterpret_cast<Product *>(descriptor);
  auto get = [](cublasLtMatrixLayout_t layout) -> const Layout & {
    return *reinterpret_cast<Layout *>(layout);
  };
  auto transposes = [&](cublasLtMatmulDescAttributes_t attribute) {
    return product.get<cublasOperation_t>(attribute, CUBLAS_OP_N) !=
           CUBLAS_OP_N;
  };
  if (c == d && get(cLayout).type != get(dLayout).type)
    return CUBLAS_STATUS_INVALID_VALUE;
  bool transposeA = transposes(CUBLASLT_MATMUL_DESC_TRANSA);
  bool transposeB = transposes(CUBLASLT_MATMUL_DESC_TRANSB);
  int family = fake::getFamily(index, /*isOfVector=*/algorithm->data[1]);
  Factors factors(product, alpha, beta);
  Execution execution(product, factors, {a, get(aLayout)}, transposeA,
                      {b, get(bLayout)}, transposeB, {c, get(cLayout)},
                      {d, get(dLayout)}, family >= 11 && family <= 13,
                      choice.parts > 1);
  int64_t batches =
      get(dLayout).get<int32_t>(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, 1);
  auto rows = static_cast<int64_t>(get(dLayout).rows);
  auto columns = static_cast<int64_t>(get(dLayout).columns);
  auto terms = static_cast<int64_t>(transposeA ? get(aLayout).rows
                                               : get(aLayout).columns);
  size_t written = workspaceSize ? workspaceSize + fake::getOverrun() : 0;
  int result = fake::enqueue(
      stream,
      [=, ofA = get(aLayout), ofB = get(bLayout), ofC = get(cLayout),
       ofD = get(dLayout)]() mutable -> int {
        if (!checkFactors(factors))
          return emulator::failWith(CUDA_ERROR_ILLEGAL_ADDRESS, boundsMessage);
        execution.readFactors();
        if (!checkOperand("A", a, ofA) || !checkOperand("B", b, ofB) ||
            !checkOperand("D", d, ofD) ||
            (execution.readsC() && !checkOperand("C", c, ofC)))
          return emulator::failWith(CUDA_ERROR_ILLEGAL_ADDRESS, boundsMessage);
        if (written != 0)
          std::memset(workspace, 0xee, written);
        execution.run(batches, rows, columns, terms);
        return CUDA_SUCCESS;
      });
  if (result)
    return CUBLAS_STATUS_EXECUTION_FAILED;
  FakeCounts &counts = fake::getCounts();
  __atomic_fetch_add(&counts.matmuls, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&counts.executions[index], 1, __ATOMIC_RELAXED);
  __atomic_store_n(&counts.lastAlgorithm, static_cast<long>(index),
                   __ATOMIC_RELAXED);
  bool isPlain = product.get<int>(CUBLASLT_MATMUL_DESC_EPILOGUE) ==
                 CUBLASLT_EPILOGUE_DEFAULT;
  fake::passTime(choice.microseconds + (isPlain ? 0 : choice.ofEpilogue));
  return CUBLAS_STATUS_SUCCESS;
}
} // extern "C"
#pragma GCC visibility pop
