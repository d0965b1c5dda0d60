//===- Summary.h - What became of all programs ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_SUMMARY_H
#define FUSED_FUZZ_SUMMARY_H

#include "Executor.h"

#include <map>

namespace fused::fuzz {

/// How much of a correct program was fused.
enum class Recognized {
  Whole,    ///< The expected epilog was found.
  Part,     ///< A smaller epilog was found.
  Contract, ///< The contract does not allow the epilog.
  None      ///< No epilog was found.
};

/// Counts programs by kind.
class Summary {
public:
  /// Returns why the program fails, or an empty string.
  std::string add(const Program &program, const Outcome &outcome);

  uint64_t getNumPrograms() const { return numPrograms; }
  uint64_t getNumFailures() const { return numFailures; }
  void print(llvm::raw_ostream &os) const;
  llvm::json::Object toJson() const;

private:
  /// A number of programs, and the indices of some of them.
  struct Count {
    uint64_t number = 0;
    std::vector<uint64_t> examples;

    void add(uint64_t index);
    std::string format() const;
    llvm::json::Value toJson() const;
  };

  uint64_t numPrograms = 0, numFailures = 0, numWrong = 0;
  /// By family and expected epilog.
  std::map<std::string, std::map<Recognized, Count>> legal;
  /// Programs whose epilog was not found, by expected epilog and reason.
  std::map<std::pair<std::string, std::string>, Count> notFused;
  /// Near misses by kind, and by whether they were fused nevertheless.
  std::map<NearMiss, std::map<bool, Count>> misses;
};

} // namespace fused::fuzz

#endif // FUSED_FUZZ_SUMMARY_H
