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
#include "Options.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace fused::run {

/// The same function, compiled in three ways.
struct FunctionTriple {
  const fused_function_t *fused;
  const fused_function_t *unfused;
  const fused_function_t *reference;
};

/// One result in one round of the verification.
struct VerifiedResult {
  uint64_t seed;
  unsigned result;
  std::string type;
  /// The input in which special values were planted, -2 for all, -1 for none.
  int special;
  Comparison comparison;
  bool passed;
};

/// Calls the three functions on the same inputs, first random and then with
/// special values planted, for each seed. docs/FusedRun.md states the rule by
/// which a result passes.
llvm::Expected<std::vector<VerifiedResult>>
verify(const FunctionTriple &functions, const Options &options);

/// True if there are results and all passed.
bool allPassed(llvm::ArrayRef<VerifiedResult> results);

void printVerification(llvm::raw_ostream &os,
                       llvm::ArrayRef<VerifiedResult> results);
llvm::json::Value toJson(llvm::ArrayRef<VerifiedResult> results);

} // namespace fused::run

#endif // FUSED_RUN_VERIFY_H
