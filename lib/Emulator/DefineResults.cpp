//===- DefineResults.cpp - What is undefined in LLVM IR -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device divides by zero without a trap, its conversions to integers
// saturate, and it shifts by any amount. The same instructions would end the
// process on the host, or would give other results.
//
//===----------------------------------------------------------------------===//

#include "LowerKernels.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;
using namespace fused::emulator;

/// Divides by one where the divisor is zero or the quotient overflows. Then
/// makes the quotient of a division by zero all ones, and its remainder the
/// dividend.
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
  // Where the quotient overflows, the remainder is zero, as it is after a
  // division by one.
  Value *ofZero = isQuotient ? Constant::getAllOnesValue(type) : dividend;
  auto *select = cast<Instruction>(
      builder.Insert(SelectInst::Create(isZero, ofZero, &division)));
  division.replaceUsesWithIf(select,
                             [&](Use &use) { return use.getUser() != select; });
}

/// Shifts out all bits where the amount is not less than the width, as CUDA's
/// functions expect. A signed shift keeps the sign.
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

/// Makes the conversion saturate. NaN becomes the least number if one of the
/// types has 64 bits.
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

/// Converts to a type of 16 bits by way of double, which holds 53 bits exactly.
/// Integers that are longer lose their last bits, and where these are not zero,
/// the last bit that is kept becomes one. So the second rounding gives what one
/// rounding of the integer would give.
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
    // The upper bits of a short number are all equal to its sign.
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
