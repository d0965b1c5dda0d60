//===- FusedPlugin.cpp - The project as a plugin of mlir-opt --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One shared object for both options of mlir-opt:
//   --load-dialect-plugin  the dialect and its external models;
//   --load-pass-plugin     the passes and pipelines.
// Textual pipelines need both: the passes create operations of the dialect.
//
//===----------------------------------------------------------------------===//

#include "fused/InitAll.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

static constexpr const char *name = "fused";

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, name, FUSED_VERSION,
          [](mlir::DialectRegistry *registry) {
            fused::registerAllDialects(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, name, FUSED_VERSION,
          [] { fused::registerAllPasses(); }};
}
