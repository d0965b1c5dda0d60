//===- HostTensor.cpp - Tensors of the host ---------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostTensor.h"

#include "fused/Support/FloatFormat.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

using namespace llvm;
using namespace fused;
using namespace fused::run;

bool fused::run::isFloat(fused_type_t type) {
  return getFloatFormat(type) != nullptr;
}

double fused::run::getEpsilon(fused_type_t type) {
  const fltSemantics *semantics = getFloatFormat(type);
  assert(semantics && "only floating-point types have an epsilon");
  return std::ldexp(1.0, 1 - int(APFloat::semanticsPrecision(*semantics)));
}

static uint64_t convertToBits(const fltSemantics &semantics, double value) {
  APFloat rounded(value);
  bool losesInfo;
  rounded.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return rounded.bitcastToAPInt().getZExtValue();
}

namespace {
/// A format of at most 16 bits. Tensors have millions of elements, and what
/// APFloat takes for each was half of the time of verification.
class SmallFormat {
public:
  explicit SmallFormat(const fltSemantics &semantics)
      : semantics(semantics),
        numMantissaBits(int(APFloat::semanticsPrecision(semantics)) - 1),
        minExponent(APFloat::semanticsMinExponent(semantics)),
        signBit(uint64_t(1) << (APFloat::semanticsSizeInBits(semantics) - 1)),
        largest(APFloat::getLargest(semantics).convertToDouble()) {
    unsigned width = APFloat::semanticsSizeInBits(semantics);
    for (uint64_t bits = 0; bits < 2 * signBit; ++bits)
      values.push_back(
          APFloat(semantics, APInt(width, bits)).convertToDouble());
  }

  double fromBits(uint64_t bits) const { return values[bits]; }

  /// Numbers that follow each other have bits that do, from one exponent to the
  /// next, too.
  uint64_t toBits(double value) const {
    double magnitude = std::fabs(value);
    // NaN, infinities, and what is rounded to these.
    if (!(magnitude <= largest))
      return convertToBits(semantics, value);
    int exponent = std::max(std::ilogb(magnitude), minExponent);
    auto units = uint64_t(
        std::nearbyint(std::ldexp(magnitude, numMantissaBits - exponent)));
    uint64_t bits =
        (uint64_t(exponent - minExponent) << numMantissaBits) + units;
    return std::signbit(value) ? bits | signBit : bits;
  }

private:
  const fltSemantics &semantics;
  int numMantissaBits, minExponent;
  uint64_t signBit;
  double largest;
  std::vector<double> values;
};
} // namespace

template <fused_type_t type> static const SmallFormat &makeSmallFormat() {
  static const SmallFormat format(*getFloatFormat(type));
  return format;
}

static const SmallFormat &getSmallFormat(fused_type_t type) {
  switch (type) {
  case FUSED_F16:
    return makeSmallFormat<FUSED_F16>();
  case FUSED_BF16:
    return makeSmallFormat<FUSED_BF16>();
  case FUSED_F8E4M3FN:
    return makeSmallFormat<FUSED_F8E4M3FN>();
  default:
    assert(type == FUSED_F8E5M2 && "not a format of at most 16 bits");
    return makeSmallFormat<FUSED_F8E5M2>();
  }
}

double fused::run::roundTo(fused_type_t type, double value) {
  if (type == FUSED_F32)
    return float(value);
  if (type == FUSED_F64)
    return value;
  if (!isFloat(type))
    return std::trunc(value);
  const SmallFormat &format = getSmallFormat(type);
  return format.fromBits(format.toBits(value));
}

std::string fused::run::formatTensorType(fused_type_t type,
                                         ArrayRef<int64_t> sizes) {
  std::string text;
  for (int64_t size : sizes)
    text += (size == FUSED_DYNAMIC ? "?" : std::to_string(size)) + "x";
  return text + fused_type_string(type);
}

std::string fused::run::formatTensorType(const fused_tensor_type_t &type) {
  return formatTensorType(type.type, ArrayRef(type.sizes, type.rank));
}

int64_t fused::run::countElements(ArrayRef<int64_t> sizes) {
  if (is_contained(sizes, 0))
    return 0;
  int64_t count = 1;
  for (int64_t size : sizes)
    if (size < 0 || __builtin_mul_overflow(count, size, &count))
      return -1;
  return count;
}

//===----------------------------------------------------------------------===//
// HostTensor
//===----------------------------------------------------------------------===//

HostTensor::HostTensor(fused_type_t type, ArrayRef<int64_t> sizes)
    : type(type), sizes(sizes), numElements(countElements(sizes)) {
  assert(numElements >= 0 && "sizes must have been checked");
  bytes.resize(size_t(numElements) * fused_type_size(type));
}

HostTensor::HostTensor(const fused_tensor_t &tensor)
    : HostTensor(tensor.type, ArrayRef(tensor.sizes, tensor.rank)) {
  if (!bytes.empty())
    std::memcpy(bytes.data(), tensor.data, bytes.size());
}

