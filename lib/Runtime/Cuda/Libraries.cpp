//===- Libraries.cpp - CUDA's libraries, loaded at run time ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Libraries.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <initializer_list>
#include <iterator>

using namespace fused::runtime;

#define FUSED_TEXT_OF(text) #text
#define FUSED_TEXT(text) FUSED_TEXT_OF(text)

namespace {
class Loader {
public:
  explicit Loader(CudaLibraries &libraries) : libraries(libraries) {}

  void run() {
    if (loadDriver() && initialise())
      loadCublasLt();
  }

private:
  /// Opens the first of `names` that there is, or the file that the environment
  /// names instead.
  void *open(const char *title, const char *variable,
             std::initializer_list<const char *> names) {
    const char *file = std::getenv(variable);
    if (file && *file) {
      if (void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL))
        return library;
    } else {
      for (const char *name : names)
        if (void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL))
          return library;
    }
    const char *reason = dlerror();
    complain("%s cannot be loaded (%s)", title, reason ? reason : "");
    return nullptr;
  }

  template <typename Function>
  bool find(void *library, const char *name, Function &function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (!function)
      complain("%s has no function %s: it is too old", "the library of CUDA",
               name);
    return function != nullptr;
  }

  bool loadDriver() {
    void *library =
        open("CUDA's driver", "FUSED_CUDA_DRIVER", {"libcuda.so.1"});
    if (!library)
      return false;
#define FUSED_FIND(name)                                                       \
  if (!find(library, FUSED_TEXT(name), libraries.name))                        \
    return false;
    FUSED_CUDA_FUNCTIONS(FUSED_FIND)
    libraries.limitBlock = reinterpret_cast<decltype(libraries.limitBlock)>(
        dlsym(library, "fusedEmulatorLimitBlock"));
    return find(library, "cuEventElapsedTime", libraries.getElapsedTime);
  }

  bool loadCublasLt() {
    void *library =
        open("cuBLASLt", "FUSED_CUBLASLT",
             {"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so"});
    if (!library)
      return false;
    FUSED_CUBLASLT_FUNCTIONS(FUSED_FIND)
#undef FUSED_FIND
    return true;
  }

  bool initialise() {
    CUresult result = libraries.cuInit(0);
    int count = 0;
    if (result == CUDA_SUCCESS)
      result = libraries.cuDeviceGetCount(&count);
    if (result != CUDA_SUCCESS) {
      const char *name = nullptr;
      libraries.cuGetErrorName(result, &name);
      complain("%s does not start (%s)", "CUDA's driver",
               name ? name : "unknown error");
      return false;
    }
    if (count == 0)
      complain("%s finds no device%s", "CUDA's driver", "");
    return count != 0;
  }

  [[gnu::format(printf, 2, 0)]] void
  complain(const char *format, const char *first, const char *second) {
    std::snprintf(libraries.problem, std::size(libraries.problem), format,
                  first, second);
  }

  CudaLibraries &libraries;
};
} // namespace

const CudaLibraries &fused::runtime::getCudaLibraries() {
  static const CudaLibraries *libraries = [] {
    static CudaLibraries storage;
    Loader(storage).run();
    return &storage;
  }();
  return *libraries;
}
