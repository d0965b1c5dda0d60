//===- InvokeBuilder.h - How functions are called ---------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_RUNTIME_INVOKEBUILDER_H
#define FUSED_LIB_CONVERSION_RUNTIME_INVOKEBUILDER_H

#include "MemoryPlan.h"
#include "RuntimeABI.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"

namespace fused {

/// The memref by which an argument or result crosses the ABI: itself, or one of
/// rank 0 for a scalar. Null if it cannot.
mlir::MemRefType getCrossingType(mlir::Type type);

/// The outputs of a function: its results, and the inputs whose memory others
/// have. `Range` has types or values.
template <typename Range>
auto getOutputs(mlir::func::FuncOp function, Range inputs, Range results) {
  mlir::SmallVector<std::decay_t<decltype(*inputs.begin())>> outputs;
  for (int32_t donation : getDonations(function, results.size())) {
    if (donation >= 0) {
      outputs.push_back(inputs[donation]);
      continue;
    }
    outputs.push_back(results.front());
    results = results.drop_front();
  }
  return outputs;
}

/// Builds `invoke` of one function: takes the frame of the call, which it
/// releases, and arrays of pointers to descriptors of the inputs and outputs.
class InvokeBuilder {
public:
  InvokeBuilder(mlir::func::FuncOp callee, RuntimeABI &abi,
                const mlir::LLVMTypeConverter &converter)
      : callee(callee), abi(abi), converter(converter), loc(callee.getLoc()),
        builder(callee) {}

  mlir::LLVM::LLVMFuncOp build(llvm::StringRef name);

private:
  mlir::Value loadInput(mlir::Value inputs, unsigned index, mlir::Type type);
  mlir::Value loadNumber(mlir::Value address, mlir::Type type);
  mlir::Value storeOutput(mlir::Value outputs, unsigned index,
                          mlir::Value value);
  mlir::Value storeNumber(mlir::Value output, mlir::Value value);
  mlir::Value createStorage(mlir::Type type);
  mlir::Value loadPointer(mlir::Value array, unsigned index);
  void branchUnlessOk(mlir::Value status);

  mlir::func::FuncOp callee;
  RuntimeABI &abi;
  const mlir::LLVMTypeConverter &converter;
  mlir::Location loc;
  mlir::OpBuilder builder;
  mlir::LLVM::LLVMFuncOp invoke;
  mlir::Value frame;
  mlir::Block *end = nullptr;
};

} // namespace fused

#endif // FUSED_LIB_CONVERSION_RUNTIME_INVOKEBUILDER_H
