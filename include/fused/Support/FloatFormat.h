//===- FloatFormat.h - Formats of floats of the ABI -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_SUPPORT_FLOATFORMAT_H
#define FUSED_SUPPORT_FLOATFORMAT_H

#include "fused-runtime/fused_runtime.h"

namespace llvm {
struct fltSemantics;
} // namespace llvm

namespace fused {

/// Returns the format of a floating-point type, or null for other types.
const llvm::fltSemantics *getFloatFormat(fused_type_t type);

} // namespace fused

#endif // FUSED_SUPPORT_FLOATFORMAT_H
