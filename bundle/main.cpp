//===- main.cpp - The tools of the bundle in one program ------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// fused-opt and fused-run contain mostly the same code of LLVM and MLIR. Each
// is a link to this program, which does what its name says.
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/Path.h"

int fusedOptMain(int argc, char **argv);
int fusedRunMain(int argc, char **argv);

int main(int argc, char **argv) {
  bool isOpt = argc > 0 && llvm::sys::path::filename(argv[0]) == "fused-opt";
  return isOpt ? fusedOptMain(argc, argv) : fusedRunMain(argc, argv);
}
