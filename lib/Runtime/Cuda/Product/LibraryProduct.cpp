//===- LibraryProduct.cpp - A product that cuBLASLt executes --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryProduct.h"

#include "../../Core/ChoiceFile.h"
#include "../../Core/Error.h"
#include "AlgorithmAttribute.h"
#include "AlgorithmRule.h"
#include "Describe.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace fused::runtime;

/// The size that NVIDIA recommends for Hopper and later; 4 MiB for earlier
/// chips.
static size_t getMaxWorkspace(const Device &device) {
  return size_t(device.major >= 9 ? 32 : 4) << 20;
}

/// An address of exactly `alignment`; cuBLASLt looks at nothing else of the
/// addresses of bias and aux when it is asked for algorithms.
static void *getExample(uint32_t alignment) {
  return reinterpret_cast<void *>((uintptr_t(1) << 44) + alignment);
}

static void setScale(unsigned char *to, cudaDataType_t type, double value) {
  auto store = [&](auto converted) {
    std::memcpy(to, &converted, sizeof(converted));
  };
  if (type == CUDA_R_64F)
    store(value);
  else if (type == CUDA_R_32I)
    store(static_cast<int32_t>(value));
  else
    store(static_cast<float>(value));
}

LibraryProduct::LibraryProduct(Device &device, const LtProduct &spec,
                               double alphaValue, double betaValue)
    : device(device), spec(spec) {
  setScale(alpha, spec.scaleType, alphaValue);
  setScale(beta, spec.scaleType, betaValue);
}

LibraryProduct::~LibraryProduct() {
  for (cublasLtMatrixLayout_t layout : {a, b, c, d})
    if (layout)
      device.cuda.cublasLtMatrixLayoutDestroy(layout);
  for (std::atomic<cublasLtMatmulDesc_t> &entry : idle)
    if (cublasLtMatmulDesc_t descriptor = entry.load(std::memory_order_relaxed))
      device.cuda.cublasLtMatmulDescDestroy(descriptor);
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

fused_status_t LibraryProduct::createLayout(cublasLtMatrixLayout_t &layout,
                                            const LtMatrix &matrix) {
  const CudaLibraries &cuda = device.cuda;
  if (cuda.cublasLtMatrixLayoutCreate(
          &layout, matrix.type, static_cast<uint64_t>(matrix.rows),
          static_cast<uint64_t>(matrix.columns), matrix.leadingDimension))
    return FUSED_LIBRARY_ERROR;
  if (spec.batch == 1)
    return FUSED_OK;
  if (cuda.cublasLtMatrixLayoutSetAttribute(layout,
                                            CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
                                            &spec.batch, sizeof(spec.batch)) ||
      cuda.cublasLtMatrixLayoutSetAttribute(
          layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
          &matrix.batchStride, sizeof(matrix.batchStride)))
    return FUSED_LIBRARY_ERROR;
  return FUSED_OK;
}

/// Sets what differs in every call.
bool LibraryProduct::setAddresses(cublasLtMatmulDesc_t descriptor,
                                  const LtOperands &operands) {
  bool failed = false;
  auto set = [&](bool present, cublasLtMatmulDescAttributes_t attribute,
                 const auto &address) {
    if (present)
      failed |= device.cuda.cublasLtMatmulDescSetAttribute(
                    descriptor, attribute, &address, sizeof(address)) !=
                CUBLAS_STATUS_SUCCESS;
  };
  set(spec.hasBias, CUBLASLT_MATMUL_DESC_BIAS_POINTER, operands.bias);
  set(spec.hasAux, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, operands.aux);
  set(spec.scalesA, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, operands.aScale);
  set(spec.scalesB, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, operands.bScale);
  set(spec.scalesD, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, operands.dScale);
  set(spec.hasAmax, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, operands.amax);
  return !failed;
}

fused_status_t
LibraryProduct::createDescriptor(cublasLtMatmulDesc_t &descriptor,
                                 const LtOperands &operands) {
  const CudaLibraries &cuda = device.cuda;
  descriptor = nullptr;
  if (cuda.cublasLtMatmulDescCreate(&descriptor, spec.computeType,
                                    spec.scaleType))
    return FUSED_LIBRARY_ERROR;
  bool failed = !setAddresses(descriptor, operands);
  auto set = [&](cublasLtMatmulDescAttributes_t attribute, const auto &value) {
    failed |= cuda.cublasLtMatmulDescSetAttribute(descriptor, attribute, &value,
                                                  sizeof(value)) !=
              CUBLAS_STATUS_SUCCESS;
  };
  set(CUBLASLT_MATMUL_DESC_TRANSA, spec.transposeA);
  set(CUBLASLT_MATMUL_DESC_TRANSB, spec.transposeB);
  set(CUBLASLT_MATMUL_DESC_EPILOGUE, spec.epilogue);
  if (spec.hasDeviceAlpha)
    set(CUBLASLT_MATMUL_DESC_POINTER_MODE,
        int32_t(CUBLASLT_POINTER_MODE_DEVICE));
  if (spec.hasBias) {
    if (spec.biasType != spec.d.type)
      set(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, spec.biasType);
    if (spec.batch != 1)
      set(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, spec.biasBatchStride);
  }
  if (spec.hasAux) {
    set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, spec.auxLeadingDimension);
    bool isMask = spec.auxType == CUDA_R_8I;
    if (!isMask && spec.auxType != spec.d.type)
      set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, spec.auxType);
    if (spec.batch != 1)
      set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, spec.auxBatchStride);
  }
  if (!failed)
    return FUSED_OK;
  cuda.cublasLtMatmulDescDestroy(descriptor);
  descriptor = nullptr;
  return FUSED_LIBRARY_ERROR;
}

