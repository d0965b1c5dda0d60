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
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <functional>
#include <optional>

namespace fused::run {

/// Returns the reference whose roundings a seed perturbs. Compiles it on the
/// first call.
using GetPerturbed =
    std::function<llvm::Expected<const fused_function_t *>(uint64_t seed)>;

/// Returns another reference. Compiles it on the first call.
using GetReference = std::function<llvm::Expected<const fused_function_t *>()>;

/// One function, compiled in three ways.
struct FunctionTriple {
  const fused_function_t *fused;
  const fused_function_t *unfused;
  const fused_function_t *reference;
  /// References with different numbers in place of values that fast-math flags
  /// leave undefined. Empty if there are no such flags.
  std::vector<const fused_function_t *> definitions = {};
  /// Gives the references that a failed result is judged by. If null, only
  /// inputs are perturbed.
  GetPerturbed getPerturbed = nullptr;
  /// Without multiplications by inserted zeros. Null if the program inserts
  /// none, or the contract keeps them.
  GetReference getCompact = nullptr;
  /// With the formulas of epilogs. Null if these give NaN where the program
  /// does.
  GetReference getWithEpilogs = nullptr;
};

/// True if multiplications by zeros that `module` inserts between elements may
/// be left out.
bool mayDropZeros(mlir::ModuleOp module, Numerics numerics);

/// The kind of the inputs in one round.
struct Round {
  uint64_t seed;
  enum Kind { Random, Zeros, SpecialInOne, SpecialInAll } kind;
  unsigned input;         ///< The input with special values.
  unsigned numOthers = 0; ///< Inputs with small special values.

  /// True if errors are compared as well as classes. Special values change
  /// their neighbours, so their errors say nothing about accuracy.
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
  /// What both programs say if they refuse the inputs of the round, which then
  /// has no results.
  std::string refusal = {};

  bool passed() const {
    return comparison.areClassesRight() &&
           (!round.judgesError() || comparison.isErrorWithinTolerance());
  }
};

/// The rounds to make.
struct Rounds {
  /// The special values of the rounds in which one input has them. The round in
  /// which all inputs have them uses SpecialValues::NonFinite. If nullopt,
  /// there are no such rounds.
  std::optional<SpecialValues> special = std::nullopt;
  bool zeros = true;
  /// Treats NaN and infinities as one class.
  bool nanIsInfinite = false;
  /// GELU on a device may overflow from half of the largest number on.
  bool halfOverflows = false;
  /// Two scales of operands of 8 bits are multiplied first, and may overflow
  /// where the result does not.
  bool scalesMayOverflow = false;
  /// The largest number of rounds with special values in one input. Where there
  /// are more inputs, several share one.
  unsigned maxSpecialInOne = 16;
  /// How often to perturb the roundings in order to find out whether a failed
  /// result is ill-conditioned.
  unsigned numPerturbed = 32;
  /// How much to change each number of the inputs, relative to the number: by
  /// an epsilon of f64, or by the error that epilogs may have beyond rounding.
  double perturbation = 0x1p-52;
  /// True if the program computes exactly on its inputs. A perturbed input
  /// would break ties of comparisons, so only roundings are perturbed.
  bool hasExactInputs = false;
};

/// Returns the rounds that are judged under `numerics`. The fast contract does
/// not define results for NaN and at zero. `quick` is for programs that take
/// long.
Rounds getRounds(Numerics numerics, bool quick = false);

/// Makes the inputs of a seed.
using DrawInputs =
    llvm::function_ref<llvm::Expected<std::vector<HostTensor>>(uint64_t seed)>;

/// Calls the three functions on the inputs of `seed`, and in further rounds on
/// the same inputs with zeros and special values. docs/FusedRun.md describes
/// the rounds and the rule for passing. `leastTolerance` is the least tolerance
/// of errors.
llvm::Expected<std::vector<VerifiedResult>>
verifyWith(DrawInputs draw, const FunctionTriple &functions,
           const Rounds &rounds, uint64_t seed, double leastTolerance);

/// Verifies with each seed, on the inputs that `options` asks for.
llvm::Expected<std::vector<VerifiedResult>>
verify(const FunctionTriple &functions, const Options &options, Rounds rounds,
       double leastTolerance);

/// True if there is a result and all results passed.
bool allPassed(llvm::ArrayRef<VerifiedResult> results);

/// Prints a table. For each result, one line summarises the rounds with special
/// values that passed.
void printVerification(llvm::raw_ostream &os,
                       llvm::ArrayRef<VerifiedResult> results);
llvm::json::Value toJson(llvm::ArrayRef<VerifiedResult> results);

} // namespace fused::run

#endif // FUSED_RUN_VERIFY_H
