//===- TemporaryFolder.h - Where a tool's temporary files are ---*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_SUPPORT_TEMPORARYFOLDER_H
#define FUSED_SUPPORT_TEMPORARYFOLDER_H

#include "llvm/Support/Error.h"

namespace fused {

/// Makes a folder `name`-... for all temporary files of this process and of the
/// programs that it starts, LLVM's, ptxas' and the linker's included: TMPDIR
/// names it afterwards. It is removed when the process ends, also by SIGHUP,
/// SIGINT, SIGTERM or SIGPIPE. To be called once, before there are threads
/// and before LLVM's handlers hide which signals the process is to ignore.
void makeTemporaryFolder(const char *name);

/// Fails if makeTemporaryFolder() has, and says which folder TMPDIR names.
llvm::Error checkTemporaryFolder();

/// For a process that ends at once, in the handler of a signal.
void removeTemporaryFolder();

/// The same where the interrupted code may hold locks, as that for memory.
/// Leaves the folder if it is not empty.
void removeEmptyTemporaryFolder();

/// For a process that was forked: signals end it at once, and the folder stays.
void leaveTemporaryFolder();

} // namespace fused

#endif // FUSED_SUPPORT_TEMPORARYFOLDER_H
