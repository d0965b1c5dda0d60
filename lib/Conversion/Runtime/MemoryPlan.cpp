//===- MemoryPlan.cpp - Where buffers are ---------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryPlan.h"

#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;

SmallVector<func::FuncOp> fused::collectEntries(ModuleOp module) {
  DenseSet<StringAttr> called;
  module.walk([&](CallOpInterface call) {
    if (auto callee = dyn_cast<SymbolRefAttr>(call.getCallableForCallee()))
      called.insert(callee.getRootReference());
  });
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal() && function.isPublic() &&
        !called.contains(function.getSymNameAttr()))
      functions.push_back(function);
  return functions;
}

SmallVector<int32_t> fused::getDonations(func::FuncOp function,
                                         unsigned numResults) {
  if (auto attr = function->getAttrOfType<DenseI32ArrayAttr>(kDonationsAttr))
    return SmallVector<int32_t>(attr.asArrayRef());
  return SmallVector<int32_t>(numResults, -1);
}
