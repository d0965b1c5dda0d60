//===- LinalgLoops.cpp - Loops of random programs -------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgBody.h"
#include "LinalgRegions.h"
#include "Operations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace llvm;
using namespace fused::fuzz;

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

/// Adds the parts of `stacks` at a position to the pool, and returns them. The
/// loop carries what it combines of each, for which `arguments` stand.
static std::vector<Value> readStacks(LinalgCase &c, Loop &loop,
                                     ArrayRef<Stack> stacks,
                                     ArrayRef<Value> arguments) {
  std::vector<Value> parts;
  for (auto [stack, argument] : zip_equal(stacks, arguments)) {
    std::string position = makePosition(c, loop.counter, loop.trips);
    const Tensor &saved = stack.saved.tensor;
    std::string type = c.function.getType(saved);
    Tensor part =
        c.function.define(saved.dims, saved.element,
                          "tensor.extract_slice " + stack.array.name +
                              formatPart(c, position, saved.dims) + " : " +
                              c.function.getType(stack.array) + " to " + type);
    parts.push_back({part, stack.saved.numbers});
    c.add(parts.back());
    loop.results.push_back(combine(c, argument.tensor, parts.back()));
  }
  return parts;
}

/// Multiplies the transpose of one of `parts` by a value with as many rows.
static std::optional<Value> multiplyPart(LinalgCase &c, ArrayRef<Value> parts) {
  auto isFactor = [&](const Value &value) {
    return isFloat(value.tensor.element) && value.tensor.dims.size() == 2 &&
           c.function.isStatic(value.tensor.dims) && value.numbers.bound <= 32;
  };
  // Rows that are too many for the compiler to keep them all are rare.
  const Value *part = find_if(parts, [&](const Value &value) {
    ArrayRef<Dim> dims = value.tensor.dims;
    return isFactor(value) && areDistinct(dims) &&
           (c.function.getSize(dims[0]) <= 2 * c.function.getSize(dims[1]) ||
            c.dice.chance(10));
  });
  if (part == parts.end())
    return std::nullopt;
  Value a = *part;
  Dim rows = a.tensor.dims[0];
  // At least the part itself is one.
  const Value *other = c.find([&](const Value &value) {
    return isFactor(value) && value.tensor.dims[0] == rows &&
           value.tensor.element == a.tensor.element;
  });
  Value b = *other;
  // The loops of a product differ, also if their sizes do not.
  b.tensor.dims[1] =
      c.function.makeDim(c.function.getSize(b.tensor.dims[1]), false);
  if (c.dice.chance(50))
    std::swap(a, b);
  Tensor product = writeProduct(c.function, c.dice, a.tensor, b.tensor,
                                {a.tensor.dims[1], b.tensor.dims[1]}, rows,
                                a.tensor.element);
  return Value{product,
               {true, a.numbers.bound * b.numbers.bound *
                          double(c.function.getSize(rows))}};
}

/// Lets the loop carry a sum of products of `parts`, one or two from each trip.
/// Returns the line that makes zeros before it.
static std::string writeSum(LinalgCase &c, Loop &loop, ArrayRef<Value> parts) {
  std::optional<Value> product = multiplyPart(c, parts);
  if (!product)
    return "";
  const Tensor &tensor = product->tensor;
  std::string type = c.function.getType(tensor);
  Tensor zeros{c.function.makeName(), tensor.dims, tensor.element};
  Tensor carried{c.function.makeName(), tensor.dims, tensor.element};
  auto add = [&](const std::string &a, const std::string &b) {
    return c.function.define(tensor.dims, tensor.element,
                             "arith.addf " + a + ", " + b + " : " + type);
  };
  Tensor sum = c.dice.chance(50) ? add(carried.name, tensor.name)
                                 : add(tensor.name, carried.name);
  if (c.dice.chance(30))
    sum = add(sum.name, tensor.name);
  Numbers numbers = {true, 2 * loop.trips * product->numbers.bound};
  loop.initial.push_back(carried.name + " = " + zeros.name);
  loop.carried.push_back({zeros, numbers});
  loop.results.push_back({sum, numbers});
  return zeros.name + " = arith.constant dense<0.0> : " + type + "\n  ";
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
  std::vector<Value> parts =
      readStacks(c, loop, stacks, ArrayRef(arguments).drop_front(numOwn));
  if (saves && c.dice.chance(60))
    addProduct(c);
  if (saves)
    addElementwise(c);
  std::vector<Value> own =
      writeTrip(c, ArrayRef(loop.carried).take_front(numOwn));
  loop.results.insert(loop.results.begin(), own.begin(), own.end());
  std::string arrays;
  for (unsigned i = 0; i < 2 && c.dice.chance(75); ++i)
    arrays += writeSum(c, loop, parts);
  if (saves)
    arrays += writeStacks(c, loop, first);
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
