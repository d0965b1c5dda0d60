//===- RowDivision.cpp - Division by what a row shares --------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowDivision.h"

#include "GroupReduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace fused;

bool fused::hasReciprocals(Type type) {
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() <= 32 &&
         type.getIntOrFloatBitWidth() >= 16;
}

static Value createConstant(OpBuilder &builder, Location loc, float value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getF32FloatAttr(value));
}

/// A float of 16 bits in f32.
static Value widen(OpBuilder &builder, Location loc, Value value) {
  return createWiden(builder, loc, arith::AtomicRMWKind::addf, value);
}

Reciprocal fused::createReciprocal(OpBuilder &builder, Location loc,
                                   Value divisor) {
  divisor = widen(builder, loc, divisor);
  auto choose = [&](arith::CmpFPredicate predicate, float limit, float scale,
                    Value otherwise) -> Value {
    Value magnitude = math::AbsFOp::create(builder, loc, divisor);
    Value isBeyond = arith::CmpFOp::create(builder, loc, predicate, magnitude,
                                           createConstant(builder, loc, limit));
    return arith::SelectOp::create(
        builder, loc, isBeyond, createConstant(builder, loc, scale), otherwise);
  };
  // A dividend that this scales out of range has a quotient that is zero or
  // infinite anyway.
  Value scale = createConstant(builder, loc, 1.0f);
  scale = choose(arith::CmpFPredicate::OGT, 0x1p100f, 0x1p-64f, scale);
  scale = choose(arith::CmpFPredicate::OLT, 0x1p-100f, 0x1p64f, scale);
  Value scaled = arith::MulFOp::create(builder, loc, divisor, scale);
  Value inverse = arith::DivFOp::create(
      builder, loc, createConstant(builder, loc, 1.0f), scaled);
  return {scale, scaled, inverse};
}

Value fused::createQuotient(OpBuilder &builder, Location loc, Value dividend,
                            const Reciprocal &reciprocal) {
  Type type = dividend.getType();
  Value scaled = arith::MulFOp::create(
      builder, loc, widen(builder, loc, dividend), reciprocal.scale);
  Value quotient =
      arith::MulFOp::create(builder, loc, scaled, reciprocal.inverse);
  if (!type.isF32())
    return createNarrow(builder, loc, quotient, type);
  Value negated = arith::NegFOp::create(builder, loc, reciprocal.divisor);
  Value rest = math::FmaOp::create(builder, loc, quotient, negated, scaled);
  Value corrected =
      math::FmaOp::create(builder, loc, rest, reciprocal.inverse, quotient);
  // Zeros keep their sign, and there is nothing to correct at an infinity.
  Value magnitude = math::AbsFOp::create(builder, loc, quotient);
  Value isNumber = arith::CmpFOp::create(
      builder, loc, arith::CmpFPredicate::OLT, magnitude,
      createConstant(builder, loc, std::numeric_limits<float>::infinity()));
  Value isZero =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, magnitude,
                            createConstant(builder, loc, 0.0f));
  Value kept =
      arith::SelectOp::create(builder, loc, isZero, quotient, corrected);
  return arith::SelectOp::create(builder, loc, isNumber, kept, quotient);
}
