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
#include "mlir/IR/Dominance.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DepthFirstIterator.h"

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

static bool isInWorkgroupMemory(Value pointer) {
  return cast<LLVM::LLVMPointerType>(pointer.getType()).getAddressSpace() ==
         static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared);
}

/// True if an operation may access memory that kernels share. What prepares
/// workgroup memory and barriers there does not.
static bool mayTouchArrays(Operation &op) {
  if (isMemoryEffectFree(&op) || op.hasTrait<OpTrait::IsTerminator>())
    return false;
  if (auto load = dyn_cast<LLVM::LoadOp>(op))
    return !isInWorkgroupMemory(load.getAddr());
  if (auto store = dyn_cast<LLVM::StoreOp>(op))
    return !isInWorkgroupMemory(store.getAddr());
  if (auto init = dyn_cast<NVVM::MBarrierInitOp>(op))
    return !isInWorkgroupMemory(init.getAddr());
  return !isa<NVVM::Barrier0Op, NVVM::ClusterArriveOp, NVVM::ClusterWaitOp,
              NVVM::FenceMbarrierInitOp, NVVM::FenceProxyOp, NVVM::ShflOp>(op);
}

/// True if control may come back to `block`.
static bool isInLoop(Block *block) {
  return llvm::any_of(block->getSuccessors(), [&](Block *next) {
    return llvm::is_contained(llvm::depth_first(next), block);
  });
}

/// The last place in front of all accesses to memory that kernels share which
/// all threads reach, and once. A kernel in which nobody waits could end before
/// those in front of it, for which the next one does not wait.
static Operation *getPlaceOfWait(LLVM::LLVMFuncOp kernel) {
  Region &body = kernel.getBody();
  DominanceInfo dominance(kernel);
  PostDominanceInfo postDominance(kernel);
  Block *place = nullptr;
  for (Block &block : body)
    if (dominance.isReachableFromEntry(&block) &&
        llvm::any_of(block, mayTouchArrays))
      place =
          place ? dominance.findNearestCommonDominator(place, &block) : &block;
  if (!place)
    return &body.front().front();
  while (isInLoop(place) || !postDominance.postDominates(place, &body.front()))
    place = dominance.getNode(place)->getIDom()->getBlock();
  auto access = llvm::find_if(*place, mayTouchArrays);
  return access == place->end() ? place->getTerminator() : &*access;
}

void WaitForKernels::runOnOperation() {
  for (auto kernel : getOperation().getOps<LLVM::LLVMFuncOp>()) {
    if (!kernel->hasAttr(gpu::GPUDialect::getKernelFuncAttrName()))
      continue;
    OpBuilder builder(getPlaceOfWait(kernel));
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
