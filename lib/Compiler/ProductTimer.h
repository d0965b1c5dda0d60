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

#include <optional>

namespace fused {

/// Measures functions with the same inputs and outputs, whose sizes are known,
/// in turns, with random numbers.
class ProductTimer {
public:
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

  llvm::SmallVector<fused_tensor_t> inputs, outputs;
  void *arena = nullptr;
};

} // namespace fused

#endif // FUSED_LIB_COMPILER_PRODUCTTIMER_H
