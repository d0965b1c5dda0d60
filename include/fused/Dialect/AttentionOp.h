//===- AttentionOp.h - Softmax between two products -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_ATTENTIONOP_H
#define FUSED_DIALECT_ATTENTIONOP_H

#include "fused/Dialect/FusedDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace fused {

/// True if kernels of attention can address the matrices of a memref: rows and
/// matrices begin at multiples of 16 bytes from an aligned address.
bool isAddressableByAttention(mlir::MemRefType type);
/// The same of `matrix`, a memref, which may also be the part of an array at a
/// position that a loop computes.
bool isAddressableByAttention(mlir::Value matrix);

} // namespace fused

#define GET_OP_CLASSES
#include "fused/Dialect/AttentionOp.h.inc"

#endif // FUSED_DIALECT_ATTENTIONOP_H
