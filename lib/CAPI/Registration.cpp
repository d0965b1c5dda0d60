//===- Registration.cpp - Passes and pipelines in C -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused-c/Registration.h"

#include "fused/InitAll.h"
#include "mlir/CAPI/IR.h"
#include <mutex>

void fusedRegisterAllDialects(MlirDialectRegistry registry) {
  fused::registerAllDialects(*unwrap(registry));
}

void fusedRegisterAllPasses() {
  // Registering a pipeline twice is an error.
  static std::once_flag once;
  std::call_once(once, fused::registerAllPasses);
}