cublasLtMatmulDesc_t
LibraryProduct::acquireDescriptor(const LtOperands &operands) {
  for (std::atomic<cublasLtMatmulDesc_t> &entry : idle) {
    if (!entry.load(std::memory_order_relaxed))
      continue;
    cublasLtMatmulDesc_t descriptor =
        entry.exchange(nullptr, std::memory_order_acquire);
    if (!descriptor)
      continue;
    setAddresses(descriptor, operands);
    return descriptor;
  }
  cublasLtMatmulDesc_t descriptor;
  createDescriptor(descriptor, operands);
  return descriptor;
}

void LibraryProduct::releaseDescriptor(cublasLtMatmulDesc_t descriptor) {
  for (std::atomic<cublasLtMatmulDesc_t> &entry : idle) {
    cublasLtMatmulDesc_t expected = nullptr;
    if (entry.compare_exchange_strong(expected, descriptor,
                                      std::memory_order_release,
                                      std::memory_order_relaxed))
      return;
  }
  device.cuda.cublasLtMatmulDescDestroy(descriptor);
}

//===----------------------------------------------------------------------===//
// Algorithms
//===----------------------------------------------------------------------===//

cublasStatus_t LibraryProduct::askForAlgorithms(cublasLtMatmulDesc_t descriptor,
                                                int wanted) {
  const CudaLibraries &cuda = device.cuda;
  cublasLtMatmulPreference_t preference;
  if (cublasStatus_t result = cuda.cublasLtMatmulPreferenceCreate(&preference))
    return result;
  auto set = [&](cublasLtMatmulPreferenceAttributes_t attribute,
                 const auto &value) {
    cuda.cublasLtMatmulPreferenceSetAttribute(preference, attribute, &value,
                                              sizeof(value));
  };
  uint64_t workspace = getMaxWorkspace(device);
  set(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, workspace);
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, spec.a.alignment);
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, spec.b.alignment);
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, spec.c.alignment);
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, spec.d.alignment);
  // The other schemes add parts of the sum in the type of D, which is not
  // rounding once.
  uint32_t schemes = CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
  set(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, schemes);
  // Fingerprints are of all bytes.
  algorithms = {};
  cublasStatus_t result = cuda.cublasLtMatmulAlgoGetHeuristic(
      device.handle, descriptor, a, b, c, d, preference, wanted,
      algorithms.data(), &numAlgorithms);
  cuda.cublasLtMatmulPreferenceDestroy(preference);
  if (result != CUBLAS_STATUS_SUCCESS)
    numAlgorithms = 0;
  return result;
}

int LibraryProduct::getAlgorithmId(int index) const {
  return getAttribute<int32_t>(device.cuda,
                               algorithms[static_cast<size_t>(index)].algo,
                               CUBLASLT_ALGO_CONFIG_ID, -1);
}

uint64_t LibraryProduct::getFingerprint(int index) const {
  const cublasLtMatmulAlgo_t &found =
      algorithms[static_cast<size_t>(index)].algo;
  return getChecksum({reinterpret_cast<const char *>(&found), sizeof(found)});
}

