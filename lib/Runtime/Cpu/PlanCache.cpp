//===- PlanCache.cpp - All plans of the process ---------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanCache.h"

#include <string_view>

using namespace fused::runtime;

size_t PlanCache::Hash::operator()(const PlanKey &key) const {
  return std::hash<std::string_view>()(
      {reinterpret_cast<const char *>(&key), sizeof(key)});
}

Plan *PlanCache::find(const PlanKey &key) {
  std::lock_guard<std::mutex> lock(mutex);
  auto entry = plans.find(key);
  return entry == plans.end() ? nullptr : entry->second;
}

Plan *PlanCache::add(std::unique_ptr<Plan> &plan) {
  std::lock_guard<std::mutex> lock(mutex);
  auto entry = plans.find(plan->key);
  if (entry != plans.end())
    return entry->second;
  if (order.size() >= maxPlans)
    return nullptr;
  // So that nothing throws once the map has the plan.
  if (order.size() == order.capacity())
    order.reserve(2 * order.size() + 64);
  plans.emplace(plan->key, plan.get());
  order.push_back(plan.get());
  return plan.release();
}

void PlanCache::dropSurplusProducts() {
  if (OneDnnProduct::getCount() <= maxProducts)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  // The first round may only find plans in use, and marks them.
  for (size_t i = 0; i < 2 * order.size(); ++i) {
    hand = (hand + 1) % order.size();
    if (order[hand]->dropIfUnused())
      return;
  }
}

PlanCache &fused::runtime::getPlanCache() {
  static PlanCache *cache = new PlanCache();
  return *cache;
}
