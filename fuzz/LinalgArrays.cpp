//===- LinalgArrays.cpp - Elements that move --------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgBody.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace llvm;
using namespace fused::fuzz;

static const Value *findArray(LinalgCase &c) {
  return c.find([](const Value &value) { return !value.tensor.dims.empty(); });
}

/// Finds an array that is not empty. Upstream refuses slices of empty arrays.
static const Value *findNonEmpty(LinalgCase &c) {
  return c.find([&](const Value &value) {
    return !value.tensor.dims.empty() && !c.isEmpty(value.tensor.dims);
  });
}

void fused::fuzz::addTranspose(LinalgCase &c) {
  const Value *found =
      c.find([](const Value &value) { return value.tensor.dims.size() >= 2; });
  if (!found)
    return;
  Value value = *found;
  SmallVector<unsigned> order =
      llvm::to_vector(seq<unsigned>(0, unsigned(value.tensor.dims.size())));
  std::swap(order[c.dice.below(unsigned(order.size() - 1))], order.back());
  if (order.size() > 2 && c.dice.chance(40))
    std::swap(order[0], order[1]);
  Dims dims;
  std::vector<std::string> permutation;
  for (unsigned position : order) {
    dims.push_back(value.tensor.dims[position]);
    permutation.push_back(std::to_string(position));
  }
  Tensor empty = c.function.makeEmpty(dims, value.tensor.element);
  c.define(dims, value.tensor.element, value.numbers,
           "linalg.transpose ins(" + c.function.getTyped(value.tensor) +
               ") outs(" + c.function.getTyped(empty) + ") permutation = [" +
               join(permutation, ", ") + "]");
}

void fused::fuzz::addBroadcast(LinalgCase &c) {
  const Value *found =
      c.find([](const Value &value) { return value.tensor.dims.size() <= 2; });
  if (!found)
    return;
  Value value = *found;
  Dims dims = value.tensor.dims;
  Dim added = c.pickDim();
  unsigned position = c.dice.below(unsigned(dims.size() + 1));
  dims.insert(dims.begin() + position, added);
  if (c.function.countElements(dims) > 5000)
    return;
  Tensor empty = c.function.makeEmpty(dims, value.tensor.element);
  c.define(dims, value.tensor.element, value.numbers,
           "linalg.broadcast ins(" + c.function.getTyped(value.tensor) +
               ") outs(" + c.function.getTyped(empty) + ") dimensions = [" +
               std::to_string(position) + "]");
}

namespace {

/// A slice of a tensor.
struct Slice {
  Dims dims;
  std::vector<std::string> offsets, sizes, strides;

  std::string format() const {
    return "[" + join(offsets, ", ") + "] [" + join(sizes, ", ") + "] [" +
           join(strides, ", ") + "]";
  }
};

} // namespace

/// Chooses a slice with strides. Its sizes are static or derived from the sizes
/// of the tensor. A loop counter may be an offset.
static Slice choosePart(LinalgCase &c, const Tensor &tensor) {
  Slice part;
  for (Dim dim : tensor.dims) {
    int64_t size = c.function.getSize(dim);
    if (c.dice.chance(40)) {
      part.dims.push_back(dim);
      part.offsets.push_back("0");
      part.strides.push_back("1");
    } else {
      int64_t stride = size > 2 && c.dice.chance(30) ? 2 : 1;
      int64_t offset = c.dice.below(unsigned(std::min<int64_t>(size, 4)));
      int64_t rest = (size - offset + stride - 1) / stride;
      auto counter = llvm::find_if(c.counters, [&](const auto &counter) {
        return counter.limit <= size;
      });
      int64_t count = 1 + c.dice.below(unsigned(rest));
      part.offsets.push_back(std::to_string(offset));
      if (counter != c.counters.end() && c.dice.chance(70)) {
        count = stride = 1;
        part.offsets.back() = counter->name;
      }
      part.dims.push_back(c.deriveDim(dim, count));
      part.strides.push_back(std::to_string(stride));
    }
    Dim last = part.dims.back();
    part.sizes.push_back(c.function.isDynamic(last)
                             ? c.function.makeSize(last)
                             : std::to_string(c.function.getSize(last)));
  }
  return part;
}

