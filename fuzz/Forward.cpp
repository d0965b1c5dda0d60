//===- Forward.cpp - A product and its forward epilog -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Case.h"

using namespace llvm;
using namespace fused::fuzz;

/// Adds beta times a matrix, which the program may read transposed.
static Expr addMatrix(Case &c, const Layout &layout, Expr sum, bool isOnly) {
  Dims dims = layout.getSpace();
  Access access{{}, getIdentity(dims.size()), {}};
  if (isOnly && c.dice.misses(NearMiss::MatrixTransposed)) {
    std::swap(dims[0], dims.back());
    std::swap(access.loops[0], access.loops.back());
  }
  access.tensor = c.function.addArgument(dims, c.element);
  Expr matrix = c.read(access);
  if (c.dice.chance(40))
    matrix = c.e.mul(c.makeFactor(), matrix);
  return c.e.add(sum, matrix);
}

/// Adds a bias, perhaps with a factor, or another vector beside it.
static Expr addBias(Case &c, const Layout &layout, Expr sum, Expr bias) {
  bool isSubtracted = c.dice.chance(8);
  sum = isSubtracted ? c.e.sub(sum, bias) : c.e.add(sum, bias);
  if (c.dice.chance(5))
    sum = c.e.add(sum, bias);
  bool hasSecond = c.dice.chance(8);
  if (hasSecond) {
    Tensor vector = c.function.addArgument(layout.n, c.element);
    Expr second = c.read(Access{vector, {layout.getColumnLoop()}, {}});
    if (c.dice.misses(NearMiss::BiasMultiplied))
      return c.e.mul(sum, second);
    sum = c.e.add(sum, second);
  }
  return sum;
}

/// Makes the operand of the activation.
static Expr makePreactivation(Case &c, const Layout &layout, Expr x,
                              Expr bias) {
  bool hasMatrix = c.dice.chance(20);
  if (c.dice.chance(12)) {
    x = c.e.mul(x, c.e.convert(c.readNumber(c.element), c.compute));
    if (c.dice.misses(NearMiss::SecondScale))
      x = c.e.mul(c.e.convert(c.readNumber(c.element), c.compute), x);
  } else if (c.dice.misses(NearMiss::ScaleAdded)) {
    x = c.e.add(x, c.e.convert(c.readNumber(c.element), c.compute));
  }
  bool scalesBias = bias && c.dice.chance(12);
  if (scalesBias) {
    double factor = c.dice.pick({0.25, 0.125, -2.0, 0.3, 1.25});
    return c.e.mul(factor, addBias(c, layout, x, bias));
  }
  if (c.dice.chance(15))
    x = c.e.mul(c.makeFactor(), x);
  bool matrixFirst = c.dice.chance(50);
  if (hasMatrix && matrixFirst)
    x = addMatrix(c, layout, x, /*isOnly=*/true);
  if (bias)
    x = addBias(c, layout, x, bias);
  if (hasMatrix && !matrixFirst)
    x = addMatrix(c, layout, x, /*isOnly=*/true);
  if (c.dice.misses(NearMiss::SecondMatrix))
    x = addMatrix(c, layout, x, /*isOnly=*/false);
  if (c.dice.misses(NearMiss::ScaleOfSum))
    x = c.e.mul(x, c.e.convert(c.readNumber(c.element), c.compute));
  return x;
}

/// Makes a product whose result the expression reads, with one dimension for
/// all rows, which is then expanded. It may compute them in another order.
static Tensor makeFlattened(Case &c, const Layout &layout) {
  int64_t numRows = c.function.countElements(layout.rows);
  Dim rows = c.function.makeDim(numRows, /*isDynamic=*/false);
  Layout flat{{rows}, layout.n, layout.k, /*isBatch=*/false};
  Dims dims = layout.rows;
  dims.push_back(layout.k);
  Tensor a = c.function.addArgument(dims, c.element);
  Tensor b = c.makeB(flat);
  bool isReordered = c.dice.chance(25);
  if (isReordered)
    a = writeTranspose(c.function, a, {1, 0, 2});
  Tensor collapsed = collapseRows(c.function, a, rows);
  Tensor product = c.makeProduct(flat, collapsed, b);
  if (!isReordered)
    return expandRows(c.function, product, layout.rows);
  Tensor expanded =
      expandRows(c.function, product, {layout.rows[1], layout.rows[0]});
  return writeTranspose(c.function, expanded, {1, 0, 2});
}

void fused::fuzz::makeForward(Case &c) {
  Layout layout = c.makeLayout();
  auto activation = c.dice.pick({Activation::None, Activation::Relu,
                                 Activation::Relu, Activation::GeluTanh,
                                 Activation::GeluTanh, Activation::GeluErf});
  c.activation = activation;
  bool hasBias = c.dice.chance(60);
  ElementwiseWriter writer(c.function, c.dice, layout.getSpace());

  Tensor product;
  Expr bias = nullptr;
  bool isInInit = hasBias && c.dice.chance(15);
  bool isFlattened = layout.rows.size() == 2 && !layout.isBatch &&
                     c.function.isStatic(layout.rows) && c.dice.chance(50);
  if (isFlattened) {
    product = makeFlattened(c, layout);
  } else {
    Tensor a = c.makeA(layout);
    Tensor b = c.makeB(layout);
    std::optional<Tensor> init;
    if (isInInit)
      init = writer.write(c.e.convert(c.makeBias(layout), c.accumulator));
    product = c.makeProduct(layout, a, b, init);
  }
  if (hasBias && (!isInInit || isFlattened))
    bias = c.makeBias(layout);

  Expr x = c.read(product);
  if (c.dice.misses(NearMiss::NarrowRounding) && !isSmall(c.compute))
    x = c.e.convert(c.e.convert(x, Element::F16), c.compute);
  Expr preactivation = makePreactivation(c, layout, x, bias);
  bool addsConstant = c.dice.chance(8);
  if (addsConstant)
    preactivation = c.e.add(preactivation, c.dice.pick({1.0, -0.5, 2.0}));
  Expr y = makeActivation(c.e, c.dice, activation, preactivation,
                          /*mayClamp=*/true);
  if (bias && activation != Activation::None &&
      c.dice.misses(NearMiss::BiasReversed))
    y = c.e.add(makeActivation(c.e, c.dice, activation, x, /*mayClamp=*/false),
                bias);
  bool returnsWide = c.compute != c.element && c.dice.chance(15);
  if (!returnsWide)
    y = c.e.convert(y, c.element);
  c.function.addResult(writer.write(y));
  c.expected = getForwardEpilogs(activation, hasBias || addsConstant);
  if (c.dice.misses(NearMiss::ExtraUse))
    c.function.addResult(c.dice.chance(50) ? product
                                           : writer.write(preactivation));
}
