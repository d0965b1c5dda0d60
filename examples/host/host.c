/*===- host.c - Compiles a program of MLIR and calls it, in C -------------===*\
|*                                                                            *|
|* Part of the fused project, under the Apache License v2.0 with LLVM         *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Compiles examples/layer.mlir, calls its function with arrays of ones, and  *|
|* prints an element: relu(784 * 1 - 700) = 84.                               *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "fused-c/Compiler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float x[64][784], w[784][512], bias[512], result[64][512];

/* Reads a whole file, which ends with a null character then. */
static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return NULL;
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  char *text = calloc(size + 1, 1);
  if (text && fread(text, 1, size, file) != size) {
    free(text);
    text = NULL;
  }
  fclose(file);
  return text;
}

/* Prints errors as MLIR does, and what was fused. */
static void show(const FusedMessage *message, void *userData) {
  (void)userData;
  if (message->severity == FusedSeverityRemark)
    printf("%s: %s: %s\n", message->location, message->name, message->text);
  else
    fprintf(stderr, "%s: %s\n", message->location, message->text);
}

static void fill(float *array, size_t size, float value) {
  for (size_t i = 0; i < size; ++i)
    array[i] = value;
}

static int call(const fused_function_t *layer) {
  fill(&x[0][0], 64 * 784, 1.0f);
  fill(&w[0][0], 784 * 512, 1.0f);
  fill(bias, 512, -700.0f);
  fused_tensor_t inputs[] = {{x, FUSED_F32, 2, {64, 784}},
                             {w, FUSED_F32, 2, {784, 512}},
                             {bias, FUSED_F32, 1, {512}}};
  fused_tensor_t output = {result, FUSED_F32, 2, {64, 512}};
  if (fused_call(layer, inputs, &output, /*arena=*/NULL) != FUSED_OK) {
    fprintf(stderr, "%s\n", fused_last_error());
    return EXIT_FAILURE;
  }
  printf("result[63][511] = %g\n", (double)result[63][511]);
  return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
  char *mlir = argc > 1 ? read_file(argv[1]) : NULL;
  if (!mlir) {
    fprintf(stderr, "usage: host examples/layer.mlir\n");
    return EXIT_FAILURE;
  }
  FusedCompileOptions options = {.target = "cpu", .numerics = "default"};
  FusedProgram *program =
      fusedCompile(mlirStringRefCreate(mlir, strlen(mlir)),
                   mlirStringRefCreate(argv[1], strlen(argv[1])), &options,
                   show, /*userData=*/NULL);
  free(mlir);
  if (!program)
    return EXIT_FAILURE;
  const fused_function_t *layer =
      fused_module_find(fusedProgramGetModule(program), "layer");
  int status = layer ? call(layer) : EXIT_FAILURE;
  fusedProgramDestroy(program);
  return status;
}
