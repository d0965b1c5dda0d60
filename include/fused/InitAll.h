//===- InitAll.h - Registers everything of the project ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_INITALL_H
#define FUSED_INITALL_H

#include "fused/Conversion/Passes.h"
#include "fused/Dialect/FusedDialect.h"
#include "fused/Kernels/Passes.h"
#include "fused/Loops/LoopPasses.h"
#include "fused/Pipelines/Pipelines.h"
#include "fused/Transforms/Passes.h"

namespace fused {

/// Adds the fused dialect and its external models to `registry`.
inline void registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<FusedDialect>();
  registerBufferizableOpInterfaceExternalModels(registry);
  registerKernelTranslations(registry);
}

/// Registers the project's passes and pipelines by name, for textual pipelines.
inline void registerAllPasses() {
  registerFusedTransformsPasses();
  registerFusedKernelsPasses();
  registerFusedLoopPasses();
  registerFusedConversionPasses();
  registerPipelines();
}

} // namespace fused

#endif // FUSED_INITALL_H
