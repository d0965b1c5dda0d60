//===- LinalgControl.cpp - Loops and branches over tensors ------*- C++ -*-===//
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

namespace {

/// Opens a region. At its end, removes the region's values from the pool.
class Region {
public:
  explicit Region(LinalgCase &c)
      : c(c), numValues(c.pool.size()), numCounters(c.counters.size()) {
    ++c.depth;
  }
  ~Region() {
    c.pool.resize(numValues);
    c.counters.resize(numCounters);
    --c.depth;
  }

private:
  LinalgCase &c;
  size_t numValues, numCounters;
};

} // namespace

namespace {

/// What a loop saves of each trip, in an array with a part for each.
struct Stack {
  Value saved;
  Tensor array;
};

/// A loop under construction.
struct Loop {
  unsigned trips;
  std::string name, counter;
  std::vector<Value> carried, results; ///< Before it, and of a trip.
  std::vector<std::string> initial;    ///< "%argument = %carried"
  std::vector<Stack> stacks;
};

} // namespace

/// Chooses values that a loop carries.
static std::vector<Value> chooseCarried(LinalgCase &c) {
  std::vector<Value> carried;
  unsigned count = c.dice.chance(30) ? 2 : 1;
  for (unsigned i = 0; i < count; ++i)
    carried.push_back(c.pickValue());
  return carried;
}

/// Returns what is known of a carried value before its loop is written. It may
/// become rough, and each trip limits its elements at the end.
static Numbers getCarriedNumbers(const Value &value) {
  bool isNumber = isFloat(value.tensor.element);
  return {isNumber, isNumber ? std::max(value.numbers.bound, maxBound) : 0};
}

