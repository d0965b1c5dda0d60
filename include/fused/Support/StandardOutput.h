//===- StandardOutput.h - Writing to standard output ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_SUPPORT_STANDARDOUTPUT_H
#define FUSED_SUPPORT_STANDARDOUTPUT_H

#include "llvm/Support/Error.h"

namespace fused {

/// Writes out what outs() holds back. Fails if that or anything before could
/// not be written; LLVM would end the process at its end, without saying what
/// was written to.
llvm::Error flushStandardOutput();

/// Lets LLVM's fatal error of output that cannot be written name the file that
/// `-o` of the command line asks for, or standard output.
void nameOutputInErrors(int argc, char **argv);

} // namespace fused

#endif // FUSED_SUPPORT_STANDARDOUTPUT_H
