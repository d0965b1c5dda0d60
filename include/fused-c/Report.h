/*===- fused-c/Report.h - What was fused, in C -------------------*- C -*-===*\
|*                                                                            *|
|* Part of the fused project, under the Apache License v2.0 with LLVM         *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef FUSED_C_REPORT_H
#define FUSED_C_REPORT_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum FusedReportFormat {
  FusedReportTable, /**< For people. */
  FusedReportJSON   /**< Version 1 of the schema in docs/Report.md. */
} FusedReportFormat;

/** Describes the products of a module on which `fused-fuse-products` has run
 *  with `numerics` ("strict", "default" or "fast"), and passes the text to
 *  `callback` in parts. Fails, without a call, if there are no such numerics.
 */
MLIR_CAPI_EXPORTED MlirLogicalResult fusedReportPrint(
    MlirOperation module, MlirStringRef numerics, FusedReportFormat format,
    MlirStringCallback callback, void *userData);

#ifdef __cplusplus
}
#endif

#endif /* FUSED_C_REPORT_H */
