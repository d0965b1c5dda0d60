//===- LaunchAccesses.cpp - What launches read and write ------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchAccesses.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void Accesses::add(const Accesses &other) {
  reads.insert(other.reads.begin(), other.reads.end());
  writes.insert(other.writes.begin(), other.writes.end());
}

bool Accesses::writesAnyOf(const Accesses &other) const {
  bool isEmpty = other.reads.empty() && other.writes.empty();
  if (writes.empty() || isEmpty)
    return false;
  if (writes.contains(getAny()) || other.reads.contains(getAny()) ||
      other.writes.contains(getAny()))
    return true;
  return llvm::any_of(writes, [&](Value array) {
    return other.reads.contains(array) || other.writes.contains(array);
  });
}

bool Accesses::conflictsWith(const Accesses &other) const {
  return writesAnyOf(other) || other.writesAnyOf(*this);
}

//===----------------------------------------------------------------------===//
// LaunchAccesses
//===----------------------------------------------------------------------===//

LaunchAccesses::LaunchAccesses(func::FuncOp function) {
  auto calls = SymbolTable::getSymbolUses(function.getNameAttr(),
                                          function->getParentOp());
  isEntry = function.isPublic() && calls && calls->empty();
}

/// The array of a view, or null if that may be any.
Value LaunchAccesses::getArray(Value view) {
  Value array = memref::skipViewLikeOps(cast<MemrefValue>(view));
  if (array.getDefiningOp<memref::AllocOp>() ||
      array.getDefiningOp<memref::GetGlobalOp>())
    return array;
  auto argument = dyn_cast<BlockArgument>(array);
  bool isOfCaller = isEntry && argument &&
                    argument.getOwner()->isEntryBlock() &&
                    isa<func::FuncOp>(argument.getOwner()->getParentOp());
  return isOfCaller ? array : Accesses::getAny();
}

gpu::GPUFuncOp LaunchAccesses::getKernel(gpu::LaunchFuncOp launch) {
  return symbols.lookupNearestSymbolFrom<gpu::GPUFuncOp>(
      launch, launch.getKernelAttr());
}

/// What a kernel does with its arguments.
ArrayRef<LaunchAccesses::Use> LaunchAccesses::getUses(gpu::GPUFuncOp kernel) {
  auto [entry, isNew] = uses.try_emplace(kernel);
  if (!isNew)
    return entry->second;
  // Workgroup memory follows.
  for (BlockArgument argument :
       kernel.getArguments().take_front(kernel.getNumArguments())) {
    Use &use = entry->second.emplace_back();
    for (Operation *user : argument.getUsers()) {
      SmallVector<MemoryEffects::EffectInstance> effects;
      auto op = dyn_cast<MemoryEffectOpInterface>(user);
      if (op)
        op.getEffectsOnValue(argument, effects);
      // What has no effect itself gives the array another name.
      if (effects.empty())
        use.reads = use.writes = true;
      for (const MemoryEffects::EffectInstance &effect : effects)
        (isa<MemoryEffects::Read>(effect.getEffect()) ? use.reads
                                                      : use.writes) = true;
    }
  }
  return entry->second;
}

Accesses LaunchAccesses::getOfLaunch(gpu::LaunchFuncOp launch,
                                     gpu::GPUFuncOp kernel) {
  Accesses accesses;
  for (auto [operand, use] :
       llvm::zip_equal(launch.getKernelOperands(), getUses(kernel))) {
    Type type = operand.getType();
    if (type.isIntOrIndexOrFloat() || isa<ComplexType>(type))
      continue;
    // An address may be that of any array.
    bool isArray = isa<BaseMemRefType>(type);
    Value array = isArray ? getArray(operand) : Accesses::getAny();
    if (use.reads || !isArray)
      accesses.addRead(array);
    if (use.writes || !isArray)
      accesses.addWrite(array);
  }
  return accesses;
}

std::optional<Accesses> LaunchAccesses::get(Operation &op) {
  if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op)) {
    gpu::GPUFuncOp kernel = getKernel(launch);
    if (!kernel)
      return std::nullopt;
    return getOfLaunch(launch, kernel);
  }
  Accesses accesses;
  // Nothing had the array before.
  if (isa<memref::AllocOp>(op))
    return accesses;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (op.getNumRegions() != 0 || op.hasTrait<OpTrait::IsTerminator>() ||
      (!interface && !isMemoryEffectFree(&op)))
    return std::nullopt;
  if (!interface)
    return accesses;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    Value value = effect.getValue();
    if (!value || !isa<MemRefType>(value.getType()))
      return std::nullopt;
    if (isa<MemoryEffects::Read>(effect.getEffect()))
      accesses.addRead(getArray(value));
    else
      accesses.addWrite(getArray(value));
  }
  return accesses;
}

bool LaunchAccesses::waits(Operation &op) {
  return isa<memref::LoadOp, memref::StoreOp>(op);
}