bool LibraryProduct::putFirst(uint64_t fingerprint) {
  int index = 0;
  while (index < numAlgorithms && getFingerprint(index) != fingerprint)
    ++index;
  if (index == numAlgorithms)
    return false;
  std::rotate(algorithms.begin(), algorithms.begin() + index,
              algorithms.begin() + index + 1);
  return true;
}

int LibraryProduct::getNumParts(int index) const {
  return getAttribute<int32_t>(device.cuda,
                               algorithms[static_cast<size_t>(index)].algo,
                               CUBLASLT_ALGO_CONFIG_SPLITK_NUM, 1);
}

/// Leaves out the algorithms that cannot be used. A family has one identifier.
void LibraryProduct::chooseAlgorithms(const PlanKey &key, SplitK splitK,
                                      bool ofOneFamily) {
  auto keepIf = [&](auto predicate) {
    int count = 0;
    for (int i = 0; i < numAlgorithms; ++i)
      if (predicate(i))
        algorithms[size_t(count++)] = algorithms[size_t(i)];
    numAlgorithms = count;
  };
  auto isExact = [&](int i) {
    return !runtime::mayScaleOperand(key, getAlgorithmId(i));
  };
  auto mayBeUsed = [&](int i) {
    return splitK == SplitK::Allowed || getNumParts(i) == 1;
  };
  keepIf([&](int i) {
    return algorithms[size_t(i)].state == CUBLAS_STATUS_SUCCESS &&
           keepsNan(key, getAlgorithmId(i), getNumParts(i)) &&
           multipliesByZero(key, getAlgorithmId(i));
  });
  bool hasExact = false;
  for (int i = 0; i < numAlgorithms; ++i)
    hasExact |= isExact(i) && mayBeUsed(i);
  if (hasExact)
    keepIf(isExact);
  if (numAlgorithms == 0)
    return;
  sortAlgorithms();
  if (ofOneFamily)
    keepIf([&, family = getAlgorithmId(0)](int i) {
      return getAlgorithmId(i) == family;
    });
  if (splitK == SplitK::Refused && !mayBeUsed(0))
    numAlgorithms = 0;
  keepIf(mayBeUsed);
}

std::optional<double> LibraryProduct::estimate(int index) const {
  if (!isRuleKnown(spec, device.major))
    return std::nullopt;
  auto shape = getShape(device.cuda, algorithms[size_t(index)].algo);
  if (!shape)
    return std::nullopt;
  return estimateTime(spec, *shape, device.multiprocessors);
}

void LibraryProduct::sortAlgorithms() {
  std::array<std::pair<double, int>, manyAlgorithms> times;
  for (int i = 0; i < numAlgorithms; ++i) {
    auto time = estimate(i);
    if (!time)
      return;
    times[size_t(i)] = {*time, i};
  }
  std::sort(times.begin(), times.begin() + numAlgorithms);
  auto found = algorithms;
  for (int i = 0; i < numAlgorithms; ++i)
    algorithms[size_t(i)] = found[size_t(times[size_t(i)].second)];
}

bool LibraryProduct::mayScaleOperand(const PlanKey &key) const {
  // If others were proposed, those are left out.
  return numAlgorithms != 0 && runtime::mayScaleOperand(key, getAlgorithmId(0));
}

void LibraryProduct::limitTo(int index) {
  algorithm.store(index, std::memory_order_relaxed);
  numAlgorithms = index + 1;
}

void LibraryProduct::keepAlgorithms(const std::vector<int> &order) {
  auto found = algorithms;
  numAlgorithms = 0;
  for (int index : order)
    algorithms[static_cast<size_t>(numAlgorithms++)] =
        found[static_cast<size_t>(index)];
  algorithm.store(0, std::memory_order_relaxed);
}

