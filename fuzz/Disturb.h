//===- Disturb.h - Upstream's passes between stages -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_DISTURB_H
#define FUSED_FUZZ_DISTURB_H

#include <cstdint>
#include <functional>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace fused::fuzz {

/// Returns what adds a pass between two stages: it applies passes of upstream
/// to each function, drawn by `seed` and the function's name, and tiles
/// operations on tensors. They keep the meaning of a program.
std::function<void(mlir::OpPassManager &)> makeDisturbance(uint64_t seed);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_DISTURB_H
