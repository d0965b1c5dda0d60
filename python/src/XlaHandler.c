/*===- XlaHandler.c - Compiled programs inside XLA's ----------------------===*\
|*                                                                            *|
|* Part of the fused project, under the Apache License v2.0 with LLVM         *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* What XLA calls where a program of JAX calls a compiled one. The call has   *|
|* the function's address as the attribute `address`, that of its recorder as *|
|* `recorder`, the function's inputs, and its outputs, where XLA wants them.  *|
|* One result more is memory for the temporary arrays, so that the call       *|
|* allocates nothing.                                                         *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "fused-runtime/fused_cuda.h"
#include "fused-runtime/fused_runtime.h"
#include "xla/ffi/api/c_api.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a call of usual size needs lies on the stack. */
enum { NUM_ON_STACK = 64 };

/* The version of XLA's interface that this file needs, that of jaxlib 0.11.0.
 * XLA refuses handlers of newer versions than its own. */
enum { INTERFACE_MAJOR = 0, INTERFACE_MINOR = 3 };
#if XLA_FFI_API_MAJOR != 0 || XLA_FFI_API_MINOR < 3
#error "this version of XLA's interface is not known"
#endif

/* The address of arrays without elements, which XLA gives none. The runtime
 * takes an output without address as one that it allocates. */
static _Alignas(64) char noElements[64];

static XLA_FFI_Error *makeError(const XLA_FFI_CallFrame *frame,
                                XLA_FFI_Error_Code code, const char *message) {
  XLA_FFI_Error_Create_Args args;
  memset(&args, 0, sizeof args);
  args.struct_size = XLA_FFI_Error_Create_Args_STRUCT_SIZE;
  args.message = message;
  args.errc = code;
  return frame->api->XLA_FFI_Error_Create(&args);
}

static XLA_FFI_Error *makeStatusError(const XLA_FFI_CallFrame *frame,
                                      fused_status_t status) {
  XLA_FFI_Error_Code code = XLA_FFI_Error_Code_INTERNAL;
  switch (status) {
  case FUSED_INVALID_ARGUMENT:
    code = XLA_FFI_Error_Code_INVALID_ARGUMENT;
    break;
  case FUSED_UNSUPPORTED:
    code = XLA_FFI_Error_Code_UNIMPLEMENTED;
    break;
  case FUSED_OUT_OF_MEMORY:
    code = XLA_FFI_Error_Code_RESOURCE_EXHAUSTED;
    break;
  default:
    break;
  }
  return makeError(frame, code, fused_last_error());
}

/* XLA asks for this when it finds the handler. */
static bool fillMetadata(XLA_FFI_CallFrame *frame,
                         XLA_FFI_Handler_Traits traits) {
  if (!frame->extension_start ||
      frame->extension_start->type != XLA_FFI_Extension_Metadata)
    return false;
  XLA_FFI_Metadata *metadata =
      ((XLA_FFI_Metadata_Extension *)frame->extension_start)->metadata;
  metadata->api_version.major_version = INTERFACE_MAJOR;
  metadata->api_version.minor_version = INTERFACE_MINOR;
  metadata->traits = traits;
  return true;
}

static const void *findAttribute(const XLA_FFI_Attrs *attributes,
                                 const char *name, XLA_FFI_DataType type) {
  for (int64_t i = 0; i < attributes->size; ++i) {
    const XLA_FFI_ByteSpan *found = attributes->names[i];
    if (found->len != strlen(name) || memcmp(found->ptr, name, found->len) != 0)
      continue;
    if (attributes->types[i] != XLA_FFI_AttrType_SCALAR)
      return NULL;
    const XLA_FFI_Scalar *scalar = (const XLA_FFI_Scalar *)attributes->attrs[i];
    return scalar->dtype == type ? scalar->value : NULL;
  }
  return NULL;
}

