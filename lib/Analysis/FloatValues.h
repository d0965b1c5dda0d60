//===- FloatValues.h - Numbers of other types in double -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_ANALYSIS_FLOATVALUES_H
#define FUSED_LIB_ANALYSIS_FLOATVALUES_H

#include "llvm/ADT/APFloat.h"

namespace fused {

inline double toDouble(llvm::APFloat value) {
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

/// `value`, rounded to the nearest number of another type.
inline double roundTo(const llvm::fltSemantics &semantics, double value) {
  llvm::APFloat number(value);
  bool losesInfo;
  number.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return toDouble(number);
}

} // namespace fused

#endif // FUSED_LIB_ANALYSIS_FLOATVALUES_H
