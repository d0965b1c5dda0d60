//===- PermuteOp.h - Dimensions in another order ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_PERMUTEOP_H
#define FUSED_DIALECT_PERMUTEOP_H

#include "fused/Dialect/FusedDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "fused/Dialect/PermuteOp.h.inc"

#endif // FUSED_DIALECT_PERMUTEOP_H
