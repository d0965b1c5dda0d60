//===- LibraryCall.cpp - Calls of products of cuBLASLt --------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryCall.h"

#include "../../Core/Error.h"
#include "SplitShape.h"

#include <algorithm>

using namespace fused;
using namespace fused::runtime;

LtProduct fused::runtime::translateAnySum(const PlanKey &key) {
  return translate(key.hasZeroProduct() ? replaceEmptySum(key)
                                        : alignBytes(key));
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Copies an operand of 8 bits to where its rows are aligned.
static fused_status_t copyAligned(Device &device, const PlanKey &key,
                                  Operand operand, CUstream stream,
                                  const char *location, Temporary &copy,
                                  const void *&address) {
  PlanKey aligned = alignBytes(key);
  bool isA = operand == OperandA;
  const Strides &from = isA ? key.a : key.b;
  const Strides &to = isA ? aligned.a : aligned.b;
  StoredShape shape = getStoredShape(key, operand);
  int64_t batches = from.batch == 0 ? 1 : key.batch;
  if (fused_status_t status = copy.allocate(
          static_cast<size_t>(batches * shape.rows * to.row), location))
    return status;
  for (int64_t batch = 0; batch < batches; ++batch) {
    CUDA_MEMCPY2D parameters = {};
    parameters.srcMemoryType = parameters.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    parameters.srcDevice = reinterpret_cast<CUdeviceptr>(address) +
                           static_cast<CUdeviceptr>(batch * from.batch);
    parameters.srcPitch =
        static_cast<size_t>(shape.rows == 1 ? shape.columns : from.row);
    parameters.dstDevice =
        copy.get() + static_cast<CUdeviceptr>(batch * to.batch);
    parameters.dstPitch = static_cast<size_t>(to.row);
    parameters.WidthInBytes = static_cast<size_t>(shape.columns);
    parameters.Height = static_cast<size_t>(shape.rows);
    if (CUresult result = device.cuda.cuMemcpy2DAsync(&parameters, stream))
      return failCuda(device.cuda, result, "cuMemcpy2DAsync", location);
  }
  address = reinterpret_cast<const void *>(copy.get());
  return FUSED_OK;
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// Clears the bits beyond the columns, which are promised to be zero.
static CUresult clearMaskPadding(Device &device, const PlanKey &key,
                                 const fused_matmul_operands_t &operands) {
  PaddingParameters p = {};
  p.mask = {operands.aux.data, key.aux.row, key.aux.batch};
  p.batches = key.batch;
  p.rows = key.m;
  p.columns = key.n;
  auto blocks = static_cast<unsigned>(
      std::min<int64_t>(divideUp(key.batch * key.m, paddingThreads), 1 << 16));
  return launchKernel(device.cuda, device.kernels.clearMaskPadding, p, blocks,
                      1, 1, paddingThreads, 1,
                      static_cast<CUstream>(operands.stream));
}

/// Sets the bits of what is NaN, as D is there, too.
static CUresult setNanBits(Device &device, const PlanKey &key,
                           const fused_matmul_operands_t &operands) {
  NanBitParameters p = {};
  p.d = {operands.d.data, key.d.row, key.d.batch};
  p.mask = {operands.aux.data, key.aux.row, key.aux.batch};
  p.batches = key.batch;
  p.rows = key.m;
  p.columns = key.n;
  auto size = static_cast<int64_t>(fused_type_size(key.dType));
  p.vectorized = getAlignment(key, OperandD) == 16 &&
                 key.d.row * size % 16 == 0 && key.d.batch * size % 16 == 0;
  int64_t groups = divideUp(key.n, groupSize);
  BlockShape shape = getColumnShape(key.m, groups, key.batch, /*sums=*/false);
  p.rowsPerChunk = shape.perChunk;
  auto batchBlocks =
      static_cast<unsigned>(std::min<int64_t>(key.batch, 1 << 10));
  return launchKernel(device.cuda, device.kernels.find(key.dType)->setNanBits,
                      p, static_cast<unsigned>(divideUp(groups, shape.width)),
                      static_cast<unsigned>(shape.chunks), batchBlocks,
                      static_cast<unsigned>(shape.width),
                      static_cast<unsigned>(shape.height),
                      static_cast<CUstream>(operands.stream));
}

static fused_status_t finishMask(Device &device, const PlanKey &key,
                                 const fused_matmul_operands_t &operands,
                                 const char *location) {
  CUresult result = CUDA_SUCCESS;
  if (leavesMaskPadding(key))
    result = clearMaskPadding(device, key, operands);
  if (result == CUDA_SUCCESS && leavesNanBits(key) &&
      device.kernels.find(key.dType))
    result = setNanBits(device, key, operands);
  return result ? failCuda(device.cuda, result, "cuLaunchKernel", location)
                : fused_status_t(FUSED_OK);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

fused_status_t fused::runtime::executeLibrary(
    Device &device, LibraryProduct &product, const PlanKey &key,
    const fused_matmul_operands_t &operands, const char *location) {
  const EpilogInfo &info = key.getInfo();
  auto stream = static_cast<CUstream>(operands.stream);
  LtOperands addresses = {};
  addresses.a = operands.b.data;
  addresses.b = operands.a.data;
  // A C that is D has to have its type, too.
  addresses.c = key.readsC()          ? operands.c.data
                : isFloat8(key.dType) ? nullptr
                                      : operands.d.data;
  addresses.d = operands.d.data;
  addresses.bias = info.hasBias ? operands.bias.data : operands.bgrad.data;
  addresses.aux = operands.aux.data;
  addresses.aScale = operands.b_scale;
  addresses.bScale = operands.a_scale;
  addresses.dScale = operands.d_scale;
  addresses.amax = operands.amax;
  addresses.alpha = operands.a_scale ? operands.a_scale : operands.b_scale;
  if (!key.hasZeroProduct()) {
    // cuBLASLt's A is our B.
    Temporary ofA(device, stream), ofB(device, stream);
    if (isMisaligned(key, OperandA))
      if (fused_status_t status = copyAligned(device, key, OperandA, stream,
                                              location, ofA, addresses.b))
        return status;
    if (isMisaligned(key, OperandB))
      if (fused_status_t status = copyAligned(device, key, OperandB, stream,
                                              location, ofB, addresses.a))
        return status;
    fused_status_t status = product.execute(key, addresses, stream, location);
    return status ? status : finishMask(device, key, operands, location);
  }

  Temporary zeros(device, stream);
  // The last row of a transposed operand may be longer than it.
  int64_t terms = countTermsOfEmptySum(key);
  int64_t rows = std::max(key.m * key.batch, key.n) + terms - 1;
  size_t bytes =
      static_cast<size_t>(rows * terms) * fused_type_size(key.inputType);
  if (fused_status_t status = zeros.allocate(bytes, location))
    return status;
  if (CUresult result =
          device.cuda.cuMemsetD8Async(zeros.get(), 0, bytes, stream))
    return failCuda(device.cuda, result, "cuMemsetD8Async", location);
  addresses.a = addresses.b = reinterpret_cast<void *>(zeros.get());
  fused_status_t status = product.execute(key, addresses, stream, location);
  return status ? status : finishMask(device, key, operands, location);
}

fused_status_t
fused::runtime::clearExtraResults(Device &device, const PlanKey &key,
                                  const fused_matmul_operands_t &operands,
                                  const char *location) {
  if (key.has(FUSED_AMAX_D))
    if (CUresult result = device.cuda.cuMemsetD8Async(
            reinterpret_cast<CUdeviceptr>(operands.amax), 0, sizeof(float),
            static_cast<CUstream>(operands.stream)))
      return failCuda(device.cuda, result, "cuMemsetD8Async", location);
  const EpilogInfo &info = key.getInfo();
  if (!info.hasBiasGradient())
    return FUSED_OK;
  size_t size = fused_type_size(key.bgradType);
  size_t length = static_cast<size_t>(
      info.biasGradient == BiasGradient::SumOfA ? key.m : key.n);
  // One shared vector is written although there may be no batch.
  bool shared = operands.bgrad.batch_stride == 0;
  size_t vectors = shared ? 1 : static_cast<size_t>(key.batch);
  if (length == 0 || vectors == 0)
    return FUSED_OK;
  size_t pitch =
      (vectors == 1 ? length : static_cast<size_t>(key.bgrad.batch)) * size;
  auto address = reinterpret_cast<CUdeviceptr>(operands.bgrad.data);
  if (CUresult result = device.cuda.cuMemsetD2D8Async(
          address, pitch, 0, length * size, vectors,
          static_cast<CUstream>(operands.stream)))
    return failCuda(device.cuda, result, "cuMemsetD2D8Async", location);
  return FUSED_OK;
}
