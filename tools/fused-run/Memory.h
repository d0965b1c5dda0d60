//===- Memory.h - How much memory there is ----------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_MEMORY_H
#define FUSED_RUN_MEMORY_H

#include <cstdint>

namespace fused::run {

/// Returns the bytes that this process can still use without being ended for
/// it: what the machine has available, free swap included, but no more than the
/// limits of the control group (cgroup) and of the address space
/// (`ulimit -v`). What is not known does not count.
uint64_t getAvailableMemory();

} // namespace fused::run

#endif // FUSED_RUN_MEMORY_H
