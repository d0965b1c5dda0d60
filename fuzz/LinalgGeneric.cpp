//===- LinalgGeneric.cpp - Elementwise operations ---------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgGeneric.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace llvm;
using namespace fused::fuzz;

void fused::fuzz::shuffle(Dice &dice, Dims &dims) {
  for (size_t i = dims.size(); i > 1; --i)
    std::swap(dims[i - 1], dims[dice.below(unsigned(i))]);
}

std::optional<Operand> fused::fuzz::readAlong(LinalgCase &c, const Value &value,
                                              ArrayRef<Dim> space) {
  Operand operand{value, {}};
  for (Dim dim : value.tensor.dims) {
    // Prefer a loop that indexes no other dimension of this value.
    const auto *loop = find(space, dim);
    for (const auto *other = loop; other != space.end(); ++other)
      if (*other == dim &&
          is_contained(operand.loops, int(loop - space.begin())))
        loop = other;
    if (loop != space.end())
      operand.loops.push_back(int(loop - space.begin()));
    else if (c.function.getSize(dim) == 1)
      operand.loops.push_back(-1);
    else
      return std::nullopt;
  }
  return operand;
}

void fused::fuzz::addInputs(LinalgCase &c, Generic &generic, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    const Value *found = c.find([&](const Value &value) {
      return readAlong(c, value, generic.space).has_value();
    });
    if (!found)
      return;
    generic.inputs.push_back(*readAlong(c, *found, generic.space));
  }
}

void fused::fuzz::addScalars(const Generic &generic, Body &body) {
  for (auto [i, input] : enumerate(generic.inputs))
    body.add(
        {generic.getInput(i), input.value.tensor.element, input.value.numbers});
}

/// Formats "affine_map<(d0, d1) -> (d1, 0)>".
static std::string formatMap(const Operand &operand, size_t numLoops) {
  std::string loops, indices;
  for (size_t i = 0; i < numLoops; ++i)
    loops += (i == 0 ? "d" : ", d") + std::to_string(i);
  for (auto [i, loop] : enumerate(operand.loops))
    indices += (i == 0 ? "" : ", ") +
               (loop < 0 ? std::string("0") : "d" + std::to_string(loop));
  return "affine_map<(" + loops + ") -> (" + indices + ")>";
}

static std::string formatOperands(LinalgCase &c, StringRef keyword,
                                  ArrayRef<Operand> operands) {
  std::vector<Tensor> tensors;
  for (const Operand &operand : operands)
    tensors.push_back(operand.value.tensor);
  return tensors.empty()
             ? ""
             : " " + keyword.str() + "(" + c.function.getTyped(tensors) + ")";
}

std::vector<Value> fused::fuzz::writeGeneric(LinalgCase &c,
                                             const Generic &generic,
                                             const Body &body,
                                             ArrayRef<Scalar> yielded) {
  std::vector<std::string> maps, iterators, arguments, types, names, yields;
  size_t numLoops = generic.space.size();
  for (auto [i, input] : enumerate(generic.inputs)) {
    maps.push_back(formatMap(input, numLoops));
    arguments.push_back(generic.getInput(i) + ": " +
                        getName(input.value.tensor.element));
  }
  std::vector<Value> results;
  std::string name = c.function.makeName();
  for (auto [i, init] : enumerate(generic.inits)) {
    maps.push_back(formatMap(init, numLoops));
    arguments.push_back(generic.getInit(i) + ": " +
                        getName(init.value.tensor.element));
    types.push_back(c.function.getType(init.value.tensor));
    names.push_back(yielded[i].name);
    yields.push_back(getName(init.value.tensor.element));
    Value result{init.value.tensor, yielded[i].numbers};
    result.tensor.name = name;
    if (generic.inits.size() > 1)
      result.tensor.name += "#" + std::to_string(i);
    results.push_back(result);
  }
  for (char kind : generic.kinds)
    iterators.push_back(kind == 'p' ? "\"parallel\"" : "\"reduction\"");
  if (generic.inits.size() > 1)
    name += ":" + std::to_string(generic.inits.size());
  std::string type = join(types, ", ");
  if (types.size() > 1)
    type = "(" + type + ")";
  bool hasResults = !generic.inits.empty();
  c.function.write(
      (hasResults ? name + " = " : "") + "linalg.generic {indexing_maps = [" +
      join(maps, ", ") + "], iterator_types = [" + join(iterators, ", ") +
      "]}" + formatOperands(c, "ins", generic.inputs) +
      formatOperands(c, "outs", generic.inits) + " {\n  ^bb0(" +
      join(arguments, ", ") + "):\n" + body.getText() + "    linalg.yield" +
      (hasResults ? " " + join(names, ", ") + " : " + join(yields, ", ") : "") +
      "\n  }" + (hasResults ? " -> " + type : ""));
  return results;
}

//===----------------------------------------------------------------------===//
// Elementwise operations
//===----------------------------------------------------------------------===//

/// Makes the init of a result that runs along all loops. It is a value of the
/// pool or an empty tensor.
static Operand makeInit(LinalgCase &c, ArrayRef<Dim> dims, Element element,
                        ArrayRef<Dim> space, bool &isRead) {
  const Value *old = c.dice.chance(40) ? c.find([&](const Value &value) {
    return value.tensor.element == element &&
           ArrayRef(value.tensor.dims) == dims;
  })
                                       : nullptr;
  isRead = old != nullptr;
  Value init = old ? *old : Value{c.function.makeEmpty(dims, element), {}};
  return *readAlong(c, init, space);
}

