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

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float x[64][784], w[784][512], bias[512], result[64][512];

/* Reads a whole file, which ends with a null character then. Says why if it
 * cannot. */
static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  long size = -1;
  /* A folder can be opened, but not read. */
  if (file && (fgetc(file) != EOF || !ferror(file)) &&
      fseek(file, 0, SEEK_END) == 0)
    size = ftell(file);
  char *text = NULL;
  if (size >= 0 && fseek(file, 0, SEEK_SET) == 0)
    text = calloc((size_t)size + 1, 1);
  if (text && fread(text, 1, (size_t)size, file) != (size_t)size) {
    free(text);
    text = NULL;
  }
  if (!text)
    fprintf(stderr, "host: cannot read %s: %s\n", path, strerror(errno));
  if (file)
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
    fprintf(stderr, "host: cannot call 'layer': %s\n", fused_last_error());
    return EXIT_FAILURE;
  }
  printf("result[63][511] = %g\n", (double)result[63][511]);
  return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr,
            "host: expected the name of one file, and got %d\n"
            "usage: host examples/layer.mlir\n",
            argc - 1);
    return EXIT_FAILURE;
  }
  char *mlir = read_file(argv[1]);
  if (!mlir)
    return EXIT_FAILURE;
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
  int status = EXIT_FAILURE;
  if (layer)
    status = call(layer);
  else
    fprintf(stderr,
            "host: %s: %s (this example calls 'layer' of "
            "examples/layer.mlir)\n",
            argv[1], fused_last_error());
  fusedProgramDestroy(program);
  return status;
}
