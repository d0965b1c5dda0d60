//===- ExplainProduct.cpp - Why nothing more is fused ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/EpilogDecision.h"
#include "fused/Analysis/FusionReasons.h"
#include "fused/Dialect/MatmulOp.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace fused;

StringRef fused::explainProduct(MatmulOp product, Numerics numerics,
                                const OperationOrder &order) {
  std::optional<EpilogDecision> decision =
      decideEpilog(product, numerics, order);
  if (!decision)
    return "";
  return decision->exit ? "not-run" : decision->reason;
}

StringRef fused::explainProduct(MatmulOp product, Numerics numerics) {
  Operation *root = product->getParentOfType<FunctionOpInterface>();
  return explainProduct(product, numerics,
                        OperationOrder(root ? root : product->getParentOp()));
}
