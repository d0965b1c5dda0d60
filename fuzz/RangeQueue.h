//===- RangeQueue.h - Ranges of programs for processes ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_RANGEQUEUE_H
#define FUSED_FUZZ_RANGEQUEUE_H

#include "Executor.h"

#include <algorithm>
#include <deque>
#include <optional>

namespace fused::fuzz {

/// The programs, or mutants, that are still to do. Each process takes a range.
class RangeQueue {
public:
  /// Ranges end at multiples of `size`.
  RangeQueue(Range all, uint64_t size)
      : size(size), next(all.first), end(all.first + all.count) {}

  /// Returns the next range, or nothing.
  std::optional<Range> take() {
    if (!returned.empty()) {
      Range range = returned.front();
      returned.pop_front();
      return range;
    }
    if (next == end)
      return std::nullopt;
    Range range = {next, std::min(size - next % size, end - next)};
    next += range.count;
    return range;
  }

  /// Makes `range` the next one.
  void putBack(Range range) { returned.push_front(range); }

private:
  uint64_t size;
  uint64_t next, end; ///< What was never taken.
  std::deque<Range> returned;
};

} // namespace fused::fuzz

#endif // FUSED_FUZZ_RANGEQUEUE_H