void fused::fuzz::addSlice(LinalgCase &c) {
  const Value *found = findNonEmpty(c);
  if (!found)
    return;
  Value value = *found;
  Slice part = choosePart(c, value.tensor);
  Dims dims = part.dims;
  // Drops a dimension of one element.
  if (c.dice.chance(30)) {
    auto *unit = llvm::find_if(dims, [&](Dim dim) {
      return c.function.getSize(dim) == 1 && !c.function.isDynamic(dim);
    });
    if (unit != dims.end())
      dims.erase(unit);
  }
  c.define(dims, value.tensor.element, value.numbers,
           "tensor.extract_slice " + value.tensor.name + part.format() + " : " +
               c.function.getType(value.tensor) + " to " +
               c.function.getType(dims, value.tensor.element));
}

void fused::fuzz::addInsertion(LinalgCase &c) {
  const Value *found = findNonEmpty(c);
  if (!found)
    return;
  Value into = *found;
  Slice part = choosePart(c, into.tensor);
  Value source = addElementwiseOf(c, part.dims, into.tensor.element);
  Numbers numbers{into.numbers.isRough || source.numbers.isRough,
                  std::max(into.numbers.bound, source.numbers.bound)};
  c.define(into.tensor.dims, into.tensor.element, numbers,
           "tensor.insert_slice " + source.tensor.name + " into " +
               into.tensor.name + part.format() + " : " +
               c.function.getType(source.tensor) + " into " +
               c.function.getType(into.tensor));
}

void fused::fuzz::addConcatenation(LinalgCase &c) {
  const Value *found = findArray(c);
  if (!found)
    return;
  std::vector<Value> parts = {*found};
  const Tensor &first = parts.front().tensor;
  Element element = first.element;
  unsigned axis = c.dice.below(unsigned(first.dims.size()));
  int64_t size = c.function.getSize(first.dims[axis]);
  bool isDynamic = c.function.isDynamic(first.dims[axis]);
  unsigned count = 1 + c.dice.below(2);
  Dims dims = first.dims;
  for (unsigned i = 0; i < count; ++i) {
    dims[axis] = c.pickDim();
    const Value *same = c.find([&](const Value &value) {
      return value.tensor.element == element && value.tensor.dims == dims;
    });
    parts.push_back(
        same && c.dice.chance(50) ? *same : addElementwiseOf(c, dims, element));
    size += c.function.getSize(dims[axis]);
    isDynamic |= c.function.isDynamic(dims[axis]);
  }
  if (isDynamic) {
    std::string sum;
    for (const Value &part : parts) {
      std::string one = c.function.makeSize(part.tensor.dims[axis]);
      std::string next = sum.empty() ? one : c.function.makeName();
      if (!sum.empty())
        c.function.write(next + " = arith.addi " + sum + ", " + one +
                         " : index");
      sum = next;
    }
    dims[axis] = c.function.makeDerivedDim(size, sum);
  } else {
    dims[axis] = c.function.makeDim(size, /*isDynamic=*/false);
  }
  Numbers numbers;
  std::vector<std::string> names, types;
  for (const Value &part : parts) {
    numbers.isRough |= part.numbers.isRough;
    numbers.bound = std::max(numbers.bound, part.numbers.bound);
    names.push_back(part.tensor.name);
    types.push_back(c.function.getType(part.tensor));
  }
  c.define(dims, element, numbers,
           "tensor.concat dim(" + std::to_string(axis) + ") " +
               join(names, ", ") + " : (" + join(types, ", ") + ") -> " +
               c.function.getType(dims, element));
}

