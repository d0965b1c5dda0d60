//===- Arguments.h - Checks of calls of programs ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CORE_ARGUMENTS_H
#define FUSED_LIB_RUNTIME_CORE_ARGUMENTS_H

#include "Descriptor.h"
#include "fused-runtime/fused_runtime.h"

namespace fused::runtime {

/// The input whose memory an output of a call has.
struct Donation {
  int32_t input = -1;    ///< -1 if there is none.
  bool isShared = false; ///< True if another input has this memory, too.
};

/// The name of a function, also of one that has none.
const char *getName(const fused_function_t &function);

/// Refuses a function that no compiler of this ABI emits.
fused_status_t checkFunction(const fused_function_t &function);

/// Refuses what is no call: a null function, one that no compiler of this ABI
/// emits, and null arrays of tensors.
fused_status_t checkCall(const fused_function_t *function,
                         const fused_tensor_t *inputs,
                         const fused_tensor_t *outputs);

/// Refuses inputs and memory for outputs of other types than the function has,
/// and memory that overlaps. Assumes that `checkCall` has not refused the call.
/// Afterwards the number of bytes of each tensor that has data fits into 63
/// bits. Fills in one of `donations` for each output.
fused_status_t checkArguments(const fused_function_t &function,
                              const fused_tensor_t *inputs,
                              const fused_tensor_t *outputs, const void *arena,
                              Donation *donations);

/// The bytes of a tensor that was checked.
size_t countBytes(const fused_tensor_t &tensor);

/// Refuses a result of these sizes if the memory of output number `output` is
/// for others.
fused_status_t checkSizes(const int64_t *sizes,
                          const fused_tensor_t &destination, int64_t output);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CORE_ARGUMENTS_H
