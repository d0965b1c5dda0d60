//===- DeviceFunctions.h - What devices compute in one step -----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_EMULATOR_DEVICEFUNCTIONS_H
#define FUSED_LIB_EMULATOR_DEVICEFUNCTIONS_H

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace fused::emulator {

/// Returns the function of the host that implements the intrinsic of NVVM with
/// this name, without its prefix `llvm.nvvm.`. Its signature is that of the
/// intrinsic. Returns null if there is none.
const void *findDeviceFunction(std::string_view name);

/// The number that has these bits in f16.
double widenHalf(uint16_t bits);

/// The functions that LLVM calls to convert types of 16 bits.
const std::vector<std::pair<const char *, const void *>> &
getConversionFunctions();

} // namespace fused::emulator

#endif // FUSED_LIB_EMULATOR_DEVICEFUNCTIONS_H
