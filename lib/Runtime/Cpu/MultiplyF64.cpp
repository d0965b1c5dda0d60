//===- MultiplyF64.cpp - Products in f64, for one ISA ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// oneDNN has no f64; Eigen's kernels are fixed when they are compiled. Compiled
// once for each instruction set, with Eigen in a namespace of its own, so that
// the linker does not take one's template instances for another's.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#define FUSED_CONCATENATE(a, b) a##b
#define FUSED_EIGEN_NAMESPACE(kernels) FUSED_CONCATENATE(Eigen_, kernels)
#define Eigen FUSED_EIGEN_NAMESPACE(FUSED_KERNELS)
// The caller distributes the work over threads.
#define EIGEN_DONT_PARALLELIZE
#include <Eigen/Core>

#include <new>

namespace fused::runtime::FUSED_KERNELS {

bool multiplyF64(const ProductF64 &product) {
  using Matrix =
      Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Stride = Eigen::OuterStride<>;
  using Input = Eigen::Map<const Matrix, Eigen::Unaligned, Stride>;
  using Output = Eigen::Map<Matrix, Eigen::Unaligned, Stride>;
  auto [a, b, d, aStride, bStride, dStride, m, n, k, transposeA, transposeB] =
      product;
  Input aStored(a, transposeA ? k : m, transposeA ? m : k, Stride(aStride));
  Input bStored(b, transposeB ? n : k, transposeB ? k : n, Stride(bStride));
  Output result(d, m, n, Stride(dStride));
  try {
    if (transposeA && transposeB)
      result.noalias() = aStored.transpose() * bStored.transpose();
    else if (transposeA)
      result.noalias() = aStored.transpose() * bStored;
    else if (transposeB)
      result.noalias() = aStored * bStored.transpose();
    else
      result.noalias() = aStored * bStored;
  } catch (const std::bad_alloc &) {
    return false;
  }
  return true;
}

} // namespace fused::runtime::FUSED_KERNELS
