//===- RowLength.h - How the length of a row is written ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_DIALECT_ROWLENGTH_H
#define FUSED_LIB_DIALECT_ROWLENGTH_H

#include "mlir/IR/OpImplementation.h"

namespace fused {

/// `over(512)`, or `over(?)` where it is not known.
mlir::ParseResult parseRowLength(mlir::OpAsmParser &parser,
                                 mlir::IntegerAttr &length);
void printRowLength(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                    mlir::IntegerAttr length);

} // namespace fused

#endif // FUSED_LIB_DIALECT_ROWLENGTH_H
