//===- Report.cpp - What was fused, in C ----------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused-c/Report.h"

#include "fused/Analysis/Report.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Utils.h"

using namespace fused;

MlirLogicalResult fusedReportPrint(MlirOperation module, MlirStringRef numerics,
                                   FusedReportFormat format,
                                   MlirStringCallback callback,
                                   void *userData) {
  std::optional<Numerics> contract = symbolizeNumerics(unwrap(numerics));
  if (!contract)
    return mlirLogicalResultFailure();
  Report report = collectReport(unwrap(module), *contract);
  mlir::detail::CallbackOstream stream(callback, userData);
  if (format == FusedReportJSON)
    stream << toJSON(report) << "\n";
  else
    printReport(stream, report);
  return mlirLogicalResultSuccess();
}
