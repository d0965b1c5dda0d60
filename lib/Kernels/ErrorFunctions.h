//===- ErrorFunctions.h - erf and erfc of f32 -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_ERRORFUNCTIONS_H
#define FUSED_LIB_KERNELS_ERRORFUNCTIONS_H

#include "mlir/IR/PatternMatch.h"

namespace fused {

/// Patterns for `math.erf` and `math.erfc` of f32, f16 and bf16, computed in
/// f32 without branches. The patterns of functions that are rounded to 16 bits
/// come first.
///
/// If the device's 2^x is rounded exactly, the error of erf is at most 1.5
/// units in the last place, and that of erfc at most 4. If it is off by two
/// units, as its manual allows, they are 1.9 and 8. All floats were compared
/// with functions of f64. Those of CUDA's erfc are 4 and 7.8. Subnormal results
/// are right, the sign of zero is kept, and NaN gives NaN.
void populateErrorFunctionPatterns(mlir::RewritePatternSet &patterns);

} // namespace fused

#endif // FUSED_LIB_KERNELS_ERRORFUNCTIONS_H
