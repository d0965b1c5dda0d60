//===- ScalarOps.cpp - Scalar operations that can be evaluated ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/ScalarOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace fused;

namespace {
/// The samples of one operation.
struct Samples {
  ArrayRef<ArrayRef<double>> operands;
  MutableArrayRef<double> results;

  template <typename F> bool unary(F f) const {
    for (size_t s = 0, e = results.size(); s != e; ++s)
      results[s] = f(operands[0][s]);
    return true;
  }
  template <typename F> bool binary(F f) const {
    for (size_t s = 0, e = results.size(); s != e; ++s)
      results[s] = f(operands[0][s], operands[1][s]);
    return true;
  }
  template <typename F> bool ternary(F f) const {
    for (size_t s = 0, e = results.size(); s != e; ++s)
      results[s] = f(operands[0][s], operands[1][s], operands[2][s]);
    return true;
  }
};
} // namespace

static double maximum(double a, double b) { return (a > b || a != a) ? a : b; }
static double minimum(double a, double b) { return (a < b || a != a) ? a : b; }

/// The truth of `predicate`: ordered predicates are false, and unordered ones
/// true, where an operand is NaN.
static bool compare(arith::CmpFPredicate predicate, double a, double b) {
  using P = arith::CmpFPredicate;
  bool unordered = std::isnan(a) || std::isnan(b);
  switch (predicate) {
  case P::AlwaysFalse:
    return false;
  case P::AlwaysTrue:
    return true;
  case P::ORD:
    return !unordered;
  case P::UNO:
    return unordered;
  case P::OEQ:
    return a == b;
  case P::OGT:
    return a > b;
  case P::OGE:
    return a >= b;
  case P::OLT:
    return a < b;
  case P::OLE:
    return a <= b;
  case P::ONE:
    return !unordered && a != b;
  case P::UEQ:
    return unordered || a == b;
  case P::UGT:
    return unordered || a > b;
  case P::UGE:
    return unordered || a >= b;
  case P::ULT:
    return unordered || a < b;
  case P::ULE:
    return unordered || a <= b;
  case P::UNE:
    return unordered || a != b;
  }
  return false;
}

/// An integer of 32 bits. Samples of leaves may be any numbers.
static int32_t toInt32(double a) {
  return std::fabs(a) <= 2147483647.0 ? static_cast<int32_t>(a) : INT32_MIN;
}

/// The bits of an f32 as an i32, or the reverse. Front ends cut off digits of a
/// number by its bits, to square it without a rounding.
static bool bitcast(arith::BitcastOp op, const Samples &samples) {
  Type from = op.getIn().getType(), to = op.getType();
  if (from.isF32() && to.isInteger(32))
    return samples.unary([](double a) -> double {
      return llvm::bit_cast<int32_t>(static_cast<float>(a));
    });
  return from.isInteger(32) && to.isF32() &&
         samples.unary([](double a) -> double {
           return llvm::bit_cast<float>(toInt32(a));
         });
}

/// Logic on booleans; on wider integers, `op` is not in the list.
template <typename F>
static bool logical(Operation *op, const Samples &samples, F f) {
  return op->getResult(0).getType().isInteger(1) &&
         samples.binary(
             [&](double a, double b) -> double { return f(a != 0, b != 0); });
}

