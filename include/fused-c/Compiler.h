/*===- fused-c/Compiler.h - From MLIR to programs, in C ----------*- C -*-===*\
|*                                                                            *|
|* Part of the fused project, under the Apache License v2.0 with LLVM         *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Compiles MLIR to programs in memory, which fused_call() calls. Needs       *|
|* no library of MLIR's C API. Many threads may call all functions; one program
*|
|* is used by one thread at a time, but its functions may be called by many.  *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef FUSED_C_COMPILER_H
#define FUSED_C_COMPILER_H

#include "fused-c/Report.h"
#include "fused-runtime/fused_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A compiled program. */
typedef struct FusedProgram FusedProgram;

typedef enum FusedSeverity {
  FusedSeverityError,
  FusedSeverityWarning,
  FusedSeverityNote, /**< Belongs to the message before. */
  FusedSeverityRemark
} FusedSeverity;

/** What the compiler says. The strings end with a null character, and live
 *  until the callback returns. */
typedef struct FusedMessage {
  FusedSeverity severity;
  const char *name;     /**< Of a remark; see docs/Recognition.md. Or "". */
  const char *location; /**< "file:line:column", or "". */
  const char *text;
  const char *rendered; /**< With the line of the program, or "". */
} FusedMessage;

typedef void (*FusedMessageCallback)(const FusedMessage *message,
                                     void *userData);

/** Null pointers stand for defaults. */
typedef struct FusedCompileOptions {
  const char *target;   /**< "cpu" (the default) or "cuda". */
  const char *numerics; /**< "strict", "default" or "fast". */
  const char *entry; /**< A function. The default is main, or the only one. */
  const char *cpu;   /**< "host" (the default), or as for LLVM's tools. */
  const char *chip;  /**< Of a CUDA device, such as "sm_90". */
  int emulate;       /**< Kernels for the emulator of CUDA devices. */
} FusedCompileOptions;

/** Compiles text or bytecode. `name` is what its locations call it. Returns
 *  null after a failure, which the callback was told of. The callback may be
 *  called by any thread, by one at a time. It may be null. */
MLIR_CAPI_EXPORTED FusedProgram *
fusedCompile(MlirStringRef mlir, MlirStringRef name,
             const FusedCompileOptions *options, FusedMessageCallback callback,
             void *userData);

/** Loads what fusedProgramSave() has written. Returns null as above. */
MLIR_CAPI_EXPORTED FusedProgram *fusedProgramLoad(MlirStringRef path,
                                                  FusedMessageCallback callback,
                                                  void *userData);

/** Writes a program that was compiled, not loaded: an object file if the path
 *  ends in ".o", else a shared library, which a C compiler links. */
MLIR_CAPI_EXPORTED MlirLogicalResult
fusedProgramSave(const FusedProgram *program, MlirStringRef path,
                 FusedMessageCallback callback, void *userData);

/** The program's table of functions, for fused_module_find(). */
MLIR_CAPI_EXPORTED const fused_module_t *
fusedProgramGetModule(const FusedProgram *program);

/** The report on the products of a program that was compiled, as JSON (version
 *  1 of the schema in docs/Report.md) or as a table. Empty if it was loaded.
 *  Lives as long as the program. */
MLIR_CAPI_EXPORTED MlirStringRef
fusedProgramGetReport(const FusedProgram *program, FusedReportFormat format);

/** The name of an argument, if MLIR has one, else "". Lives as long as the
 *  program. */
MLIR_CAPI_EXPORTED MlirStringRef
fusedProgramGetArgumentName(const FusedProgram *program, intptr_t index);

/** Unloads the program. No function of it may be running, and no graph of it
 *  may be in use. What a program for devices has there stays, unless
 *  fused_module_release() was called before. Null is allowed. */
MLIR_CAPI_EXPORTED void fusedProgramDestroy(FusedProgram *program);

#ifdef __cplusplus
}
#endif

#endif /* FUSED_C_COMPILER_H */
