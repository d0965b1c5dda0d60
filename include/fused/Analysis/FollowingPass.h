//===- FollowingPass.h - What is left to do after a product -----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_FOLLOWINGPASS_H
#define FUSED_ANALYSIS_FOLLOWINGPASS_H

#include "mlir/IR/Value.h"
#include <optional>

namespace fused {

/// The elementwise operations that depend on a product through such operations
/// and reshapes alone, in its block; the nearest ones if there are very many.
struct FollowingPass {
  unsigned numOps = 0;
  /// What they read and write if they are one pass over memory: each tensor
  /// that they read, and each result that something else uses, once. None if
  /// that depends on an unknown size.
  std::optional<double> bytes = 0.0;
};

/// The pass that follows `result`, a result of a product on tensors, in bounded
/// time but for the number of their uses.
FollowingPass findFollowingPass(mlir::Value result);

} // namespace fused

#endif // FUSED_ANALYSIS_FOLLOWINGPASS_H
