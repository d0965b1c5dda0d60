//===- EmulatedKernel.h - Kernels in LLVM IR, emulated ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_CUDA_EMULATEDKERNEL_H
#define FUSED_UNITTESTS_CUDA_EMULATEDKERNEL_H

#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <cstdint>
#include <cuda.h>
#include <gtest/gtest.h>
#include <string>

namespace fused::test {

inline bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

/// LLVM IR as bitcode in LLVM's wrapper.
inline std::string makeImage(const std::string &text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(text, diagnostic, context);
  if (!module) {
    ADD_FAILURE() << diagnostic.getMessage().str() << " in " << text;
    return "";
  }
  std::string bitcode;
  llvm::raw_string_ostream os(bitcode);
  llvm::WriteBitcodeToFile(*module, os);
  uint32_t header[] = {0x0B17C0DE, 0, 20, uint32_t(bitcode.size()), 0};
  return std::string(reinterpret_cast<char *>(header), sizeof(header)) +
         bitcode;
}

/// How many blocks and threads run, the workgroup memory that they get, and
/// whether they may begin before earlier kernels end.
struct Launch {
  unsigned numBlocks = 1, numThreads = 64, shared = 0;
  bool isEarly = false;
};

/// Runs the kernel of a module that is called `kernel`. Returns what was wrong.
inline std::string runKernel(const std::string &text, Launch launch,
                             void **arguments) {
  std::string image = makeImage(text);
  CUlibrary library;
  CUkernel kernel;
  CUresult result = cuLibraryLoadData(&library, image.data(), nullptr, nullptr,
                                      0, nullptr, nullptr, 0);
  if (result == CUDA_SUCCESS)
    result = cuLibraryGetKernel(&kernel, library, "kernel");
  if (result == CUDA_SUCCESS && launch.shared != 0)
    result =
        cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                             int(launch.shared), kernel, 0);
  CUlaunchAttribute early = {};
  early.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
  early.value.programmaticStreamSerializationAllowed = launch.isEarly;
  CUlaunchConfig config = {};
  config.gridDimX = launch.numBlocks;
  config.blockDimX = launch.numThreads;
  config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
  config.sharedMemBytes = launch.shared;
  config.attrs = &early;
  config.numAttrs = 1;
  if (result == CUDA_SUCCESS)
    result = cuLaunchKernelEx(&config, reinterpret_cast<CUfunction>(kernel),
                              arguments, nullptr);
  if (result == CUDA_SUCCESS)
    return "";
  const char *error = nullptr;
  cuGetErrorName(result, &error);
  return error;
}

} // namespace fused::test

#endif // FUSED_UNITTESTS_CUDA_EMULATEDKERNEL_H
