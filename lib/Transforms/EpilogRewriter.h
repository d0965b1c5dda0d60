//===- EpilogRewriter.h - A product and its epilog, as one ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_EPILOGREWRITER_H
#define FUSED_LIB_TRANSFORMS_EPILOGREWRITER_H

#include "fused/Analysis/EpilogMatcher.h"
#include "fused/Dialect/MatmulOp.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

namespace fused {

/// Rewrites a product and its region, up to one exit, into one operation.
class EpilogRewriter {
public:
  EpilogRewriter(mlir::IRRewriter &rewriter, EpilogRegion &region,
                 const RegionExit &exit, const EpilogMatch &match,
                 const OperationOrder &order)
      : rewriter(rewriter), region(region), exit(exit), match(match),
        order(order), loc(region.product.getLoc()) {}

  MatmulOp run();

private:
  void setInsertionPoint();
  MatmulOp createProduct();
  mlir::Value createOperand(unsigned leaf, mlir::Type type);
  mlir::Value createAux(mlir::Value init, mlir::Type preactivationType);
  void splitBody(mlir::Value result);
  void removeUnusedInputs(mlir::linalg::GenericOp rest,
                          mlir::linalg::LinalgOp op);
  void eraseRegion();
  void collectSources();
  void replaceShapeUses();

  mlir::IRRewriter &rewriter;
  EpilogRegion &region;
  const RegionExit &exit;
  const EpilogMatch &match;
  const OperationOrder &order;
  mlir::Location loc;
  llvm::SetVector<mlir::Operation *> sources;
};

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_EPILOGREWRITER_H
