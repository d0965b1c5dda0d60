//===- CopyToLinalg.cpp - Copies of memory as loop nests ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/MemRefPasses.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {
#define GEN_PASS_DEF_COPYTOLINALG
#include "fused/Conversion/MemRefPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct CopyToLinalg : public fused::impl::CopyToLinalgBase<CopyToLinalg> {
  void runOnOperation() override;
};
} // namespace

void CopyToLinalg::runOnOperation() {
  IRRewriter rewriter(&getContext());
  SmallVector<memref::CopyOp> copies;
  getOperation()->walk([&](memref::CopyOp op) {
    if (isa<MemRefType>(op.getSource().getType()) &&
        isa<MemRefType>(op.getTarget().getType()))
      copies.push_back(op);
  });
  for (memref::CopyOp op : copies) {
    rewriter.setInsertionPoint(op);
    linalg::makeMemRefCopyOp(rewriter, op.getLoc(), op.getSource(),
                             op.getTarget());
    rewriter.eraseOp(op);
  }
}
