//===- AlgorithmRule.h - Which algorithm should be the fastest --*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// cuBLASLt proposes up to eight algorithms for a product, and the first one is
// often far from the fastest of them. The rule estimates how long each takes.
// docs/CudaRuntime.md says what that gains.

#ifndef FUSED_LIB_RUNTIME_CUDA_PRODUCT_ALGORITHMRULE_H
#define FUSED_LIB_RUNTIME_CUDA_PRODUCT_ALGORITHMRULE_H

#include "../Libraries.h"
#include "Translate.h"

#include <optional>

namespace fused::runtime {

/// What distinguishes the algorithms of the families that the rule knows.
struct AlgorithmShape {
  enum Family {
    Simt,          ///< Without tensor cores.
    PipelinedSimt, ///< The same, with copies that run ahead.
    Hopper
  };
  struct Size {
    int64_t rows, columns;
  };
  Family family;
  Size tile;        ///< Elements of D, column-major, that a block computes.
  Size cluster;     ///< Blocks that share what they load.
  int64_t parts;    ///< Of K; 1 if it is not split.
  bool sharesTiles; ///< Warps of a block share a tile, or take turns.
};

/// The shape of an algorithm, if it is of a family that the rule knows.
std::optional<AlgorithmShape> getShape(const CudaLibraries &cuda,
                                       const cublasLtMatmulAlgo_t &algorithm);

/// True if the rule knows products like this one on devices with the compute
/// capability `major`: those of 16-bit operands, and small ones of f32, on
/// Hopper.
bool isRuleKnown(const LtProduct &product, int major);

/// Microseconds of a product by an algorithm. Only their order is reliable.
double estimateTime(const LtProduct &product, const AlgorithmShape &shape,
                    int multiprocessors);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_PRODUCT_ALGORITHMRULE_H
