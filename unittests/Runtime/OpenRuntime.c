/*===- OpenRuntime.c - A program that loads the runtime late
----------------===*\
|*                                                                            *|
|* Part of the fused project, under the Apache License v2.0 with LLVM         *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* As an interpreter loads an extension: privately, after its own libraries.  *|
|* Usage: OpenRuntime LIBRARY                                                 *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
  void *runtime = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!runtime) {
    fprintf(stderr, "cannot load the runtime: %s\n", dlerror());
    return 1;
  }
  return dlsym(runtime, "fused_cpu_matmul") ? 0 : 1;
}
