//===- StatusFunctions.h - Functions that return a status -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a compiled program every function with a body takes the frame of the call
// as its first argument and returns a status as its first result. Whatever can
// fail is followed by a check that returns the status to the caller at once;
// what has been allocated by then is released with the frame.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_RUNTIME_STATUSFUNCTIONS_H
#define FUSED_LIB_CONVERSION_RUNTIME_STATUSFUNCTIONS_H

#include "RuntimeABI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace fused {

/// On a function that returns a status: the name it had in the program.
inline constexpr llvm::StringLiteral kStatusFunctionAttr = "fused.function";

/// Makes every function with a body return a status: changes its type, checks
/// each call, allocates from the frame, and turns `cf.assert` into a returned
/// status. The functions get internal names, of which `fused.function` keeps
/// the original, so that they cannot clash with a library's. Does nothing to
/// functions that return a status already.
///
/// Operations that can fail must be in unstructured control flow: inside
/// another region (a loop, an OpenMP region) it is an error.
mlir::LogicalResult convertToStatusFunctions(mlir::ModuleOp module,
                                             RuntimeABI &abi);

/// Inserts the checks of one function that returns a status.
class StatusChecker {
public:
  explicit StatusChecker(mlir::func::FuncOp function) : function(function) {}

  /// The frame of the call.
  mlir::Value getFrame() { return function.getArgument(0); }

  /// Ends the block after `op`: goes on only if `status` is FUSED_OK, else
  /// returns it.
  void returnUnlessOk(mlir::Operation *op, mlir::Value status);

  /// Ends the block after `op`: goes on if `condition`, else returns the status
  /// that `makeStatus` builds.
  void
  returnUnless(mlir::Operation *op, mlir::Value condition,
               llvm::function_ref<mlir::Value(mlir::OpBuilder &)> makeStatus);

private:
  /// The block that returns its argument as the status.
  mlir::Block *getReturnBlock();

  mlir::func::FuncOp function;
  mlir::Block *returnBlock = nullptr;
};

} // namespace fused

#endif // FUSED_LIB_CONVERSION_RUNTIME_STATUSFUNCTIONS_H
