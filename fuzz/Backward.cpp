//===- Backward.cpp - Gradients of activations and sums of them -*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Case.h"

using namespace llvm;

using namespace fused::fuzz;

namespace {

/// Values of the forward pass that the derivative may use.
struct Saved {
  Expr p = nullptr;      ///< The pre-activation.
  Expr output = nullptr; ///< Its activation, if known.
  Expr mask = nullptr;   ///< Whether the pre-activation is positive, if only
                         ///< that is known.
};

} // namespace

static Activation pickActivation(Dice &dice) {
  return dice.pick({Activation::Relu, Activation::Relu, Activation::Relu,
                    Activation::GeluTanh, Activation::GeluTanh,
                    Activation::GeluErf});
}

static void expectGradient(Case &c, Activation activation, bool hasSum) {
  c.activation = activation;
  std::string name = activation == Activation::Relu ? "drelu" : "dgelu";
  c.expected = {hasSum ? name + "_bgrad" : name};
  if (hasSum)
    c.partial = {name};
}

/// Makes the pre-activation an argument of the function and reads it, rightly
/// or in a wrong way.
static Expr readPreactivation(Case &c, const Layout &layout) {
  Dims dims = layout.getSpace();
  Access access{{}, getIdentity(dims.size()), {}};
  if (c.dice.misses(NearMiss::MaskTransposed)) {
    std::swap(dims[0], dims.back());
    std::swap(access.loops[0], access.loops.back());
  }
  if (c.dice.misses(NearMiss::MaskOffByOne)) {
    dims.back() = c.function.makeDim(c.function.getSize(layout.n) + 1,
                                     /*isDynamic=*/false);
    access.offsets.assign(dims.size(), 0);
    access.offsets.back() = 1;
  }
  if (c.dice.misses(NearMiss::MaskVector)) {
    dims = {layout.n};
    access.loops = {layout.getColumnLoop()};
  }
  access.tensor = c.function.addArgument(dims, c.element);
  return c.read(access);
}

/// Makes a forward layer. Its output is a result of the function or an operand
/// of another product.
static Saved makeForwardLayer(Case &c, const Layout &layout,
                              Activation activation,
                              ElementwiseWriter &writer) {
  c.hasChain = true;
  Layout layer = layout;
  layer.k = c.makeDim();
  Tensor a = c.makeA(layer);
  Tensor b = c.makeB(layer);
  Saved saved;
  saved.p = c.read(c.makeProduct(layer, a, b));
  if (c.dice.chance(70))
    saved.p = c.e.add(saved.p, c.makeBias(layer));
  saved.output =
      makeActivation(c.e, c.dice, activation, saved.p, /*mayClamp=*/false);
  Tensor output = writer.write(c.e.convert(saved.output, c.element));
  bool isLast = layout.rows.size() > 1 || c.dice.chance(40);
  if (isLast) {
    c.function.addResult(output);
    return saved;
  }
  Layout next = layout;
  next.k = layout.n;
  next.n = c.makeDim();
  c.function.addResult(c.makeProduct(next, output, c.makeB(next)));
  return saved;
}

static Saved makeSaved(Case &c, const Layout &layout, Activation activation,
                       ElementwiseWriter &writer) {
  unsigned form = c.dice.below(10);
  if (form < 4) {
    if (activation == Activation::Relu)
      c.compareExactly();
    return makeForwardLayer(c, layout, activation, writer);
  }
  Saved saved;
  if (activation == Activation::Relu && form == 4) {
    saved.mask =
        c.e.leaf(c.function.addArgument(layout.getSpace(), Element::I1));
    return saved;
  }
  if (activation == Activation::Relu && c.dice.chance(60))
    c.compareExactly();
  saved.p = readPreactivation(c, layout);
  return saved;
}

/// Multiplies by a mask that is an argument of the function.
static Expr maskByArgument(Case &c, Expr gradient, Expr mask) {
  Expr zero = c.e.constant(0, gradient->element);
  if (c.dice.chance(30))
    return c.e.mul(gradient, c.e.convert(mask, gradient->element));
  if (c.dice.misses(NearMiss::DreluArms))
    return c.e.select(mask, zero, gradient);
  if (c.dice.chance(30))
    return c.e.select(c.e.logicalNot(mask), zero, gradient);
  return c.e.select(mask, gradient, zero);
}

