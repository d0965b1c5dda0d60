//===- EndlessCalls.cpp - Functions that never return ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EndlessCalls.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

/// The calls of functions that each call of `function` makes. Branches and
/// loops contain none of them.
static auto getCertainCalls(func::FuncOp function) {
  return function.getBody().front().getOps<func::CallOp>();
}

namespace {
/// The functions of which no call returns.
class EndlessFunctions {
public:
  explicit EndlessFunctions(ModuleOp module);

  bool contain(func::FuncOp function) const {
    return functions.contains(function);
  }
  /// Gives an error at a function that `function` calls, or at itself.
  LogicalResult report(func::FuncOp function) const;

private:
  /// A certain call of one of these functions, or null.
  func::CallOp findCall(func::FuncOp function) const;
  func::FuncOp getCallee(func::CallOp call) const {
    return symbols.lookup<func::FuncOp>(call.getCallee());
  }

  SymbolTable symbols;
  DenseSet<func::FuncOp> functions;
};
} // namespace

EndlessFunctions::EndlessFunctions(ModuleOp module) : symbols(module) {
  SmallVector<func::FuncOp> candidates;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal() && !getCertainCalls(function).empty())
      candidates.push_back(function);
  functions.insert(candidates.begin(), candidates.end());
  // What is left in the end calls something that is left, too.
  size_t number;
  do {
    number = candidates.size();
    llvm::erase_if(candidates, [&](func::FuncOp function) {
      return !findCall(function) && functions.erase(function);
    });
  } while (candidates.size() != number);
}

func::CallOp EndlessFunctions::findCall(func::FuncOp function) const {
  for (func::CallOp call : getCertainCalls(function))
    if (contain(getCallee(call)))
      return call;
  return {};
}

LogicalResult EndlessFunctions::report(func::FuncOp function) const {
  llvm::SetVector<func::FuncOp> path;
  while (path.insert(function))
    function = getCallee(findCall(function));
  InFlightDiagnostic diagnostic = findCall(function).emitError();
  diagnostic << "function '" << function.getName()
             << "' never returns: it always calls ";
  const auto *begin = llvm::find(path, function);
  if (function == path.back())
    return diagnostic << "itself";
  for (func::FuncOp callee : llvm::make_range(std::next(begin), path.end()))
    diagnostic << "'" << callee.getName() << "', which always calls ";
  return diagnostic << "'" << function.getName() << "'";
}

LogicalResult fused::verifyCallsEnd(ModuleOp module) {
  EndlessFunctions endless(module);
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && endless.contain(function))
      return endless.report(function);
  return success();
}
