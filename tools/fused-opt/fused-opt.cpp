//===- fused-opt.cpp - Runs passes over MLIR ------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/InitAll.h"
#include "fused/Support/StandardOutput.h"
#include "fused/Support/TemporaryFolder.h"
#include "fused/Support/Version.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  fused::makeTemporaryFolder("fused-opt");
  fused::nameOutputInErrors(argc, argv);
  fused::printVersionOnRequest();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  fused::registerAllDialects(registry);
  mlir::registerAllPasses();
  fused::registerAllPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "fused: matrix products and what follows them\n", registry));
}
