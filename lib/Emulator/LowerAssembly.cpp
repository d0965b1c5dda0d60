//===- LowerAssembly.cpp - The assembly in CUDA's library -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA's library of functions has a few pieces of PTX, for instructions that
// LLVM has no name for and for wide integers. This file recognises each piece
// by its whole text.
//
//===----------------------------------------------------------------------===//

#include "DeviceFunctions.h"
#include "LowerKernels.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;
using namespace fused::emulator;

/// Replaces each run of white space by one space, and removes it at both ends
/// and after a brace.
static std::string normalize(StringRef text) {
  SmallVector<StringRef> words;
  SplitString(text, words, " \t\n{}");
  return join(words, " ");
}

// Words of 32 bits are r0 to r3, and the results $0 = {r0,r1}, $1 = {r2,r3}.
static constexpr const char *multiplyAddWords =
    "mad.lo.cc.u32 $0, $2, $3, $4; madc.hi.u32 $1, $2, $3, 0;";
static constexpr const char *multiplyAddWide =
    ".reg .u32 r0, r1, r2, r3, alo, ahi, blo, bhi, clo, chi; "
    "mov.b64 alo,ahi , $2; mov.b64 blo,bhi , $3; mov.b64 clo,chi , $4; "
    "mad.lo.cc.u32 r0, alo, blo, clo; madc.hi.cc.u32 r1, alo, blo, chi; "
    "madc.hi.u32 r2, alo, bhi, 0; mad.lo.cc.u32 r1, alo, bhi, r1; "
    "madc.hi.cc.u32 r2, ahi, blo, r2; madc.hi.u32 r3, ahi, bhi, 0; "
    "mad.lo.cc.u32 r1, ahi, blo, r1; madc.lo.cc.u32 r2, ahi, bhi, r2; "
    "addc.u32 r3, r3, 0; mov.b64 $0, r0,r1 ; mov.b64 $1, r2,r3 ;";
static constexpr const char *multiplyWide =
    ".reg .u32 r0, r1, r2, r3, alo, ahi, blo, bhi; "
    "mov.b64 alo,ahi , $2; mov.b64 blo,bhi , $3; "
    "mul.lo.u32 r0, alo, blo; mul.hi.u32 r1, alo, blo; "
    "mad.lo.cc.u32 r1, alo, bhi, r1; madc.hi.u32 r2, alo, bhi, 0; "
    "mad.lo.cc.u32 r1, ahi, blo, r1; madc.hi.cc.u32 r2, ahi, blo, r2; "
    "madc.hi.u32 r3, ahi, bhi, 0; mad.lo.cc.u32 r2, ahi, bhi, r2; "
    "addc.u32 r3, r3, 0; mov.b64 $0, r0,r1 ; mov.b64 $1, r2,r3 ;";
static constexpr const char *addWide =
    ".reg .u32 r0, r1, r2, r3, a0, a1, a2, a3, b0, b1, b2, b3; "
    "mov.b64 a0,a1 , $2; mov.b64 a2,a3 , $3; "
    "mov.b64 b0,b1 , $4; mov.b64 b2,b3 , $5; "
    "add.cc.u32 r0, a0, b0; addc.cc.u32 r1, a1, b1; "
    "addc.cc.u32 r2, a2, b2; addc.u32 r3, a3, b3; "
    "mov.b64 $0, r0,r1 ; mov.b64 $1, r2,r3 ;";
static constexpr const char *subtractWide =
    ".reg .u32 r0, r1, r2, r3, a0, a1, a2, a3, b0, b1, b2, b3; "
    "mov.b64 a0,a1 , $2; mov.b64 a2,a3 , $3; "
    "mov.b64 b0,b1 , $4; mov.b64 b2,b3 , $5; "
    "sub.cc.u32 r0, a0, b0; subc.cc.u32 r1, a1, b1; "
    "subc.cc.u32 r2, a2, b2; subc.u32 r3, a3, b3; "
    "mov.b64 $0, r0,r1 ; mov.b64 $1, r2,r3 ;";
static constexpr const char *selectEqual =
    ".reg .pred __$$temp3; setp.equ.f64 __$$temp3, $1, $2; "
    "selp.f64 $0, $3, $4, __$$temp3;";

namespace {
class AssemblyLowering {
public:
  AssemblyLowering(CallInst &call, KernelBuilder &kernels)
      : call(call), kernels(kernels), builder(&call) {}

