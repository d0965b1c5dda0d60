//===- RuntimeABI.h - The C ABI of the runtime, seen from IR ----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that mirrors the structures and functions of fused_runtime.h
// in the LLVM dialect. RuntimeABI.cpp checks the layouts against the header.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_RUNTIME_RUNTIMEABI_H
#define FUSED_LIB_CONVERSION_RUNTIME_RUNTIMEABI_H

#include "fused/Conversion/Target.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"

namespace fused {

/// On a global variable of LLVM: its kind, if it is a resource of the module
/// (`fused_resource_t`).
inline constexpr llvm::StringLiteral kResourceAttr = "fused.resource";
void markResource(mlir::LLVM::GlobalOp global, int32_t kind);

/// The `fused_type_t` of an element type, or FUSED_TYPE_NONE where the ABI has
/// none.
int32_t getRuntimeType(mlir::Type type);

/// The bytes that an element takes in memory, or 0 where that is not known.
int64_t getByteSize(mlir::Type type);

/// Structures, functions and constants of the ABI, created in a module as they
/// are asked for.
class RuntimeABI {
public:
  /// Buffers are allocated, and products executed, by `target`.
  RuntimeABI(mlir::ModuleOp module, Target target);

  Target getTarget() const { return target; }

  mlir::Type getI32() const { return i32; }
  mlir::Type getI64() const { return i64; }
  mlir::Type getPointer() const { return pointer; }

  /// The structures of the header, by the name that they have there without
  /// `fused_` and `_t`.
  mlir::LLVM::LLVMStructType getMatmulProblem();
  mlir::LLVM::LLVMStructType getMatmulOperands();
  mlir::LLVM::LLVMStructType getBuffer();
  mlir::LLVM::LLVMStructType getPlanSlot();
  mlir::LLVM::LLVMStructType getTensorType();
  mlir::LLVM::LLVMStructType getFunction();
  mlir::LLVM::LLVMStructType getResource();
  mlir::LLVM::LLVMStructType getModule();

  /// The functions of the headers, by their name without `fused_` and without
  /// the target.
  mlir::LLVM::LLVMFuncOp getMatmul();
  mlir::LLVM::LLVMFuncOp getCudaLaunch();
  mlir::LLVM::LLVMFuncOp getCudaTensorMap();
  mlir::LLVM::LLVMFuncOp getCudaComputeCapability();
  mlir::LLVM::LLVMFuncOp getCudaGetStream();
  mlir::LLVM::LLVMFuncOp getCudaLoad();
  mlir::LLVM::LLVMFuncOp getCudaLoadNumber();
  mlir::LLVM::LLVMFuncOp getCudaConstant();
  mlir::LLVM::LLVMFuncOp getCudaAssertions();
  mlir::LLVM::LLVMFuncOp getCudaFrameTakeNumber();
  mlir::LLVM::LLVMFuncOp getFail();
  mlir::LLVM::LLVMFuncOp getFailComparison();
  mlir::LLVM::LLVMFuncOp getFrameAlloc();
  mlir::LLVM::LLVMFuncOp getFrameOutput();
  mlir::LLVM::LLVMFuncOp getFramePlace();
  mlir::LLVM::LLVMFuncOp getFrameFree();
  mlir::LLVM::LLVMFuncOp getFrameTake();
  mlir::LLVM::LLVMFuncOp getFrameRelease();

  /// A pointer to a constant zero-terminated string.
  mlir::Value getString(mlir::OpBuilder &builder, mlir::Location loc,
                        llvm::StringRef text);

  /// A pointer to "file.mlir:12:8", where `loc` was written; null if unknown.
  mlir::Value getLocation(mlir::OpBuilder &builder, mlir::Location loc);

  /// Creates a global of this module alone, with `name` made unique, whose
  /// value `initialize` builds.
  mlir::LLVM::GlobalOp
  createGlobal(mlir::Location loc, llvm::StringRef name, mlir::Type type,
               bool isConstant,
               llvm::function_ref<mlir::Value(mlir::OpBuilder &)> initialize);

  /// The `fused_cuda_constant_t` of the array called `name`.
  mlir::LLVM::GlobalOp getConstantSlot(mlir::Location loc,
                                       llvm::StringRef name);

  /// True if the module has a symbol of this name.
  bool isDefined(llvm::StringRef name) const { return symbols.lookup(name); }

  /// Gives a symbol another name, made unique, wherever it is used.
  mlir::LogicalResult rename(mlir::Operation *symbol, llvm::StringRef name);

  /// The same for a symbol that is used nowhere: does not look at the module,
  /// as rename() does.
  void renameUnused(mlir::Operation *symbol, llvm::StringRef name);

  /// Adds a symbol to the module, renaming it if the name is taken.
  void insertSymbol(mlir::Operation *symbol) { symbols.insert(symbol); }

private:
  mlir::LLVM::LLVMFuncOp getFunction(llvm::StringRef name, mlir::Type result,
                                     llvm::ArrayRef<mlir::Type> arguments);

  mlir::LLVM::LLVMFuncOp
  getTargetFunction(llvm::StringRef name, mlir::Type result,
                    llvm::ArrayRef<mlir::Type> arguments);

  mlir::ModuleOp module;
  Target target;
  mlir::SymbolTable symbols;
  mlir::Type i32, i64, pointer;
  llvm::StringMap<mlir::LLVM::GlobalOp> strings, constantSlots;
};

/// Builds a structure from the values of its fields.
mlir::Value createStruct(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::LLVM::LLVMStructType type,
                         mlir::ValueRange fields);

mlir::Value createI32(mlir::OpBuilder &builder, mlir::Location loc,
                      int64_t value);
mlir::Value createI64(mlir::OpBuilder &builder, mlir::Location loc,
                      int64_t value);
mlir::Value createNull(mlir::OpBuilder &builder, mlir::Location loc);

} // namespace fused

#endif // FUSED_LIB_CONVERSION_RUNTIME_RUNTIMEABI_H
