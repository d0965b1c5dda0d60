//===- Executor.h - Programs compiled and verified --------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_EXECUTOR_H
#define FUSED_FUZZ_EXECUTOR_H

#include "Options.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace fused::fuzz {

/// The result of executing one program.
struct Outcome {
  uint64_t index;
  std::vector<std::string> epilogs; ///< The epilogs of its products.
  std::vector<std::string> reasons; ///< Why products have no larger epilog.
  /// A table of the wrong results; empty if there are none.
  std::string wrong;
};

llvm::json::Value toJSON(const Outcome &outcome);
bool fromJSON(const llvm::json::Value &value, Outcome &outcome,
              llvm::json::Path path);

/// A range of programs in one module.
struct Range {
  uint64_t first, count;
};

/// Returns the module of these programs. All have the same contract.
std::string makeModule(const Options &options, Range range,
                       Meaning meaning = Meaning::Written);

/// Compiles these programs in three modules: fused, unfused and in double.
/// Compares them on random inputs by the rule of fused-run.
llvm::Expected<std::vector<Outcome>> execute(const Options &options,
                                             Range range);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_EXECUTOR_H