  /// Returns the value of the call, or null if its text is unknown.
  Value *lower() {
    std::string text =
        normalize(cast<InlineAsm>(call.getCalledOperand())->getAsmString());
    if (text.empty() && call.getType()->isVoidTy())
      return PoisonValue::get(builder.getInt32Ty());
    if (text == multiplyAddWords)
      return split(add(multiply(get(0, 64), get(1, 64)), get(2, 64)));
    if (text == multiplyAddWide)
      return split(add(multiply(get(0, 128), get(1, 128)), get(2, 128)));
    if (text == multiplyWide)
      return split(multiply(get(0, 128), get(1, 128)));
    if (text == addWide)
      return split(add(getPair(0), getPair(2)));
    if (text == subtractWide)
      return split(builder.CreateSub(getPair(0), getPair(2)));
    if (text == selectEqual)
      return builder.CreateSelect(
          builder.CreateFCmpUEQ(call.getArgOperand(0), call.getArgOperand(1)),
          call.getArgOperand(2), call.getArgOperand(3));
    return lowerInstruction(text);
  }

private:
  Value *add(Value *a, Value *b) { return builder.CreateAdd(a, b); }
  Value *multiply(Value *a, Value *b) { return builder.CreateMul(a, b); }
  Value *get(unsigned operand, unsigned width) {
    return builder.CreateZExt(call.getArgOperand(operand),
                              builder.getIntNTy(width));
  }
  /// Combines two operands of 32 bits into one of 64. The first is the lower
  /// half.
  Value *getPair(unsigned operand) {
    return builder.CreateOr(get(operand, 128),
                            builder.CreateShl(get(operand + 1, 128), 64));
  }
  /// Returns the lower and the upper half of a value.
  Value *split(Value *wide) {
    unsigned width = wide->getType()->getIntegerBitWidth() / 2;
    Type *half = builder.getIntNTy(width);
    Value *result = PoisonValue::get(call.getType());
    result =
        builder.CreateInsertValue(result, builder.CreateTrunc(wide, half), 0);
    return builder.CreateInsertValue(
        result, builder.CreateTrunc(builder.CreateLShr(wide, width), half), 1);
  }

  /// Lowers one instruction, such as "rcp.approx.ftz.f32 $0,$1;".
  Value *lowerInstruction(StringRef text) {
    StringRef name = text.split(' ').first;
    if (text.count(';') != 1)
      return nullptr;
    if (name == "bfind.shiftamt.u32") {
      Value *operand = call.getArgOperand(0);
      Value *zeros = builder.CreateIntrinsic(
          Intrinsic::ctlz, {operand->getType()}, {operand, builder.getFalse()});
      return builder.CreateSelect(
          builder.CreateICmpEQ(operand, builder.getInt32(0)),
          builder.getInt32(~0U), zeros);
    }
    if (name.starts_with("and.b") || name.starts_with("xor.b") ||
        name.starts_with("shr.s"))
      return lowerConstant(text);
    // The names of intrinsics have types of one letter.
    std::string intrinsic = name.str();
    bool isFloat = name.ends_with(".f32");
    if (!isFloat && !name.ends_with(".f64"))
      return nullptr;
    intrinsic.resize(intrinsic.size() - 3);
    intrinsic += isFloat ? "f" : "d";
    SmallVector<Value *> operands(call.args());
    if (name.starts_with("sub.") && operands.size() == 2) {
      intrinsic.replace(0, 3, "add");
      operands[1] = builder.CreateFNeg(operands[1]);
    }
    const void *host = findDeviceFunction(intrinsic);
    return host ? kernels.call(builder, host, call.getType(), operands)
                : nullptr;
  }

  /// One operand and a constant, such as "and.b32 $0, $1, 0x7fffffff;".
  Value *lowerConstant(StringRef text) {
    uint64_t number;
    StringRef digits = text.rsplit(' ').second;
    if (!digits.consume_back(";") || digits.getAsInteger(0, number) ||
        call.arg_size() != 1)
      return nullptr;
    Value *operand = call.getArgOperand(0);
    Value *constant = ConstantInt::get(operand->getType(), number);
    if (text.starts_with("shr"))
      return builder.CreateAShr(operand, constant);
    return text.starts_with("and") ? builder.CreateAnd(operand, constant)
                                   : builder.CreateXor(operand, constant);
  }

  CallInst &call;
  KernelBuilder &kernels;
  IRBuilder<> builder;
};
} // namespace

Value *fused::emulator::lowerAssembly(CallInst &call, KernelBuilder &kernels) {
  return AssemblyLowering(call, kernels).lower();
}
