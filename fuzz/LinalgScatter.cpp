//===- LinalgScatter.cpp - Updates at indices -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgBody.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace llvm;
using namespace fused::fuzz;

/// Makes `count` x `components` indices of a value whose elements are any: most
/// are from 0 to `size`, some below.
static Tensor makeIndices(LinalgCase &c, Dim count, unsigned components,
                          int64_t size) {
  Element element = c.dice.pick(
      {Element::I8, Element::I16, Element::I32, Element::I32, Element::I64});
  Dims dims = {count, c.function.makeDim(components, /*isDynamic=*/false)};
  Tensor any = c.makeArgument(dims, element).tensor;
  // Divisors are positive, also in i8.
  std::string divisor = c.function.makeConstant(
      double(std::min<int64_t>(size + 1, 127)), element);
  std::string remainder = c.dice.chance(80) ? "arith.remui" : "arith.remsi";
  std::string type = getName(element);
  Tensor empty = c.function.makeEmpty(dims, element);
  return c.function.define(
      dims, element,
      "linalg.map ins(" + c.function.getTyped(any) + ") outs(" +
          c.function.getTyped(empty) + ")\n    (%in: " + type +
          ", %o: " + type + ") {\n    %r = " + remainder + " %in, " + divisor +
          " : " + type + "\n    linalg.yield %r : " + type + "\n  }");
}

/// The operation of the region; empty if it yields the new number.
static StringRef pickCombination(LinalgCase &c, Element element) {
  if (c.dice.chance(25))
    return "";
  if (isFloat(element))
    return c.dice.pick({"arith.addf", "arith.addf", "arith.subf",
                        "arith.maximumf", "arith.minimumf"});
  if (element == Element::I1)
    return c.dice.pick({"arith.ori", "arith.andi", "arith.xori"});
  return c.dice.pick({"arith.addi", "arith.subi", "arith.muli", "arith.maxsi",
                      "arith.minsi", "arith.maxui", "arith.minui", "arith.andi",
                      "arith.ori", "arith.xori"});
}

void fused::fuzz::addScatter(LinalgCase &c) {
  const Value *found = c.find([](const Value &value) {
    return value.tensor.element != Element::Index &&
           value.tensor.dims.size() <= 4;
  });
  if (!found)
    return;
  Value array = *found;
  Element element = array.tensor.element;
  Dim count = c.pickDim();
  Dims dims = {count};
  std::vector<std::string> dimensions;
  int64_t largest = 0;
  for (auto [i, dim] : enumerate(array.tensor.dims)) {
    int64_t size = c.function.getSize(dim);
    bool isIndexed = c.dice.chance(50);
    if (isIndexed) {
      dimensions.push_back(std::to_string(i));
      largest = std::max(largest, size);
    }
    // Windows are rows, or may overlap in part.
    int64_t window = isIndexed && c.dice.chance(80) ? 1 : size;
    if (size > 1 && c.dice.chance(15))
      window = 1 + c.dice.below(unsigned(size - 1));
    dims.push_back(
        window == size ? dim : c.function.makeDim(window, /*isDynamic=*/false));
  }
  if (c.function.countElements(dims) > 5000)
    return;
  if (dimensions.size() == 2 && c.dice.chance(50))
    std::swap(dimensions[0], dimensions[1]);
  Tensor indices = makeIndices(c, count, unsigned(dimensions.size()), largest);
  Value updates = addElementwiseOf(c, dims, element);
  StringRef combination = pickCombination(c, element);
  bool isSum = combination == "arith.addf" || combination == "arith.subf";
  Numbers numbers{array.numbers.isRough || updates.numbers.isRough || isSum,
                  std::max(array.numbers.bound, updates.numbers.bound)};
  if (isSum)
    numbers.bound = array.numbers.bound +
                    updates.numbers.bound *
                        double(std::max<int64_t>(c.function.getSize(count), 1));
  std::string type = getName(element);
  std::string body;
  if (!combination.empty())
    body = ("    %combined = " + combination + " %old, %new : ").str() + type +
           "\n";
  c.define(array.tensor.dims, element, numbers,
           "fused.scatter dimensions = [" + join(dimensions, ", ") + "] ins(" +
               c.function.getTyped({indices, updates.tensor}) + ") outs(" +
               c.function.getTyped(array.tensor) + ") {\n  ^bb0(%old: " + type +
               ", %new: " + type + "):\n" + body + "    fused.yield " +
               (body.empty() ? "%new" : "%combined") + " : " + type +
               "\n  } -> " + c.function.getType(array.tensor));
}