void fused::fuzz::addPadding(LinalgCase &c) {
  const Value *found = findNonEmpty(c);
  if (!found)
    return;
  Value value = *found;
  Element element = value.tensor.element;
  std::vector<std::string> low, high;
  Dims dims;
  std::string indices;
  for (auto [i, dim] : enumerate(value.tensor.dims)) {
    unsigned before = c.dice.pick({0u, 0u, 1u, 2u}),
             after = c.dice.pick({0u, 0u, 1u, 3u});
    low.push_back(std::to_string(before));
    high.push_back(std::to_string(after));
    dims.push_back(before + after == 0
                       ? dim
                       : c.deriveDim(dim, c.function.getSize(dim) +
                                              int64_t(before + after)));
    indices += (i == 0 ? "%i" : ", %i") + std::to_string(i) + ": index";
  }
  std::string filling =
      c.function.makeConstant(c.dice.pick({0.0, 0.0, 1.0}), element);
  Numbers numbers = value.numbers;
  numbers.bound = std::max(numbers.bound, 1.0);
  c.define(dims, element, numbers,
           "tensor.pad " + value.tensor.name + " low[" + join(low, ", ") +
               "] high[" + join(high, ", ") + "] {\n  ^bb0(" + indices +
               "):\n    tensor.yield " + filling + " : " + getName(element) +
               "\n  } : " + c.function.getType(value.tensor) + " to " +
               c.function.getType(dims, element));
}

/// Formats "[[0, 1], [2]]", with dimension `first` and the next in one group.
static std::string formatGroups(size_t rank, size_t first) {
  std::string text;
  for (size_t i = 0; i < rank; ++i) {
    if (i == first + 1)
      continue;
    text += (i == 0 ? "[" : ", [") + std::to_string(i);
    if (i == first)
      text += ", " + std::to_string(i + 1);
    text += "]";
  }
  return "[" + text + "]";
}

/// Collapses two dimensions to one, or expands one to two.
void fused::fuzz::addReshape(LinalgCase &c) {
  const Value *found = c.find([&](const Value &value) {
    return !value.tensor.dims.empty() && c.function.isStatic(value.tensor.dims);
  });
  if (!found)
    return;
  Value value = *found;
  const Tensor &tensor = value.tensor;
  size_t position = c.dice.below(unsigned(tensor.dims.size()));
  Dims dims = tensor.dims;
  int64_t size = c.function.getSize(dims[position]);
  if (position + 1 < dims.size() && c.dice.chance(60)) {
    dims[position] = c.function.makeDim(
        size * c.function.getSize(dims[position + 1]), /*isDynamic=*/false);
    dims.erase(dims.begin() + position + 1);
    return c.define(dims, tensor.element, value.numbers,
                    "tensor.collapse_shape " + tensor.name + " " +
                        formatGroups(tensor.dims.size(), position) + " : " +
                        c.function.getType(tensor) + " into " +
                        c.function.getType(dims, tensor.element));
  }
  int64_t factor = 1;
  for (int64_t candidate : {2, 3, 4, 5})
    if (size % candidate == 0 && c.dice.chance(50))
      factor = candidate;
  if (size == 0)
    factor = 1;
  Dim outer = c.function.makeDim(factor, /*isDynamic=*/false);
  dims[position] = c.function.makeDim(size / factor, /*isDynamic=*/false);
  dims.insert(dims.begin() + position, outer);
  std::vector<std::string> sizes;
  for (Dim dim : dims)
    sizes.push_back(std::to_string(c.function.getSize(dim)));
  c.define(dims, tensor.element, value.numbers,
           "tensor.expand_shape " + tensor.name + " " +
               formatGroups(dims.size(), position) + " output_shape [" +
               join(sizes, ", ") + "] : " + c.function.getType(tensor) +
               " into " + c.function.getType(dims, tensor.element));
}

