//===- LinalgChains.cpp - Chains of rows, and products ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgGeneric.h"
#include "Operations.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace fused::fuzz;

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

namespace {

/// Writes operations on all elements of an array and on its rows.
class Rows {
public:
  Rows(LinalgCase &c, const Value &array) : c(c), array(array) {
    dims = array.tensor.dims;
    // Rows run along any dimension, most often along the last.
    size_t axis = dims.size() - 1;
    if (c.dice.chance(25))
      axis = c.dice.below(unsigned(dims.size()));
    for (auto [i, dim] : enumerate(dims)) {
      kinds += i == axis ? 'r' : 'p';
      if (i != axis)
        kept.push_back(dim);
    }
    size = double(c.function.getSize(dims[axis]));
  }

  /// Reduces each row by `operation`.
  Value reduce(const Value &value, const char *operation, double neutral,
               Numbers numbers) {
    Element element = value.tensor.element;
    Generic generic{dims, kinds, {read(value)}, {}};
    Value start{c.function.makeFilled(kept, neutral, element), {}};
    generic.inits.push_back(read(start));
    Body body(c, dims);
    std::string operands = c.dice.chance(50) ? " %x0, %o0" : " %o0, %x0";
    return write(generic, body, element, numbers, operation + operands);
  }
  /// Applies `operation` to elements and to numbers of their rows. An example
  /// is "arith.subf %x0, %x1".
  Value map(ArrayRef<Value> values, const char *operation, Numbers numbers) {
    Element element = values[0].tensor.element;
    bool isRow = values[0].tensor.dims == kept && kept != dims;
    Generic generic{isRow ? kept : dims,
                    std::string(isRow ? kept.size() : dims.size(), 'p'),
                    {},
                    {}};
    for (const Value &value : values)
      generic.inputs.push_back(*readAlong(c, value, generic.space));
    Value empty{c.function.makeEmpty(generic.space, element), {}};
    generic.inits.push_back(*readAlong(c, empty, generic.space));
    Body body(c, generic.space);
    return write(generic, body, element, numbers, operation);
  }
  /// Does the same with a constant as %c.
  Value mapWith(const Value &value, const char *operation, double constant,
                Numbers numbers) {
    Value scalar{{c.function.makeConstant(constant, value.tensor.element),
                  {},
                  value.tensor.element},
                 {}};
    std::string text = std::string(operation) + " %x0, " + scalar.tensor.name;
    return map(value, text.c_str(), numbers);
  }

  LinalgCase &c;
  Value array;
  double size;

private:
  Operand read(const Value &value) { return *readAlong(c, value, dims); }
  Value write(const Generic &generic, Body &body, Element element,
              Numbers numbers, const std::string &operation) {
    Scalar result =
        body.emit(element, numbers, operation + " : " + getName(element));
    return writeGeneric(c, generic, body, result).front();
  }

  Dims dims, kept;
  std::string kinds;
};

} // namespace

/// Finds an array of floats that is not empty and has different dimensions.
static const Value *findRows(LinalgCase &c) {
  return c.find([&](const Value &value) {
    const Dims &dims = value.tensor.dims;
    return !dims.empty() && isFloat(value.tensor.element) && !c.isEmpty(dims) &&
           areDistinct(dims);
  });
}

void fused::fuzz::addSoftmax(LinalgCase &c) {
  const Value *found = findRows(c);
  if (!found)
    return;
  Rows rows(c, *found);
  Numbers numbers = rows.array.numbers;
  double infinity = std::numeric_limits<double>::infinity();
  Value largest =
      rows.reduce(rows.array, c.dice.pick({"arith.maximumf", "arith.maxnumf"}),
                  -infinity, numbers);
  Value shifted = rows.map({rows.array, largest}, "arith.subf %x0, %x1",
                           {numbers.isRough, 2 * numbers.bound});
  Value exponential = rows.map(shifted, "math.exp %x0", {true, 1});
  Value sum = rows.reduce(exponential, "arith.addf", 0, {true, rows.size});
  if (c.dice.chance(30)) {
    // Adds the logarithm of softmax.
    Value logarithm = rows.map(sum, "math.log %x0", {true, 8});
    return c.add(rows.map({shifted, logarithm}, "arith.subf %x0, %x1",
                          {true, 2 * numbers.bound + 8}));
  }
  c.add(rows.map({exponential, sum}, "arith.divf %x0, %x1", {true, 1}));
  if (c.dice.chance(20))
    c.add(sum);
}