template <typename T> static T load(ArrayRef<char> bytes, int64_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

template <typename T>
static void store(MutableArrayRef<char> bytes, int64_t index, T value) {
  std::memcpy(bytes.data() + index * sizeof(T), &value, sizeof(T));
}

double HostTensor::get(int64_t index) const {
  switch (type) {
  case FUSED_F32:
    return load<float>(bytes, index);
  case FUSED_F64:
    return load<double>(bytes, index);
  case FUSED_F16:
  case FUSED_BF16:
    return getSmallFormat(type).fromBits(load<uint16_t>(bytes, index));
  case FUSED_F8E4M3FN:
  case FUSED_F8E5M2:
    return getSmallFormat(type).fromBits(load<uint8_t>(bytes, index));
  case FUSED_I1:
    return load<uint8_t>(bytes, index) != 0;
  case FUSED_I8:
    return load<int8_t>(bytes, index);
  case FUSED_I16:
    return load<int16_t>(bytes, index);
  case FUSED_I32:
    return load<int32_t>(bytes, index);
  case FUSED_I64:
    return double(load<int64_t>(bytes, index));
  default:
    return std::numeric_limits<double>::quiet_NaN();
  }
}

void HostTensor::set(int64_t index, double value) {
  switch (type) {
  case FUSED_F32:
    return store<float>(bytes, index, float(value));
  case FUSED_F64:
    return store<double>(bytes, index, value);
  case FUSED_F16:
  case FUSED_BF16:
    return store<uint16_t>(bytes, index,
                           uint16_t(getSmallFormat(type).toBits(value)));
  case FUSED_F8E4M3FN:
  case FUSED_F8E5M2:
    return store<uint8_t>(bytes, index,
                          uint8_t(getSmallFormat(type).toBits(value)));
  case FUSED_I1:
    return store<uint8_t>(bytes, index, value != 0);
  case FUSED_I8:
    return store<int8_t>(bytes, index, int8_t(value));
  case FUSED_I16:
    return store<int16_t>(bytes, index, int16_t(value));
  case FUSED_I32:
    return store<int32_t>(bytes, index, int32_t(value));
  case FUSED_I64:
    return store<int64_t>(bytes, index, int64_t(value));
  default:
    return;
  }
}

HostTensor HostTensor::promoteToF64() const {
  if (!isFloat(type))
    return *this;
  HostTensor promoted(FUSED_F64, sizes);
  for (int64_t i = 0; i < numElements; ++i)
    promoted.set(i, get(i));
  return promoted;
}

fused_tensor_t HostTensor::getView() const {
  fused_tensor_t view = {};
  view.data = const_cast<char *>(bytes.data());
  view.type = type;
  view.rank = int32_t(sizes.size());
  llvm::copy(sizes, view.sizes);
  return view;
}

void HostTensor::printSummary(raw_ostream &os) const {
  double smallest = std::numeric_limits<double>::infinity();
  double largest = -smallest, sum = 0;
  int64_t numFinite = 0;
  for (int64_t i = 0; i < numElements; ++i) {
    double value = get(i);
    if (!std::isfinite(value))
      continue;
    smallest = std::min(smallest, value);
    largest = std::max(largest, value);
    sum += value;
    ++numFinite;
  }
  if (numElements == 0)
    os << "empty";
  else if (numFinite)
    os << "min " << format("%.6g", smallest) << ", max "
       << format("%.6g", largest) << ", mean "
       << format("%.6g", sum / double(numFinite));
  else
    os << "no finite element";
  if (numFinite != numElements && numFinite)
    os << ", " << numElements - numFinite << " not finite";
}

static void printElement(raw_ostream &os, fused_type_t type, double value) {
  if (std::isnan(value))
    os << "nan";
  else if (!isFloat(type))
    os << format("%.0f", value);
  else
    os << format(type == FUSED_F64 ? "%.17g" : "%.9g", value);
}

/// Prints `tensor` from dimension `dim` on, starting at element `index`. Moves
/// `index` behind what it has printed.
static void printNested(raw_ostream &os, const HostTensor &tensor, size_t dim,
                        int64_t &index) {
  ArrayRef<int64_t> sizes = tensor.getSizes();
  if (dim == sizes.size())
    return printElement(os, tensor.getType(), tensor.get(index++));
  os << "[";
  for (int64_t i = 0; i < sizes[dim]; ++i) {
    if (i && dim + 1 == sizes.size())
      os << ", ";
    else if (i)
      (os << ",\n").indent(unsigned(dim + 1));
    printNested(os, tensor, dim + 1, index);
  }
  os << "]";
}

void HostTensor::print(raw_ostream &os) const {
  int64_t index = 0;
  printNested(os, *this, 0, index);
  os << "\n";
}
