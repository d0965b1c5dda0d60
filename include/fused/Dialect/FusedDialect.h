//===- FusedDialect.h - The fused dialect -----------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_FUSEDDIALECT_H
#define FUSED_DIALECT_FUSEDDIALECT_H

#include "fused-runtime/EpilogSemantics.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include <optional>

namespace fused {

/// The spelling of an epilog in IR, such as "relu_bias".
llvm::StringRef stringifyEpilog(Epilog epilog);

/// The epilog with this spelling, if there is one.
std::optional<Epilog> symbolizeEpilog(llvm::StringRef name);

/// Makes the operations known to one-shot bufferization.
void registerBufferizableOpInterfaceExternalModels(
    mlir::DialectRegistry &registry);

} // namespace fused

#include "fused/Dialect/FusedDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "fused/Dialect/FusedAttrs.h.inc"

#endif // FUSED_DIALECT_FUSEDDIALECT_H
