//===- LinalgBody.cpp - Bodies of operations, by type -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgBody.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace fused::fuzz;

Scalar Body::emit(Element element, Numbers numbers,
                  const std::string &operation) {
  Scalar scalar{c.function.makeName(), element, numbers};
  write(scalar.name + " = " + operation);
  return scalar;
}

Scalar Body::makeConstant(double value, Element element) {
  Numbers numbers{false, std::abs(value)};
  if (c.dice.chance(30))
    return {c.function.makeConstant(value, element), element, numbers};
  return emit(element, numbers, formatConstantOperation(value, element));
}

Scalar Body::apply(const std::string &name, ArrayRef<Scalar> operands,
                   Numbers numbers) {
  std::string operation = name;
  for (auto [i, operand] : enumerate(operands))
    operation += (i == 0 ? " " : ", ") + operand.name;
  Element element = operands[0].element;
  return emit(element, numbers, operation + " : " + getName(element));
}

Scalar Body::limit(const Scalar &scalar) {
  if (!isFloat(scalar.element) || scalar.numbers.bound <= maxBound)
    return scalar;
  double factor = 1;
  while (scalar.numbers.bound * factor > 8)
    factor /= 2;
  // A type of 16 bits cannot hold so small a factor, so multiply twice.
  while (factor < 0x1p-10) {
    return limit(
        apply("arith.mulf", {scalar, makeConstant(0x1p-10, scalar.element)},
              {scalar.numbers.isRough, scalar.numbers.bound * 0x1p-10}));
  }
  return apply("arith.mulf", {scalar, makeConstant(factor, scalar.element)},
               {scalar.numbers.isRough, scalar.numbers.bound * factor});
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static std::string formatCast(const char *name, const Scalar &scalar,
                              Element to) {
  return std::string(name) + " " + scalar.name + " : " +
         getName(scalar.element) + " to " + getName(to);
}

Scalar Body::convertFloat(const Scalar &scalar, Element element) {
  if (isSmall(scalar.element) && isSmall(element))
    return convertFloat(convertFloat(scalar, Element::F32), element);
  bool widens = getWidth(scalar.element) < getWidth(element);
  return emit(
      element, scalar.numbers,
      formatCast(widens ? "arith.extf" : "arith.truncf", scalar, element));
}

/// Converts a float to its bits. Converts an integer to a float between 1 and 2
/// that has the integer's upper bits as its digits, as generators of random
/// numbers do.
Scalar Body::convertBits(const Scalar &scalar, Element element) {
  if (isFloat(scalar.element)) {
    c.readsBits = true;
    // A program may compute either zero, so drop the sign.
    Scalar positive = apply("math.absf", {scalar}, scalar.numbers);
    return emit(element, {}, formatCast("arith.bitcast", positive, element));
  }
  unsigned numDigits = element == Element::F16    ? 10
                       : element == Element::BF16 ? 7
                       : element == Element::F32  ? 23
                                                  : 52;
  double bitsOfOne = element == Element::F16    ? 0x3c00
                     : element == Element::BF16 ? 0x3f80
                     : element == Element::F32  ? 0x3f800000
                                                : 0x3ff0000000000000;
  Scalar digits = apply(
      "arith.shrui",
      {scalar, makeConstant(getWidth(element) - numDigits, scalar.element)},
      {});
  Scalar bits =
      apply("arith.ori", {digits, makeConstant(bitsOfOne, scalar.element)}, {});
  return emit(element, {false, 2}, formatCast("arith.bitcast", bits, element));
}

/// Makes integers other than booleans small first. Large ones would have a
/// bound that nothing could be computed from.
Scalar Body::convertToFloat(const Scalar &scalar, Element element) {
  if (scalar.element == Element::Index)
    return convertToFloat(convert(scalar, Element::I64), element);
  if (scalar.element == Element::I1)
    return emit(element, {false, 1},
                formatCast("arith.uitofp", scalar, element));
  bool isSigned = c.dice.chance(60);
  Scalar divisor = makeConstant(8, scalar.element);
  Scalar small =
      apply(isSigned ? "arith.remsi" : "arith.remui", {scalar, divisor}, {});
  return emit(
      element, {false, 8},
      formatCast(isSigned ? "arith.sitofp" : "arith.uitofp", small, element));
}

/// Makes floats that do not fit saturate.
Scalar Body::convertToInteger(const Scalar &scalar, Element element) {
  if (element == Element::Index)
    return convert(convertToInteger(scalar, Element::I32), element);
  if (element == Element::I1) {
    Scalar bound =
        makeConstant(c.dice.pick({0.0, 0.5, -0.25, 1.0}), scalar.element);
    std::string predicate =
        c.dice.pick({"ogt", "olt", "oeq", "une", "uge", "ole", "uno", "ord"});
    return emit(Element::I1, {},
                "arith.cmpf " + predicate + ", " + scalar.name + ", " +
                    bound.name + " : " + getName(scalar.element));
  }
  Scalar scaled = scalar;
  if (c.dice.chance(70))
    scaled = apply("arith.mulf", {scalar, makeConstant(4, scalar.element)},
                   {false, scalar.numbers.bound * 4});
  return emit(element, {},
              formatCast(c.dice.chance(70) ? "arith.fptosi" : "arith.fptoui",
                         scaled, element));
}

Scalar Body::convert(const Scalar &scalar, Element element) {
  Element from = scalar.element;
  if (from == element)
    return scalar;
  if (c.jumpsAnywhere && from != Element::Index && element != Element::Index &&
      isFloat(from) != isFloat(element) &&
      getWidth(from) == getWidth(element) && c.dice.chance(50))
    return convertBits(scalar, element);
  if (isFloat(from))
    return isFloat(element) ? convertFloat(scalar, element)
                            : convertToInteger(scalar, element);
  if (isFloat(element))
    return convertToFloat(scalar, element);
  if (from == Element::Index || element == Element::Index) {
    bool isBoolean = from == Element::I1 || element == Element::I1;
    return emit(element, {},
                formatCast(isBoolean || c.dice.chance(30) ? "arith.index_castui"
                                                          : "arith.index_cast",
                           scalar, element));
  }
  if (getWidth(from) > getWidth(element))
    return emit(element, {}, formatCast("arith.trunci", scalar, element));
  bool isSigned = from != Element::I1 && c.dice.chance(60);
  return emit(
      element, {},
      formatCast(isSigned ? "arith.extsi" : "arith.extui", scalar, element));
}

Scalar Body::get(Element element, bool exact) {
  std::vector<const Scalar *> found;
  bool needsExact = (exact || !isFloat(element)) && !c.jumpsAnywhere;
  for (const Scalar &scalar : scalars)
    if (!needsExact || !scalar.numbers.isRough)
      found.push_back(&scalar);
  // In most cases, take a scalar that needs no conversion, if there is one.
  std::vector<const Scalar *> same;
  for (const Scalar *scalar : found)
    if (scalar->element == element)
      same.push_back(scalar);
  if (!same.empty() && c.dice.chance(75))
    found = same;
  if (found.empty() || c.dice.chance(8))
    return makeConstant(
        isFloat(element) ? c.dice.pick({0.5, 1.0, -1.5, 0.25, 3.0, -2.0})
                         : double(c.dice.below(element == Element::I1 ? 2 : 6)),
        element);
  // Copy it: the conversion appends to `scalars`.
  Scalar scalar = *found[c.dice.below(unsigned(found.size()))];
  return limit(convert(scalar, element));
}

//===----------------------------------------------------------------------===//
// Operations of all types
//===----------------------------------------------------------------------===//

Scalar Body::makeCondition() {
  if (c.dice.chance(20))
    return get(Element::I1, /*exact=*/true);
  Element element = c.pickElement();
  Scalar a = get(element, /*exact=*/true), b = get(element, /*exact=*/true);
  std::string type = std::string(" : ") + getName(element);
  if (isFloat(element))
    return emit(
        Element::I1, {},
        std::string("arith.cmpf ") +
            c.dice.pick({"oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq",
                         "ugt", "uge", "ult", "ule", "une", "uno"}) +
            ", " + a.name + ", " + b.name + type);
  return emit(Element::I1, {},
              std::string("arith.cmpi ") +
                  c.dice.pick({"eq", "ne", "slt", "sle", "sgt", "sge", "ult",
                               "ule", "ugt", "uge"}) +
                  ", " + a.name + ", " + b.name + type);
}

Scalar Body::makeIndexOfLoop() {
  unsigned loop = c.dice.below(unsigned(space.size()));
  return emit(Element::Index, {},
              "linalg.index " + std::to_string(loop) + " : index");
}

std::string Body::makeIndexInto(Dim dim) {
  const auto *loop = find(space, dim);
  std::string size = c.function.makeSize(dim);
  if (loop != space.end() && nesting == 0 && c.dice.chance(70)) {
    Scalar index = emit(Element::Index, {},
                        "linalg.index " + std::to_string(loop - space.begin()) +
                            " : index");
    if (c.dice.chance(70))
      return index.name;
    std::string last = c.function.makeName();
    std::string one = c.makeIndex(1);
    c.function.write(last + " = arith.subi " + size + ", " + one + " : index");
    return emit(Element::Index, {},
                "arith.subi " + last + ", " + index.name + " : index")
        .name;
  }
  if (c.dice.chance(10))
    return c.makeIndex(c.dice.below(unsigned(c.function.getSize(dim))));
  Scalar any = get(Element::Index, /*exact=*/true);
  return emit(Element::Index, {},
              "arith.remui " + any.name + ", " + size + " : index")
      .name;
}

Scalar Body::makeGather() {
  const Value *source =
      c.find([&](const Value &value) { return !c.isEmpty(value.tensor.dims); });
  if (!source)
    return makeConstant(1, Element::F32);
  Value value = *source;
  std::string indices;
  for (auto [i, dim] : enumerate(value.tensor.dims))
    indices += (i == 0 ? "" : ", ") + makeIndexInto(dim);
  return emit(value.tensor.element, value.numbers,
              "tensor.extract " + value.tensor.name + "[" + indices +
                  "] : " + c.function.getType(value.tensor));
}

/// Writes scf.if with a result. Each branch computes something of its own.
Scalar Body::makeBranch(Element element) {
  Scalar condition = makeCondition();
  Scalar result{c.function.makeName(), element, {}};
  std::string type = getName(element);
  write(result.name + " = scf.if " + condition.name + " -> (" + type + ") {");
  for (bool isThen : {true, false}) {
    ++nesting;
    size_t count = scalars.size();
    Scalar value = make(element, c.dice.below(3));
    write("scf.yield " + value.name + " : " + type);
    scalars.resize(count);
    --nesting;
    write(isThen ? "} else {" : "}");
    result.numbers.isRough |= value.numbers.isRough;
    result.numbers.bound = std::max(result.numbers.bound, value.numbers.bound);
  }
  return result;
}

/// Writes scf.for with an accumulator. The added terms become smaller with each
/// trip, so that the accumulator keeps its bound.
Scalar Body::makeLoop(Element element) {
  unsigned trips = c.dice.below(5);
  std::string zero = c.makeIndex(0), one = c.makeIndex(1),
              end = c.makeIndex(trips);
  Scalar start = get(element);
  Scalar counter{c.function.makeName(), Element::Index, {}};
  Scalar carried{c.function.makeName(),
                 element,
                 {isFloat(element), start.numbers.bound + maxBound}};
  Scalar result{c.function.makeName(), element, carried.numbers};
  std::string type = getName(element);
  write(result.name + " = scf.for " + counter.name + " = " + zero + " to " +
        end + " step " + one + " iter_args(" + carried.name + " = " +
        start.name + ") -> (" + type + ") {");
  ++nesting;
  size_t count = scalars.size();
  scalars.push_back(counter);
  Scalar term = make(element, 1 + c.dice.below(2));
  Scalar next = carried;
  if (isFloat(element)) {
    Scalar half =
        apply("arith.mulf", {carried, makeConstant(0.5, element)}, {});
    Scalar share = apply("arith.mulf", {term, makeConstant(0.5, element)}, {});
    next = apply("arith.addf", {half, share}, {});
  } else {
    next = apply(c.dice.pick({"arith.addi", "arith.xori", "arith.maxsi"}),
                 {carried, term}, {});
  }
  write("scf.yield " + next.name + " : " + type);
  scalars.resize(count);
  --nesting;
  write("}");
  return result;
}

Scalar Body::makeOne(Element element) {
  unsigned number = c.dice.below(100);
  if (number < 4 && nesting < 2)
    return makeBranch(element);
  if (number < 7 && nesting < 2)
    return makeLoop(element);
  if (number < 10 && !space.empty() && nesting == 0)
    return convert(makeIndexOfLoop(),
                   element == Element::I1 ? Element::I32 : element);
  if (number < 16)
    return makeGather();
  if (number < 22) {
    Scalar condition = makeCondition();
    Scalar a = get(element), b = get(element);
    return emit(element,
                {a.numbers.isRough || b.numbers.isRough,
                 std::max(a.numbers.bound, b.numbers.bound)},
                "arith.select " + condition.name + ", " + a.name + ", " +
                    b.name + " : " + getName(element));
  }
  if (element == Element::I1 && c.dice.chance(60))
    return makeCondition();
  return isFloat(element) ? makeFloat(element) : makeInteger(element);
}

void Body::assertTruth() {
  Element element = c.pickElement();
  std::string type = std::string(" : ") + getName(element);
  Scalar any = get(element), truth;
  if (isFloat(element)) {
    std::string operands = any.name + ", " + any.name + type;
    Scalar isOrdered = emit(Element::I1, {}, "arith.cmpf ord, " + operands);
    Scalar isNan = emit(Element::I1, {}, "arith.cmpf uno, " + operands);
    truth = apply("arith.ori", {isOrdered, isNan}, {});
  } else {
    Scalar bound = makeConstant(element == Element::I1 ? 1 : 5, element);
    Scalar rest = apply("arith.remui", {any, bound}, {});
    truth = emit(Element::I1, {},
                 "arith.cmpi ult, " + rest.name + ", " + bound.name + type);
  }
  write("cf.assert " + truth.name + ", \"a truth\"");
}

Scalar Body::make(Element element, unsigned count) {
  if (c.dice.chance(3))
    assertTruth();
  for (unsigned i = 0; i < count; ++i) {
    Element one = c.dice.chance(60) ? element : c.pickElement();
    scalars.push_back(limit(makeOne(one)));
  }
  // Use the newest scalar, otherwise it was computed for nothing.
  if (count > 0 && (!scalars.back().numbers.isRough || isFloat(element)))
    return limit(convert(Scalar(scalars.back()), element));
  return get(element);
}
