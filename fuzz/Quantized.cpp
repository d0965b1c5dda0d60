//===- Quantized.cpp - Products of 8 bits -----------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Case.h"

using namespace llvm;
using namespace fused::fuzz;

/// Scales the elements of `matrix`, which is stored in 8 bits, in `type`, by a
/// number, by one for each row or column, or not at all.
static Tensor dequantize(Case &c, const Tensor &matrix, Dim k, Element type) {
  Expr x = c.e.convert(c.e.leaf(matrix), type);
  if (c.dice.chance(60)) {
    Element ofScale = c.dice.chance(60) ? Element::F32 : type;
    Expr scale = c.readNumber(ofScale);
    bool isAlongK = c.dice.misses(NearMiss::ScaleAlongK);
    if (isAlongK || c.dice.chance(35)) {
      SmallVector<int> loops;
      for (auto [loop, dim] : enumerate(matrix.dims))
        if ((dim == k) == isAlongK)
          loops.push_back(int(loop));
      int loop = loops[c.dice.below(unsigned(loops.size()))];
      Tensor vector =
          c.function.addArgument(matrix.dims[size_t(loop)], ofScale);
      scale = c.e.leaf(Access{vector, {loop}, {}});
    }
    scale = c.e.convert(scale, type);
    x = c.dice.chance(50) ? c.e.mul(x, scale) : c.e.mul(scale, x);
    if (c.dice.misses(NearMiss::ScaleSquared))
      x = c.e.mul(x, x);
    ++c.numScaledFloat8;
  }
  ElementwiseWriter writer(c.function, c.dice, matrix.dims);
  return writer.write(x);
}

/// Clamps and narrows `y` to 8 bits.
static Expr quantize(Case &c, Expr y) {
  double largest = c.dice.misses(NearMiss::ClampLess) ? 240 : 448;
  Element element = y->element;
  y = c.e.apply("arith.maximumf", {y, c.e.constant(-largest, element)});
  y = c.e.apply("arith.minimumf", {y, c.e.constant(largest, element)});
  return c.e.convert(y, Element::F8E4M3);
}

/// Makes sizes that libraries have products of 8 bits for.
static Layout makeAlignedLayout(Case &c) {
  auto makeDim = [&] {
    return c.function.makeDim(c.dice.pick({16, 32, 48}), /*isDynamic=*/false);
  };
  return {{makeDim()}, makeDim(), makeDim(), /*isBatch=*/false};
}

static void makeIntegerProduct(Case &c, const Layout &layout) {
  c.hasWideIntegers = true;
  c.accumulator = Element::I32;
  c.compute = Element::F32;
  c.element = Element::I8;
  Tensor a = c.makeA(layout), b = c.makeB(layout);
  Tensor product = c.makeProduct(layout, a, b);
  c.expected = {"default"};
  if (c.dice.chance(30))
    return c.function.addResult(product);
  c.element = Element::F32;
  Expr y = c.read(product);
  if (c.dice.chance(70))
    y = c.e.mul(y, c.readNumber(Element::F32));
  if (c.dice.chance(50))
    y = c.e.add(y, c.makeBias(layout));
  c.function.addResult(
      ElementwiseWriter(c.function, c.dice, layout.getSpace()).write(y));
}

void fused::fuzz::makeQuantized(Case &c) {
  Layout layout = c.dice.chance(40) ? makeAlignedLayout(c) : c.makeLayout();
  if (c.dice.chance(30))
    return makeIntegerProduct(c, layout);
  Element wide = c.dice.pick({Element::F32, Element::F32, Element::BF16});
  auto makeFactor = [&](bool isA) {
    c.element = c.dice.misses(NearMiss::FactorOf16Bits) ? Element::BF16
                : c.dice.chance(75)                     ? Element::F8E4M3
                                                        : Element::F8E5M2;
    Tensor factor = isA ? c.makeA(layout) : c.makeB(layout);
    if (c.dice.chance(30))
      return factor;
    return dequantize(c, factor, layout.k, wide);
  };
  Tensor a = makeFactor(/*isA=*/true), b = makeFactor(/*isA=*/false);
  c.accumulator =
      wide == Element::BF16 && c.dice.chance(50) ? Element::F32 : wide;
  c.element = wide;
  c.compute = c.accumulator;
  Tensor product = c.makeProduct(layout, a, b);
  Expr y = c.read(product);
  for (int i = 0; i < 2; ++i)
    if (c.dice.chance(25))
      y = c.e.mul(y, c.e.convert(c.readNumber(Element::F32), c.compute));
  bool hasBias = c.dice.chance(40);
  if (hasBias)
    y = c.e.add(y, c.makeBias(layout));
  c.activation = c.dice.chance(30) ? Activation::Relu : Activation::None;
  c.expected = getForwardEpilogs(c.activation, hasBias);
  y = makeActivation(c.e, c.dice, c.activation, y, /*mayClamp=*/false);
  // Devices add products of 8 bits with few bits, which decide near a jump.
  if (c.dice.hasMissed(NearMiss::ReluThreshold) && c.numerics != Numerics::Fast)
    c.needsExactInputs = true;
  ElementwiseWriter writer(c.function, c.dice, layout.getSpace());
  bool isQuantized = c.dice.chance(30);
  c.clampsScaledFloat8 = c.numScaledFloat8 != 0 &&
                         (isQuantized || c.activation != Activation::None);
  if (isQuantized) {
    Expr scale = c.e.convert(c.readNumber(Element::F32), c.compute);
    y = c.dice.chance(20)   ? y
        : c.dice.chance(50) ? c.e.mul(y, scale)
                            : c.e.div(y, scale);
    c.function.addResult(writer.write(quantize(c, y)));
  } else
    c.function.addResult(
        writer.write(c.e.convert(y, c.dice.chance(70) ? wide : c.compute)));
  if (c.dice.misses(NearMiss::ExtraUse))
    c.function.addResult(product);
}
