//===- CarryBFloatBits.cpp - bf16 between operations as i16 ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/LLVMPasses.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

namespace fused {
#define GEN_PASS_DEF_CARRYBFLOATBITS
#include "fused/Conversion/LLVMPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct CarryBFloatBits
    : public fused::impl::CarryBFloatBitsBase<CarryBFloatBits> {
  void runOnOperation() override;
};
} // namespace

/// True for bf16 and vectors of it.
static bool isBFloat(Type type) {
  return (isa<BFloat16Type>(type) || isa<VectorType>(type)) &&
         getElementTypeOrSelf(type).isBF16();
}

/// Returns the type of the bits of a value of type `type`.
static Type getBitsType(Type type) {
  auto i16 = IntegerType::get(type.getContext(), 16);
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(i16);
  return i16;
}

/// The inverse of `getBitsType`.
static Type getBFloatType(Type type) {
  auto bf16 = BFloat16Type::get(type.getContext());
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(bf16);
  return bf16;
}

/// True for functions whose every call is in this module.
static bool isInternal(LLVM::LLVMFuncOp function) {
  return function.getLinkage() == LLVM::Linkage::Internal ||
         function.getLinkage() == LLVM::Linkage::Private;
}

/// True for operations on any type, which do not compute with what they move.
static bool onlyMoves(Operation *op, SymbolTableCollection &symbols) {
  if (isa<LLVM::ReturnOp>(op))
    return isInternal(op->getParentOfType<LLVM::LLVMFuncOp>());
  if (auto call = dyn_cast<LLVM::CallOp>(op)) {
    FlatSymbolRefAttr callee = call.getCalleeAttr();
    auto function =
        callee ? symbols.lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(op, callee)
               : nullptr;
    return function && isInternal(function);
  }
  return isa<LLVM::LoadOp, LLVM::StoreOp, LLVM::MaskedLoadOp,
             LLVM::MaskedStoreOp, LLVM::SelectOp, LLVM::BrOp, LLVM::CondBrOp,
             LLVM::SwitchOp, LLVM::BitcastOp, LLVM::ConstantOp, LLVM::UndefOp,
             LLVM::PoisonOp, LLVM::ZeroOp, LLVM::FreezeOp,
             LLVM::ExtractElementOp, LLVM::InsertElementOp,
             LLVM::ShuffleVectorOp>(op);
}

static bool isBFloatValue(Value value) { return isBFloat(value.getType()); }

namespace {
/// Converts one function.
class Converter {
public:
  Converter(LLVM::LLVMFuncOp function, SymbolTableCollection &symbols)
      : function(function), symbols(symbols), builder(function.getContext()) {}

  void run();

private:
  void collect(Operation *op);
  /// Lets the uses of a value that stays bf16 use its bits.
  void useBits(Value value);
  void convertSignature();
  void convertArguments(Block *block);
  void convertMove(Operation *op);
  static void convertConstant(LLVM::ConstantOp op);

  LLVM::LLVMFuncOp function;
  SymbolTableCollection &symbols;
  OpBuilder builder;
  SmallVector<Operation *> moves;
  /// Operands and results of other operations. They stay bf16.
  SmallVector<OpOperand *> operands;
  SmallVector<OpResult> results;
};
} // namespace

void Converter::collect(Operation *op) {
  if (onlyMoves(op, symbols)) {
    moves.push_back(op);
    return;
  }
  for (OpOperand &operand : op->getOpOperands())
    if (isBFloatValue(operand.get()))
      operands.push_back(&operand);
  llvm::copy_if(op->getResults(), std::back_inserter(results), isBFloatValue);
}

void Converter::useBits(Value value) {
  builder.setInsertionPointAfterValue(value);
  auto bits = LLVM::BitcastOp::create(builder, value.getLoc(),
                                      getBitsType(value.getType()), value);
  value.replaceAllUsesExcept(bits, bits);
}

void Converter::convertArguments(Block *block) {
  for (BlockArgument argument : block->getArguments()) {
    if (!isBFloatValue(argument))
      continue;
    // The operation around an entry block gives it its arguments.
    if (block->isEntryBlock() &&
        !(block->getParentOp() == function && isInternal(function)))
      useBits(argument);
    else
      argument.setType(getBitsType(argument.getType()));
  }
}

void Converter::convertConstant(LLVM::ConstantOp op) {
  auto i16 = IntegerType::get(op.getContext(), 16);
  if (auto number = dyn_cast<FloatAttr>(op.getValue()))
    op.setValueAttr(IntegerAttr::get(i16, number.getValue().bitcastToAPInt()));
  else
    op.setValueAttr(cast<DenseElementsAttr>(op.getValue()).bitcast(i16));
}

void Converter::convertMove(Operation *op) {
  if (llvm::any_of(op->getResults(), isBFloatValue)) {
    if (auto constant = dyn_cast<LLVM::ConstantOp>(op))
      convertConstant(constant);
    for (Value result : op->getResults())
      if (isBFloatValue(result))
        result.setType(getBitsType(result.getType()));
  }
}

void Converter::convertSignature() {
  LLVM::LLVMFunctionType type = function.getFunctionType();
  auto convert = [](Type type) {
    return isBFloat(type) ? getBitsType(type) : type;
  };
  function.setFunctionType(LLVM::LLVMFunctionType::get(
      convert(type.getReturnType()),
      llvm::map_to_vector(type.getParams(), convert), type.isVarArg()));
}

void Converter::run() {
  if (isInternal(function))
    convertSignature();
  function->walk([&](Operation *op) { collect(op); });
  function->walk([&](Block *block) { convertArguments(block); });
  for (Operation *op : moves)
    convertMove(op);
  for (OpResult result : results)
    useBits(result);
  for (OpOperand *operand : operands) {
    Value bits = operand->get();
    builder.setInsertionPoint(operand->getOwner());
    operand->set(LLVM::BitcastOp::create(builder, bits.getLoc(),
                                         getBFloatType(bits.getType()), bits));
  }
  // Casts between bf16 and its bits have become casts of i16 to i16.
  for (Operation *op : moves) {
    auto cast = dyn_cast<LLVM::BitcastOp>(op);
    if (cast && cast.getArg().getType() == cast.getType()) {
      cast.replaceAllUsesWith(cast.getArg());
      cast.erase();
    }
  }
}

void CarryBFloatBits::runOnOperation() {
  SymbolTableCollection symbols;
  getOperation().walk(
      [&](LLVM::LLVMFuncOp function) { Converter(function, symbols).run(); });
}
