//===- GpuPasses.h - From linalg to kernels ---------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_KERNELS_GPUPASSES_H
#define FUSED_KERNELS_GPUPASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace fused {

#define GEN_PASS_DECL
#include "fused/Kernels/GpuPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "fused/Kernels/GpuPasses.h.inc"

} // namespace fused

#endif // FUSED_KERNELS_GPUPASSES_H
