//===- ChangeListener.h - Whether a pass has changed anything ---*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_CHANGELISTENER_H
#define FUSED_LIB_TRANSFORMS_CHANGELISTENER_H

#include "mlir/IR/PatternMatch.h"

namespace fused {

/// Notices whether a rewriter changes anything. The IR is not verified after a
/// pass that says that it has preserved all analyses, which takes longer than
/// many a pass that finds nothing to do.
struct ChangeListener : mlir::RewriterBase::Listener {
  bool hasChanged = false;

  void notifyOperationInserted(mlir::Operation *,
                               mlir::OpBuilder::InsertPoint) override {
    hasChanged = true;
  }
  void notifyOperationModified(mlir::Operation *) override {
    hasChanged = true;
  }
  void notifyOperationErased(mlir::Operation *) override { hasChanged = true; }
};

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_CHANGELISTENER_H
