//===- LinalgReductions.cpp - Reductions by any monoid ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgGeneric.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace fused::fuzz;

namespace {

/// The loops of a reduction.
struct Loops {
  Dims space, kept;
  std::string kinds;
  int64_t numReduced = 1; ///< How many elements are reduced to one.
};

} // namespace

/// Chooses which loops of `value` are reduced.
static Loops chooseLoops(LinalgCase &c, const Value &value) {
  Loops loops;
  for (Dim dim : value.tensor.dims)
    if (!is_contained(loops.space, dim))
      loops.space.push_back(dim);
  if (c.dice.chance(30))
    shuffle(c.dice, loops.space);
  // Often reduce the last loop only.
  unsigned percent = c.dice.pick({0u, 50u, 100u});
  for (auto [i, dim] : enumerate(loops.space)) {
    bool isReduced = c.dice.chance(percent);
    if (i + 1 == loops.space.size() && !StringRef(loops.kinds).contains('r'))
      isReduced = true;
    loops.kinds += isReduced ? 'r' : 'p';
    if (isReduced)
      loops.numReduced *= c.function.getSize(dim);
    else
      loops.kept.push_back(dim);
  }
  if (c.dice.chance(15))
    shuffle(c.dice, loops.kept);
  return loops;
}

namespace {

/// An operation that combines two numbers.
struct Monoid {
  const char *operation;
  double neutral;
};

} // namespace

static Monoid pickMonoid(Dice &dice, Element element) {
  if (isFloat(element)) {
    double infinity = std::numeric_limits<double>::infinity();
    return dice.pick<Monoid>({{"arith.addf", 0},
                              {"arith.addf", 0},
                              {"arith.mulf", 1},
                              {"arith.maximumf", -infinity},
                              {"arith.minimumf", infinity},
                              {"arith.maxnumf", -infinity},
                              {"arith.minnumf", infinity}});
  }
  double low = element == Element::I1 ? 0 : -128;
  double high = element == Element::I1 ? 1 : 127;
  double ones = element == Element::I1 ? 1 : -1;
  return dice.pick<Monoid>({{"arith.addi", 0},
                            {"arith.addi", 0},
                            {"arith.muli", 1},
                            {"arith.andi", ones},
                            {"arith.ori", 0},
                            {"arith.xori", 0},
                            {"arith.maxsi", low},
                            {"arith.minsi", high},
                            {"arith.maxui", 0},
                            {"arith.minui", high}});
}

/// Returns the initial value of the result: a constant, or a value of the pool.
static Value makeStart(LinalgCase &c, const Loops &loops, Element element,
                       double neutral) {
  if (c.dice.chance(15)) {
    const Value *old = c.find([&](const Value &value) {
      return value.tensor.element == element && value.tensor.dims == loops.kept;
    });
    if (old)
      return *old;
  }
  double start = c.dice.chance(80) ? neutral : isFloat(element) ? 0.5 : 1;
  return {c.function.makeFilled(loops.kept, start, element),
          {false, std::isfinite(start) ? std::abs(start) : 0}};
}

/// Combines `term` with the old result and returns the new result. Scales
/// factors of a product so that the product stays near 1, and terms of a long
/// sum so that they are small.
static Scalar combine(Body &body, Dice &dice, const Monoid &monoid,
                      const Loops &loops, const Scalar &term,
                      const Scalar &old) {
  StringRef operation = monoid.operation;
  double count = double(std::max<int64_t>(loops.numReduced, 1));
  Scalar operand = term;
  std::string type = std::string(" : ") + getName(term.element);
  Numbers numbers{term.numbers.isRough || old.numbers.isRough,
                  std::max(term.numbers.bound, old.numbers.bound)};
  bool isProduct = operation == "arith.mulf";
  if (isProduct || operation == "arith.addf") {
    double factor = 1, limit = isProduct ? 0.5 : 1000;
    while (term.numbers.bound * count * factor > limit)
      factor /= 2;
    factor = std::max(factor, 0x1p-14);
    if (factor != 1) {
      Scalar constant = body.makeConstant(factor, term.element);
      operand =
          body.emit(term.element, {},
                    "arith.mulf " + term.name + ", " + constant.name + type);
    }
    if (isProduct) {
      Scalar one = body.makeConstant(1, term.element);
      operand =
          body.emit(term.element, {},
                    "arith.addf " + operand.name + ", " + one.name + type);
    }
    double bound = term.numbers.bound * factor * count;
    numbers = {true, isProduct ? 2 * std::max(1.0, old.numbers.bound)
                               : bound + old.numbers.bound};
  }
  std::string operands = dice.chance(50) ? old.name + ", " + operand.name
                                         : operand.name + ", " + old.name;
  return body.emit(term.element, numbers,
                   monoid.operation + (" " + operands) + type);
}

