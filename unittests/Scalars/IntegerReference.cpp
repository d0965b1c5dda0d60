//===- IntegerReference.cpp - What operations on integers compute ---------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerReference.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace fused::scalars;

using IntegerBinary = APInt (*)(const APInt &, const APInt &);

/// Divides. For a divisor of zero, the quotient has all bits set and the
/// remainder is the dividend. The quotient of the least integer and -1 wraps.
static APInt divide(const APInt &a, const APInt &b, bool isSigned,
                    APInt::Rounding rounding) {
  if (b.isZero())
    return APInt::getAllOnes(a.getBitWidth());
  if (!isSigned)
    return APIntOps::RoundingUDiv(a, b, rounding);
  // One more bit, so that nothing overflows.
  unsigned width = a.getBitWidth();
  return APIntOps::RoundingSDiv(a.sext(width + 1), b.sext(width + 1), rounding)
      .trunc(width);
}

static APInt power(const APInt &base, const APInt &exponent) {
  unsigned width = base.getBitWidth();
  APInt one(width, 1);
  if (exponent.isNegative()) {
    if (base == one)
      return base;
    if (base.isAllOnes())
      return exponent[0] ? base : one;
    return APInt::getZero(width);
  }
  APInt result = one, square = base;
  for (unsigned bit = 0; bit < width; ++bit, square *= square)
    if (exponent[bit])
      result *= square;
  return result;
}

static const StringMap<IntegerBinary> &getIntegerBinaries() {
  using R = APInt::Rounding;
  using I = const APInt &;
  static const StringMap<IntegerBinary> map = {
      {"arith.addi", [](I a, I b) { return a + b; }},
      {"arith.subi", [](I a, I b) { return a - b; }},
      {"arith.muli", [](I a, I b) { return a * b; }},
      {"arith.andi", [](I a, I b) { return a & b; }},
      {"arith.ori", [](I a, I b) { return a | b; }},
      {"arith.xori", [](I a, I b) { return a ^ b; }},
      {"arith.maxsi", [](I a, I b) { return APIntOps::smax(a, b); }},
      {"arith.maxui", [](I a, I b) { return APIntOps::umax(a, b); }},
      {"arith.minsi", [](I a, I b) { return APIntOps::smin(a, b); }},
      {"arith.minui", [](I a, I b) { return APIntOps::umin(a, b); }},
      {"arith.divsi",
       [](I a, I b) { return divide(a, b, true, R::TOWARD_ZERO); }},
      {"arith.divui",
       [](I a, I b) { return divide(a, b, false, R::TOWARD_ZERO); }},
      {"arith.ceildivsi", [](I a, I b) { return divide(a, b, true, R::UP); }},
      {"arith.ceildivui", [](I a, I b) { return divide(a, b, false, R::UP); }},
      {"arith.floordivsi",
       [](I a, I b) { return divide(a, b, true, R::DOWN); }},
      {"arith.remsi", [](I a, I b) { return b.isZero() ? a : a.srem(b); }},
      {"arith.remui", [](I a, I b) { return b.isZero() ? a : a.urem(b); }},
      {"arith.shli", [](I a, I b) { return a.shl(b); }},
      {"arith.shrsi", [](I a, I b) { return a.ashr(b); }},
      {"arith.shrui", [](I a, I b) { return a.lshr(b); }},
      {"math.ipowi", power}};
  return map;
}

static APInt count(unsigned number, const APInt &like) {
  return APInt(64, number).zextOrTrunc(like.getBitWidth());
}

static const StringMap<APInt (*)(const APInt &)> &getIntegerUnaries() {
  using I = const APInt &;
  static const StringMap<APInt (*)(const APInt &)> map = {
      {"math.absi", [](I a) { return a.abs(); }},
      {"math.ctlz", [](I a) { return count(a.countl_zero(), a); }},
      {"math.cttz", [](I a) { return count(a.countr_zero(), a); }},
      {"math.ctpop", [](I a) { return count(a.popcount(), a); }}};
  return map;
}

/// Returns the halves of a sum or product of two integers.
static Results extended(StringRef operation, const APInt &a, const APInt &b) {
  unsigned width = a.getBitWidth();
  bool isSigned = operation == "arith.mulsi_extended";
  APInt wideA = isSigned ? a.sext(2 * width) : a.zext(2 * width);
  APInt wideB = isSigned ? b.sext(2 * width) : b.zext(2 * width);
  if (operation == "arith.addui_extended") {
    APInt sum = wideA + wideB;
    return {exactly(sum.trunc(width)), exactly(Bits(sum[width]))};
  }
  APInt product = wideA * wideB;
  return {exactly(product.trunc(width)),
          exactly(product.lshr(width).trunc(width))};
}

static bool compare(mlir::arith::CmpIPredicate predicate, const APInt &a,
                    const APInt &b) {
  using P = mlir::arith::CmpIPredicate;
  switch (predicate) {
  case P::eq:
    return a == b;
  case P::ne:
    return a != b;
  case P::slt:
    return a.slt(b);
  case P::sle:
    return a.sle(b);
  case P::sgt:
    return a.sgt(b);
  case P::sge:
    return a.sge(b);
  case P::ult:
    return a.ult(b);
  case P::ule:
    return a.ule(b);
  case P::ugt:
    return a.ugt(b);
  case P::uge:
    return a.uge(b);
  }
  return false;
}

bool fused::scalars::isIntegerOperation(StringRef operation) {
  return getIntegerBinaries().contains(operation) ||
         getIntegerUnaries().contains(operation) ||
         is_contained({"arith.addui_extended", "arith.mulsi_extended",
                       "arith.mului_extended", "arith.cmpi"},
                      operation);
}

Results fused::scalars::evaluateIntegers(const Case &scalarCase,
                                         ArrayRef<Bits> operands) {
  StringRef operation = scalarCase.operation;
  APInt a = getInteger(*scalarCase.operands[0], operands[0]);
  if (auto unary = getIntegerUnaries().find(operation);
      unary != getIntegerUnaries().end())
    return {exactly(unary->second(a))};
  APInt b = getInteger(*scalarCase.operands[1], operands[1]);
  if (operation == "arith.cmpi")
    return {exactly(Bits(compare(
        *mlir::arith::symbolizeCmpIPredicate(scalarCase.attribute), a, b)))};
  if (auto binary = getIntegerBinaries().find(operation);
      binary != getIntegerBinaries().end())
    return {exactly(binary->second(a, b))};
  return extended(operation, a, b);
}
