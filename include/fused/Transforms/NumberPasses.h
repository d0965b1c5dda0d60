//===- NumberPasses.h - Passes on single numbers ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_NUMBERPASSES_H
#define FUSED_TRANSFORMS_NUMBERPASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace fused {

#define GEN_PASS_DECL
#include "fused/Transforms/NumberPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "fused/Transforms/NumberPasses.h.inc"

} // namespace fused

#endif // FUSED_TRANSFORMS_NUMBERPASSES_H
