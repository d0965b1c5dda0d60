//===- PassTensorMaps.cpp - Tensor maps as parameters of kernels ----------===//
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
#define GEN_PASS_DEF_PASSTENSORMAPS
#include "fused/Kernels/BinaryPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
struct PassTensorMaps : public fused::impl::PassTensorMapsBase<PassTensorMaps> {
  void runOnOperation() override;
};
} // namespace

/// The alignment of swizzled tiles.
static constexpr int64_t kTileAlignment = 1024;

static void passByValue(LLVM::LLVMFuncOp kernel, unsigned number) {
  Builder builder(kernel.getContext());
  kernel.setArgAttr(number, LLVM::LLVMDialect::getByValAttrName(),
                    TypeAttr::get(LLVM::LLVMArrayType::get(builder.getI8Type(),
                                                           kTensorMapBytes)));
  kernel.setArgAttr(number, LLVM::LLVMDialect::getAlignAttrName(),
                    builder.getI64IntegerAttr(kTensorMapAlignment));
  kernel.setArgAttr(number, NVVM::NVVMDialect::getGridConstantAttrName(),
                    builder.getUnitAttr());
}

void PassTensorMaps::runOnOperation() {
  bool hasMaps = false;
  for (auto kernel : getOperation().getOps<LLVM::LLVMFuncOp>()) {
    auto count = kernel->getAttrOfType<IntegerAttr>(kTensorMapsAttr);
    if (!count)
      continue;
    hasMaps = true;
    for (int64_t number = 0; number < count.getInt(); ++number)
      passByValue(kernel, number);
    kernel->removeAttr(kTensorMapsAttr);
  }
  if (!hasMaps)
    return;
  for (auto global : getOperation().getOps<LLVM::GlobalOp>())
    if (global.getAddrSpace() == unsigned(NVVM::NVVMMemorySpace::Shared))
      global.setAlignment(kTileAlignment);
}
