//===- SquareAccess.h - A thread's elements of a square ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_SQUAREACCESS_H
#define FUSED_LIB_KERNELS_SQUAREACCESS_H

#include "DeviceBuilder.h"

namespace fused {

/// Loads and stores what a thread has of squares of 64 x 64 elements in
/// workgroup memory, as products of warpgroups leave it to threads: two
/// neighbours in each of 8 groups of 8 columns, in two rows. A part is two
/// groups.
class SquareAccess {
public:
  using Value = mlir::Value;

  static constexpr int64_t kParts = 4, kPairs = 4;
  /// The neighbours in both rows of the first group, and then of the second
  /// one.
  using Pairs = std::array<std::array<Value, 2>, kPairs>;

  /// Of the squares in the buffer at an address.
  SquareAccess(DeviceBuilder &builder, Value thread, Value lane, Value buffer);

  /// `place` is where the buffer has the square of a matrix (SquarePlaces).
  Pairs load(Value matrix, int64_t place, int64_t part);
  void store(Value matrix, int64_t place, int64_t part, const Pairs &pairs);

private:
  Value getSquaresAddress(int64_t place, int64_t part);
  Value getPairAddress(Value matrix, int64_t place, int64_t part, size_t pair);

  DeviceBuilder &builder;
  Value lane, buffer;
  /// The first row of the square that the warp of this thread has.
  Value firstRow;
};

} // namespace fused

#endif // FUSED_LIB_KERNELS_SQUAREACCESS_H
