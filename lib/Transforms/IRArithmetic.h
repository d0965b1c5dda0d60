//===- IRArithmetic.h - The functions of epilogs as IR ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_IRARITHMETIC_H
#define FUSED_LIB_TRANSFORMS_IRARITHMETIC_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace fused {

/// Builds the scalar functions of the epilogs as IR, for `EpilogSemantics`.
struct IRArithmetic {
  using Value = mlir::Value;
  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::Type type;

  Value constant(double value) {
    return mlir::arith::ConstantOp::create(builder, loc,
                                           builder.getFloatAttr(type, value));
  }
  Value add(Value a, Value b) {
    return mlir::arith::AddFOp::create(builder, loc, a, b);
  }
  Value sub(Value a, Value b) {
    return mlir::arith::SubFOp::create(builder, loc, a, b);
  }
  Value mul(Value a, Value b) {
    return mlir::arith::MulFOp::create(builder, loc, a, b);
  }
  Value tanh(Value a) { return mlir::math::TanhOp::create(builder, loc, a); }
  Value maximum(Value a, Value b) {
    return mlir::arith::MaximumFOp::create(builder, loc, a, b);
  }
  Value select(Value bit, Value a, Value b) {
    return mlir::arith::SelectOp::create(builder, loc, bit, a, b);
  }
};

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_IRARITHMETIC_H
