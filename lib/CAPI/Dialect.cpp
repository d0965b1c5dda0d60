//===- Dialect.cpp - The dialect in C -------------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused-c/Dialect.h"

#include "fused/Dialect/FusedDialect.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"

using namespace fused;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Fused, fused, fused::FusedDialect)

bool fusedAttributeIsAEpilog(MlirAttribute attribute) {
  return mlir::isa<EpilogAttr>(unwrap(attribute));
}

MlirAttribute fusedEpilogAttrGet(MlirContext context, MlirStringRef name) {
  std::optional<Epilog> epilog = symbolizeEpilog(unwrap(name));
  if (!epilog)
    return {nullptr};
  unwrap(context)->loadDialect<FusedDialect>();
  return wrap(EpilogAttr::get(unwrap(context), *epilog));
}

MlirStringRef fusedEpilogAttrGetName(MlirAttribute epilog) {
  return wrap(
      stringifyEpilog(mlir::cast<EpilogAttr>(unwrap(epilog)).getValue()));
}
