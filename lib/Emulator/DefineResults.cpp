//===- DefineResults.cpp - What is undefined in LLVM IR -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device divides by zero without a trap, its conversions to integers
// saturate, and it shifts as far as it is told. Code for the host would end the
// process, or give something else.
//
//===----------------------------------------------------------------------===//

#include "LowerKernels.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;
using namespace fused::emulator;

/// Divides by one instead of by zero, where the quotient is all ones and the
/// remainder the dividend, and where it would overflow.
static void defineDivision(BinaryOperator &division) {
  IRBuilder<> builder(&division);
  Value *dividend = division.getOperand(0), *divisor = division.getOperand(1);
  Type *type = division.getType();
  auto opcode = division.getOpcode();
  Constant *one = ConstantInt::get(type, 1);
  Value *isZero = builder.CreateICmpEQ(divisor, Constant::getNullValue(type));
  Value *isReplaced = isZero;
  if (opcode == Instruction::SDiv || opcode == Instruction::SRem) {
    auto *least = ConstantInt::get(
        type, APInt::getSignedMinValue(type->getScalarSizeInBits()));
    isReplaced = builder.CreateOr(
        isZero,
        builder.CreateAnd(
            builder.CreateICmpEQ(dividend, least),
            builder.CreateICmpEQ(divisor, Constant::getAllOnesValue(type))));
  }
  division.setOperand(1, builder.CreateSelect(isReplaced, one, divisor));
  builder.SetInsertPoint(division.getNextNode());
  bool isQuotient = opcode == Instruction::SDiv || opcode == Instruction::UDiv;
  // The remainder of an overflow is zero, as that of a division by one.
  Value *ofZero = isQuotient ? Constant::getAllOnesValue(type) : dividend;
  auto *select = cast<Instruction>(
      builder.Insert(SelectInst::Create(isZero, ofZero, &division)));
  division.replaceUsesWithIf(select,
                             [&](Use &use) { return use.getUser() != select; });
}

/// Shifts by all bits, or by all but one, where the amount is larger: CUDA's
/// functions rely on it.
static void defineShift(BinaryOperator &shift) {
  Value *amount = shift.getOperand(1);
  if (isa<Constant>(amount))
    return;
  IRBuilder<> builder(&shift);
  Type *type = shift.getType();
  unsigned width = type->getScalarSizeInBits();
  Value *isLess = builder.CreateICmpULT(amount, ConstantInt::get(type, width));
  shift.setOperand(1, builder.CreateSelect(isLess, amount,
                                           ConstantInt::get(type, width - 1)));
  shift.dropPoisonGeneratingFlags();
  if (shift.getOpcode() == Instruction::AShr)
    return;
  auto *select =
      SelectInst::Create(isLess, &shift, Constant::getNullValue(type));
  select->insertAfter(shift.getIterator());
  shift.replaceUsesWithIf(select,
                          [&](Use &use) { return use.getUser() != select; });
}

/// Saturates. NaN is the least number where a type has 64 bits.
static void defineToInteger(CastInst &cast) {
  IRBuilder<> builder(&cast);
  bool isSigned = cast.getOpcode() == Instruction::FPToSI;
  Value *value = cast.getOperand(0);
  Value *result = builder.CreateIntrinsic(
      isSigned ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat,
      {cast.getType(), value->getType()}, {value});
  unsigned width = cast.getType()->getScalarSizeInBits();
  if (width == 64 || value->getType()->getScalarSizeInBits() == 64) {
    auto *ofNan =
        ConstantInt::get(cast.getType(), APInt::getSignedMinValue(width));
    result = builder.CreateSelect(builder.CreateFCmpUNO(value, value), ofNan,
                                  result);
  }
  cast.replaceAllUsesWith(result);
  cast.eraseFromParent();
}

/// Goes to 16 bits through double, which is exact up to 53 bits: of longer
/// numbers, what is cut off makes the last bit odd, so that rounding once more
/// is as if it were rounded once.
static void defineFromInteger(CastInst &cast) {
  IRBuilder<> builder(&cast);
  Value *value = cast.getOperand(0);
  Type *type = value->getType();
  if (type->getScalarSizeInBits() > 64)
    return;
  if (type->getScalarSizeInBits() > 53) {
    auto number = [&](uint64_t bits) { return ConstantInt::get(type, bits); };
    Value *cut = builder.CreateAnd(value, number(2047));
    Value *odd = builder.CreateSelect(builder.CreateICmpEQ(cut, number(0)),
                                      number(0), number(2048));
    Value *shortened = builder.CreateOr(
        builder.CreateAnd(value, builder.CreateNot(number(2047))), odd);
    // Either all bits of the upper ones are those of the sign, or not.
    bool isSigned = cast.getOpcode() == Instruction::SIToFP;
    Value *upper = isSigned ? builder.CreateAShr(value, 53)
                            : builder.CreateLShr(value, 53);
    Value *isShort = builder.CreateICmpEQ(upper, number(0));
    if (isSigned)
      isShort = builder.CreateOr(
          isShort,
          builder.CreateICmpEQ(upper, Constant::getAllOnesValue(type)));
    value = builder.CreateSelect(isShort, value, shortened);
  }
  Type *wide = cast.getType()->getWithNewType(builder.getDoubleTy());
  Value *result = builder.CreateFPTrunc(
      builder.CreateCast(cast.getOpcode(), value, wide), cast.getType());
  cast.replaceAllUsesWith(result);
  cast.eraseFromParent();
}

void fused::emulator::defineResults(Function &function) {
  SmallVector<Instruction *> found;
  for (Instruction &instruction : instructions(function))
    found.push_back(&instruction);
  for (Instruction *instruction : found) {
    switch (instruction->getOpcode()) {
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem:
      defineDivision(*cast<BinaryOperator>(instruction));
      break;
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
      defineShift(*cast<BinaryOperator>(instruction));
      break;
    case Instruction::FPToSI:
    case Instruction::FPToUI:
      defineToInteger(*cast<CastInst>(instruction));
      break;
    case Instruction::SIToFP:
    case Instruction::UIToFP:
      if (instruction->getType()->getScalarSizeInBits() == 16)
        defineFromInteger(*cast<CastInst>(instruction));
      break;
    default:
      break;
    }
  }
}
