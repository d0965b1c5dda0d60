//===- WaitForKernels.cpp - Kernels that are launched early ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/KernelArguments.h"
#include "fused/Kernels/BinaryPasses.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace fused {
#define GEN_PASS_DEF_WAITFORKERNELS
#include "fused/Kernels/BinaryPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct WaitForKernels : public fused::impl::WaitForKernelsBase<WaitForKernels> {
  void runOnOperation() override;
};
} // namespace

void WaitForKernels::runOnOperation() {
  for (auto kernel : getOperation().getOps<LLVM::LLVMFuncOp>()) {
    if (!kernel->hasAttr(gpu::GPUDialect::getKernelFuncAttrName()))
      continue;
    auto builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
    // In this order, so that the next kernel takes no place on the device while
    // blocks of the one before still need it.
    for (NVVM::GridDepActionKind kind :
         {NVVM::GridDepActionKind::wait,
          NVVM::GridDepActionKind::launch_dependents})
      NVVM::GriddepcontrolOp::create(builder, kernel.getLoc(), kind);
  }
  getOperation()->setAttr(fused::kWaitingKernelsAttr,
                          UnitAttr::get(&getContext()));
}
