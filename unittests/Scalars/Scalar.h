//===- Scalar.h - Numbers of any type as bits -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_SCALAR_H
#define FUSED_UNITTESTS_SCALAR_H

#include "fused-runtime/fused_runtime.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/ArrayRef.h"

#include <random>
#include <string>
#include <vector>

namespace fused::scalars {

/// A type that elements of arrays may have.
struct ScalarType {
  const char *name;
  fused_type_t runtimeType;
  unsigned width;                     ///< In bits; 64 for index.
  const llvm::fltSemantics *floating; ///< Null for integers.
};

/// Returns index and every element type that the C ABI and MLIR share.
llvm::ArrayRef<ScalarType> getScalarTypes();

/// The bits of a number, in the low end of 64 bits.
using Bits = uint64_t;

llvm::APFloat getFloat(const ScalarType &type, Bits bits);
llvm::APInt getInteger(const ScalarType &type, Bits bits);
Bits getBits(const llvm::APFloat &value);
Bits getBits(const llvm::APInt &value);

/// Returns the nearest number of a float type.
Bits makeFloat(const ScalarType &type, double value);

bool isNaN(const ScalarType &type, Bits bits);
std::string format(const ScalarType &type, Bits bits);

/// Returns zeros, ones, limits, infinities, NaN, subnormal numbers, ties of
/// narrower types, and other numbers that implementations treat specially.
std::vector<Bits> getSpecialValues(const ScalarType &type);

/// Draws a random number: any bits, a number of moderate size, or a number next
/// to a tie of a narrower type.
Bits drawValue(const ScalarType &type, std::mt19937_64 &random);

} // namespace fused::scalars

#endif // FUSED_UNITTESTS_SCALAR_H
