//===- TensorMap.h - Descriptions of matrices -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_EMULATOR_TENSORMAP_H
#define FUSED_LIB_EMULATOR_TENSORMAP_H

#include <cstdint>
#include <cuda.h>

namespace fused::emulator {

/// What `cuTensorMapEncodeTiled` writes.
struct TensorMap {
  static constexpr uint64_t expectedMagic = 0x70616d726f736e65;
  static constexpr uint32_t maxBatch = 3;

  uint64_t magic;
  char *address;
  uint32_t columns, rows;
  uint64_t stride; ///< Bytes from one row to the next one.
  /// Of the dimensions of the batch, from the innermost one on: the matrices,
  /// and the bytes from one to the next.
  uint32_t batch[maxBatch];
  uint64_t batchStride[maxBatch];
  uint16_t boxColumns, boxRows;
  uint8_t elementBytes;
  bool isSwizzled;

  uint32_t getRowBytes() const { return uint32_t(boxColumns) * elementBytes; }
  uint32_t getBoxBytes() const { return getRowBytes() * boxRows; }
};
static_assert(sizeof(TensorMap) <= sizeof(CUtensorMap));

/// Where the 16 bytes at an address of a tile are in workgroup memory, if rows
/// of 64 or 128 bytes are swizzled: bits 4 to 5 or 6 are exchanged with the
/// number of 128 bytes, from bit 7 on.
inline uintptr_t swizzle(uintptr_t address, uint32_t rowBytes = 128) {
  return address ^ (address >> 3 & (rowBytes - 16));
}

} // namespace fused::emulator

#endif // FUSED_LIB_EMULATOR_TENSORMAP_H
