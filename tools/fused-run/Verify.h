//===- Verify.h - Fused against unfused and double --------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_VERIFY_H
#define FUSED_RUN_VERIFY_H

#include "Compare.h"
#include "Inputs.h"
#include "Options.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <functional>
#include <optional>

namespace fused::run {

/// Gives the reference with roundings that are perturbed by a seed, after it
/// has compiled it where that is not done yet.
using GetPerturbed =
    std::function<llvm::Expected<const fused_function_t *>(uint64_t seed)>;

/// The same function, compiled in three ways.
struct FunctionTriple {
  const fused_function_t *fused;
  const fused_function_t *unfused;
  const fused_function_t *reference;
  /// The reference with several numbers in the place of what fast-math flags
  /// leave undefined; none where there are no such flags.
  std::vector<const fused_function_t *> definitions = {};
  /// What a failed result is judged by. Without it, inputs alone are perturbed.
  GetPerturbed getPerturbed = nullptr;
};

/// What the inputs of one round are.
struct Round {
  uint64_t seed;
  enum Kind { Random, Zeros, SpecialInOne, SpecialInAll } kind;
  unsigned input;         ///< In which special values are, if in one.
  unsigned numOthers = 0; ///< Inputs that have small special values then.

  /// True if errors are compared and not classes alone: what special values do
  /// to their neighbours says nothing about accuracy.
  bool judgesError() const { return kind == Random || kind == Zeros; }
  /// "random", "zeros", "special values in input 3".
  std::string describe() const;
};

/// One result in one round of the verification.
struct VerifiedResult {
  Round round;
  unsigned result;
  std::string type;
  Comparison comparison;

  bool passed() const {
    return comparison.areClassesRight() &&
           (!round.judgesError() || comparison.isErrorWithinTolerance());
  }
};

/// The rounds of a verification.
struct Rounds {
  /// How special values are planted in one input; in all, they are then
  /// SpecialValues::NonFinite. None leaves both out.
  std::optional<SpecialValues> special = std::nullopt;
  bool zeros = true;
  /// Takes NaN and infinities for one class of numbers.
  bool nanIsInfinite = false;
  /// GELU on a device may overflow from half of the largest number on.
  bool halfOverflows = false;
  /// The largest number of rounds with special values in one input. Where there
  /// are more inputs, several share one.
  unsigned maxSpecialInOne = 16;
  /// How often roundings are perturbed to find out whether a result that fails
  /// is ill-conditioned.
  unsigned numPerturbed = 32;
  /// How much inputs are perturbed then, in relation to each number: by an
  /// epsilon of f64, or by what epilogs are granted beyond rounding.
  double perturbation = 0x1p-52;
  /// The program is exact on its inputs, ties of comparisons included, which
  /// perturbed inputs would break: its roundings alone are perturbed.
  bool hasExactInputs = false;
};

/// What is judged under `numerics`: the fast contract gives up what happens to
/// NaN and at zero. `quick` is for programs that take long.
Rounds getRounds(Numerics numerics, bool quick = false);

/// Gives the inputs of a seed.
using DrawInputs =
    llvm::function_ref<llvm::Expected<std::vector<HostTensor>>(uint64_t seed)>;

/// Calls the three functions on the inputs of `seed`, and in further rounds on
/// these with zeros and special values planted. docs/FusedRun.md states the
/// rounds and the rule by which a result passes; `leastTolerance` is what the
/// fused program is granted at least.
llvm::Expected<std::vector<VerifiedResult>>
verifyWith(DrawInputs draw, const FunctionTriple &functions,
           const Rounds &rounds, uint64_t seed, double leastTolerance);

/// The same on the inputs that `options` asks for, with each seed.
llvm::Expected<std::vector<VerifiedResult>>
verify(const FunctionTriple &functions, const Options &options, Rounds rounds,
       double leastTolerance);

/// True if there are results and all passed.
bool allPassed(llvm::ArrayRef<VerifiedResult> results);

/// Prints a table, with the passed rounds of special values in one line for
/// each result.
void printVerification(llvm::raw_ostream &os,
                       llvm::ArrayRef<VerifiedResult> results);
llvm::json::Value toJson(llvm::ArrayRef<VerifiedResult> results);

} // namespace fused::run

#endif // FUSED_RUN_VERIFY_H
