//===- LinalgControl.cpp - Regions, branches and scf.while ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgBody.h"
#include "LinalgRegions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace llvm;
using namespace fused::fuzz;

std::vector<Value> fused::fuzz::chooseCarried(LinalgCase &c) {
  std::vector<Value> carried;
  unsigned count = c.dice.chance(30) ? 2 : 1;
  for (unsigned i = 0; i < count; ++i)
    carried.push_back(c.pickValue());
  return carried;
}

Numbers fused::fuzz::getCarriedNumbers(const Value &value) {
  bool isNumber = isFloat(value.tensor.element);
  return {isNumber, isNumber ? std::max(value.numbers.bound, maxBound) : 0};
}

std::vector<Value> fused::fuzz::writeTrip(LinalgCase &c,
                                          ArrayRef<Value> types) {
  unsigned count = c.dice.below(3);
  for (unsigned i = 0; i < count; ++i)
    addAny(c);
  std::vector<Value> results;
  for (const Value &type : types) {
    const Value *same = c.find([&](const Value &value) {
      return value.tensor.element == type.tensor.element &&
             value.tensor.dims == type.tensor.dims &&
             value.numbers.bound <= maxBound;
    });
    bool isNew = !same || c.dice.chance(60);
    results.push_back(
        isNew ? addElementwiseOf(c, type.tensor.dims, type.tensor.element)
              : *same);
    c.add(results.back());
  }
  return results;
}

std::string fused::fuzz::formatYield(LinalgCase &c, ArrayRef<Value> values,
                                     const std::string &prefix,
                                     const std::string &prefixType) {
  std::string names = prefix, types = prefixType;
  for (const Value &value : values) {
    names += (names.empty() ? "" : ", ") + value.tensor.name;
    types += (types.empty() ? "" : ", ") + c.function.getType(value.tensor);
  }
  return names + " : " + types;
}

std::string fused::fuzz::formatTypes(LinalgCase &c, ArrayRef<Value> values) {
  std::string types;
  for (const Value &value : values)
    types += (types.empty() ? "" : ", ") + c.function.getType(value.tensor);
  return types;
}

void fused::fuzz::addResults(LinalgCase &c, ArrayRef<Value> carried,
                             const std::string &name, unsigned first,
                             unsigned count) {
  for (auto [i, value] : enumerate(carried)) {
    Value result{value.tensor, getCarriedNumbers(value)};
    result.tensor.name = name;
    if (count > 1)
      result.tensor.name += "#" + std::to_string(first + i);
    c.add(result);
  }
}

std::string fused::fuzz::formatName(const std::string &name, size_t count) {
  return count > 1 ? name + ":" + std::to_string(count) : name;
}

/// Writes scf.while with its own counter.
void fused::fuzz::addWhile(LinalgCase &c) {
  if (c.depth > 1)
    return;
  Element type = c.dice.pick({Element::Index, Element::I32, Element::I64});
  unsigned trips = c.dice.below(4);
  std::string start = c.function.makeConstant(0, type),
              one = c.function.makeConstant(1, type),
              end = c.function.makeConstant(trips, type);
  std::vector<Value> carried = chooseCarried(c);
  std::string name = c.function.makeName();
  std::string before = c.function.makeName(), after = c.function.makeName();
  std::string types =
      std::string(getName(type)) + ", " + formatTypes(c, carried);
  std::vector<std::string> initial = {before + " = " + start};
  std::vector<Value> first = carried, second = carried;
  std::string arguments = after + ": " + getName(type);
  for (size_t i = 0; i < carried.size(); ++i) {
    Numbers numbers = getCarriedNumbers(carried[i]);
    first[i] = second[i] = {carried[i].tensor, numbers};
    first[i].tensor.name = c.function.makeName();
    second[i].tensor.name = c.function.makeName();
    initial.push_back(first[i].tensor.name + " = " + carried[i].tensor.name);
    arguments += ", " + second[i].tensor.name + ": " +
                 c.function.getType(carried[i].tensor);
  }
  c.function.write(formatName(name, carried.size() + 1) + " = scf.while (" +
                   join(initial, ", ") + ") : (" + types + ") -> (" + types +
                   ") {");
  std::string condition = c.function.makeName();
  c.function.write(condition + " = arith.cmpi slt, " + before + ", " + end +
                   " : " + getName(type));
  c.function.write("scf.condition(" + condition + ") " +
                   formatYield(c, first, before, getName(type)));
  c.function.write("} do {\n  ^bb0(" + arguments + "):");
  {
    Region region(c);
    for (const Value &value : second)
      c.add(value);
    std::vector<Value> next = writeTrip(c, carried);
    std::string more = c.function.makeName();
    c.function.write(more + " = arith.addi " + after + ", " + one + " : " +
                     getName(type));
    c.function.write("scf.yield " + formatYield(c, next, more, getName(type)));
  }
  c.function.write("}");
  addResults(c, carried, name, 1, unsigned(carried.size() + 1));
}

/// Returns a condition that is constant, or that an element of an array
/// decides.
static std::string makeCondition(LinalgCase &c) {
  std::string condition = c.function.makeName();
  const Value *found = c.find([&](const Value &value) {
    return !value.numbers.isRough && value.tensor.element != Element::Index &&
           !c.isEmpty(value.tensor.dims);
  });
  if (!found || c.dice.chance(30)) {
    std::string a = c.makeIndex(1), b = c.function.makeSize(c.pickDim());
    c.function.write(condition + " = arith.cmpi ult, " + a + ", " + b +
                     " : index");
    return condition;
  }
  Value value = *found;
  std::vector<std::string> indices;
  for (Dim dim : value.tensor.dims)
    indices.push_back(
        c.makeIndex(c.dice.below(unsigned(c.function.getSize(dim)))));
  std::string element = c.function.makeName();
  c.function.write(element + " = tensor.extract " + value.tensor.name + "[" +
                   join(indices, ", ") +
                   "] : " + c.function.getType(value.tensor));
  Element type = value.tensor.element;
  if (type == Element::I1)
    return element;
  std::string other = c.function.makeConstant(1, type);
  c.function.write(condition + " = arith." +
                   (isFloat(type) ? "cmpf olt, " : "cmpi slt, ") + element +
                   ", " + other + " : " + getName(type));
  return condition;
}

void fused::fuzz::addBranch(LinalgCase &c) {
  if (c.depth > 1)
    return;
  std::string condition = makeCondition(c);
  std::vector<Value> carried = chooseCarried(c);
  std::string name = c.function.makeName();
  c.function.write(formatName(name, carried.size()) + " = scf.if " + condition +
                   " -> (" + formatTypes(c, carried) + ") {");
  for (bool isThen : {true, false}) {
    {
      Region region(c);
      c.function.write("scf.yield " + formatYield(c, writeTrip(c, carried)));
    }
    c.function.write(isThen ? "} else {" : "}");
  }
  addResults(c, carried, name, 0, unsigned(carried.size()));
}
