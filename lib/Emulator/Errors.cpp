//===- Errors.cpp - What went wrong in a call of the driver ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"

using namespace fused::emulator;

namespace {
struct LastError {
  CUresult result = CUDA_SUCCESS;
  std::string text;
};
thread_local LastError last;
} // namespace

static const char *getName(CUresult result) {
  switch (result) {
  case CUDA_ERROR_OUT_OF_MEMORY:
    return "CUDA_ERROR_OUT_OF_MEMORY";
  case CUDA_ERROR_INVALID_VALUE:
    return "CUDA_ERROR_INVALID_VALUE";
  case CUDA_ERROR_INVALID_IMAGE:
    return "CUDA_ERROR_INVALID_IMAGE";
  case CUDA_ERROR_ILLEGAL_ADDRESS:
    return "CUDA_ERROR_ILLEGAL_ADDRESS";
  case CUDA_ERROR_MISALIGNED_ADDRESS:
    return "CUDA_ERROR_MISALIGNED_ADDRESS";
  case CUDA_ERROR_LAUNCH_FAILED:
    return "CUDA_ERROR_LAUNCH_FAILED";
  default:
    return "CUDA_ERROR_UNKNOWN";
  }
}

CUresult fused::emulator::failWith(CUresult result, std::string message) {
  last.result = result;
  last.text = std::string(getName(result)) + ": " + message;
  return result;
}

const char *fused::emulator::getErrorText(CUresult result) {
  return result == last.result && result != CUDA_SUCCESS ? last.text.c_str()
                                                         : getName(result);
}
