//===- Combiner.h - How a reduction combines elements -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_COMBINER_H
#define FUSED_ANALYSIS_COMBINER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <optional>

namespace fused {

/// The operation of a body that joins an output with what one element adds to
/// it: `yield combine(output, term)`, where `term` does not depend on an
/// output.
struct Combiner {
  mlir::Operation *op;
  mlir::arith::AtomicRMWKind kind;
  mlir::Value term;
};

/// The combiner of an output, if the body of `op` does nothing else with that
/// output and the combination is associative and commutative.
std::optional<Combiner> findCombiner(mlir::linalg::GenericOp op,
                                     unsigned output);

/// The same for an argument of a block, and what the block yields for it.
std::optional<Combiner> findCombiner(mlir::BlockArgument argument,
                                     mlir::Value yielded);

} // namespace fused

#endif // FUSED_ANALYSIS_COMBINER_H
