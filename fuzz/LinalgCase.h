//===- LinalgCase.h - A program of arbitrary linalg -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_LINALGCASE_H
#define FUSED_FUZZ_LINALGCASE_H

#include "Dice.h"
#include "Function.h"

#include <string>
#include <vector>

namespace fused::fuzz {

/// What is known of the numbers of a value: how they may be used without
/// rounding, or a target's own functions, deciding what comes out.
struct Numbers {
  /// True if two targets may round it differently: sums, quotients, functions
  /// of a library. Nothing that jumps is computed from it: no comparison, no
  /// integer.
  bool isRough = false;
  /// At least the largest magnitude that ordinary inputs lead to. Integers have
  /// none: they wrap.
  double bound = 0;
};

/// A value of the program.
struct Value {
  Tensor tensor;
  Numbers numbers;
  bool isArgument = false;
};

/// One program of arbitrary operations while it is made: a pool of values from
/// which each operation takes some, and to which it adds its results.
class LinalgCase {
public:
  LinalgCase(std::string name, Dice &dice);

  Function function;
  Dice &dice;
  /// What can be read here; a region takes its own back when it ends.
  std::vector<Value> pool;
  /// Index values that can be read here, each less than `limit`.
  struct Counter {
    std::string name;
    int64_t limit;
  };
  std::vector<Counter> counters;
  unsigned depth = 0;      ///< Of regions.
  bool makesRough = false; ///< A value is rough.
  /// True if rough numbers may decide comparisons and integers, so that the
  /// judge has to find out which results rounding decides.
  bool jumpsAnywhere = false;
  bool readsBits = false; ///< An integer has the bits of a float.

  /// A dimension that arguments have.
  Dim pickDim();
  Element pickElement();
  Element pickFloat();
  /// Up to `rank` dimensions, all different.
  Dims pickDims(unsigned rank);
  /// Adds an argument to the pool, or while a region is open, takes one.
  Value makeArgument(llvm::ArrayRef<Dim> dims, Element element);

  /// A random value for which `test` holds; newer ones more often.
  template <typename Test> const Value *find(Test test) {
    std::vector<const Value *> found;
    for (const Value &value : pool)
      if (test(value))
        found.push_back(&value);
    if (found.empty())
      return nullptr;
    size_t index = dice.below(unsigned(found.size()));
    if (dice.chance(50))
      index = std::max<size_t>(index, dice.below(unsigned(found.size())));
    return found[index];
  }
  const Value &pickValue() {
    return *find([](const Value &) { return true; });
  }
  void add(const Value &value);
  /// Writes "`result` = `right`" and adds it.
  void define(llvm::ArrayRef<Dim> dims, Element element, Numbers numbers,
              const std::string &right);

  bool isEmpty(llvm::ArrayRef<Dim> dims) const {
    return function.countElements(dims) == 0;
  }
  /// An index constant.
  std::string makeIndex(int64_t value);
  /// A dimension of `size` that `name` gives where `dim` is dynamic.
  Dim deriveDim(Dim from, int64_t size);

private:
  std::vector<Dim> dims;
};

/// True if no dimension is there twice.
bool areDistinct(llvm::ArrayRef<Dim> dims);

/// Values are kept this small, so that no sum or function of them overflows.
constexpr double maxBound = 64;

//===----------------------------------------------------------------------===//
// What is added to a program. Each returns without effect where the pool has
// nothing for it.
//===----------------------------------------------------------------------===//

void addElementwise(LinalgCase &c);
/// A generic operation with these loops and results.
Value addElementwiseOf(LinalgCase &c, llvm::ArrayRef<Dim> dims,
                       Element element);
void addNamedElementwise(LinalgCase &c);
void addReduction(LinalgCase &c);
void addArgumentOfMaximum(LinalgCase &c);
void addSoftmax(LinalgCase &c);
void addNormalization(LinalgCase &c);
void addProduct(LinalgCase &c);
void addIntegerProduct(LinalgCase &c);
void addTranspose(LinalgCase &c);
void addBroadcast(LinalgCase &c);
void addSlice(LinalgCase &c);
void addInsertion(LinalgCase &c);
void addConcatenation(LinalgCase &c);
void addPadding(LinalgCase &c);
void addReshape(LinalgCase &c);
void addConstant(LinalgCase &c);
void addGenerated(LinalgCase &c);
void addLoop(LinalgCase &c);
void addWhile(LinalgCase &c);
void addBranch(LinalgCase &c);
/// One of the above.
void addAny(LinalgCase &c);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_LINALGCASE_H
