//===- Case.cpp - One program while it is made ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Case.h"

using namespace llvm;
using namespace fused;
using namespace fused::fuzz;

Dims Layout::getSpace() const {
  Dims space = rows;
  space.push_back(n);
  return space;
}

/// Picks the type of the operands. It is f32 more often than another type.
static Element pickElement(Dice &dice) {
  return dice.pick({Element::F32, Element::F32, Element::F32, Element::BF16,
                    Element::BF16, Element::F16, Element::F16, Element::F64});
}

Case::Case(std::string name, Dice &dice, Numerics numerics)
    : function(std::move(name)), dice(dice), numerics(numerics) {
  element = pickElement(dice);
  isAligned = isSmall(element) && dice.chance(40);
  accumulator = compute = element;
  if (isSmall(element)) {
    if (dice.chance(40))
      accumulator = Element::F32;
    if (dice.chance(40))
      compute = Element::F32;
  }
  isDynamic = !isAligned && dice.chance(25);
}

Dim Case::makeDim() {
  if (isAligned) {
    int64_t size = dice.pick({24, 40, 64, 64, 72, 136});
    // A program with more large sizes would take long.
    if (volume * size > 1 << 18 || !dice.chance(60))
      size = dice.pick({8, 8, 16});
    volume *= size;
    return function.makeDim(size, /*isDynamic=*/false);
  }
  int64_t size = dice.pick({1, 2, 3, 3, 4, 5, 5, 7, 8, 9, 16, 17});
  if (dice.chance(2))
    size = dice.pick({33, 130});
  return function.makeDim(size, isDynamic && dice.chance(60));
}

Layout Case::makeLayout() {
  bool hasTwoRows = dice.chance(25);
  Layout layout;
  if (hasTwoRows)
    layout.rows.push_back(makeDim());
  layout.rows.push_back(makeDim());
  layout.n = makeDim();
  layout.k = makeDim();
  layout.isBatch = hasTwoRows && dice.chance(50);
  return layout;
}

Tensor Case::makeA(const Layout &layout) {
  Dims dims = layout.rows;
  dims.push_back(layout.k);
  if (dice.chance(25))
    std::swap(dims[dims.size() - 2], dims.back());
  // Arguments tell sizes that are dynamic.
  if (!layout.isBatch || function.isDynamic(dims.front()) || !dice.chance(40))
    return function.addArgument(dims, element);
  Tensor shared = function.addArgument(ArrayRef(dims).drop_front(), element);
  if (dice.chance(50))
    return shared;
  return ElementwiseWriter(function, dice, dims)
      .write(e.leaf(Access{shared, {1, 2}, {}}));
}

Tensor Case::makeB(const Layout &layout) {
  Dims dims = {layout.k, layout.n};
  if (dice.chance(30))
    std::swap(dims[0], dims[1]);
  if (layout.isBatch)
    dims.insert(dims.begin(), layout.rows.front());
  return function.addArgument(dims, element);
}

Tensor Case::makeProduct(const Layout &layout, const Tensor &a, const Tensor &b,
                         std::optional<Tensor> init) {
  return writeProduct(function, dice, a, b, layout.getSpace(), layout.k,
                      init ? init->element : accumulator, init);
}

Expr Case::readNumber(Element type) {
  Dim one = function.makeDim(1, /*isDynamic=*/false);
  Dims dims(dice.chance(70) ? 0 : dice.chance(60) ? 1 : 2, one);
  Tensor number = function.addArgument(dims, type);
  return e.leaf(Access{number, SmallVector<int, 4>(dims.size(), -1), {}});
}

Expr Case::makeBias(const Layout &layout) {
  int column = layout.getColumnLoop();
  if (dice.misses(NearMiss::BiasAlongRows))
    return read(
        {function.addArgument(layout.rows.back(), element), {column - 1}, {}});
  if (dice.misses(NearMiss::BiasOffByOne)) {
    Dim longer =
        function.makeDim(function.getSize(layout.n) + 1, /*isDynamic=*/false);
    return read({function.addArgument(longer, element), {column}, {1}});
  }
  unsigned form = dice.below(4);
  if (form < 2)
    return read({function.addArgument(layout.n, element), {column}, {}});
  Dim unit = function.makeDim(1, /*isDynamic=*/false);
  Tensor row =
      form == 2
          ? function.addArgument({unit, layout.n}, element)
          : addUnitDim(function, function.addArgument(layout.n, element), unit);
  return read({row, {-1, column}, {}});
}

void Case::compareExactly() {
  if (numerics != Numerics::Fast) {
    needsExactInputs = true;
    return;
  }
  // The fast contract does not define the result for ties, so there must be
  // none.
  if (isSmall(element))
    element = accumulator = compute = Element::F32;
}

std::vector<std::string> fused::fuzz::getForwardEpilogs(Activation activation,
                                                        bool hasBias) {
  if (activation == Activation::None)
    return {hasBias ? "bias" : "default"};
  std::string stem = activation == Activation::Relu ? "relu" : "gelu";
  std::string end = hasBias ? "_bias" : "";
  return {stem + end, stem + "_aux" + end};
}
