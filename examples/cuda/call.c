/*===- call.c - Calls a program compiled for CUDA devices -----------------===*\
|*                                                                            *|
|* Part of the fused project, under the Apache License v2.0 with LLVM         *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|*   fused-run layer.mlir --target=cuda -o layer.so                           *|
|*   call ./layer.so                                                          *|
|*                                                                            *|
|* calls the function `layer` of examples/layer.mlir twice, with arrays of    *|
|* the host and with arrays of the device, and compares the results. Needs    *|
|* the fused runtime, a driver and cuBLASLt, but neither LLVM nor CUDA's      *|
|* headers.                                                                   *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "fused-runtime/fused_cuda.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARRAYS = 8 };

/** Ends the program with what went wrong. */
static void fail(const char *what, const char *why) {
  fprintf(stderr, "call: %s: %s\n", what, why);
  exit(EXIT_FAILURE);
}

static void require(fused_status_t status, const char *what) {
  if (status != FUSED_OK)
    fail(what, fused_last_error());
}

static size_t count_bytes(const fused_tensor_t *tensor) {
  size_t bytes = fused_type_size(tensor->type);
  for (int32_t i = 0; i < tensor->rank; ++i)
    bytes *= (size_t)tensor->sizes[i];
  return bytes;
}

/** Loads a program and returns its function `layer`. */
static const fused_function_t *load(const char *path) {
  void *library = dlopen(path, RTLD_NOW);
  if (!library && !strchr(path, '/'))
    fail(dlerror(), "a name without a folder is looked for where libraries "
                    "are: write ./ before it");
  if (!library)
    fail("cannot load the program", dlerror());
  const fused_module_t *module = dlsym(library, "fused_module");
  if (!module)
    fail(path, "is no program that fused-run -o has written");
  const fused_function_t *function = fused_module_find(module, "layer");
  if (!function)
    fail(path, fused_last_error());
  if (function->target != FUSED_TARGET_CUDA)
    fail(path, "was compiled for the CPU: compile it with --target=cuda");
  return function;
}

/** An array of f32 for an argument of `type`; open sizes are 33. */
static fused_tensor_t make_input(const fused_tensor_type_t *type) {
  fused_tensor_t tensor = {NULL, type->type, type->rank, {0}};
  if (type->type != FUSED_F32)
    fail("the program", "takes another type than f32");
  for (int32_t i = 0; i < type->rank; ++i)
    tensor.sizes[i] = type->sizes[i] == FUSED_DYNAMIC ? 33 : type->sizes[i];
  size_t count = count_bytes(&tensor) / sizeof(float);
  float *data = malloc(count * sizeof(float));
  if (!data)
    fail("the inputs", "out of memory");
  for (size_t i = 0; i < count; ++i)
    data[i] = (float)(i * 37 % 19) / 19.0f - 0.5f;
  tensor.data = data;
  return tensor;
}

/** Calls `function` with arrays of the device. `results` are such, too. */
static void call_on_device(const fused_function_t *function,
                           const fused_tensor_t *inputs,
                           fused_tensor_t *results) {
  fused_tensor_t arguments[MAX_ARRAYS];
  for (int32_t i = 0; i < function->num_inputs; ++i) {
    size_t bytes = count_bytes(&inputs[i]);
    arguments[i] = inputs[i];
    arguments[i].data = fused_cuda_alloc(bytes);
    if (!arguments[i].data)
      fail("the arguments", fused_last_error());
    require(fused_cuda_copy(arguments[i].data, inputs[i].data, bytes),
            "copying an argument");
  }
  require(fused_call(function, arguments, results, NULL), "fused_call");
  /* In the order of the stream: nothing waits here. */
  for (int32_t i = 0; i < function->num_inputs; ++i)
    fused_cuda_free(arguments[i].data);
}

/** Compares a result on the host with one on the device, and releases both. */
static void compare(fused_tensor_t *host, fused_tensor_t *device, int32_t i) {
  size_t bytes = count_bytes(host);
  void *copy = malloc(bytes);
  if (!copy)
    fail("a result", "out of memory");
  require(fused_cuda_copy(copy, device->data, bytes), "copying a result");
  if (memcmp(copy, host->data, bytes) != 0)
    fail("a result", "differs between the two calls");
  printf("result %d: %zu bytes, the same from both calls\n", (int)i, bytes);
  free(copy);
  fused_free(host->data);
  fused_cuda_free(device->data);
}

int main(int argc, char **argv) {
  if (argc != 2)
    fail("expected the name of one compiled program",
         "usage: call ./layer.so (fused-run layer.mlir --target=cuda -o "
         "layer.so compiles one)");
  const fused_function_t *function = load(argv[1]);
  if (function->num_inputs > MAX_ARRAYS || function->num_outputs > MAX_ARRAYS)
    fail("the program", "has too many arguments or results");
  require(fused_cuda_check(), "cannot call the program");

  fused_tensor_t inputs[MAX_ARRAYS];
  for (int32_t i = 0; i < function->num_inputs; ++i)
    inputs[i] = make_input(&function->inputs[i]);
  fused_tensor_t on_host[MAX_ARRAYS] = {0}, on_device[MAX_ARRAYS] = {0};
  require(fused_cuda_call(function, inputs, on_host), "fused_cuda_call");
  call_on_device(function, inputs, on_device);
  for (int32_t i = 0; i < function->num_outputs; ++i)
    compare(&on_host[i], &on_device[i], i);
  for (int32_t i = 0; i < function->num_inputs; ++i)
    free(inputs[i].data);
  return EXIT_SUCCESS;
}