/// Adds the gradient of a bias, which is the sum of `tensor` over its rows.
static void addBiasGradient(Case &c, const Layout &layout, const Tensor &tensor,
                            const Tensor &unmasked) {
  Tensor summed = tensor;
  if (c.dice.misses(NearMiss::SumUnmasked))
    summed = unmasked;
  if (c.dice.misses(NearMiss::SumOfOther))
    summed = c.function.addArgument(tensor.dims, tensor.element);
  Dims kept = {layout.n};
  if (layout.rows.size() == 1 && c.dice.misses(NearMiss::SumOtherAxis))
    kept = {layout.rows[0]};
  bool collapses = layout.rows.size() == 2 &&
                   c.function.isStatic(layout.rows) && c.dice.chance(50);
  if (collapses)
    summed = collapseRows(
        c.function, summed,
        c.function.makeDim(c.function.countElements(layout.rows), false));
  bool isWide = isSmall(summed.element) && c.dice.chance(50);
  Tensor sum = writeSum(c.function, c.dice, summed, kept,
                        isWide ? Element::F32 : summed.element);
  Expr value = c.e.leaf(sum);
  if (c.dice.misses(NearMiss::SumMean))
    value = c.e.mul(0.125, value);
  if (c.dice.chance(50))
    value = c.e.convert(value, c.element);
  ElementwiseWriter writer(c.function, c.dice, sum.dims);
  c.function.addResult(writer.write(value));
}