static bool evaluateArith(Operation *op, const Samples &samples) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<arith::AddFOp>([&](auto) {
        return samples.binary([](double a, double b) { return a + b; });
      })
      .Case<arith::SubFOp>([&](auto) {
        return samples.binary([](double a, double b) { return a - b; });
      })
      .Case<arith::MulFOp>([&](auto) {
        return samples.binary([](double a, double b) { return a * b; });
      })
      .Case<arith::DivFOp>([&](auto) {
        return samples.binary([](double a, double b) { return a / b; });
      })
      .Case<arith::NegFOp>(
          [&](auto) { return samples.unary([](double a) { return -a; }); })
      .Case<arith::MaximumFOp>([&](auto) { return samples.binary(maximum); })
      .Case<arith::MinimumFOp>([&](auto) { return samples.binary(minimum); })
      .Case<arith::MaxNumFOp>([&](auto) {
        return samples.binary([](double a, double b) { return fmax(a, b); });
      })
      .Case<arith::MinNumFOp>([&](auto) {
        return samples.binary([](double a, double b) { return fmin(a, b); });
      })
      .Case<arith::CmpFOp>([&](arith::CmpFOp cmp) {
        return samples.binary([p = cmp.getPredicate()](double a, double b) {
          return compare(p, a, b) ? 1.0 : 0.0;
        });
      })
      .Case<arith::CmpIOp>([&](arith::CmpIOp cmp) {
        // Integers are signed numbers here: order is another question.
        bool isEqual = cmp.getPredicate() == arith::CmpIPredicate::eq;
        if (!isEqual && cmp.getPredicate() != arith::CmpIPredicate::ne)
          return false;
        return samples.binary(
            [=](double a, double b) -> double { return (a == b) == isEqual; });
      })
      .Case<arith::SelectOp>([&](auto) {
        return samples.ternary([](double condition, double a, double b) {
          return condition != 0 ? a : b;
        });
      })
      .Case<arith::ExtFOp, arith::TruncFOp>([&](Operation *) {
        return samples.unary([](double a) { return a; });
      })
      .Case<arith::UIToFPOp, arith::ExtUIOp>([&](Operation *conversion) {
        // Integers are signed numbers here, and booleans are 0 and 1.
        Type type = conversion->getOperand(0).getType();
        double period = type.isInteger()
                            ? std::ldexp(1.0, type.getIntOrFloatBitWidth())
                            : 0.0;
        return samples.unary([=](double a) { return a < 0 ? a + period : a; });
      })
      .Case<arith::SIToFPOp, arith::ExtSIOp>([&](Operation *conversion) {
        bool isBoolean = conversion->getOperand(0).getType().isInteger(1);
        return samples.unary([=](double a) { return isBoolean ? -a : a; });
      })
      .Case<arith::BitcastOp>(
          [&](arith::BitcastOp cast) { return bitcast(cast, samples); })
      .Case<arith::AndIOp>([&](Operation *) {
        if (op->getResult(0).getType().isInteger(32))
          return samples.binary([](double a, double b) -> double {
            return toInt32(a) & toInt32(b);
          });
        return logical(op, samples, [](bool a, bool b) { return a && b; });
      })
      .Case<arith::OrIOp>([&](Operation *) {
        return logical(op, samples, [](bool a, bool b) { return a || b; });
      })
      .Case<arith::XOrIOp>([&](Operation *) {
        return logical(op, samples, [](bool a, bool b) { return a != b; });
      })
      .Default([](Operation *) { return false; });
}

static bool evaluateMath(Operation *op, const Samples &samples) {
  using Unary = double (*)(double);
  Unary function =
      llvm::TypeSwitch<Operation *, Unary>(op)
          .Case<math::AbsFOp>([](auto) { return Unary(std::fabs); })
          .Case<math::TanhOp>([](auto) { return Unary(std::tanh); })
          .Case<math::ExpOp>([](auto) { return Unary(std::exp); })
          .Case<math::Exp2Op>([](auto) { return Unary(std::exp2); })
          .Case<math::ExpM1Op>([](auto) { return Unary(std::expm1); })
          .Case<math::LogOp>([](auto) { return Unary(std::log); })
          .Case<math::Log1pOp>([](auto) { return Unary(std::log1p); })
          .Case<math::ErfOp>([](auto) { return Unary(std::erf); })
          .Case<math::ErfcOp>([](auto) { return Unary(std::erfc); })
          .Case<math::SqrtOp>([](auto) { return Unary(std::sqrt); })
          .Case<math::RsqrtOp>([](auto) {
            return Unary([](double a) { return 1.0 / std::sqrt(a); });
          })
          .Default([](Operation *) { return Unary(nullptr); });
  if (function)
    return samples.unary(function);
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<math::PowFOp, math::FPowIOp>([&](Operation *) {
        return samples.binary([](double a, double b) { return pow(a, b); });
      })
      .Case<math::CopySignOp>([&](auto) {
        return samples.binary(
            [](double a, double b) { return copysign(a, b); });
      })
      .Case<math::FmaOp>([&](auto) {
        return samples.ternary(
            [](double a, double b, double c) { return a * b + c; });
      })
      .Case<math::ClampFOp>([&](auto) {
        return samples.ternary([](double a, double low, double high) {
          return minimum(maximum(a, low), high);
        });
      })
      .Default([](Operation *) { return false; });
}

bool fused::evaluateScalarOp(Operation *op, ArrayRef<ArrayRef<double>> operands,
                             MutableArrayRef<double> results) {
  if (op->getNumResults() != 1)
    return false;
  Samples samples{operands, results};
  return evaluateArith(op, samples) || evaluateMath(op, samples);
}

bool fused::isEvaluable(Operation *op) {
  SmallVector<ArrayRef<double>> noSamples(op->getNumOperands());
  return evaluateScalarOp(op, noSamples, {});
}

bool fused::isExact(Operation *op) {
  return isa<arith::NegFOp, arith::MaximumFOp, arith::MinimumFOp,
             arith::MaxNumFOp, arith::MinNumFOp, arith::CmpFOp, arith::CmpIOp,
             arith::SelectOp, arith::ExtFOp, arith::ExtUIOp, arith::ExtSIOp,
             arith::UIToFPOp, arith::SIToFPOp, arith::AndIOp, arith::OrIOp,
             arith::XOrIOp, math::AbsFOp, math::CopySignOp, math::ClampFOp>(op);
}

bool fused::isApproximable(Operation *op) {
  return isa<arith::DivFOp, math::ErfOp, math::ErfcOp, math::ExpOp,
             math::ExpM1Op, math::Log1pOp, math::SqrtOp, math::TanhOp>(op);
}
