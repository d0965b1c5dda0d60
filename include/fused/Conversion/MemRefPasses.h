//===- MemRefPasses.h - Passes on memrefs -----------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_CONVERSION_MEMREFPASSES_H
#define FUSED_CONVERSION_MEMREFPASSES_H

#include "fused/Conversion/Target.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace fused {

#define GEN_PASS_DECL
#include "fused/Conversion/MemRefPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "fused/Conversion/MemRefPasses.h.inc"

} // namespace fused

#endif // FUSED_CONVERSION_MEMREFPASSES_H
