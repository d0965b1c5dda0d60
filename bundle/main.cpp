//===- main.cpp - The tools of the bundle in one program ------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// fused-opt, fused-run and fused-fuzz contain mostly the same code of LLVM and
// MLIR. Each is a link to this program, which does what its name says.
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/Path.h"

int fusedOptMain(int argc, char **argv);
int fusedRunMain(int argc, char **argv);

int fusedFuzzMain(int argc, char **argv);

int main(int argc, char **argv) {
  llvm::StringRef name = llvm::sys::path::filename(argc > 0 ? argv[0] : "");
  if (name == "fused-opt")
    return fusedOptMain(argc, argv);
#ifdef FUSED_BUNDLE_FUZZ
  if (name == "fused-fuzz")
    return fusedFuzzMain(argc, argv);
#endif
  return fusedRunMain(argc, argv);
}
