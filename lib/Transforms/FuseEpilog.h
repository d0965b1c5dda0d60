//===- FuseEpilog.h - Fusing into one product -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_FUSEEPILOG_H
#define FUSED_LIB_TRANSFORMS_FUSEEPILOG_H

#include "fused/Analysis/EpilogDecision.h"

namespace fused {

/// Fuses what `decision` says. Returns the new product. The listener of
/// `rewriter` is `order`.
MatmulOp fuseEpilog(mlir::IRRewriter &rewriter, EpilogDecision &decision,
                    const OperationOrder &order);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_FUSEEPILOG_H
