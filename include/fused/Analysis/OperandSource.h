//===- OperandSource.h - Where the elements of a tensor come from -*- C++
//-*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_OPERANDSOURCE_H
#define FUSED_ANALYSIS_OPERANDSOURCE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AffineMap.h"
#include <optional>

namespace fused {

/// The origin of the elements of a tensor or scalar, seen through operations
/// that only repeat, reshape by unit dimensions or widen.
struct OperandSource {
  /// A tensor, or a scalar where `map` has no results.
  mlir::Value value;
  /// From an index of the traced tensor to an index of `value`: each result is
  /// a dimension or the constant 0.
  mlir::AffineMap map;
  /// The value of every element, where it is a known constant; rounded as the
  /// program has it.
  std::optional<double> constant;
  /// The element type of the traced value. `value` may be narrower: then each
  /// element is widened, exactly.
  mlir::Type elementType;
  /// True if `value`, the traced value, and each between them have one use.
  bool isUsedOnce = true;
};

/// Traces `value`, read at `map`, through `linalg.fill`, `linalg.broadcast`,
/// generics that yield an input (or widen it) and reshapes that add or drop
/// unit dimensions.
OperandSource traceOperand(mlir::Value value, mlir::AffineMap map);

/// Traces all of a tensor.
OperandSource traceOperand(mlir::Value tensor);

/// Traces all of a tensor to what still has its dimensions, or some of them:
/// reshapes that drop dimensions of size one are traced no further.
OperandSource tracePermuted(mlir::Value tensor);

/// The value of an `arith.constant`, or of each element of one that is a splat;
/// null for anything else. (MLIR's own matchers ask for the trait of constants,
/// which a build by another compiler than MLIR's does not see.)
mlir::Attribute getConstant(mlir::Value value);

/// The same as a number; booleans are 0 and 1, integers signed.
std::optional<double> getConstantNumber(mlir::Value value);

/// The value of a scalar, or of each element of a tensor, that is computed from
/// constants by few operations; rounded as the program has it.
std::optional<double> getKnownNumber(mlir::Value value);

/// The number that `linalg.fill` writes into each element of `array`, where it
/// has the type of the elements; null for anything else.
mlir::Value getFilledWith(mlir::Value array);

/// True if every element of `value` is known to be zero, of either sign.
bool isKnownZero(mlir::Value value);

/// True if `op` gives its operand, a tensor, another shape.
bool isReshape(mlir::Operation *op);

/// True if `op` computes each element of each result on its own: tensors, all
/// iterators parallel, results written in the order of a permutation.
bool isElementwise(mlir::linalg::LinalgOp op);

/// True if `op` permutes, repeats or converts the elements of one tensor.
bool isCopy(mlir::linalg::LinalgOp op);

} // namespace fused

#endif // FUSED_ANALYSIS_OPERANDSOURCE_H
