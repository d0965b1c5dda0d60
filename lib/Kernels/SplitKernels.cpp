//===- SplitKernels.cpp - Kernels that are assembled at the same time -----===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/KernelArguments.h"
#include "fused/Kernels/BinaryPasses.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"

namespace fused {
#define GEN_PASS_DEF_SPLITKERNELS
#include "fused/Kernels/BinaryPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
struct SplitKernels : public fused::impl::SplitKernelsBase<SplitKernels> {
  void runOnOperation() override;
};
} // namespace

static SymbolRefAttr getKernelName(gpu::GPUModuleOp module,
                                   gpu::GPUFuncOp kernel) {
  return SymbolRefAttr::get(module.getNameAttr(),
                            FlatSymbolRefAttr::get(kernel.getNameAttr()));
}

void SplitKernels::runOnOperation() {
  SymbolTable table(getOperation());
  DenseMap<SymbolRefAttr, SymbolRefAttr> replacements;
  for (auto module :
       llvm::to_vector(getOperation().getOps<gpu::GPUModuleOp>())) {
    SmallVector<gpu::GPUFuncOp> kernels;
    for (auto kernel : module.getOps<gpu::GPUFuncOp>())
      if (kernel->hasAttr(kTensorMapsAttr))
        kernels.push_back(kernel);
    for (gpu::GPUFuncOp kernel : llvm::drop_begin(kernels, !kernels.empty())) {
      auto own = cast<gpu::GPUModuleOp>(module->cloneWithoutRegions());
      own.getBodyRegion().emplaceBlock();
      table.insert(own);
      SymbolRefAttr before = getKernelName(module, kernel);
      kernel->moveBefore(own.getBody(), own.getBody()->end());
      replacements[before] = getKernelName(own, kernel);
    }
  }
  getOperation().walk([&](gpu::LaunchFuncOp launch) {
    if (SymbolRefAttr name = replacements.lookup(launch.getKernelAttr()))
      launch.setKernelAttr(name);
  });
}
