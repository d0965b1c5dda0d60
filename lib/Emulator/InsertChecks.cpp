//===- InsertChecks.cpp - Checks of accesses to memory --------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerKernels.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace fused::emulator;

namespace {
class CheckInserter {
public:
  CheckInserter(Function &function, KernelBuilder &kernels)
      : function(function), kernels(kernels), builder(function.getContext()),
        layout(function.getDataLayout()) {}

  unsigned run() {
    SmallVector<Instruction *> accesses;
    for (Instruction &instruction : instructions(function))
      if (instruction.mayReadOrWriteMemory())
        accesses.push_back(&instruction);
    for (Instruction *access : accesses)
      visit(*access);
    return granule;
  }

private:
  void visit(Instruction &instruction) {
    builder.SetInsertPoint(&instruction);
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      check(instruction, load->getPointerOperand(), load->getType(),
            load->getAlign(), fusedEmulatorRead);
    else if (auto *store = dyn_cast<StoreInst>(&instruction))
      check(instruction, store->getPointerOperand(),
            store->getValueOperand()->getType(), store->getAlign(),
            fusedEmulatorWrite);
    else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
      check(instruction, update->getPointerOperand(), update->getType(),
            update->getAlign(), fusedEmulatorAtomic);
    else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
      check(instruction, exchange->getPointerOperand(),
            exchange->getCompareOperand()->getType(), exchange->getAlign(),
            fusedEmulatorAtomic);
    else if (auto *copy = dyn_cast<MemTransferInst>(&instruction)) {
      checkRange(*copy, copy->getRawSource(), fusedEmulatorReadRange);
      checkRange(*copy, copy->getRawDest(), fusedEmulatorWriteRange);
    } else if (auto *fill = dyn_cast<MemSetInst>(&instruction))
      checkRange(*fill, fill->getRawDest(), fusedEmulatorWriteRange);
  }

  Value *toGeneric(Value *pointer) {
    return builder.CreateAddrSpaceCast(
        pointer, PointerType::get(function.getContext(), 0));
  }

  void check(Instruction &instruction, Value *pointer, Type *type, Align align,
             void (*checker)(const void *, Site *)) {
    // The emulator keeps registers at fixed addresses. Reading them needs no
    // check.
    if (isa<ConstantExpr>(pointer) && instruction.hasMetadata("fused.register"))
      return;
    uint64_t size = layout.getTypeStoreSize(type);
    if (auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(pointer)))
      return checkLocal(instruction, pointer, size, *variable);
    granule = std::min(granule, unsigned(Log2_64(size)));
    Value *operands[] = {
        toGeneric(pointer),
        kernels.makeSite(instruction, size,
                         std::min(align, Align(PowerOf2Ceil(size))))};
    kernels.call(builder, reinterpret_cast<const void *>(checker),
                 builder.getVoidTy(), operands);
  }

  void checkLocal(Instruction &instruction, Value *pointer, uint64_t size,
                  AllocaInst &variable) {
    std::optional<TypeSize> available = variable.getAllocationSize(layout);
    APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
    const Value *base = pointer->stripAndAccumulateConstantOffsets(
        layout, offset, /*AllowNonInbounds=*/true);
    if (!available)
      return;
    uint64_t bytes = available->getFixedValue();
    if (base == &variable && !offset.isNegative() &&
        offset.getZExtValue() + size <= bytes)
      return;
    Value *operands[] = {toGeneric(pointer), toGeneric(&variable),
                         builder.getInt64(bytes),
                         kernels.makeSite(instruction, size, Align(1))};
    kernels.call(builder, reinterpret_cast<const void *>(fusedEmulatorLocal),
                 builder.getVoidTy(), operands);
  }

  void checkRange(MemIntrinsic &instruction, Value *pointer,
                  void (*checker)(const void *, uint64_t, Site *)) {
    if (isa<AllocaInst>(getUnderlyingObject(pointer)))
      return;
    granule = 0;
    Value *operands[] = {
        toGeneric(pointer),
        builder.CreateZExt(instruction.getLength(), builder.getInt64Ty()),
        kernels.makeSite(instruction)};
    kernels.call(builder, reinterpret_cast<const void *>(checker),
                 builder.getVoidTy(), operands);
  }

  Function &function;
  KernelBuilder &kernels;
  IRBuilder<> builder;
  const DataLayout &layout;
  unsigned granule = 4;
};
} // namespace

unsigned fused::emulator::insertChecks(Function &function,
                                       KernelBuilder &builder) {
  return CheckInserter(function, builder).run();
}