fused_status_t LibraryProduct::plan(const PlanKey &key, SplitK splitK,
                                    const char *location, int wanted) {
  if (spec.hasDeviceAlpha)
    if (fused_status_t status =
            device.getNumber(/*isOne=*/spec.addsC, location, deviceBeta))
      return status;
  cublasLtMatmulDesc_t descriptor;
  LtOperands examples = {};
  examples.bias = getExample(spec.biasAlignment);
  examples.aux = getExample(spec.auxAlignment);
  examples.amax = static_cast<float *>(getExample(16));
  examples.aScale = examples.bScale = examples.dScale = examples.amax;
  if (createLayout(a, spec.a) || createLayout(b, spec.b) ||
      createLayout(c, spec.c) || createLayout(d, spec.d) ||
      createDescriptor(descriptor, examples))
    return failLibrary(CUBLAS_STATUS_INVALID_VALUE,
                       "the descriptor of the product", key, nullptr, location);
  cublasStatus_t result = askForAlgorithms(descriptor, wanted);
  releaseDescriptor(descriptor);
  chooseAlgorithms(key, splitK, wanted > fewAlgorithms && reliesOnFamily(key));
  if (numAlgorithms != 0)
    return FUSED_OK;
  if (result == CUBLAS_STATUS_SUCCESS)
    result = CUBLAS_STATUS_NOT_SUPPORTED;
  return failLibrary(result, "cublasLtMatmulAlgoGetHeuristic", key, nullptr,
                     location);
}

/// True if another algorithm, or another way, may do what this one does not.
static bool isRefusal(cublasStatus_t result) {
  return result == CUBLAS_STATUS_NOT_SUPPORTED ||
         result == CUBLAS_STATUS_INVALID_VALUE ||
         result == CUBLAS_STATUS_ARCH_MISMATCH;
}

fused_status_t LibraryProduct::execute(const PlanKey &key,
                                       const LtOperands &operands,
                                       CUstream stream, const char *location) {
  cublasLtMatmulDesc_t descriptor = acquireDescriptor(operands);
  if (!descriptor)
    return failLibrary(CUBLAS_STATUS_ALLOC_FAILED, "cublasLtMatmulDescCreate",
                       key, nullptr, location);
  fused_status_t status = FUSED_OK;
  cublasStatus_t result = CUBLAS_STATUS_NOT_SUPPORTED;
  const void *alphaAddress = alpha, *betaAddress = beta;
  if (spec.hasDeviceAlpha) {
    alphaAddress = operands.alpha;
    betaAddress = reinterpret_cast<const void *>(deviceBeta);
  }
  int index = algorithm.load(std::memory_order_relaxed);
  for (; index < numAlgorithms; ++index) {
    const cublasLtMatmulHeuristicResult_t &choice = algorithms[index];
    WorkspaceLease workspace(device, stream);
    status = workspace.acquire(choice.workspaceSize, location);
    if (status != FUSED_OK)
      break;
    result = device.cuda.cublasLtMatmul(
        device.handle, descriptor, alphaAddress, operands.a, a, operands.b, b,
        betaAddress, operands.c, c, operands.d, d, &choice.algo,
        workspace.get(), choice.workspaceSize, stream);
    if (!isRefusal(result))
      break;
    algorithm.store(index + 1, std::memory_order_relaxed);
  }
  releaseDescriptor(descriptor);
  if (status != FUSED_OK || result == CUBLAS_STATUS_SUCCESS)
    return status;
  return failLibrary(result, "cublasLtMatmul", key, stream, location);
}

fused_status_t LibraryProduct::failLibrary(cublasStatus_t result,
                                           const char *function,
                                           const PlanKey &key, CUstream stream,
                                           const char *location) {
  const CudaLibraries &cuda = device.cuda;
  char text[problemTextCapacity], library[deviceTextCapacity];
  printProblem(text, sizeof(text), key);
  printDevice(library, sizeof(library), device);
  if (isRefusal(result))
    return fail(FUSED_UNSUPPORTED, location,
                "%s has no algorithm (%s: %s) for %s", library, function,
                cuda.cublasLtGetStatusName(result), text);
  char sticky[96] = "";
  // An error of the device says more than cuBLASLt does.
  CUstreamCaptureStatus capturing = CU_STREAM_CAPTURE_STATUS_NONE;
  cuda.cuStreamIsCapturing(stream, &capturing);
  if (capturing == CU_STREAM_CAPTURE_STATUS_NONE) {
    CUresult error = cuda.cuStreamQuery(stream);
    const char *name = nullptr;
    if (error != CUDA_SUCCESS && error != CUDA_ERROR_NOT_READY &&
        cuda.cuGetErrorName(error, &name) == CUDA_SUCCESS)
      std::snprintf(sticky, sizeof(sticky), "; the device reports %s", name);
  }
  return fail(result == CUBLAS_STATUS_ALLOC_FAILED ? FUSED_OUT_OF_MEMORY
                                                   : FUSED_LIBRARY_ERROR,
              location, "%s failed (%s: %s%s) at %s", library, function,
              cuda.cublasLtGetStatusName(result), sticky, text);
}