/// Adds layer norm or RMS norm. Variances are not near 0, since dividing by
/// them would leave nothing but rounding errors.
void fused::fuzz::addNormalization(LinalgCase &c) {
  const Value *found = findRows(c);
  if (!found || found->numbers.bound > 16)
    return;
  Rows rows(c, *found);
  Value centered = rows.array;
  double bound = rows.array.numbers.bound;
  double share = 1 / rows.size;
  if (c.dice.chance(70)) {
    Value sum =
        rows.reduce(centered, "arith.addf", 0, {true, bound * rows.size});
    Value mean = rows.mapWith(sum, "arith.mulf", share, {true, bound});
    bound *= 2;
    centered = rows.map({centered, mean}, "arith.subf %x0, %x1", {true, bound});
  }
  Value square = rows.map({centered, centered}, "arith.mulf %x0, %x1",
                          {true, bound * bound});
  Value sum = rows.reduce(square, "arith.addf", 0, {});
  Value variance = rows.mapWith(sum, "arith.mulf", share, {});
  Value more = rows.mapWith(variance, "arith.addf", 0.25, {});
  Value factor = rows.map(more, "math.rsqrt %x0", {true, 2});
  c.add(rows.map({centered, factor}, "arith.mulf %x0, %x1", {true, 2 * bound}));
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

void fused::fuzz::addProduct(LinalgCase &c) {
  const Value *found = c.find([&](const Value &value) {
    const Dims &dims = value.tensor.dims;
    return isFloat(value.tensor.element) && dims.size() >= 2 &&
           dims.size() <= 3 && areDistinct(dims) && value.numbers.bound <= 32;
  });
  if (!found)
    return;
  Value a = *found;
  Element element = a.tensor.element;
  Dim k = a.tensor.dims.back();
  const Value *other = c.find([&](const Value &value) {
    const Dims &dims = value.tensor.dims;
    return value.tensor.element == element && dims.size() == 2 &&
           is_contained(dims, k) && areDistinct(dims) &&
           value.numbers.bound <= 32 &&
           !is_contained(ArrayRef(a.tensor.dims).drop_back(),
                         dims[0] == k ? dims[1] : dims[0]);
  });
  if (!other && c.depth > 0)
    return;
  Dim columns = c.function.makeDim(c.dice.pick({1, 3, 5, 8, 16}), false);
  Value b = other && c.dice.chance(70) ? *other
                                       : c.makeArgument({k, columns}, element);
  Dim n = b.tensor.dims[0] == k ? b.tensor.dims[1] : b.tensor.dims[0];
  Dims result(a.tensor.dims.begin(), a.tensor.dims.end() - 1);
  result.push_back(n);
  Element accumulator =
      isSmall(element) && c.dice.chance(40) ? Element::F32 : element;
  Tensor product = writeProduct(c.function, c.dice, a.tensor, b.tensor, result,
                                k, accumulator);
  double bound =
      a.numbers.bound * b.numbers.bound * double(c.function.getSize(k));
  c.add({product, {true, bound}});
}

void fused::fuzz::addIntegerProduct(LinalgCase &c) {
  const Value *found = c.find([](const Value &value) {
    const Dims &dims = value.tensor.dims;
    return dims.size() == 2 && value.tensor.element != Element::Index &&
           value.tensor.element != Element::I1 &&
           !isFloat(value.tensor.element);
  });
  if (!found || c.depth > 0)
    return;
  Value a = *found;
  Dim k = a.tensor.dims[1], n = c.pickDim();
  Value b = c.makeArgument({k, n}, a.tensor.element);
  Dims dims = {a.tensor.dims[0], n};
  Element element = a.tensor.element == Element::I8 && c.dice.chance(70)
                        ? Element::I32
                        : a.tensor.element;
  Tensor start = c.function.makeFilled(dims, 0, element);
  c.define(dims, element, {},
           "linalg.matmul ins(" + c.function.getTyped({a.tensor, b.tensor}) +
               ") outs(" + c.function.getTyped(start) + ") -> " +
               c.function.getType(start));
}
