//===- TensorMap.cpp - Descriptions of matrices ---------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorMap.h"

#include "Errors.h"
#include "Fake.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>
#include <limits>

using namespace fused;
using namespace fused::emulator;

static uint32_t getElementBytes(CUtensorMapDataType type) {
  switch (type) {
  case CU_TENSOR_MAP_DATA_TYPE_UINT8:
    return 1;
  case CU_TENSOR_MAP_DATA_TYPE_UINT16:
  case CU_TENSOR_MAP_DATA_TYPE_FLOAT16:
  case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16:
    return 2;
  case CU_TENSOR_MAP_DATA_TYPE_UINT32:
  case CU_TENSOR_MAP_DATA_TYPE_INT32:
  case CU_TENSOR_MAP_DATA_TYPE_FLOAT32:
    return 4;
  default:
    return 0;
  }
}

/// The bytes of rows in which 16 bytes change their places; 0 for orders that
/// the emulator does not know.
static uint32_t getSwizzledBytes(CUtensorMapSwizzle swizzle) {
  switch (swizzle) {
  case CU_TENSOR_MAP_SWIZZLE_64B:
    return 64;
  case CU_TENSOR_MAP_SWIZZLE_128B:
    return 128;
  default:
    return 0;
  }
}

/// Says what a device could not copy (driver API, cuTensorMapEncodeTiled), or
/// returns null.
static const char *findFault(const void *map, const TensorMap &tensor,
                             uint32_t swizzledBytes,
                             llvm::ArrayRef<cuuint32_t> steps) {
  auto isMultiple = [](uint64_t number, uint64_t of) {
    return number % of == 0;
  };
  if (!isMultiple(reinterpret_cast<uintptr_t>(map), 64))
    return "that is not aligned to 64 bytes";
  if (!isMultiple(reinterpret_cast<uintptr_t>(tensor.address), 16))
    return "of an array that is not aligned to 16 bytes";
  constexpr uint64_t longest = uint64_t(1) << 40;
  if (!isMultiple(tensor.stride, 16) || tensor.stride >= longest ||
      tensor.stride < tensor.columns * tensor.elementBytes)
    return "of rows that overlap or do not begin at multiples of 16 bytes";
  for (uint64_t batchStride : tensor.batchStride)
    if (!isMultiple(batchStride, 16) || batchStride >= longest)
      return "of matrices that do not begin at multiples of 16 bytes";
  if (!isMultiple(tensor.getRowBytes(), 16))
    return "of tiles whose rows are no multiples of 16 bytes";
  if (tensor.isSwizzled && tensor.getRowBytes() > swizzledBytes)
    return "of tiles whose rows have more bytes than are swizzled";
  if (llvm::any_of(steps,
                   [](cuuint32_t step) { return step == 0 || step > 8; }))
    return "that skips more than 7 elements";
  return nullptr;
}

// The declarations in cuda.h do not set the visibility.
#pragma GCC visibility push(default)
extern "C" {

CUresult cuTensorMapEncodeTiled(
    CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *address,
    const cuuint64_t *sizes, const cuuint64_t *strides, const cuuint32_t *box,
    const cuuint32_t *steps, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion,
    CUtensorMapFloatOOBfill fill) {
  FUSED_FAKE_FAULT(CUresult);
  auto refuse = [](CUresult result, const char *what) {
    return failWith(result, std::string("a tensor map ") + what);
  };
  TensorMap tensor = {};
  tensor.magic = TensorMap::expectedMagic;
  tensor.elementBytes = static_cast<uint8_t>(getElementBytes(type));
  uint32_t swizzledBytes = getSwizzledBytes(swizzle);
  // Of what devices can do, the emulator has what programs use.
  if (rank < 2 || rank > 2 + TensorMap::maxBatch || tensor.elementBytes == 0 ||
      interleave != CU_TENSOR_MAP_INTERLEAVE_NONE ||
      (swizzle != CU_TENSOR_MAP_SWIZZLE_NONE && swizzledBytes == 0) ||
      fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
    return refuse(CUDA_ERROR_NOT_SUPPORTED, "that the emulator does not know");
  constexpr uint64_t mostElements = std::numeric_limits<uint32_t>::max();
  if (llvm::any_of(llvm::ArrayRef(sizes, rank), [](cuuint64_t size) {
        return size == 0 || size > mostElements;
      }))
    return refuse(CUDA_ERROR_INVALID_VALUE, "of no elements, or too many");
  if (llvm::any_of(llvm::ArrayRef(box, rank),
                   [](cuuint32_t size) { return size == 0 || size > 256; }))
    return refuse(
        CUDA_ERROR_INVALID_VALUE,
        "of tiles with no elements, or more than 256 along a dimension");
  tensor.address = static_cast<char *>(address);
  tensor.columns = static_cast<uint32_t>(sizes[0]);
  tensor.rows = static_cast<uint32_t>(sizes[1]);
  tensor.stride = strides[0];
  for (uint32_t i = 0; i < TensorMap::maxBatch; ++i) {
    bool isThere = i + 2 < rank;
    tensor.batch[i] = isThere ? static_cast<uint32_t>(sizes[i + 2]) : 1;
    tensor.batchStride[i] = isThere ? strides[i + 1] : 0;
  }
  tensor.boxColumns = static_cast<uint16_t>(box[0]);
  tensor.boxRows = static_cast<uint16_t>(box[1]);
  tensor.isSwizzled = swizzledBytes != 0;
  llvm::ArrayRef<cuuint32_t> allSteps(steps, rank);
  if (const char *fault = findFault(map, tensor, swizzledBytes, allSteps))
    return refuse(CUDA_ERROR_INVALID_VALUE, fault);
  // Tiles are of one matrix.
  if (llvm::any_of(allSteps, [](cuuint32_t step) { return step != 1; }) ||
      llvm::any_of(llvm::ArrayRef(box, rank).drop_front(2),
                   [](cuuint32_t size) { return size != 1; }) ||
      (tensor.isSwizzled && tensor.getRowBytes() != swizzledBytes))
    return refuse(CUDA_ERROR_NOT_SUPPORTED, "that the emulator does not know");
  std::memset(map, 0, sizeof(*map));
  std::memcpy(map, &tensor, sizeof(tensor));
  return CUDA_SUCCESS;
}
} // extern "C"
#pragma GCC visibility pop
