//===- Executor.h - Programs compiled and verified --------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_EXECUTOR_H
#define FUSED_FUZZ_EXECUTOR_H

#include "Generator.h"
#include "fused/Conversion/Passes.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace fused::fuzz {

/// What became of one program.
struct Outcome {
  uint64_t index;
  std::vector<std::string> epilogs; ///< Of its products.
  std::vector<std::string> reasons; ///< Why products have not more.
  /// A table of the results that are wrong; empty if none is.
  std::string wrong;
};

llvm::json::Value toJSON(const Outcome &outcome);
bool fromJSON(const llvm::json::Value &value, Outcome &outcome,
              llvm::json::Path path);

/// The module of `count` programs from `first` on, all of one contract.
std::string makeModule(uint64_t seed, uint64_t first, uint64_t count,
                       Meaning meaning = Meaning::Written);

/// Compiles these programs fused, unfused and in double, each in one module,
/// and compares them on random inputs by the rule of fused-run. `target` is
/// that of the fused programs.
llvm::Expected<std::vector<Outcome>> execute(uint64_t seed, uint64_t first,
                                             uint64_t count, Target target);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_EXECUTOR_H
