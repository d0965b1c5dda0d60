//===- Remarks.h - What was fused, and why not ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_REMARKS_H
#define FUSED_LIB_TRANSFORMS_REMARKS_H

#include "fused-runtime/EpilogSemantics.h"
#include "mlir/IR/Location.h"

namespace fused {

class MatmulOp;

/// Says that a product at `loc` has got its epilog.
void emitFused(mlir::Location loc, Epilog epilog);

/// Says why `product` has no epilog, or not a longer one, and what the pass
/// that follows it takes. `reason` is one of FusionReasons.def.
void emitMissed(MatmulOp product, llvm::StringRef reason);

/// For a contraction that stays what it is.
void emitNotRaised(mlir::Location loc, llvm::StringRef reason,
                   llvm::StringRef message);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_REMARKS_H
