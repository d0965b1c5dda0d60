//===- Target.h - Where programs run ----------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_CONVERSION_TARGET_H
#define FUSED_CONVERSION_TARGET_H

namespace fused {

/// The target of the products.
enum class Target { Cpu, Cuda };

} // namespace fused

#endif // FUSED_CONVERSION_TARGET_H
