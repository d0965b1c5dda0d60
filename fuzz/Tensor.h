//===- Tensor.h - Names and types in a program ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_TENSOR_H
#define FUSED_FUZZ_TENSOR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <string>

namespace fused::fuzz {

enum class Element {
  F8E4M3,
  F8E5M2,
  F16,
  BF16,
  F32,
  F64,
  I1,
  I8,
  I16,
  I32,
  I64,
  Index
};

/// Returns the name of a type, such as "bf16".
const char *getName(Element element);
/// True for f16 and bf16.
bool isSmall(Element element);
/// True for f16, bf16, f32, f64, and floats of 8 bits.
bool isFloat(Element element);
/// Returns the bits of an element. For index, returns 64.
unsigned getWidth(Element element);

/// A dimension of the program, such as M. It has the same size in all tensors.
/// Two different dimensions may have the same size by chance.
struct Dim {
  unsigned id;
};
inline bool operator==(Dim a, Dim b) { return a.id == b.id; }

using Dims = llvm::SmallVector<Dim, 4>;

/// A value of the program. It is a scalar if it has no dimensions.
struct Tensor {
  std::string name;
  Dims dims;
  Element element = {};
};

} // namespace fused::fuzz

#endif // FUSED_FUZZ_TENSOR_H