/* Programs have integers without signs. */
static fused_type_t convertType(XLA_FFI_DataType type) {
  switch (type) {
  case XLA_FFI_DataType_PRED:
    return FUSED_I1;
  case XLA_FFI_DataType_S8:
  case XLA_FFI_DataType_U8:
    return FUSED_I8;
  case XLA_FFI_DataType_S16:
  case XLA_FFI_DataType_U16:
    return FUSED_I16;
  case XLA_FFI_DataType_S32:
  case XLA_FFI_DataType_U32:
    return FUSED_I32;
  case XLA_FFI_DataType_S64:
  case XLA_FFI_DataType_U64:
    return FUSED_I64;
  case XLA_FFI_DataType_F16:
    return FUSED_F16;
  case XLA_FFI_DataType_BF16:
    return FUSED_BF16;
  case XLA_FFI_DataType_F32:
    return FUSED_F32;
  case XLA_FFI_DataType_F64:
    return FUSED_F64;
  case XLA_FFI_DataType_F8E4M3FN:
    return FUSED_F8E4M3FN;
  case XLA_FFI_DataType_F8E5M2:
    return FUSED_F8E5M2;
  default:
    return FUSED_TYPE_NONE;
  }
}

/* fused_call() compares types and sizes with those of the function. */
static bool convertBuffer(const XLA_FFI_Buffer *buffer,
                          fused_tensor_t *tensor) {
  if (buffer->rank > FUSED_MAX_RANK)
    return false;
  memset(tensor, 0, sizeof *tensor);
  tensor->type = convertType(buffer->dtype);
  tensor->rank = (int32_t)buffer->rank;
  tensor->data = buffer->data;
  for (int64_t d = 0; d < buffer->rank; ++d) {
    tensor->sizes[d] = buffer->dims[d];
    if (buffer->dims[d] == 0)
      tensor->data = noElements;
  }
  return true;
}

static XLA_FFI_Error *convertArgument(const XLA_FFI_CallFrame *frame,
                                      bool isBuffer, const void *buffer,
                                      fused_tensor_t *tensor, const char *what,
                                      int32_t number) {
  if (isBuffer && convertBuffer((const XLA_FFI_Buffer *)buffer, tensor))
    return NULL;
  char message[128];
  snprintf(message, sizeof message,
           "fused: %s %d is not an array of at most %d dimensions", what,
           number, FUSED_MAX_RANK);
  return makeError(frame, XLA_FFI_Error_Code_INVALID_ARGUMENT, message);
}

static XLA_FFI_Error *convertArguments(const XLA_FFI_CallFrame *frame,
                                       const fused_function_t *function,
                                       fused_tensor_t *inputs,
                                       fused_tensor_t *outputs) {
  XLA_FFI_Error *error = NULL;
  const XLA_FFI_Args *args = &frame->args;
  for (int32_t i = 0; !error && i < function->num_inputs; ++i)
    error = convertArgument(frame, args->types[i] == XLA_FFI_ArgType_BUFFER,
                            args->args[i], &inputs[i], "input", i);
  const XLA_FFI_Rets *rets = &frame->rets;
  for (int32_t i = 0; !error && i < function->num_outputs; ++i)
    error = convertArgument(frame, rets->types[i] == XLA_FFI_RetType_BUFFER,
                            rets->rets[i], &outputs[i], "output", i);
  return error;
}

/* The aligned part of the last result, which has room for the alignment. */
static void *findArena(const XLA_FFI_CallFrame *frame,
                       const fused_function_t *function) {
  if (frame->rets.size != function->num_outputs + 1)
    return NULL;
  const XLA_FFI_Buffer *buffer =
      (const XLA_FFI_Buffer *)frame->rets.rets[function->num_outputs];
  if (buffer->rank != 1 ||
      buffer->dims[0] < function->arena_size + FUSED_ARENA_ALIGNMENT)
    return NULL;
  uintptr_t address = (uintptr_t)buffer->data;
  uintptr_t mask = FUSED_ARENA_ALIGNMENT - 1;
  return (void *)((address + mask) & ~mask);
}

