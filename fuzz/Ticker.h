//===- Ticker.h - How far a run is ------------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_TICKER_H
#define FUSED_FUZZ_TICKER_H

#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cstdint>

namespace fused::fuzz {

/// Reports progress on stderr every ten seconds.
class Ticker {
public:
  Ticker(uint64_t total, const char *what) : total(total), what(what) {}

  void show(uint64_t done, uint64_t failures);

private:
  uint64_t total;
  const char *what;
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last = start;
};

/// Prints each line of `text` as a comment.
void printComment(llvm::raw_ostream &os, llvm::StringRef text);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_TICKER_H
