//===- FakeGraphs.h - Streams and graphs without a device -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_EMULATOR_FAKEGRAPHS_H
#define FUSED_LIB_EMULATOR_FAKEGRAPHS_H

#include <cuda.h>

#include <vector>

namespace fused::fake {

/// Releases the memory of a graph. If the graph was never launched, it still
/// owns all blocks that are not released.
void releaseGraphMemory(const std::vector<CUdeviceptr> &memory,
                        bool wasLaunched);

/// Notes that a block belongs to the graph that a stream captures.
void addGraphMemory(CUstream stream, CUdeviceptr address);

} // namespace fused::fake

#endif // FUSED_LIB_EMULATOR_FAKEGRAPHS_H