/// Adds a constant with different elements, or with one value for all.
void fused::fuzz::addConstant(LinalgCase &c) {
  Element element = c.pickElement();
  Dims dims = c.pickDims(1 + c.dice.below(2));
  int64_t count = c.function.countElements(dims);
  bool isSplat = c.dice.chance(40) || count > 60 || count == 0;
  if (isSplat || !c.function.isStatic(dims)) {
    double number = double(c.dice.below(element == Element::I1 ? 2 : 4));
    Value value{c.function.makeFilled(dims, number, element), {false, number}};
    return c.add(value);
  }
  std::string text;
  for (int64_t i = 0; i < count; ++i) {
    double number = element == Element::I1 ? c.dice.below(2)
                    : isFloat(element)     ? (double(c.dice.below(17)) - 8) / 4
                                           : double(c.dice.below(9)) - 4;
    text += (i == 0 ? "" : ", ") + formatConstant(number, element);
  }
  Dim all = c.function.makeDim(count, /*isDynamic=*/false);
  std::string flat = c.function.makeName(),
              type = c.function.getType(all, element);
  c.function.write(flat + " = arith.constant dense<[" + text + "]> : " + type);
  if (dims.size() == 1)
    return c.add({{flat, dims, element}, {false, 2}});
  std::string groups = "[[0, 1]]", sizes;
  for (Dim dim : dims)
    sizes +=
        (sizes.empty() ? "" : ", ") + std::to_string(c.function.getSize(dim));
  c.define(dims, element, {false, 2},
           "tensor.expand_shape " + flat + " " + groups + " output_shape [" +
               sizes + "] : " + type + " into " +
               c.function.getType(dims, element));
}

/// Adds tensor.generate, or tensor.splat of an element, or tensor.insert.
void fused::fuzz::addGenerated(LinalgCase &c) {
  const Value *found =
      c.find([&](const Value &value) { return !c.isEmpty(value.tensor.dims); });
  if (!found)
    return;
  Value value = *found;
  std::vector<std::string> zeros;
  for (Dim dim : value.tensor.dims)
    zeros.push_back(
        c.makeIndex(c.dice.below(unsigned(c.function.getSize(dim)))));
  std::string element = c.function.makeName();
  Element type = value.tensor.element;
  c.function.write(element + " = tensor.extract " + value.tensor.name + "[" +
                   join(zeros, ", ") +
                   "] : " + c.function.getType(value.tensor));
  if (c.dice.chance(30)) {
    Tensor into = addElementwiseOf(c, value.tensor.dims, type).tensor;
    // The element may be from any value, so assume the worst.
    return c.define(into.dims, type, {isFloat(type), maxBound},
                    "tensor.insert " + element + " into " + into.name + "[" +
                        join(zeros, ", ") + "] : " + c.function.getType(into));
  }
  Dims dims = c.pickDims(1 + c.dice.below(2));
  std::vector<std::string> sizes, indices;
  for (auto [i, dim] : enumerate(dims)) {
    if (c.function.isDynamic(dim))
      sizes.push_back(c.function.makeSize(dim));
    indices.push_back("%i" + std::to_string(i) + ": index");
  }
  std::string result = c.function.getType(dims, type);
  if (c.dice.chance(50))
    return c.define(dims, type, value.numbers,
                    "tensor.splat " + element +
                        (sizes.empty() ? "" : "[" + join(sizes, ", ") + "]") +
                        " : " + result);
  Body body(c);
  body.add({element, type, value.numbers});
  for (auto [i, dim] : enumerate(dims))
    body.add({"%i" + std::to_string(i), Element::Index, {}});
  Scalar yielded = body.make(type, 1 + c.dice.below(3));
  c.define(dims, type, yielded.numbers,
           "tensor.generate " + join(sizes, ", ") + " {\n  ^bb0(" +
               join(indices, ", ") + "):\n" + body.getText() +
               "    tensor.yield " + yielded.name + " : " + getName(type) +
               "\n  } : " + result);
}
