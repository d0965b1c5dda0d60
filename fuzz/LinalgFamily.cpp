//===- LinalgFamily.cpp - Programs of arbitrary linalg ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgFamily.h"

#include "LinalgCase.h"

using namespace llvm;
using namespace fused::fuzz;

namespace {

struct Kind {
  unsigned weight;
  void (*add)(LinalgCase &c);
};

constexpr Kind kinds[] = {{20, addElementwise},  {7, addNamedElementwise},
                          {14, addReduction},    {3, addArgumentOfMaximum},
                          {5, addSoftmax},       {4, addNormalization},
                          {6, addProduct},       {2, addIntegerProduct},
                          {4, addTranspose},     {3, addBroadcast},
                          {4, addSlice},         {3, addInsertion},
                          {3, addConcatenation}, {2, addPadding},
                          {3, addReshape},       {2, addConstant},
                          {2, addGenerated},     {3, addLoop},
                          {2, addSavingLoop},    {1, addWhile},
                          {2, addBranch},        {2, addScatter},
                          {1, addAssertion},     {2, addConvolution}};

} // namespace

void fused::fuzz::addAny(LinalgCase &c) {
  unsigned number = c.dice.below(100);
  for (const Kind &kind : kinds) {
    if (number < kind.weight)
      return kind.add(c);
    number -= kind.weight;
  }
}

Program fused::fuzz::generateLinalg(uint64_t seed, uint64_t index,
                                    Family family) {
  Dice dice(seed ^ 0x6c696e616c67, index, Meaning::Written);
  Program program;
  program.index = index;
  program.name = "p" + std::to_string(index);
  program.family = "linalg";
  LinalgCase c(program.name, dice);
  c.jumpsAnywhere = run::Random(seed ^ 0x6a756d7073, index).next() % 8 == 0;
  size_t numArguments = c.pool.size();
  if (family == Family::Convolutions)
    addConvolution(c);
  if (family == Family::Loops)
    addSavingLoop(c);
  unsigned count = 1 + dice.below(family == Family::Linalg ? 8 : 3);
  for (unsigned i = 0; i < count || c.pool.size() == numArguments; ++i)
    addAny(c);
  // Return the newest values, and sometimes one of any age.
  unsigned numResults = 1 + dice.below(3);
  bool any = false;
  for (size_t i = c.pool.size(); i-- > numArguments && numResults > 0;) {
    if (c.pool[i].tensor.element == Element::Index)
      continue;
    c.function.addResult(c.pool[i].tensor);
    --numResults;
    any = true;
  }
  const Value &old = c.pickValue();
  if (!any || dice.chance(20))
    c.function.addResult(old.tensor);
  program.text = c.function.getText();
  program.argumentSizes = c.function.getArgumentSizes();
  program.hasWideIntegers = true;
  program.toleratesExtremes = !c.makesRough;
  // NaN may have any bits, so integers made from its bits are undefined.
  program.judgesNonFinite = !c.readsBits;
  return program;
}
