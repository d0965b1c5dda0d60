//===- TensorMap.cpp - Descriptions of matrices for kernels ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../Core/Error.h"
#include "Driver.h"
#include "fused-runtime/fused_cuda.h"

using namespace fused::runtime;

extern "C" int32_t fused_cuda_compute_capability(void) {
  Device *device = nullptr;
  if (Device::getCurrent(/*location=*/nullptr, device))
    return 0;
  return 10 * device->major + device->minor;
}

/// Copies do not look at elements, and zero has no bits in any of their types.
static CUtensorMapDataType getType(int64_t bytes) {
  switch (bytes) {
  case 1:
    return CU_TENSOR_MAP_DATA_TYPE_UINT8;
  case 2:
    return CU_TENSOR_MAP_DATA_TYPE_UINT16;
  default:
    return CU_TENSOR_MAP_DATA_TYPE_UINT32;
  }
}

/// How much of memory a copy brings to the second-level cache around the bytes
/// that it reads. A box has 128 bytes of each row. Where rows do not begin at
/// such multiples, more would be parts of what other boxes have: products took
/// up to 17 % longer.
static CUtensorMapL2promotion getPromotion(int64_t strideBytes) {
  if (strideBytes % 256 == 0)
    return CU_TENSOR_MAP_L2_PROMOTION_L2_256B;
  return strideBytes % 128 == 0 ? CU_TENSOR_MAP_L2_PROMOTION_L2_128B
                                : CU_TENSOR_MAP_L2_PROMOTION_NONE;
}

extern "C" fused_status_t
fused_cuda_tensor_map(void *map, const void *address,
                      const fused_cuda_matrix_t *matrix, const char *location) {
  Context context;
  if (fused_status_t status = getContext(context, location))
    return status;
  const auto bytes = static_cast<int64_t>(fused_type_size(matrix->type));
  // Dimensions are counted from the one whose elements are neighbours, which
  // has no stride.
  constexpr cuuint32_t mostDims = 2 + FUSED_MATRIX_BATCH;
  cuuint64_t sizes[mostDims] = {static_cast<cuuint64_t>(matrix->columns),
                                static_cast<cuuint64_t>(matrix->rows)};
  cuuint64_t strides[mostDims - 1] = {
      static_cast<cuuint64_t>(matrix->stride * bytes)};
  cuuint32_t box[mostDims] = {static_cast<cuuint32_t>(matrix->box_columns),
                              static_cast<cuuint32_t>(matrix->box_rows)};
  cuuint32_t steps[mostDims] = {1, 1};
  cuuint32_t rank = 2;
  for (; rank < mostDims && matrix->batch[rank - 2] != 0; ++rank) {
    sizes[rank] = static_cast<cuuint64_t>(matrix->batch[rank - 2]);
    strides[rank - 1] =
        static_cast<cuuint64_t>(matrix->batch_stride[rank - 2] * bytes);
    box[rank] = steps[rank] = 1;
  }
  CUresult result = context.driver->cuTensorMapEncodeTiled(
      static_cast<CUtensorMap *>(map), getType(bytes), rank,
      const_cast<void *>(address), sizes, strides, box, steps,
      CU_TENSOR_MAP_INTERLEAVE_NONE,
      matrix->box_columns * bytes == 64 ? CU_TENSOR_MAP_SWIZZLE_64B
                                        : CU_TENSOR_MAP_SWIZZLE_128B,
      getPromotion(matrix->stride * bytes), CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS)
    return failCuda(*context.cuda, result, "cuTensorMapEncodeTiled", location);
  return FUSED_OK;
}
