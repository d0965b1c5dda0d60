//===- VerifyLLVM.cpp - Nothing is left to lower --------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/LLVMPasses.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace fused {
#define GEN_PASS_DEF_VERIFYLLVM
#include "fused/Conversion/LLVMPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct VerifyLLVM : public fused::impl::VerifyLLVMBase<VerifyLLVM> {
  void runOnOperation() override;
};
} // namespace

void VerifyLLVM::runOnOperation() {
  Operation *cast = nullptr;
  WalkResult result =
      getOperation()->walk<WalkOrder::PreOrder>(
          [&](Operation *op) {
            if (isa<ModuleOp>(op) && op != getOperation()) {
              op->emitError()
                  << "a module inside of a module cannot be compiled: move "
                     "its functions into the outer one";
              return WalkResult::interrupt();
            }
            if (isa<ModuleOp, gpu::GPUModuleOp>(op) ||
                isa<LLVM::LLVMDialect, NVVM::NVVMDialect, omp::OpenMPDialect>(
                    op->getDialect()))
              return WalkResult::advance();
            // A cast is left because of another operation, which says more.
            if (isa<UnrealizedConversionCastOp>(op)) {
              cast = cast ? cast : op;
              return WalkResult::advance();
            }
            op->emitError()
                << "'" << op->getName()
                << "' cannot be compiled: there is no lowering to LLVM";
            return WalkResult::interrupt();
          });
  if (!result.wasInterrupted() && cast)
    cast->emitError() << "a value of type " << cast->getResult(0).getType()
                      << " cannot be compiled";
  if (result.wasInterrupted() || cast)
    signalPassFailure();
  markAllAnalysesPreserved();
}
