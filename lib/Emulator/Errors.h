//===- Errors.h - What went wrong in a call of the driver -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_EMULATOR_ERRORS_H
#define FUSED_LIB_EMULATOR_ERRORS_H

#include <cuda.h>
#include <string>

namespace fused::emulator {

/// Stores `message` for this thread and returns `result`. The next call of
/// `cuGetErrorName` with this result returns the message.
CUresult failWith(CUresult result, std::string message);

/// Returns the name of a result with the message that was stored for it.
const char *getErrorText(CUresult result);

} // namespace fused::emulator

#endif // FUSED_LIB_EMULATOR_ERRORS_H
