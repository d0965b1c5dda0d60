//===- VerifyLibdevice.cpp - Calls of CUDA's library of functions ---------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Kernels/BinaryPasses.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/TypeToLLVM.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"

namespace fused {
#define GEN_PASS_DEF_VERIFYLIBDEVICE
#include "fused/Kernels/BinaryPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct VerifyLibdevice
    : public fused::impl::VerifyLibdeviceBase<VerifyLibdevice> {
  using Base::Base;
  void runOnOperation() override;
};

/// Functions by their names, read from a file.
class FunctionLibrary {
public:
  LogicalResult load(Operation *op, StringRef path);

  /// Checks the call of a function that has no body.
  LogicalResult verify(LLVM::CallOp call, LLVM::LLVMFuncOp function);

private:
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};
} // namespace

LogicalResult FunctionLibrary::load(Operation *op, StringRef path) {
  llvm::SMDiagnostic problem;
  module = llvm::getLazyIRFileModule(path, problem, context);
  if (module)
    return success();
  return op->emitError() << "the library of functions '" << path
                         << "' cannot be read: " << problem.getMessage();
}

static std::string format(llvm::Type *type) {
  std::string text;
  llvm::raw_string_ostream(text) << *type;
  return text;
}

LogicalResult FunctionLibrary::verify(LLVM::CallOp call,
                                      LLVM::LLVMFuncOp function) {
  StringRef name = function.getName();
  llvm::Function *known = module->getFunction(name);
  // What a device has of C's library.
  if (!known &&
      llvm::is_contained({"vprintf", "__assertfail", "malloc", "free"}, name))
    return success();
  if (!known)
    return call.emitError()
           << "calls '" << name << "', which is no function of CUDA devices";
  LLVM::TypeToLLVMIRTranslator translator(context);
  llvm::Type *used = translator.translateType(function.getFunctionType());
  if (used == known->getFunctionType())
    return success();
  return call.emitError() << "calls '" << name << "' as '" << format(used)
                          << "', but in CUDA's library it is '"
                          << format(known->getFunctionType()) << "'";
}

void VerifyLibdevice::runOnOperation() {
  FunctionLibrary functions;
  if (library.empty())
    return;
  SymbolTableCollection symbols;
  bool isLoaded = false;
  WalkResult result = getOperation()->walk([&](LLVM::CallOp call) {
    auto name = call.getCalleeAttr();
    auto function =
        name ? symbols.lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(call, name)
             : LLVM::LLVMFuncOp();
    if (!function || !function.isExternal() ||
        function.getName().starts_with("llvm."))
      return WalkResult::advance();
    if (!isLoaded && failed(functions.load(getOperation(), library)))
      return WalkResult::interrupt();
    isLoaded = true;
    return failed(functions.verify(call, function)) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
  });
  if (result.wasInterrupted())
    signalPassFailure();
}
