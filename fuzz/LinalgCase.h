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

/// Says how the numbers of a value may be used, so that neither rounding nor
/// the math library of a target decides a result.
struct Numbers {
  /// True if two targets may round the value differently, as for sums,
  /// quotients and library functions. No function that jumps may use it, such
  /// as a comparison or a conversion to integer.
  bool isRough = false;
  /// An upper bound of the magnitude for ordinary inputs. Integers have none,
  /// because they wrap.
  double bound = 0;
};

/// A value of the program.
struct Value {
  Tensor tensor;
  Numbers numbers;
  bool isArgument = false;
};

/// A program of arbitrary operations under construction. Each operation takes
/// values from a pool and adds its results to it.
class LinalgCase {
public:
  LinalgCase(std::string name, Dice &dice);

  Function function;
  Dice &dice;
  /// The values that can be read here. A region removes its own at its end.
  std::vector<Value> pool;
  /// Index values that can be read here, each less than `limit`.
  struct Counter {
    std::string name;
    int64_t limit;
  };
  std::vector<Counter> counters;
  unsigned depth = 0;      ///< How many regions are open.
  bool makesRough = false; ///< True if any value is rough.
  /// True if comparisons and integers may depend on rough numbers. The judge
  /// then has to find out which results rounding decides.
  bool jumpsAnywhere = false;
  bool readsBits = false; ///< True if an integer has the bits of a float.

  /// Picks a dimension of an argument.
  Dim pickDim();
  Element pickElement();
  Element pickFloat();
  /// Picks up to `rank` dimensions. A dimension rarely occurs twice.
  Dims pickDims(unsigned rank);
  /// Makes an argument of the function. The caller may add it to the pool.
  Value makeArgument(llvm::ArrayRef<Dim> dims, Element element);

  /// Picks a value for which `test` holds. Newer ones are more likely.
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
  /// Writes "`result` = `right`" and adds the result to the pool.
  void define(llvm::ArrayRef<Dim> dims, Element element, Numbers numbers,
              const std::string &right);

  bool isEmpty(llvm::ArrayRef<Dim> dims) const {
    return function.countElements(dims) == 0;
  }
  /// Writes an index constant and returns its name.
  std::string makeIndex(int64_t value);
  /// Makes a dimension of `size`. If `from` is dynamic, it may be dynamic as
  /// well.
  Dim deriveDim(Dim from, int64_t size);

private:
  std::vector<Dim> dims;
};

/// True if no dimension occurs twice.
bool areDistinct(llvm::ArrayRef<Dim> dims);

/// The pool scales values down to this bound, so that no operation overflows.
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
void addConvolution(LinalgCase &c);
void addTranspose(LinalgCase &c);
void addBroadcast(LinalgCase &c);
void addSlice(LinalgCase &c);
void addInsertion(LinalgCase &c);
void addConcatenation(LinalgCase &c);
void addPadding(LinalgCase &c);
void addReshape(LinalgCase &c);
void addScatter(LinalgCase &c);
void addAssertion(LinalgCase &c);
void addConstant(LinalgCase &c);
void addGenerated(LinalgCase &c);
void addLoop(LinalgCase &c);
/// A loop that saves values of each trip, and one that reads them.
void addSavingLoop(LinalgCase &c);
void addWhile(LinalgCase &c);
void addBranch(LinalgCase &c);
/// One of the above.
void addAny(LinalgCase &c);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_LINALGCASE_H