/// Writes the operations of a trip and returns a value for each of `types`.
static std::vector<Value> writeTrip(LinalgCase &c, ArrayRef<Value> types) {
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

/// Formats "%1, %2 : tensor<4xf32>, f32" for "scf.yield".
static std::string formatYield(LinalgCase &c, ArrayRef<Value> values,
                               const std::string &prefix = "",
                               const std::string &prefixType = "") {
  std::string names = prefix, types = prefixType;
  for (const Value &value : values) {
    names += (names.empty() ? "" : ", ") + value.tensor.name;
    types += (types.empty() ? "" : ", ") + c.function.getType(value.tensor);
  }
  return names + " : " + types;
}

static std::string formatTypes(LinalgCase &c, ArrayRef<Value> values) {
  std::string types;
  for (const Value &value : values)
    types += (types.empty() ? "" : ", ") + c.function.getType(value.tensor);
  return types;
}

/// Adds the results `name`#i of an operation with a region to the pool.
static void addResults(LinalgCase &c, ArrayRef<Value> carried,
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

static std::string formatName(const std::string &name, size_t count) {
  return count > 1 ? name + ":" + std::to_string(count) : name;
}

/// Returns the upper bound of a loop with `trips` trips: a constant or a size.
/// A size changes `trips`.
static std::string makeEnd(LinalgCase &c, unsigned &trips) {
  for (const Value &value : c.pool)
    for (Dim dim : value.tensor.dims)
      if (c.function.isDynamic(dim) && c.function.getSize(dim) <= 5 &&
          c.dice.chance(30)) {
        trips = unsigned(c.function.getSize(dim));
        return c.function.makeSize(dim);
      }
  return c.makeIndex(trips);
}

/// Returns the number of a trip, or that of its counterpart from the end.
static std::string makePosition(LinalgCase &c, const std::string &counter,
                                unsigned trips) {
  if (c.dice.chance(75))
    return counter;
  std::string last = c.makeIndex(trips - 1), position = c.function.makeName();
  c.function.write(position + " = arith.subi " + last + ", " + counter +
                   " : index");
  return position;
}

/// Formats the part of a stack at `position`.
static std::string formatPart(LinalgCase &c, const std::string &position,
                              ArrayRef<Dim> dims) {
  std::string offsets = position, sizes = "1", strides = "1";
  for (Dim dim : dims) {
    offsets += ", 0";
    sizes += ", " + std::to_string(c.function.getSize(dim));
    strides += ", 1";
  }
  return "[" + offsets + "] [" + sizes + "] [" + strides + "]";
}

/// Combines `next` with what the trips before made, `old`, so that their order
/// matters.
static Value combine(LinalgCase &c, const Tensor &old, const Value &next) {
  const Tensor &tensor = next.tensor;
  std::string type = " : " + c.function.getType(tensor);
  auto define = [&](const std::string &op, const Tensor &a, const Tensor &b) {
    return c.function.define(tensor.dims, tensor.element,
                             "arith." + op + " " + a.name + ", " + b.name +
                                 type);
  };
  if (tensor.element == Element::I1)
    return {define("cmpi ult,", old, tensor), next.numbers};
  bool isNumber = isFloat(tensor.element);
  Tensor factor =
      c.function.makeFilled(tensor.dims, isNumber ? 0.5 : 3, tensor.element);
  Tensor scaled = define(isNumber ? "mulf" : "muli", old, factor);
  return {define(isNumber ? "addf" : "addi", scaled, tensor),
          {isNumber, 2 * next.numbers.bound}};
}

/// Adds the parts of `stacks` at a position to the pool. The loop carries what
/// it combines of each, for which `arguments` stand.
static void readStacks(LinalgCase &c, Loop &loop, ArrayRef<Stack> stacks,
                       ArrayRef<Value> arguments) {
  for (auto [stack, argument] : zip_equal(stacks, arguments)) {
    std::string position = makePosition(c, loop.counter, loop.trips);
    const Tensor &saved = stack.saved.tensor;
    std::string type = c.function.getType(saved);
    Tensor part =
        c.function.define(saved.dims, saved.element,
                          "tensor.extract_slice " + stack.array.name +
                              formatPart(c, position, saved.dims) + " : " +
                              c.function.getType(stack.array) + " to " + type);
    c.add({part, stack.saved.numbers});
    loop.results.push_back(
        combine(c, argument.tensor, {part, stack.saved.numbers}));
  }
}

/// Chooses what a loop saves: values of the pool, from the one at `first` on.
static std::vector<Value> chooseSaved(LinalgCase &c, size_t first) {
  std::vector<Value> saved;
  for (const Value &value : ArrayRef(c.pool).drop_front(first))
    if (value.tensor.element != Element::Index &&
        !c.isEmpty(value.tensor.dims) &&
        c.function.isStatic(value.tensor.dims) && saved.size() < 5 &&
        c.dice.chance(70))
      saved.push_back(value);
  return saved;
}

/// Lets the loop save values of the pool, from the one at `first` on. Returns
/// the lines that make the arrays before it.
static std::string writeStacks(LinalgCase &c, Loop &loop, size_t first) {
  Dim numTrips = c.function.makeDim(loop.trips, /*isDynamic=*/false);
  std::string arrays;
  for (const Value &value : chooseSaved(c, first)) {
    std::string position = makePosition(c, loop.counter, loop.trips);
    const Tensor &saved = value.tensor;
    Dims dims = {numTrips};
    dims.append(saved.dims);
    Tensor array{c.function.makeName(), dims, saved.element};
    std::string type = c.function.getType(array), empty = c.function.makeName();
    loop.initial.push_back(array.name + " = " + empty);
    arrays += empty + " = tensor.empty() : " + type + "\n  ";
    loop.carried.push_back({array, value.numbers});
    loop.stacks.push_back({value, array});
    Tensor stored = c.function.define(
        dims, saved.element,
        "tensor.insert_slice " + saved.name + " into " + array.name +
            formatPart(c, position, saved.dims) + " : " +
            c.function.getType(saved) + " into " + type);
    loop.results.push_back({stored, value.numbers});
  }
  return arrays;
}

/// Writes the operations of a trip. Returns the lines that come before the
/// loop.
static std::string writeBody(LinalgCase &c, Loop &loop, ArrayRef<Stack> stacks,
                             bool saves) {
  Region region(c);
  c.counters.push_back({loop.counter, std::max<int64_t>(loop.trips, 1)});
  size_t first = c.pool.size(), numOwn = loop.carried.size() - stacks.size();
  std::vector<Value> arguments;
  for (const Value &value : loop.carried) {
    std::string name = c.function.makeName();
    loop.initial.push_back(name + " = " + value.tensor.name);
    arguments.push_back({{name, value.tensor.dims, value.tensor.element},
                         getCarriedNumbers(value)});
    c.add(arguments.back());
  }
  readStacks(c, loop, stacks, ArrayRef(arguments).drop_front(numOwn));
  if (saves && c.dice.chance(60))
    addProduct(c);
  if (saves)
    addElementwise(c);
  std::vector<Value> own =
      writeTrip(c, ArrayRef(loop.carried).take_front(numOwn));
  loop.results.insert(loop.results.begin(), own.begin(), own.end());
  std::string arrays = saves ? writeStacks(c, loop, first) : "";
  c.function.write("scf.yield " + formatYield(c, loop.results));
  return arrays;
}

/// Writes a loop with `trips` trips, up to `end`. It reads `stacks`, and
/// returns others if it `saves` values.
static std::vector<Stack> writeLoop(LinalgCase &c, unsigned trips,
                                    const std::string &end,
                                    ArrayRef<Stack> stacks, bool saves) {
  std::string zero = c.makeIndex(0), one = c.makeIndex(1);
  Loop loop{trips,
            c.function.makeName(),
            c.function.makeName(),
            chooseCarried(c),
            {},
            {},
            {}};
  for (const Stack &stack : stacks) {
    const Tensor &saved = stack.saved.tensor;
    loop.carried.push_back(
        {c.function.makeFilled(saved.dims, 0, saved.element), {}});
  }
  // The body comes first: the loop carries an array for what is saved there.
  size_t head = c.function.getEnd();
  std::string arrays = writeBody(c, loop, stacks, saves);
  c.function.write("}");
  unsigned count = unsigned(loop.carried.size());
  c.function.writeAt(head, arrays + formatName(loop.name, count) +
                               " = scf.for " + loop.counter + " = " + zero +
                               " to " + end + " step " + one + " iter_args(" +
                               join(loop.initial, ", ") + ") -> (" +
                               formatTypes(c, loop.carried) + ") {");
  size_t numOthers = count - loop.stacks.size();
  addResults(c, ArrayRef(loop.carried).take_front(numOthers), loop.name, 0,
             count);
  for (auto [i, stack] : enumerate(loop.stacks))
    stack.array.name =
        loop.name + (count > 1 ? "#" + std::to_string(numOthers + i) : "");
  return loop.stacks;
}

void fused::fuzz::addLoop(LinalgCase &c) {
  if (c.depth > 1)
    return;
  unsigned trips = c.dice.below(5);
  std::string end = makeEnd(c, trips);
  writeLoop(c, trips, end, {}, /*saves=*/false);
}

void fused::fuzz::addSavingLoop(LinalgCase &c) {
  if (c.depth > 1)
    return;
  // One trip would be no loop.
  unsigned trips = 2 + c.dice.below(4);
  std::vector<Stack> stacks =
      writeLoop(c, trips, c.makeIndex(trips), {}, /*saves=*/true);
  for (const Stack &stack : stacks)
    if (c.dice.chance(10))
      c.add({stack.array, stack.saved.numbers});
  if (c.dice.chance(50))
    addAny(c);
  writeLoop(c, trips, c.makeIndex(trips), stacks,
            /*saves=*/c.dice.chance(20));
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
