//===- AlgorithmAttribute.h - What an algorithm says of itself --*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_PRODUCT_ALGORITHMATTRIBUTE_H
#define FUSED_LIB_RUNTIME_CUDA_PRODUCT_ALGORITHMATTRIBUTE_H

#include "../Libraries.h"

namespace fused::runtime {

/// An attribute of an algorithm of cuBLASLt, or `otherwise` if it has none. T
/// has the size that the library's header says.
template <typename T>
T getAttribute(const CudaLibraries &cuda, const cublasLtMatmulAlgo_t &algorithm,
               cublasLtMatmulAlgoConfigAttributes_t attribute,
               T otherwise = 0) {
  T value = otherwise;
  size_t written;
  cuda.cublasLtMatmulAlgoConfigGetAttribute(&algorithm, attribute, &value,
                                            sizeof(value), &written);
  return value;
}

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_PRODUCT_ALGORITHMATTRIBUTE_H
