//===- PlanCache.h - All plans of the process -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Call sites keep the address of a plan and never give it back, so plans live
// as long as the process. They are small. What is not small, oneDNN's
// primitives, is dropped from plans that were not used for a while, and made
// again when the plan is executed.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CPU_PLANCACHE_H
#define FUSED_LIB_RUNTIME_CPU_PLANCACHE_H

#include "Plan.h"

#include <mutex>
#include <unordered_map>
#include <vector>

namespace fused::runtime {

class PlanCache {
public:
  /// The most plans that are kept; problems beyond them are planned anew in
  /// every call.
  static constexpr size_t maxPlans = 1 << 16;
  /// How many of oneDNN's primitives may be alive before idle ones are dropped.
  static constexpr int maxProducts = 1024;

  /// Returns the plan of `key`, or null.
  Plan *find(const PlanKey &key);

  /// Adds `plan` and returns it, or the plan that another thread added for the
  /// same key in the meantime. Null, leaving `plan`, if the cache is full.
  Plan *add(std::unique_ptr<Plan> &plan);

  /// Drops idle products if there are more than `maxProducts`.
  void dropSurplusProducts();

private:
  struct Hash {
    size_t operator()(const PlanKey &key) const;
  };

  std::mutex mutex;
  std::unordered_map<PlanKey, Plan *, Hash> plans;
  std::vector<Plan *> order; ///< What the clock hand goes round.
  size_t hand = 0;
};

/// Never destroyed: other threads may still execute when the process ends.
PlanCache &getPlanCache();

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CPU_PLANCACHE_H
