//===- Version.cpp - The version of the tools -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Support/Version.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

void fused::printVersionOnRequest() {
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "fused " FUSED_VERSION ", with LLVM " LLVM_VERSION_STRING "\n";
  });
}
