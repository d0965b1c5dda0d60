//===- ShareKernels.cpp - One kernel for equal ones -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Kernels/LaunchPasses.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"

namespace fused {
#define GEN_PASS_DEF_SHAREKERNELS
#include "fused/Kernels/LaunchPasses.h.inc"
} // namespace fused

using namespace mlir;

static constexpr auto kFlags = OperationEquivalence::IgnoreLocations;

/// All but the name.
static DictionaryAttr getAttributes(gpu::GPUFuncOp kernel) {
  NamedAttrList attributes(kernel->getAttrDictionary());
  attributes.erase(SymbolTable::getSymbolAttrName());
  return attributes.getDictionary(kernel.getContext());
}

namespace {
struct ShareKernels : public fused::impl::ShareKernelsBase<ShareKernels> {
  void runOnOperation() override;
};

/// Compares kernels by what they do.
struct KernelInfo : public DenseMapInfo<gpu::GPUFuncOp> {
  static unsigned getHashValue(gpu::GPUFuncOp kernel) {
    llvm::hash_code hash = hash_value(getAttributes(kernel));
    kernel.walk([&](Operation *op) {
      if (op != kernel)
        hash = llvm::hash_combine(
            hash, OperationEquivalence::computeHash(
                      op, OperationEquivalence::ignoreHashValue,
                      OperationEquivalence::ignoreHashValue, kFlags));
    });
    return hash;
  }
  static bool isEqual(gpu::GPUFuncOp a, gpu::GPUFuncOp b) {
    if (a == b)
      return true;
    for (gpu::GPUFuncOp kernel : {a, b})
      if (kernel == getEmptyKey() || kernel == getTombstoneKey())
        return false;
    return getAttributes(a) == getAttributes(b) &&
           OperationEquivalence::isRegionEquivalentTo(&a.getBody(),
                                                      &b.getBody(), kFlags);
  }
};
} // namespace

void ShareKernels::runOnOperation() {
  /// For each kernel, the first that is equal.
  DenseMap<SymbolRefAttr, SymbolRefAttr> replacements;
  for (auto module : getOperation().getOps<gpu::GPUModuleOp>()) {
    DenseSet<gpu::GPUFuncOp, KernelInfo> kernels;
    auto getName = [&](gpu::GPUFuncOp kernel) {
      return SymbolRefAttr::get(module.getNameAttr(),
                                FlatSymbolRefAttr::get(kernel.getNameAttr()));
    };
    for (auto kernel :
         llvm::make_early_inc_range(module.getOps<gpu::GPUFuncOp>())) {
      if (!kernel.isKernel())
        continue;
      auto [first, isNew] = kernels.insert(kernel);
      if (isNew)
        continue;
      replacements[getName(kernel)] = getName(*first);
      kernel.erase();
    }
  }
  getOperation().walk([&](gpu::LaunchFuncOp launch) {
    if (SymbolRefAttr name = replacements.lookup(launch.getKernelAttr()))
      launch.setKernelAttr(name);
  });
}
