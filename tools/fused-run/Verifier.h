//===- Verifier.h - Verifies a function with one seed -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_VERIFIER_H
#define FUSED_RUN_VERIFIER_H

#include "Perturb.h"
#include "Verify.h"

namespace fused::run {

/// The results of the three forms of a function.
struct Results {
  std::vector<HostTensor> fused, unfused, reference;
};

/// Verifies with one seed.
class Verifier {
public:
  Verifier(const FunctionTriple &functions, const Rounds &rounds, uint64_t seed,
           double leastTolerance)
      : functions(functions), rounds(rounds), seed(seed),
        judgement{leastTolerance, rounds.nanIsInfinite, rounds.numPerturbed > 0,
                  rounds.halfOverflows} {}

  /// Makes all rounds on `inputs`.
  llvm::Error run(llvm::ArrayRef<HostTensor> inputs);

  std::vector<VerifiedResult> takeResults() { return std::move(verified); }

private:
  llvm::Error runRound(llvm::ArrayRef<HostTensor> inputs, Round round);
  llvm::Error runZeros(llvm::ArrayRef<HostTensor> inputs);
  llvm::Error runSpecial(llvm::ArrayRef<HostTensor> inputs);
  llvm::Error runSpecialInOne(llvm::ArrayRef<HostTensor> inputs,
                              llvm::ArrayRef<unsigned> numbers);

  llvm::Expected<Results> callAll(llvm::ArrayRef<HostTensor> inputs);
  std::string findRefusal(llvm::ArrayRef<HostTensor> inputs);
  /// Judges the failed results of `round` again, by the other values that they
  /// may have. Its results must be the last ones.
  llvm::Error judgeAgain(llvm::ArrayRef<HostTensor> inputs,
                         const Results &results, Round round);
  llvm::Error addDefinitions(llvm::ArrayRef<HostTensor> inputs, Round round);
  llvm::Error addOverflows(llvm::ArrayRef<HostTensor> inputs, Round round);
  llvm::Expected<std::vector<HostTensor>>
  evaluateOverflows(llvm::ArrayRef<HostTensor> inputs, Round round,
                    llvm::function_ref<bool(const HostTensor &)> replaced);
  llvm::Error addScaleOverflows(llvm::ArrayRef<HostTensor> inputs, Round round);
  llvm::Expected<std::vector<HostTensor>>
  callReference(const GetReference &get, llvm::ArrayRef<HostTensor> inputs,
                Round round);
  llvm::Error addCompact(llvm::ArrayRef<HostTensor> inputs, Round round);
  llvm::Error addEpilogs(llvm::ArrayRef<HostTensor> inputs, Round round);
  /// Returns the reference for one draw of perturbed inputs.
  llvm::Expected<const fused_function_t *> getNeighbour(unsigned draw);
  llvm::Error addNeighbours(llvm::ArrayRef<HostTensor> inputs, unsigned draw,
                            Round round);

  /// A failed result, the results to compare with, and its alternatives.
  struct Doubt {
    VerifiedResult &line;
    const HostTensor &fused, &unfused, &reference;
    Alternatives alternatives;
  };
  /// Compares the failed results again. Returns true if all pass now.
  bool compareDoubts();

  const FunctionTriple &functions;
  const Rounds &rounds;
  uint64_t seed;
  Judgement judgement;
  std::vector<VerifiedResult> verified;
  std::vector<Doubt> doubts;
  unsigned numFailedRounds = 0;
};

/// Calls the form of a function with this name, which an error begins with.
llvm::Error callInto(const char *name, const fused_function_t &function,
                     llvm::ArrayRef<HostTensor> inputs,
                     std::vector<HostTensor> &results);

/// The inputs of the reference.
std::vector<HostTensor> promote(llvm::ArrayRef<HostTensor> inputs);

} // namespace fused::run

#endif // FUSED_RUN_VERIFIER_H
