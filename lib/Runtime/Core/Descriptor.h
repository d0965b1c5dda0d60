//===- Descriptor.h - MLIR's memref descriptors -----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CORE_DESCRIPTOR_H
#define FUSED_LIB_RUNTIME_CORE_DESCRIPTOR_H

#include "fused-runtime/fused_runtime.h"

namespace fused::runtime {

/// What MLIR passes for a memref of rank r: the first 3 + 2 r words of this.
struct Descriptor {
  void *allocated;
  void *aligned;
  int64_t offset;
  int64_t sizesAndStrides[2 * FUSED_MAX_RANK]; ///< r sizes, then r strides.
};

/// The number of bytes of the elements; false if a size is negative or they do
/// not fit into 63 bits.
bool countBytes(const Descriptor &array, int32_t rank, size_t elementSize,
                size_t &bytes);

/// True if the elements lie one after the other in row-major order.
bool isDense(const Descriptor &array, int32_t rank);

/// Sets the strides of a dense array.
void setDenseStrides(Descriptor &array, int32_t rank);

/// Copies the elements to dense row-major memory.
void copyElements(const Descriptor &array, int32_t rank, size_t elementSize,
                  void *to);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CORE_DESCRIPTOR_H
