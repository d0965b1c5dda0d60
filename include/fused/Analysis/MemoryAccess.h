//===- MemoryAccess.h - How operands lie in memory --------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_MEMORYACCESS_H
#define FUSED_ANALYSIS_MEMORYACCESS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fused {

/// How an operand moves in memory along a loop.
enum class Access { Invariant, Contiguous, Strided };

/// `map` is that of an operand of `type`, from the loops. What is no memref is
/// invariant.
Access getAccess(mlir::Type type, mlir::AffineMap map, unsigned loop);

/// The dimension along which most operands are contiguous. Where reductions
/// have to keep their order, it is none of them but the last. `extents` are the
/// sizes of the loops.
unsigned chooseVectorDim(mlir::linalg::GenericOp op,
                         llvm::ArrayRef<int64_t> extents);

} // namespace fused

#endif // FUSED_ANALYSIS_MEMORYACCESS_H
