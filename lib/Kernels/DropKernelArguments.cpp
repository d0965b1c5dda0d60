//===- DropKernelArguments.cpp - Kernels without unused arguments ---------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/KernelArguments.h"
#include "fused/Kernels/LaunchPasses.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/BitVector.h"

namespace fused {
#define GEN_PASS_DEF_DROPKERNELARGUMENTS
#include "fused/Kernels/LaunchPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
struct DropKernelArguments
    : public fused::impl::DropKernelArgumentsBase<DropKernelArguments> {
  void runOnOperation() override;
};
} // namespace

/// Drops what `kernel` does not use; returns the numbers of what is left.
static SmallVector<int32_t> dropUnused(LLVM::LLVMFuncOp kernel) {
  llvm::BitVector unused(kernel.getNumArguments());
  SmallVector<int32_t> kept;
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attributes;
  for (BlockArgument argument : kernel.getArguments()) {
    unsigned number = argument.getArgNumber();
    if (argument.use_empty()) {
      unused.set(number);
      continue;
    }
    kept.push_back(number);
    types.push_back(argument.getType());
    attributes.push_back(kernel.getArgAttrDict(number));
  }
  kernel.getBody().front().eraseArguments(unused);
  // `eraseArguments` of a function fails if it returns nothing.
  kernel.setFunctionType(LLVM::LLVMFunctionType::get(
      kernel.getFunctionType().getReturnType(), types));
  kernel.setAllArgAttrs(attributes);
  return kept;
}

void DropKernelArguments::runOnOperation() {
  DenseMap<SymbolRefAttr, DenseI32ArrayAttr> kept;
  for (auto module : getOperation().getOps<gpu::GPUModuleOp>())
    for (auto kernel : module.getOps<LLVM::LLVMFuncOp>())
      if (kernel->hasAttr(gpu::GPUDialect::getKernelFuncAttrName()))
        kept[SymbolRefAttr::get(module.getNameAttr(),
                                FlatSymbolRefAttr::get(kernel.getNameAttr()))] =
            DenseI32ArrayAttr::get(&getContext(), dropUnused(kernel));
  getOperation().walk([&](gpu::LaunchFuncOp launch) {
    if (DenseI32ArrayAttr numbers = kept.lookup(launch.getKernelAttr()))
      launch->setAttr(kKernelArgumentsAttr, numbers);
  });
}
