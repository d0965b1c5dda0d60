//===- Error.h - The message of the last failure ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CORE_ERROR_H
#define FUSED_LIB_RUNTIME_CORE_ERROR_H

#include "fused-runtime/fused_runtime.h"

#include <cstdint>

namespace fused::runtime {

/// Sets the message of this thread to `location`, if there is one, a colon and
/// the formatted sentence, and returns `status`. Allocates no memory; a message
/// that is too long is cut.
[[gnu::format(printf, 3, 4)]] fused_status_t
fail(fused_status_t status, const char *location, const char *format, ...);

/// How often `fail` was called in this thread: tells whether a callee that
/// failed has explained itself.
uint64_t getFailureCount();

/// Writes the MLIR spelling of a tensor type, such as "tensor<64x?xbf16>".
/// Always terminates `text`, cutting what does not fit.
void printTensorType(char *text, size_t capacity, fused_type_t type,
                     int32_t rank, const int64_t *sizes);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CORE_ERROR_H
