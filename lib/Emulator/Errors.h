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

/// Keeps a sentence for the next `cuGetErrorName` of this thread that asks for
/// `result`, which it returns.
CUresult failWith(CUresult result, std::string message);

/// The name of a result, and the sentence that was kept for it.
const char *getErrorText(CUresult result);

} // namespace fused::emulator

#endif // FUSED_LIB_EMULATOR_ERRORS_H