/* Calls a function, through its recorder if it has one. */
static XLA_FFI_Error *call(XLA_FFI_CallFrame *frame,
                           const fused_function_t *function,
                           fused_cuda_recorder_t *recorder) {
  fused_tensor_t onStack[NUM_ON_STACK];
  size_t count = (size_t)function->num_inputs + (size_t)function->num_outputs;
  fused_tensor_t *tensors = onStack;
  if (count > NUM_ON_STACK) {
    tensors = (fused_tensor_t *)malloc(count * sizeof *tensors);
    if (!tensors)
      return makeError(frame, XLA_FFI_Error_Code_RESOURCE_EXHAUSTED,
                       "fused: no memory for the arguments of a call");
  }
  fused_tensor_t *outputs = tensors + function->num_inputs;
  XLA_FFI_Error *error = convertArguments(frame, function, tensors, outputs);
  if (!error) {
    void *arena = findArena(frame, function);
    fused_status_t status =
        recorder ? fused_cuda_recorder_call(recorder, tensors, outputs, arena)
                 : fused_call(function, tensors, outputs, arena);
    if (status != FUSED_OK)
      error = makeStatusError(frame, status);
  }
  if (tensors != onStack)
    free(tensors);
  return error;
}

static XLA_FFI_Error *callInStream(XLA_FFI_CallFrame *frame,
                                   const fused_function_t *function,
                                   fused_cuda_recorder_t *recorder) {
  XLA_FFI_Stream_Get_Args args;
  memset(&args, 0, sizeof args);
  args.struct_size = XLA_FFI_Stream_Get_Args_STRUCT_SIZE;
  args.ctx = frame->ctx;
  XLA_FFI_Error *error = frame->api->XLA_FFI_Stream_Get(&args);
  if (error)
    return error;
  void *previous = fused_cuda_get_stream();
  fused_cuda_set_stream(args.stream);
  error = call(frame, function, recorder);
  fused_cuda_set_stream(previous);
  return error;
}

/* The object whose address an attribute is; null if there is none. */
static void *findObject(const XLA_FFI_CallFrame *frame, const char *name) {
  const int64_t *address =
      (const int64_t *)findAttribute(&frame->attrs, name, XLA_FFI_DataType_S64);
  return address ? (void *)(uintptr_t)*address : NULL;
}

static XLA_FFI_Error *execute(XLA_FFI_CallFrame *frame, fused_target_t target) {
  const fused_function_t *function =
      (const fused_function_t *)findObject(frame, "address");
  if (!function)
    return makeError(frame, XLA_FFI_Error_Code_INVALID_ARGUMENT,
                     "fused: the call has no attribute `address`");
  if (function->target != target)
    return makeError(frame, XLA_FFI_Error_Code_INVALID_ARGUMENT,
                     "fused: the program was compiled for another target");
  if (frame->args.size != function->num_inputs ||
      frame->rets.size < function->num_outputs)
    return makeError(frame, XLA_FFI_Error_Code_INVALID_ARGUMENT,
                     "fused: the call does not have the program's number of "
                     "inputs and outputs");
  if (target == FUSED_TARGET_CPU)
    return call(frame, function, NULL);
  return callInStream(frame, function,
                      (fused_cuda_recorder_t *)findObject(frame, "recorder"));
}

/** Calls a program for the CPU. */
FUSED_EXPORT XLA_FFI_Error *fused_xla_call_cpu(XLA_FFI_CallFrame *frame) {
  if (fillMetadata(frame, 0))
    return NULL;
  return execute(frame, FUSED_TARGET_CPU);
}

/** Calls a program for a CUDA device that does not wait for the device. */
FUSED_EXPORT XLA_FFI_Error *fused_xla_call_cuda(XLA_FFI_CallFrame *frame) {
  if (fillMetadata(frame, XLA_FFI_HANDLER_TRAITS_COMMAND_BUFFER_COMPATIBLE))
    return NULL;
  return execute(frame, FUSED_TARGET_CUDA);
}

/** Calls a program for a CUDA device that waits for elements on the device, so
 *  it cannot be part of a recorded graph. */
FUSED_EXPORT XLA_FFI_Error *fused_xla_call_cuda_wait(XLA_FFI_CallFrame *frame) {
  if (fillMetadata(frame, 0))
    return NULL;
  return execute(frame, FUSED_TARGET_CUDA);
}
