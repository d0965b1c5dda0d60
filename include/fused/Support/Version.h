//===- Version.h - The version of the tools ---------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_SUPPORT_VERSION_H
#define FUSED_SUPPORT_VERSION_H

namespace fused {

/// Makes `--version` print the project's version before LLVM's.
void printVersionOnRequest();

} // namespace fused

#endif // FUSED_SUPPORT_VERSION_H
