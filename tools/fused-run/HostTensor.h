//===- HostTensor.h - Tensors of the host -----------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors in row-major order without gaps, of any element type of the C ABI.
// Their elements are read and written as doubles.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_HOSTTENSOR_H
#define FUSED_RUN_HOSTTENSOR_H

#include "fused-runtime/fused_runtime.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace fused::run {

/// True for f64, f32, f16, bf16 and the 8-bit floats.
bool isFloat(fused_type_t type);

/// Returns the distance from 1 to the next larger number of a float type.
double getEpsilon(fused_type_t type);

/// Returns the number of `type` nearest to `value`, with ties to even. Beyond
/// the range, returns infinity, or NaN for f8E4M3FN, which has no infinity.
/// Truncates to integers.
double roundTo(fused_type_t type, double value);

/// Formats a tensor type: "64x784xbf16", "?x8xf32", "f32".
std::string formatTensorType(fused_type_t type, llvm::ArrayRef<int64_t> sizes);
std::string formatTensorType(const fused_tensor_type_t &type);

/// Returns the product of `sizes`, or -1 if it does not fit.
int64_t countElements(llvm::ArrayRef<int64_t> sizes);

/// A tensor that owns its elements.
class HostTensor {
public:
  HostTensor() = default;
  /// Makes a tensor of zeros. The number of elements must fit in memory.
  HostTensor(fused_type_t type, llvm::ArrayRef<int64_t> sizes);
  /// Copies `tensor`.
  explicit HostTensor(const fused_tensor_t &tensor);

  fused_type_t getType() const { return type; }
  llvm::ArrayRef<int64_t> getSizes() const { return sizes; }
  int64_t getNumElements() const { return numElements; }
  llvm::ArrayRef<char> getBytes() const { return bytes; }
  llvm::MutableArrayRef<char> getMutableBytes() { return bytes; }
  std::string getTypeString() const { return formatTensorType(type, sizes); }

  /// Returns the element at `index` in row-major order. It is exact, except for
  /// 64-bit integers beyond 2^53.
  double get(int64_t index) const;
  /// Stores `value` rounded to the element type.
  void set(int64_t index, double value);

  /// Converts floats to f64 and leaves integers as they are.
  HostTensor promoteToF64() const;

  /// Returns a view for fused_call(), which is valid while this tensor lives.
  fused_tensor_t getView() const;

  /// Prints the smallest, the largest and the mean value, and how many are not
  /// finite.
  void printSummary(llvm::raw_ostream &os) const;
  /// Prints all elements as nested lists.
  void print(llvm::raw_ostream &os) const;

private:
  fused_type_t type = FUSED_TYPE_NONE;
  llvm::SmallVector<int64_t, 4> sizes;
  int64_t numElements = 0;
  std::vector<char> bytes;
};

} // namespace fused::run

#endif // FUSED_RUN_HOSTTENSOR_H
