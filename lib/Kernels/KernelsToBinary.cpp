//===- KernelsToBinary.cpp - Binaries of kernels --------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/KernelArguments.h"
#include "fused/Kernels/BinaryPasses.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Threading.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

namespace fused {
#define GEN_PASS_DEF_KERNELSTOBINARY
#include "fused/Kernels/BinaryPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct KernelsToBinary
    : public fused::impl::KernelsToBinaryBase<KernelsToBinary> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

static bool hasSignedExtremum(llvm::Function &function) {
  return llvm::any_of(llvm::instructions(function), [](llvm::Instruction &op) {
    auto *call = dyn_cast<llvm::IntrinsicInst>(&op);
    return call && (call->getIntrinsicID() == llvm::Intrinsic::smax ||
                    call->getIntrinsicID() == llvm::Intrinsic::smin);
  });
}

/// Makes a - b of at most 64 bits a + ~b + 1, with ~ in assembly, because LLVM
/// makes a difference of the formula.
static void hideNegation(llvm::BinaryOperator &difference) {
  llvm::IRBuilder<> builder(&difference);
  llvm::Type *type = difference.getType();
  bool isWide = type->getIntegerBitWidth() > 32;
  llvm::Type *word = isWide ? builder.getInt64Ty() : builder.getInt32Ty();
  auto *signature = llvm::FunctionType::get(word, {word}, /*isVarArg=*/false);
  auto *complement =
      llvm::InlineAsm::get(signature,
                           isWide ? "xor.b64 $0, $1, 0xffffffffffffffff;"
                                  : "xor.b32 $0, $1, 0xffffffff;",
                           isWide ? "=l,l" : "=r,r", /*hasSideEffects=*/false);
  llvm::Value *operand =
      builder.CreateZExtOrTrunc(difference.getOperand(1), word);
  llvm::Value *flipped = builder.CreateZExtOrTrunc(
      builder.CreateCall(signature, complement, {operand}), type);
  llvm::Value *sum =
      builder.CreateAdd(builder.CreateAdd(difference.getOperand(0), flipped),
                        llvm::ConstantInt::get(type, 1));
  sum->takeName(&difference);
  difference.replaceAllUsesWith(sum);
  difference.eraseFromParent();
}

/// True if `value` is the upper half of a product, as a quotient by a constant
/// is, possibly in a wider or narrower type.
static bool isUpperHalf(llvm::Value *value) {
  using namespace llvm::PatternMatch;
  while (isa<llvm::CastInst, llvm::FreezeInst>(value))
    value = cast<llvm::Instruction>(value)->getOperand(0);
  return match(value, m_UDiv(m_Value(), m_ImmConstant())) ||
         match(value, m_LShr(m_Mul(m_Value(), m_Value()), m_ImmConstant()));
}

/// Makes a % b the difference that it is. Returns that.
static llvm::BinaryOperator &expandRemainder(llvm::BinaryOperator &remainder) {
  llvm::IRBuilder<> builder(&remainder);
  llvm::Value *a = remainder.getOperand(0), *b = remainder.getOperand(1);
  auto *difference = llvm::BinaryOperator::CreateSub(
      a, builder.CreateMul(builder.CreateUDiv(a, b), b), "",
      remainder.getIterator());
  remainder.replaceAllUsesWith(difference);
  remainder.eraseFromParent();
  return *difference;
}

/// ptxas 12.9 to 13.4 adds -b to the product whose upper half is a, where it
/// should compute a - b of 64 bits, and takes the carry of that. There is none
/// if the lower half of b is 0, so that 2^32 too much is subtracted.
static void hideBorrows(llvm::Module &module) {
  using namespace llvm::PatternMatch;
  for (llvm::Function &function : module)
    for (llvm::Instruction &op :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      if (op.getType()->isIntegerTy() && op.getNumOperands() == 2 &&
          isUpperHalf(op.getOperand(0))) {
        if (match(&op, m_Sub(m_Value(), m_Value())))
          hideNegation(cast<llvm::BinaryOperator>(op));
        else if (match(&op, m_URem(m_Value(), m_ImmConstant())))
          hideNegation(expandRemainder(cast<llvm::BinaryOperator>(op)));
      }
    }
}

/// ptxas 13.0 makes one instruction of max(max(a, -b), c), also of minima, and
/// loses the sign. It also does where it finds out itself that it negates: in a
/// difference, after it has unrolled a loop.
static void hideNegations(llvm::Module &module) {
  for (llvm::Function &function : module) {
    if (!hasSignedExtremum(function))
      continue;
    for (llvm::Instruction &op :
         llvm::make_early_inc_range(llvm::instructions(function)))
      if (op.getOpcode() == llvm::Instruction::Sub &&
          op.getType()->isIntegerTy() &&
          op.getType()->getIntegerBitWidth() <= 32)
        hideNegation(cast<llvm::BinaryOperator>(op));
  }
}

static void avoidErrorsOfPtxas(llvm::Module &module) {
  hideNegations(module);
  hideBorrows(module);
}

/// Compiles one module for all its targets.
static LogicalResult serialize(gpu::GPUModuleOp module,
                               const gpu::TargetOptions &options,
                               SmallVectorImpl<Attribute> &objects) {
  if (!module.getTargetsAttr())
    return module.emitError("kernels have no target");
  for (Attribute attribute : module.getTargetsAttr()) {
    auto target = cast<gpu::TargetAttrInterface>(attribute);
    std::optional<SmallVector<char, 0>> object =
        target.serializeToObject(module, options);
    if (!object)
      return module.emitError("kernels could not be compiled");
    objects.push_back(target.createObject(module, *object, options));
  }
  return success();
}

void KernelsToBinary::runOnOperation() {
  std::optional<gpu::CompilationTarget> target =
      llvm::StringSwitch<std::optional<gpu::CompilationTarget>>(format)
          .Case("llvm", gpu::CompilationTarget::Offload)
          .Case("isa", gpu::CompilationTarget::Assembly)
          .Case("bin", gpu::CompilationTarget::Binary)
          .Case("fatbin", gpu::CompilationTarget::Fatbin)
          .Default(std::nullopt);
  if (!target) {
    getOperation()->emitError()
        << "kernels have no format '" << format
        << "'; there are 'llvm', 'isa', 'bin' and 'fatbin'";
    return signalPassFailure();
  }
  SymbolTable table(getOperation());
  auto getTable = [&] { return &table; };
  gpu::TargetOptions options(toolkit, /*librariesToLink=*/{},
                             /*cmdOptions=*/"", /*elfSection=*/"", *target,
                             getTable, /*initialLlvmIRCallback=*/{},
                             /*linkedLlvmIRCallback=*/{}, avoidErrorsOfPtxas);
  auto modules = llvm::to_vector(getOperation().getOps<gpu::GPUModuleOp>());
  SmallVector<SmallVector<Attribute>> objects(modules.size());
  if (failed(failableParallelForEach(
          &getContext(), llvm::seq(modules.size()), [&](size_t index) {
            return serialize(modules[index], options, objects[index]);
          })))
    return signalPassFailure();
  for (auto [module, ofModule] : llvm::zip_equal(modules, objects)) {
    OpBuilder builder(module);
    auto binary = gpu::BinaryOp::create(
        builder, module.getLoc(), module.getName(),
        /*offloadingHandler=*/nullptr, builder.getArrayAttr(ofModule));
    if (Attribute waiting = module->getAttr(fused::kWaitingKernelsAttr))
      binary->setAttr(fused::kWaitingKernelsAttr, waiting);
    module.erase();
  }
}
