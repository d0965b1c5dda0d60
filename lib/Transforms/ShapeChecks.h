//===- ShapeChecks.h - Assertions on sizes ----------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_SHAPECHECKS_H
#define FUSED_LIB_TRANSFORMS_SHAPECHECKS_H

#include "SizeSource.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace fused {

/// A size, and where it stands: dimension `dim` of operand number `operand`, or
/// of the operation itself.
struct SizedOperand {
  SizeSource size;
  std::optional<unsigned> operand;
  unsigned dim;
};

/// Inserts assertions on sizes, unless they are known to hold. An assertion
/// stands as early in the block of the operation as what it compares: so it
/// neither keeps loops apart that could be joined, nor waits for work of a
/// device that it does not depend on.
class ShapeChecks {
public:
  EqualSizes &getEqualSizes() { return known; }
  mlir::OpBuilder &getBuilder() { return *builder; }

  /// Says what known sizes do not allow.
  mlir::InFlightDiagnostic emitError(mlir::Operation *op);
  bool hasFailed() const { return failed; }

  /// Asserts that two sizes are equal, as an operation wants it.
  void requireEqual(mlir::Operation *op, SizedOperand a, SizedOperand b);

  /// What follows is inserted where all of `sizes` are there.
  void setInsertionPoint(mlir::Operation *op, llvm::ArrayRef<SizeSource> sizes);

  mlir::OpFoldResult build(mlir::Operation *op, const SizeSource &size);
  mlir::OpFoldResult add(mlir::Operation *op, mlir::OpFoldResult a,
                         mlir::OpFoldResult b);
  mlir::OpFoldResult subtract(mlir::Operation *op, mlir::OpFoldResult a,
                              mlir::OpFoldResult b);
  mlir::OpFoldResult multiply(mlir::Operation *op, mlir::OpFoldResult a,
                              mlir::OpFoldResult b);
  /// Of what is not negative; asserts that it does not overflow.
  mlir::OpFoldResult multiplySizes(mlir::Operation *op, mlir::OpFoldResult a,
                                   mlir::OpFoldResult b);
  mlir::OpFoldResult minimum(mlir::Operation *op, mlir::OpFoldResult a,
                             mlir::OpFoldResult b);
  /// By something positive.
  mlir::OpFoldResult divide(mlir::Operation *op, mlir::OpFoldResult a,
                            mlir::OpFoldResult b, bool roundsUp);

  /// `value`, but `otherwise` if one of the lengths is 0.
  mlir::OpFoldResult unlessEmpty(mlir::Operation *op,
                                 llvm::ArrayRef<mlir::OpFoldResult> lengths,
                                 mlir::OpFoldResult value, int64_t otherwise);

  /// Asserts that a comparison holds; the message is followed by what was
  /// compared.
  void require(mlir::Operation *op, mlir::arith::CmpIPredicate predicate,
               mlir::OpFoldResult a, mlir::OpFoldResult b,
               llvm::StringRef message);

private:
  template <typename ArithOp, typename Compute>
  mlir::OpFoldResult create(mlir::Operation *op, mlir::OpFoldResult a,
                            mlir::OpFoldResult b, int64_t neutral,
                            Compute compute);

  EqualSizes known;
  bool failed = false;
  std::optional<mlir::OpBuilder> builder;
  /// What was inserted last behind an operation, or (null) at the beginning of
  /// a block.
  llvm::DenseMap<std::pair<mlir::Block *, mlir::Operation *>, mlir::Operation *>
      inserted;
  std::pair<mlir::Block *, mlir::Operation *> place;
};

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_SHAPECHECKS_H
