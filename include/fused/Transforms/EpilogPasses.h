//===- EpilogPasses.h - Passes that find epilogs ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_EPILOGPASSES_H
#define FUSED_TRANSFORMS_EPILOGPASSES_H

#include "fused/Analysis/Numerics.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace fused {

#define GEN_PASS_DECL
#include "fused/Transforms/EpilogPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "fused/Transforms/EpilogPasses.h.inc"

} // namespace fused

#endif // FUSED_TRANSFORMS_EPILOGPASSES_H
