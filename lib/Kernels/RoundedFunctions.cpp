//===- RoundedFunctions.cpp - Parts of functions of 16 bits ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoundedFunctions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace fused;

bool fused::isApproximate(arith::ArithFastMathInterface op) {
  return arith::bitEnumContainsAll(op.getFastMathFlagsAttr().getValue(),
                                   arith::FastMathFlags::afn);
}

std::pair<Value, double> fused::splitScale(Value value) {
  double scale = 1.0;
  while (true) {
    APFloat factor(1.0f);
    Value other;
    if (auto negated = value.getDefiningOp<arith::NegFOp>()) {
      value = negated.getOperand();
      scale = -scale;
    } else if (matchPattern(value,
                            m_Op<arith::MulFOp>(matchers::m_Any(&other),
                                                m_ConstantFloat(&factor))) ||
               matchPattern(value,
                            m_Op<arith::MulFOp>(m_ConstantFloat(&factor),
                                                matchers::m_Any(&other)))) {
      value = other;
      scale *= factor.convertToDouble();
    } else {
      return {value, scale};
    }
  }
}

bool fused::isFiniteInF32(double value) { return std::isfinite(float(value)); }

void fused::replaceByRounded(RewriterBase &rewriter, Operation *op,
                             Value result) {
  Type type = op->getResult(0).getType();
  if (!type.isF32())
    result = arith::TruncFOp::create(rewriter, op->getLoc(), type, result);
  rewriter.replaceOp(op, result);
}

Value RoundedFunctions::constant(double value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getF32FloatAttr(value));
}

Value RoundedFunctions::widen(Value value) {
  if (value.getType().isF32())
    return value;
  if (auto negation = value.getDefiningOp<arith::NegFOp>())
    return arith::NegFOp::create(builder, loc, widen(negation.getOperand()));
  return arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
}

Value RoundedFunctions::createScaled(Value x, double scale) {
  auto [other, factor] = splitScale(x);
  if (isFiniteInF32(factor * scale)) {
    x = other;
    scale *= factor;
  }
  return arith::MulFOp::create(builder, loc, x, constant(scale));
}

Value RoundedFunctions::call(StringRef name, ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(builder, loc, builder.getF32Type(),
                                       builder.getStringAttr(name), operands)
      .getResult(0);
}

Value RoundedFunctions::createPolynomial(ArrayRef<double> coefficients, Value x,
                                         Value factor) {
  Value sum = constant(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = math::FmaOp::create(builder, loc, sum, x, constant(coefficient));
  return arith::MulFOp::create(builder, loc, sum, factor);
}

Value RoundedFunctions::invertOnePlus(Value power, double factor) {
  Value scale = constant(factor);
  return call("llvm.nvvm.rcp.approx.ftz.f",
              {math::FmaOp::create(builder, loc, power, scale, scale)});
}

Value RoundedFunctions::createOnePlusTanh(Value u) {
  Value exponent = createScaled(u, -2.0 * llvm::numbers::log2e);
  return invertOnePlus(call(approximatePower, {exponent}), 0.5);
}