void fused::fuzz::makeBackward(Case &c) {
  Layout layout = c.makeLayout();
  Activation activation = pickActivation(c.dice);
  bool hasSum = c.dice.chance(50);
  ElementwiseWriter writer(c.function, c.dice, layout.getSpace());
  Saved saved = makeSaved(c, layout, activation, writer);

  Tensor a = c.makeA(layout);
  Tensor b = c.makeB(layout);
  Tensor product = c.makeProduct(layout, a, b);
  Expr gradient = c.read(product);
  if (c.dice.chance(10))
    gradient = c.e.mul(c.makeFactor(), gradient);
  else if (c.dice.chance(12))
    gradient = c.e.mul(c.e.convert(c.readNumber(c.element), gradient->element),
                       gradient);
  if (activation == Activation::Relu && c.dice.chance(15)) {
    c.hasDropout = true;
    gradient = maskByArgument(
        c, gradient,
        c.e.leaf(c.function.addArgument(layout.getSpace(), Element::I1)));
  }
  Expr masked = saved.mask ? maskByArgument(c, gradient, saved.mask)
                           : makeGradient(c.e, c.dice, activation, gradient,
                                          saved.p, saved.output);
  Tensor result = writer.write(c.e.convert(masked, c.element));
  c.function.addResult(result);
  expectGradient(c, activation, hasSum);
  if (hasSum)
    addBiasGradient(c, layout, result, product);
  if (c.dice.misses(NearMiss::ExtraUse))
    c.function.addResult(product);
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

/// Adds the sum of `tensor` over all dimensions but `kept`, which is the
/// gradient of a bias.
static void addOperandSum(Case &c, const Tensor &tensor, Dim kept) {
  Tensor summed = tensor;
  if (c.dice.misses(NearMiss::SumOfOther))
    summed = c.function.addArgument(tensor.dims, tensor.element);
  Dims dims = {kept};
  if (tensor.dims.size() == 2 && c.dice.misses(NearMiss::SumOtherAxis))
    dims = {tensor.dims[0] == kept ? tensor.dims[1] : tensor.dims[0]};
  bool isWide = isSmall(tensor.element) && c.dice.chance(50);
  Tensor sum = writeSum(c.function, c.dice, summed, dims,
                        isWide ? Element::F32 : tensor.element);
  Expr value = c.e.leaf(sum);
  if (c.dice.chance(50))
    value = c.e.convert(value, c.element);
  ElementwiseWriter writer(c.function, c.dice, sum.dims);
  c.function.addResult(writer.write(value));
}

/// Updates a momentum, and returns the step that it takes.
static Expr addMomentum(Case &c, ElementwiseWriter &writer, Element type,
                        const Tensor &gradient) {
  Tensor momentum = c.function.addArgument(gradient.dims, type);
  double decay = c.dice.pick({0.5, 0.75, 0.9});
  Expr step = c.e.add(c.e.mul(decay, c.read(momentum)), c.read(gradient));
  Tensor updated = writer.write(c.e.convert(step, type));
  c.function.addResult(updated);
  return c.dice.chance(50) ? c.read(updated) : step;
}

/// weights - rate * gradient, where the rate may be an argument. Weights of
/// products in 16 bits may have f32, and so may their momentum.
static void addUpdate(Case &c, const Tensor &gradient) {
  ElementwiseWriter writer(c.function, c.dice, gradient.dims);
  Element type =
      isSmall(c.element) && c.compute == Element::F32 && c.dice.chance(40)
          ? Element::F32
          : c.element;
  Tensor weights = c.function.addArgument(gradient.dims, type);
  double rate = c.dice.pick({0.5, 0.125, 0.01});
  Expr step = c.dice.chance(40) ? addMomentum(c, writer, type, gradient)
                                : c.read(gradient);
  if (c.dice.chance(25))
    step = c.e.mul(c.e.convert(c.readNumber(c.element), c.compute), step);
  else
    step = c.e.mul(rate, step);
  Expr updated = c.e.sub(c.read(weights), step);
  c.function.addResult(writer.write(c.e.convert(updated, type)));
}

void fused::fuzz::makeWeightGradient(Case &c) {
  bool hasTwoRows = c.dice.chance(25);
  Dims rows;
  if (hasTwoRows)
    rows.push_back(c.makeDim());
  rows.push_back(c.makeDim());
  Dim inputs = c.makeDim();
  Dim outputs = c.makeDim();
  Dims xDims = rows, gDims = rows;
  xDims.push_back(inputs);
  gDims.push_back(outputs);
  Tensor x = c.function.addArgument(xDims, c.element);
  Tensor g = c.function.addArgument(gDims, c.element);

  // The product has either orientation, and the sum is that of either operand.
  bool isTransposed = c.dice.chance(30);
  Dims result = {inputs, outputs};
  if (isTransposed)
    std::swap(result[0], result[1]);
  bool swaps = c.dice.chance(20);
  Tensor product =
      writeProduct(c.function, c.dice, isTransposed != swaps ? g : x,
                   isTransposed != swaps ? x : g, result, rows, c.accumulator);
  bool sumsG = c.dice.chance(75);
  addOperandSum(c, sumsG ? g : x, sumsG ? outputs : inputs);
  c.expected = {sumsG == isTransposed ? "bgrada" : "bgradb"};
  if (c.dice.chance(50))
    addUpdate(c, product);
  else
    c.function.addResult(product);
}

//===----------------------------------------------------------------------===//
// Training steps
//===----------------------------------------------------------------------===//

void fused::fuzz::makeTrainingStep(Case &c) {
  Activation activation = pickActivation(c.dice);
  if (activation == Activation::Relu)
    c.compareExactly();
  c.hasChain = true;
  Dim batch = c.makeDim(), inputs = c.makeDim();
  Dim hidden = c.makeDim(), outputs = c.makeDim();
  Layout first{{batch}, hidden, inputs, false};
  Layout second{{batch}, outputs, hidden, false};
  ElementwiseWriter writer(c.function, c.dice, first.getSpace());
  ElementwiseWriter outer(c.function, c.dice, second.getSpace());

  Tensor x = c.function.addArgument({batch, inputs}, c.element);
  Tensor w1 = c.makeB(first);
  Expr product = c.read(c.makeProduct(first, x, w1));
  Expr p = c.e.add(product, c.makeBias(first));
  Expr h = makeActivation(c.e, c.dice, activation, p, /*mayClamp=*/false);
  Tensor output = writer.write(c.e.convert(h, c.element));
  Tensor w2 = c.makeB(second);
  Expr y = c.read(c.makeProduct(second, output, w2));
  Expr prediction = c.e.add(y, c.makeBias(second));
  Tensor target = c.function.addArgument(second.getSpace(), c.element);
  Expr difference = c.e.sub(prediction, c.read(target));
  Tensor g =
      outer.write(c.e.convert(c.e.mul(c.makeFactor(), difference), c.element));

  Layout back{{batch}, hidden, outputs, false};
  Tensor unmasked = c.makeProduct(back, g, w2);
  Expr gradient = c.read(unmasked);
  Expr masked = makeGradient(c.e, c.dice, activation, gradient, p, h);
  Tensor dp = writer.write(c.e.convert(masked, c.element));
  addUpdate(c, writeProduct(c.function, c.dice, x, dp, {inputs, hidden}, batch,
                            c.accumulator));
  addUpdate(c, writeProduct(c.function, c.dice, output, g, {hidden, outputs},
                            batch, c.accumulator));
  addBiasGradient(c, first, dp, unmasked);
  expectGradient(c, activation, /*hasSum=*/true);
}
