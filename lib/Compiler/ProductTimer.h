//===- ProductTimer.h - The times of functions on a device ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_COMPILER_PRODUCTTIMER_H
#define FUSED_LIB_COMPILER_PRODUCTTIMER_H

#include "fused-runtime/fused_runtime.h"
#include "llvm/ADT/SmallVector.h"

#include <map>
#include <optional>
#include <vector>

namespace fused {

/// Random numbers of some types.
using NumbersByType = std::map<fused_type_t, std::vector<char>>;

/// Measures functions with the same inputs and outputs, whose sizes are known,
/// in turns, with random numbers.
class ProductTimer {
public:
  /// Other timers may use the same numbers.
  explicit ProductTimer(NumbersByType &numbers) : numbers(numbers) {}
  ~ProductTimer();

  /// The medians of the microseconds of a call of each function; nothing for
  /// one that fails or is null. Those that are far slower than others have
  /// fewer samples.
  llvm::SmallVector<std::optional<double>>
  run(llvm::ArrayRef<const fused_function_t *> functions);

private:
  struct Entry;
  bool allocate(llvm::ArrayRef<const fused_function_t *> functions);
  void takeSample(Entry &entry, int calls, bool keeps);

  NumbersByType &numbers;
  llvm::SmallVector<fused_tensor_t> inputs, outputs;
  void *arena = nullptr;
};

} // namespace fused

#endif // FUSED_LIB_COMPILER_PRODUCTTIMER_H
