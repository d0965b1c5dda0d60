/*===- fused-c/Registration.h - Passes and pipelines in C --------*- C -*-===*\
|*                                                                            *|
|* Part of the fused project, under the Apache License v2.0 with LLVM         *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef FUSED_C_REGISTRATION_H
#define FUSED_C_REGISTRATION_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Adds the dialect to a registry, with what its passes ask of it and of other
 *  dialects. Programs also need the dialects that they use, for instance by
 *  mlirRegisterAllDialects(). */
MLIR_CAPI_EXPORTED void fusedRegisterAllDialects(MlirDialectRegistry registry);

/** Registers the passes and pipelines by name, once in a process.
 *  mlirParsePassPipeline() and mlirOpPassManagerAddPipeline() then take them
 *  with their options: "fused-to-llvm{target=cuda numerics=fast}". */
MLIR_CAPI_EXPORTED void fusedRegisterAllPasses(void);

#ifdef __cplusplus
}
#endif

#endif /* FUSED_C_REGISTRATION_H */
