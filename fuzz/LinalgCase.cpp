//===- LinalgCase.cpp - A program of arbitrary linalg -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgCase.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace fused::fuzz;

bool fused::fuzz::areDistinct(ArrayRef<Dim> dims) {
  for (size_t i = 0; i < dims.size(); ++i)
    if (is_contained(dims.take_front(i), dims[i]))
      return false;
  return true;
}

LinalgCase::LinalgCase(std::string name, Dice &dice)
    : function(std::move(name)), dice(dice) {
  bool isDynamic = dice.chance(30);
  unsigned count = 2 + dice.below(3);
  for (unsigned i = 0; i < count; ++i) {
    int64_t size = dice.pick({1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17});
    if (dice.chance(3))
      size = 0;
    // Longer than a warp, or than a block.
    else if (i == 0 && dice.chance(10))
      size = dice.pick({33, 64, 130, 300});
    dims.push_back(function.makeDim(size, isDynamic && dice.chance(60)));
  }
  // Each dimension belongs to an argument, which gives its size.
  for (unsigned i = 0; i < count; i += 2) {
    Dims rank = {dims[i]};
    if (i + 1 < count)
      rank.push_back(dims[i + 1]);
    add(makeArgument(rank, pickElement()));
  }
  unsigned more = dice.below(3);
  for (unsigned i = 0; i < more; ++i)
    add(makeArgument(pickDims(dice.below(4)), pickElement()));
}

Dim LinalgCase::pickDim() { return dims[dice.below(unsigned(dims.size()))]; }

Element LinalgCase::pickFloat() {
  return dice.pick({Element::F32, Element::F32, Element::F32, Element::BF16,
                    Element::F16, Element::F64});
}

Element LinalgCase::pickElement() {
  if (dice.chance(65))
    return pickFloat();
  return dice.pick({Element::I1, Element::I8, Element::I16, Element::I32,
                    Element::I32, Element::I64, Element::I64});
}

Dims LinalgCase::pickDims(unsigned rank) {
  Dims picked;
  for (unsigned i = 0; i < rank; ++i) {
    Dim dim = pickDim();
    picked.push_back(dim);
    bool isTwice = is_contained(ArrayRef(picked).drop_back(), dim);
    if (function.countElements(picked) > 5000 || (isTwice && !dice.chance(15)))
      picked.pop_back();
  }
  return picked;
}

Value LinalgCase::makeArgument(ArrayRef<Dim> dims, Element element) {
  return {function.addArgument(dims, element), {false, 4}, true};
}

void LinalgCase::add(const Value &value) {
  makesRough |= value.numbers.isRough;
  if (value.numbers.bound <= maxBound || !isFloat(value.tensor.element)) {
    pool.push_back(value);
    return;
  }
  // Scale down what is too large to compute with.
  double factor = 1;
  while (value.numbers.bound * factor > 8)
    factor /= 2;
  factor = std::max(factor, 0x1p-14);
  const Tensor &tensor = value.tensor;
  Tensor scale = function.makeFilled(tensor.dims, factor, tensor.element);
  Tensor scaled =
      function.define(tensor.dims, tensor.element,
                      "arith.mulf " + tensor.name + ", " + scale.name + " : " +
                          function.getType(tensor));
  pool.push_back(
      {scaled, {value.numbers.isRough, value.numbers.bound * factor}});
}

void LinalgCase::define(ArrayRef<Dim> dims, Element element, Numbers numbers,
                        const std::string &right) {
  add({function.define(dims, element, right), numbers});
}

std::string LinalgCase::makeIndex(int64_t value) {
  return function.makeConstant(double(value), Element::Index);
}

Dim LinalgCase::deriveDim(Dim from, int64_t size) {
  if (!function.isDynamic(from) || (size < 8 && dice.chance(50)))
    return function.makeDim(size, /*isDynamic=*/false);
  std::string difference = makeIndex(size - function.getSize(from));
  std::string name = function.makeName();
  function.write(name + " = arith.addi " + function.makeSize(from) + ", " +
                 difference + " : index");
  return function.makeDerivedDim(size, name);
}
