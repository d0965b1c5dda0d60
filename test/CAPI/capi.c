/*===- capi.c - The C API, used from C ---------------------------*- C -*-===*\
|*                                                                            *|
|* Part of the fused project, under the Apache License v2.0 with LLVM         *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "fused-c/Compiler.h"
#include "fused-c/Dialect.h"
#include "fused-c/Registration.h"
#include "fused-c/Report.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const layer =
    "func.func @layer(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>,\n"
    "                 %c: tensor<6xf32>) -> tensor<4x6xf32> {\n"
    "  %zero = arith.constant 0.0 : f32\n"
    "  %e = tensor.empty() : tensor<4x6xf32>\n"
    "  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x6xf32>)\n"
    "      -> tensor<4x6xf32>\n"
    "  %p = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x6xf32>)\n"
    "      outs(%f : tensor<4x6xf32>) -> tensor<4x6xf32>\n"
    "  %r = linalg.generic {\n"
    "      indexing_maps = [affine_map<(i, j) -> (i, j)>,\n"
    "                       affine_map<(i, j) -> (j)>,\n"
    "                       affine_map<(i, j) -> (i, j)>],\n"
    "      iterator_types = [\"parallel\", \"parallel\"]}\n"
    "      ins(%p, %c : tensor<4x6xf32>, tensor<6xf32>)\n"
    "      outs(%e : tensor<4x6xf32>) {\n"
    "  ^bb0(%x: f32, %y: f32, %o: f32):\n"
    "    %s = arith.addf %x, %y : f32\n"
    "    %m = arith.maximumf %s, %zero : f32\n"
    "    linalg.yield %m : f32\n"
    "  } -> tensor<4x6xf32>\n"
    "  return %r : tensor<4x6xf32>\n"
    "}\n";

static void require(bool holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "%s failed\n", what);
  exit(EXIT_FAILURE);
}

static void print(MlirStringRef text, void *file) {
  fwrite(text.data, 1, text.length, file);
}

static MlirWalkResult show_epilog(MlirOperation operation, void *count) {
  MlirAttribute epilog = mlirOperationGetInherentAttributeByName(
      operation, mlirStringRefCreateFromCString("epilog"));
  if (!mlirAttributeIsNull(epilog) && fusedAttributeIsAEpilog(epilog)) {
    MlirStringRef name = fusedEpilogAttrGetName(epilog);
    printf("epilog %.*s\n", (int)name.length, name.data);
    ++*(int *)count;
  }
  return MlirWalkResultAdvance;
}

static void run(MlirContext context, MlirModule module, const char *pipeline) {
  MlirPassManager manager = mlirPassManagerCreate(context);
  require(mlirLogicalResultIsSuccess(mlirOpPassManagerAddPipeline(
              mlirPassManagerGetAsOpPassManager(manager),
              mlirStringRefCreateFromCString(pipeline), print, stderr)),
          pipeline);
  require(mlirLogicalResultIsSuccess(
              mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module))),
          pipeline);
  mlirPassManagerDestroy(manager);
}

static void check_attributes(MlirContext context) {
  MlirAttribute gelu = fusedEpilogAttrGet(
      context, mlirStringRefCreateFromCString("gelu_aux_bias"));
  require(fusedAttributeIsAEpilog(gelu), "fusedEpilogAttrGet");
  require(mlirStringRefEqual(fusedEpilogAttrGetName(gelu),
                             mlirStringRefCreateFromCString("gelu_aux_bias")),
          "fusedEpilogAttrGetName");
  require(mlirAttributeIsNull(fusedEpilogAttrGet(
              context, mlirStringRefCreateFromCString("swish"))),
          "refusing an unknown epilog");
  require(!fusedAttributeIsAEpilog(mlirUnitAttrGet(context)),
          "telling attributes apart");
}

static void count_message(const FusedMessage *message, void *counts) {
  ++((int *)counts)[message->severity];
  if (message->severity == FusedSeverityError)
    printf("error at '%s': %s\n", message->location, message->text);
}

/* relu of all ones times -1, plus 2, is 1 where K = 1 */
static void check_compiler(void) {
  int counts[4] = {0, 0, 0, 0};
  MlirStringRef name = mlirStringRefCreateFromCString("layer.mlir");
  FusedProgram *program = fusedCompile(mlirStringRefCreateFromCString(layer),
                                       name, NULL, count_message, counts);
  require(program != NULL, "compiling");
  require(counts[FusedSeverityRemark] > 0, "being told of remarks");
  const fused_function_t *function =
      fused_module_find(fusedProgramGetModule(program), "layer");
  require(function != NULL, "finding the function");
  require(fusedProgramGetReport(program, FusedReportTable).length > 0,
          "the report");
  require(fusedProgramGetArgumentName(program, 99).length == 0,
          "refusing an unknown argument");
  fusedProgramDestroy(program);

  require(!fusedCompile(mlirStringRefCreateFromCString("func.func @f("), name,
                        NULL, count_message, counts),
          "refusing what is not MLIR");
  FusedCompileOptions options = {.target = "tpu"};
  require(!fusedCompile(mlirStringRefCreateFromCString(layer), name, &options,
                        count_message, counts),
          "refusing an unknown target");
  options = (FusedCompileOptions){.chip = "sm_90"};
  require(!fusedCompile(mlirStringRefCreateFromCString(layer), name, &options,
                        count_message, counts),
          "refusing a chip for the CPU");
  require(counts[FusedSeverityError] == 3, "one error for each");
  require(!fusedProgramLoad(mlirStringRefCreateFromCString("missing.so"), NULL,
                            NULL),
          "refusing a missing file");
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  fusedRegisterAllDialects(registry);
  fusedRegisterAllPasses();
  fusedRegisterAllPasses(); /* once is enough, twice is no mistake */
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__fused__(), context);
  check_attributes(context);

  MlirModule module =
      mlirModuleCreateParse(context, mlirStringRefCreateFromCString(layer));
  require(!mlirModuleIsNull(module), "parsing");
  run(context, module, "fused-fuse-products{numerics=strict}");
  int count = 0;
  mlirOperationWalk(mlirModuleGetOperation(module), show_epilog, &count,
                    MlirWalkPreOrder);
  require(count == 1, "finding one product");

  MlirStringRef strict = mlirStringRefCreateFromCString("strict");
  MlirOperation operation = mlirModuleGetOperation(module);
  require(mlirLogicalResultIsSuccess(fusedReportPrint(
              operation, strict, FusedReportTable, print, stdout)),
          "the table");
  require(mlirLogicalResultIsSuccess(fusedReportPrint(
              operation, strict, FusedReportJSON, print, stdout)),
          "the JSON");
  require(mlirLogicalResultIsFailure(fusedReportPrint(
              operation, mlirStringRefCreateFromCString("loose"),
              FusedReportTable, print, stdout)),
          "refusing unknown numerics");

  run(context, module, "fused-to-llvm{target=cpu openmp=false}");
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
  check_compiler();
  puts("done");
  return EXIT_SUCCESS;
}
