//===- BFloatBits.cpp - The bits of bf16 in LLVM IR -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BFloatBits.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// Accepts `bitcast` of bfloat to i16. Vectors are right, and fast as they are.
static bool readsBits(const BitCastInst &cast) {
  return cast.getSrcTy()->isBFloatTy() && cast.getDestTy()->isIntegerTy(16);
}

void fused::emulator::readBFloatBitsFromFloats(Module &module) {
  SmallVector<BitCastInst *> casts;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *cast = dyn_cast<BitCastInst>(&instruction))
        if (readsBits(*cast))
          casts.push_back(cast);
  for (BitCastInst *cast : casts) {
    IRBuilder<> builder(cast);
    Value *wide =
        builder.CreateFPExt(cast->getOperand(0), builder.getFloatTy());
    Value *bits = builder.CreateBitCast(wide, builder.getInt32Ty());
    Value *result =
        builder.CreateTrunc(builder.CreateLShr(bits, 16), cast->getDestTy());
    cast->replaceAllUsesWith(result);
    cast->eraseFromParent();
  }
}