/// Adds linalg.reduce with one input.
static bool addNamedReduction(LinalgCase &c, const Value &value) {
  Element element = value.tensor.element;
  Dims dims = value.tensor.dims;
  if (!areDistinct(dims))
    return false;
  Loops loops;
  std::string dropped;
  for (auto [i, dim] : enumerate(dims)) {
    if (c.dice.chance(50)) {
      loops.kept.push_back(dim);
      continue;
    }
    dropped += (dropped.empty() ? "" : ", ") + std::to_string(i);
    loops.numReduced *= c.function.getSize(dim);
  }
  if (dropped.empty())
    return false;
  Monoid monoid = pickMonoid(c.dice, element);
  bool isSum = StringRef(monoid.operation) == "arith.addf";
  if (StringRef(monoid.operation) == "arith.mulf" ||
      (isSum && value.numbers.bound * double(loops.numReduced) > 1000))
    return false;
  Value start = makeStart(c, loops, element, monoid.neutral);
  Numbers numbers{isSum || value.numbers.isRough || start.numbers.isRough,
                  value.numbers.bound * (isSum ? double(loops.numReduced) : 1) +
                      start.numbers.bound};
  c.define(loops.kept, element, numbers,
           std::string("linalg.reduce { ") + monoid.operation + " } ins(" +
               c.function.getTyped(value.tensor) + ") outs(" +
               c.function.getTyped(start.tensor) + ") dimensions = [" +
               dropped + "]");
  return true;
}

void fused::fuzz::addReduction(LinalgCase &c) {
  const Value *found =
      c.find([](const Value &value) { return !value.tensor.dims.empty(); });
  if (!found)
    return;
  Value value = *found;
  if (c.dice.chance(25) && value.tensor.element != Element::Index &&
      addNamedReduction(c, value))
    return;
  Loops loops = chooseLoops(c, value);
  Generic generic;
  generic.space = loops.space;
  generic.kinds = loops.kinds;
  generic.inputs.push_back(*readAlong(c, value, loops.space));
  addInputs(c, generic, c.dice.below(3) / 2 * (1 + c.dice.below(2)));
  Body body(c, loops.space);
  addScalars(generic, body);
  std::vector<Scalar> yielded;
  unsigned numResults = c.dice.chance(15) ? 2 : 1;
  std::vector<Monoid> monoids;
  for (unsigned i = 0; i < numResults; ++i) {
    Element element = isFloat(value.tensor.element) && c.dice.chance(50)
                          ? value.tensor.element
                          : c.pickElement();
    if (element == Element::Index)
      element = Element::I32;
    monoids.push_back(pickMonoid(c.dice, element));
    Value start = makeStart(c, loops, element, monoids.back().neutral);
    generic.inits.push_back(*readAlong(c, start, loops.space));
  }
  for (auto [i, init] : enumerate(generic.inits)) {
    Element element = init.value.tensor.element;
    bool isPlain =
        c.dice.chance(50) && (isFloat(element) || !value.numbers.isRough);
    Scalar term =
        isPlain ? body.limit(body.convert({generic.getInput(0),
                                           value.tensor.element, value.numbers},
                                          element))
                : body.make(element, 1 + c.dice.below(3));
    yielded.push_back(
        combine(body, c.dice, monoids[i], loops, term,
                {generic.getInit(i), element, init.value.numbers}));
  }
  for (const Value &result : writeGeneric(c, generic, body, yielded))
    c.add(result);
}

/// Adds the largest element of each row and its index. NaN is never larger.
void fused::fuzz::addArgumentOfMaximum(LinalgCase &c) {
  const Value *found = c.find([&](const Value &value) {
    return !value.tensor.dims.empty() && isFloat(value.tensor.element) &&
           (c.jumpsAnywhere || !value.numbers.isRough);
  });
  if (!found)
    return;
  Value value = *found;
  Element element = value.tensor.element;
  Element integer = c.dice.pick({Element::I32, Element::I64});
  Loops loops = chooseLoops(c, value);
  Generic generic;
  generic.space = loops.space;
  generic.kinds = loops.kinds;
  generic.inputs.push_back(*readAlong(c, value, loops.space));
  double infinity = std::numeric_limits<double>::infinity();
  Value largest{c.function.makeFilled(loops.kept, -infinity, element), {}};
  Value position{c.function.makeFilled(loops.kept, 0, integer), {}};
  generic.inits = {*readAlong(c, largest, loops.space),
                   *readAlong(c, position, loops.space)};
  Body body(c, loops.space);
  size_t loop = StringRef(loops.kinds).rfind('r');
  Scalar index = body.emit(Element::Index, {},
                           "linalg.index " + std::to_string(loop) + " : index");
  Scalar here = body.convert(index, integer);
  std::string type = std::string(" : ") + getName(element);
  Scalar isLarger =
      body.emit(Element::I1, {}, "arith.cmpf ogt, %x0, %o0" + type);
  Scalar first =
      body.emit(element, value.numbers,
                "arith.select " + isLarger.name + ", %x0, %o0" + type);
  Scalar second = body.emit(integer, {},
                            "arith.select " + isLarger.name + ", " + here.name +
                                ", %o1 : " + getName(integer));
  for (const Value &result : writeGeneric(c, generic, body, {first, second}))
    c.add(result);
}
