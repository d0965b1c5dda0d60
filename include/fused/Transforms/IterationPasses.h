//===- IterationPasses.h - Loops of programs --------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_ITERATIONPASSES_H
#define FUSED_TRANSFORMS_ITERATIONPASSES_H

#include "fused/Analysis/Numerics.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace fused {

#define GEN_PASS_DECL
#include "fused/Transforms/IterationPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "fused/Transforms/IterationPasses.h.inc"

} // namespace fused

#endif // FUSED_TRANSFORMS_ITERATIONPASSES_H
