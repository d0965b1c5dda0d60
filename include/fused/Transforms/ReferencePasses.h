//===- ReferencePasses.h - Passes to programs to judge by -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_REFERENCEPASSES_H
#define FUSED_TRANSFORMS_REFERENCEPASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace fused {

/// The global of a program with perturbed roundings from which it takes the
/// seed, an i64.
inline constexpr const char *roundingSeedName = "fused_rounding_seed";

/// The global from which such a program takes how far the results of
/// `math.tanh` may be off, an f64.
inline constexpr const char *tanhErrorName = "fused_tanh_error";

#define GEN_PASS_DECL
#include "fused/Transforms/ReferencePasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "fused/Transforms/ReferencePasses.h.inc"

} // namespace fused

#endif // FUSED_TRANSFORMS_REFERENCEPASSES_H
