//===- FakeCublasLt.cpp - A cuBLASLt of plain loops -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "Fake.h"
#include "FakeProduct.h"
#include "Memory.h"

#include <algorithm>
#include <cstring>
#include <string>

using namespace fused;
using namespace fused::fake;

namespace {
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
