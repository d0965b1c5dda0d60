//===- RandomInputs.cpp - Random and special numbers ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file uses only integer arithmetic and exact operations on doubles, so
// that a seed gives the same tensor everywhere.
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Random.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace llvm;
using namespace fused;
using namespace fused::run;

/// Returns a nearly normal number with mean 0 and standard deviation 1. It is
/// the sum of four uniform numbers (Irwin-Hall). All operations but the last
/// product are exact in double.
static double nextNormal(Random &random) {
  uint64_t bits = random.next();
  int64_t sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += int64_t((bits >> (16 * i)) & 0xffff);
  constexpr double sqrt3 = 1.7320508075688772;
  return (double(sum) - 2 * 65535.0) / 65536.0 * sqrt3;
}

/// Returns the standard deviation for which products of random matrices, and
/// results computed from them, have a magnitude near 1.
static double getScale(ArrayRef<int64_t> sizes) {
  if (sizes.size() < 2)
    return 0.5;
  int64_t larger = std::max(sizes.back(), sizes[sizes.size() - 2]);
  return 1.0 / std::sqrt(std::sqrt(double(std::max<int64_t>(larger, 1))));
}

HostTensor fused::run::makeRandomTensor(fused_type_t type,
                                        ArrayRef<int64_t> sizes, Random random,
                                        unsigned integers) {
  HostTensor tensor(type, sizes);
  double scale = getScale(sizes);
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
    if (isFloat(type))
      tensor.set(i, nextNormal(random) * scale);
    else
      tensor.set(i, double(random.next() % (type == FUSED_I1 ? 2 : integers)));
  }
  return tensor;
}

/// Returns the largest number of a float type, which it finds by rounding.
static double getLargest(fused_type_t type) {
  if (type == FUSED_F64)
    return std::numeric_limits<double>::max();
  double largest = 1;
  while (std::isfinite(roundTo(type, 2 * largest)))
    largest *= 2;
  for (double step = largest / 2;; step /= 2) {
    double next = roundTo(type, largest + step);
    if (next == largest)
      return largest;
    if (std::isfinite(next))
      largest = next;
  }
}

/// Returns the smallest positive number of a float type.
static double getSmallest(fused_type_t type) {
  if (type == FUSED_F64)
    return std::numeric_limits<double>::denorm_min();
  double smallest = 1;
  while (roundTo(type, smallest / 2) > 0)
    smallest /= 2;
  return smallest;
}

static SmallVector<double>
chooseSpecialValues(fused_type_t type, SpecialValues kind, Random &random) {
  double infinity = std::numeric_limits<double>::infinity();
  SmallVector<double> values = {std::numeric_limits<double>::quiet_NaN(),
                                infinity, -infinity};
  if (kind == SpecialValues::Small)
    values.clear();
  else if (kind != SpecialValues::NonFinite)
    values = {values[random.next() % values.size()]};
  values.append({0.0, -0.0});
  if (kind == SpecialValues::All || kind == SpecialValues::Small) {
    // Some processors treat denormals as zero in products of bf16. There, a
    // denormal times infinity gives NaN.
    double smallest = type == FUSED_BF16 ? std::numeric_limits<float>::min()
                                         : getSmallest(type);
    values.append({smallest, -smallest});
  }
  if (kind == SpecialValues::All) {
    // Only one tensor has this number, because the order of a sum decides
    // whether a sum of two overflows. In f64, a product of two largest numbers
    // would overflow in the reference, which has no wider range, so a smaller
    // number is used.
    double largest = type == FUSED_F64 ? 1e100 : getLargest(type);
    values.push_back(random.next() % 2 ? largest : -largest);
  }
  return values;
}

bool fused::run::replaceLargest(const HostTensor &tensor,
                                HostTensor &promoted) {
  fused_type_t type = tensor.getType();
  // For f64, the reference has no wider range.
  if (!isFloat(type) || type == FUSED_F64)
    return false;
  double infinity = std::numeric_limits<double>::infinity();
  double largest = getLargest(type);
  bool any = false;
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
    if (std::abs(tensor.get(i)) != largest)
      continue;
    promoted.set(i, std::copysign(infinity, tensor.get(i)));
    any = true;
  }
  return any;
}

bool fused::run::plantSpecialValues(HostTensor &tensor, SpecialValues kind,
                                    Random random) {
  fused_type_t type = tensor.getType();
  if (!isFloat(type) || tensor.getNumElements() == 0)
    return false;
  SmallVector<double> values = chooseSpecialValues(type, kind, random);
  // At least half of a small tensor keeps its elements, but one is overwritten.
  auto numElements = uint64_t(tensor.getNumElements());
  uint64_t count = std::clamp<uint64_t>(numElements / 2, 1, values.size());
  uint64_t first = count < values.size() ? random.next() : 0;
  for (uint64_t i = 0; i < count; ++i)
    tensor.set(int64_t(random.next() % numElements),
               values[(first + i) % values.size()]);
  return true;
}

bool fused::run::plantZeros(HostTensor &tensor, Random random) {
  int64_t numElements = tensor.getNumElements();
  if (!isFloat(tensor.getType()) || numElements == 0)
    return false;
  ArrayRef<int64_t> sizes = tensor.getSizes();
  int64_t rowSize = sizes.size() < 2 ? 1 : sizes.back();
  for (int64_t row = 0; row < numElements; row += rowSize) {
    if (random.next() % 4 != 0)
      continue;
    for (int64_t i = row; i < row + rowSize; ++i)
      tensor.set(i, random.next() % 2 ? 0.0 : -0.0);
  }
  return true;
}
