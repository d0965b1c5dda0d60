//===- RandomTimes.cpp - A driver whose clock is a die ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver of this machine, but that the time between two events is random:
// with FUSED_CUDA_DRIVER naming this library and FUSED_CUDA_TUNE=1, every
// algorithm that may be chosen is chosen now and then, so that the matrix of
// FusedCudaMatrix checks that all of them are as exact as the first.
//
//===----------------------------------------------------------------------===//

#include <atomic>
#include <cuda.h>

// The first version, which the runtime uses.
#undef cuEventElapsedTime

extern "C" __attribute__((visibility("default"))) CUresult
cuEventElapsedTime(float *milliseconds, CUevent, CUevent) {
  static std::atomic<unsigned long long> next{0};
  // SplitMix64.
  unsigned long long bits = 0x9e3779b97f4a7c15ull * ++next;
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9ull;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111ebull;
  *milliseconds = 0.01f + static_cast<float>(bits >> 40) * 0x1p-24f;
  return CUDA_SUCCESS;
}
