//===- DeclareLaunchMemory.cpp - Workgroup memory that launches add -------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Kernels/BinaryPasses.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace fused {
#define GEN_PASS_DEF_DECLARELAUNCHMEMORY
#include "fused/Kernels/BinaryPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct DeclareLaunchMemory
    : public fused::impl::DeclareLaunchMemoryBase<DeclareLaunchMemory> {
  void runOnOperation() override;
};
} // namespace

void DeclareLaunchMemory::runOnOperation() {
  for (auto global : getOperation().getOps<LLVM::GlobalOp>()) {
    auto type = dyn_cast<LLVM::LLVMArrayType>(global.getType());
    if (type && type.getNumElements() == 0 &&
        global.getAddrSpace() == unsigned(NVVM::NVVMMemorySpace::Shared))
      global.setLinkage(LLVM::Linkage::External);
  }
}