static std::vector<Value> writeElementwise(LinalgCase &c, ArrayRef<Dim> space,
                                           ArrayRef<Dims> results,
                                           ArrayRef<Element> elements) {
  Generic generic;
  generic.space.assign(space.begin(), space.end());
  generic.kinds = std::string(space.size(), 'p');
  addInputs(c, generic, c.dice.below(4));
  Body body(c, space);
  addScalars(generic, body);
  for (auto [i, dims] : enumerate(results)) {
    bool isRead;
    generic.inits.push_back(makeInit(c, dims, elements[i], space, isRead));
    if (isRead)
      body.add({generic.getInit(i), elements[i],
                generic.inits.back().value.numbers});
  }
  std::vector<Scalar> yielded;
  for (Element element : elements)
    yielded.push_back(body.make(element, 1 + c.dice.below(5)));
  return writeGeneric(c, generic, body, yielded);
}

Value fused::fuzz::addElementwiseOf(LinalgCase &c, ArrayRef<Dim> dims,
                                    Element element) {
  Dims result(dims.begin(), dims.end()), space = result;
  shuffle(c.dice, space);
  return writeElementwise(c, space, result, element).front();
}

void fused::fuzz::addElementwise(LinalgCase &c) {
  // Take the loops of some value, and sometimes one more.
  Dims space = c.pickValue().tensor.dims;
  if (Dim more = c.pickDim();
      space.size() < 3 && c.dice.chance(25) && !is_contained(space, more))
    space.push_back(more);
  if (c.dice.chance(40))
    shuffle(c.dice, space);
  std::vector<Dims> results;
  std::vector<Element> elements;
  unsigned count = c.dice.chance(15) ? 2 : 1;
  for (unsigned i = 0; i < count; ++i) {
    results.push_back(space);
    if (c.dice.chance(30))
      shuffle(c.dice, results.back());
    elements.push_back(c.pickElement());
  }
  for (const Value &value : writeElementwise(c, space, results, elements))
    c.add(value);
}

/// Adds an operation without results.
void fused::fuzz::addAssertion(LinalgCase &c) {
  Generic generic;
  Value value = c.pickValue();
  generic.space = value.tensor.dims;
  shuffle(c.dice, generic.space);
  for (size_t i = 0; i < generic.space.size(); ++i)
    generic.kinds += c.dice.chance(80) ? 'p' : 'r';
  generic.inputs.push_back(*readAlong(c, value, generic.space));
  addInputs(c, generic, c.dice.below(3));
  Body body(c, generic.space);
  addScalars(generic, body);
  body.make(c.pickElement(), c.dice.below(3));
  body.assertTruth();
  writeGeneric(c, generic, body, {});
}

/// Adds an operation on whole tensors: a named one of linalg, linalg.map, or
/// one of arith or math.
void fused::fuzz::addNamedElementwise(LinalgCase &c) {
  const Value *found = c.find([](const Value &value) {
    return isFloat(value.tensor.element) && value.numbers.bound <= 4;
  });
  if (!found)
    return;
  Value a = *found;
  const Tensor &tensor = a.tensor;
  const Value *other = c.find([&](const Value &value) {
    return value.tensor.element == tensor.element &&
           value.tensor.dims == tensor.dims && value.numbers.bound <= 8;
  });
  Value b = *other;
  bool isRough = a.numbers.isRough || b.numbers.isRough;
  double sum = a.numbers.bound + b.numbers.bound,
         product = a.numbers.bound * b.numbers.bound;
  std::string type = c.function.getType(tensor);
  unsigned number = c.dice.below(6);
  if (number < 2 || tensor.dims.empty()) {
    bool adds = c.dice.chance(60);
    return c.define(tensor.dims, tensor.element,
                    {isRough, adds ? sum : product},
                    std::string(adds ? "arith.addf " : "arith.mulf ") +
                        tensor.name + ", " + b.tensor.name + " : " + type);
  }
  if (number == 2)
    return c.define(tensor.dims, tensor.element, {true, 60},
                    std::string(c.dice.pick({"math.exp ", "math.tanh "})) +
                        tensor.name + " : " + type);
  Tensor empty = c.function.makeEmpty(tensor.dims, tensor.element);
  std::string outs = " outs(" + c.function.getTyped(empty) + ")";
  if (number == 3)
    return c.define(
        tensor.dims, tensor.element, {true, 60},
        std::string(c.dice.pick({"linalg.exp", "linalg.tanh", "linalg.erf"})) +
            " ins(" + c.function.getTyped(tensor) + ")" + outs + " -> " + type);
  std::string ins = " ins(" + c.function.getTyped({tensor, b.tensor}) + ")";
  if (number == 4)
    return c.define(tensor.dims, tensor.element, {isRough, sum},
                    std::string(c.dice.pick({"linalg.add", "linalg.sub",
                                             "linalg.max", "linalg.min"})) +
                        ins + outs + " -> " + type);
  c.define(tensor.dims, tensor.element, {isRough, product},
           "linalg.map { arith.mulf }" + ins + outs);
}
