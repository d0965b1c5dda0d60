//===- BinaryPasses.h - From kernels to binaries ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_KERNELS_BINARYPASSES_H
#define FUSED_KERNELS_BINARYPASSES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"

namespace fused {

#define GEN_PASS_DECL
#include "fused/Kernels/BinaryPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "fused/Kernels/BinaryPasses.h.inc"

} // namespace fused

#endif // FUSED_KERNELS_BINARYPASSES_H
