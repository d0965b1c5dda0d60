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

/// Successive programs of one module.
struct Range {
  uint64_t first, count;
};

/// The module of these programs, all of one contract.
std::string makeModule(const Options &options, Range range,
                       Meaning meaning = Meaning::Written);

/// Compiles these programs fused, unfused and in double, each in one module,
/// and compares them on random inputs by the rule of fused-run.
llvm::Expected<std::vector<Outcome>> execute(const Options &options,
                                             Range range);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_EXECUTOR_H
