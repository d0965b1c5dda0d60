//===- Attention.cpp - Scores of attention and their masks ----------------===//
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

/// The dimensions of scores: examples and heads, which form the batch, queries
/// and keys.
struct Scores {
  Dim example, head, query, key, depth;

  Dims getSpace() const { return {example, head, query, key}; }
};

/// The loops over the space of scores.
enum Loop { Example, Head, Query, Key };

} // namespace

/// Reads an array that varies along `loops` alone; front ends may keep the
/// others as dimensions of size one.
static Expr readAlong(Case &c, const Scores &scores, ArrayRef<int> loops) {
  Dims space = scores.getSpace();
  bool keepsUnits = c.dice.chance(40);
  Dims dims;
  Access access;
  if (!keepsUnits) {
    for (int loop : loops) {
      dims.push_back(space[loop]);
      access.loops.push_back(loop);
    }
  } else {
    for (int loop : {Example, Head, Query, Key}) {
      bool varies = is_contained(loops, loop);
      dims.push_back(varies ? space[loop]
                            : c.function.makeDim(1, /*isDynamic=*/false));
      access.loops.push_back(varies ? loop : -1);
    }
  }
  // Tables of positions have heads last, and are permuted before.
  if (loops.size() == 3 && !keepsUnits && c.dice.chance(30)) {
    Tensor table =
        c.function.addArgument({dims[1], dims[2], dims[0]}, c.element);
    access.tensor = writeTranspose(c.function, table, {2, 0, 1});
  } else {
    access.tensor = c.function.addArgument(dims, c.element);
  }
  return c.read(access);
}

/// Adds a mask or a relative position.
static Expr addMask(Case &c, const Scores &scores, Expr x) {
  if (c.dice.misses(NearMiss::MaskOfQueries))
    return c.e.add(x, readAlong(c, scores, {Example, Query}));
  if (c.dice.misses(NearMiss::MatrixTransposed)) {
    Access access{c.function.addArgument({scores.key, scores.query}, c.element),
                  {Key, Query},
                  {}};
    return c.e.add(x, c.read(access));
  }
  static const SmallVector<int, 4> forms[] = {{Query, Key},
                                              {Example, Query, Key},
                                              {Head, Query, Key},
                                              {Example, Key},
                                              {Example, Head, Query, Key},
                                              {Key},
                                              {Example, Query, Key},
                                              {Head, Key}};
  Expr mask = readAlong(c, scores, forms[c.dice.below(std::size(forms))]);
  if (c.dice.chance(20))
    mask = c.e.mul(c.makeFactor(), mask);
  return c.e.add(x, mask);
}

void fused::fuzz::makeAttention(Case &c) {
  Scores scores{c.makeDim(), c.makeDim(), c.makeDim(), c.makeDim(),
                c.makeDim()};
  Dims q = {scores.example, scores.head, scores.query, scores.depth};
  Dims k = {scores.example, scores.head, scores.key, scores.depth};
  // Front ends keep heads behind positions.
  for (Dims *dims : {&q, &k}) {
    if (c.dice.chance(30))
      std::swap((*dims)[1], (*dims)[2]);
    else if (c.dice.chance(20))
      std::swap((*dims)[2], (*dims)[3]);
  }
  Tensor a = c.function.addArgument(q, c.element);
  Tensor b = c.function.addArgument(k, c.element);
  Tensor product = writeProduct(c.function, c.dice, a, b, scores.getSpace(),
                                scores.depth, c.accumulator);
  ElementwiseWriter writer(c.function, c.dice, scores.getSpace());
  Expr x = c.read(product);
  if (c.dice.chance(50))
    x = c.e.mul(c.dice.pick({0.125, 0.25, 0.3}), x);
  x = addMask(c, scores, x);
  if (c.dice.chance(25))
    x = addMask(c, scores, x);
  if (c.dice.chance(20)) {
    c.activation = Activation::Relu;
    x = makeActivation(c.e, c.dice, c.activation, x, /*mayClamp=*/false);
  }
  Tensor result = writer.write(c.e.convert(x, c.element));
  c.function.addResult(result);
  if (c.dice.misses(NearMiss::ExtraUse))
    c.function.addResult(product);
}
