/*===- fused-c/Dialect.h - The dialect in C ----------------------*- C -*-===*\
|*                                                                            *|
|* Part of the fused project, under the Apache License v2.0 with LLVM         *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The C API follows that of MLIR: it owns what MLIR's owns, and strings that *|
|* it returns live as long as the context.                                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef FUSED_C_DIALECT_H
#define FUSED_C_DIALECT_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/** mlirGetDialectHandle__fused__(): the handle of the dialect, by which it is
 *  inserted into a registry or loaded. */
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Fused, fused);

/** True if the attribute is a `#fused.epilog`. */
MLIR_CAPI_EXPORTED bool fusedAttributeIsAEpilog(MlirAttribute attribute);

/** The epilog of this name, such as "relu_bias"; a null attribute if there is
 *  none. */
MLIR_CAPI_EXPORTED MlirAttribute fusedEpilogAttrGet(MlirContext context,
                                                    MlirStringRef name);

/** The name of an epilog. */
MLIR_CAPI_EXPORTED MlirStringRef fusedEpilogAttrGetName(MlirAttribute epilog);

#ifdef __cplusplus
}
#endif

#endif /* FUSED_C_DIALECT_H */
