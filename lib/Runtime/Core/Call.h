//===- Call.h - Checks of calls of compiled programs ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CORE_CALL_H
#define FUSED_LIB_RUNTIME_CORE_CALL_H

#include "fused-runtime/fused_runtime.h"

namespace fused::runtime {

/// The name of a function, also of one that has none.
const char *getName(const fused_function_t &function);

/// Refuses what is no call: a null function, one that no compiler of this ABI
/// emits, null arrays of tensors, and inputs of other types. Assumes nothing;
/// afterwards the number of bytes of each input fits into 63 bits.
fused_status_t checkArguments(const fused_function_t *function,
                              const fused_tensor_t *inputs,
                              const fused_tensor_t *outputs);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CORE_CALL_H
