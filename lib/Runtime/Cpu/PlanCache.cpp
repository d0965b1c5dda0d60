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
  order.reserve(order.size() + 1);
  plans.emplace(plan->key, plan.get());
  order.push_back(plan.get());
  return plan.release();
}

void PlanCache::countNewProduct() {
  if (numProducts.fetch_add(1, std::memory_order_relaxed) >= maxProducts)
    dropUnusedProducts();
}

void PlanCache::countDestroyedProducts(int count) {
  numProducts.fetch_sub(count, std::memory_order_relaxed);
}

void PlanCache::dropUnusedProducts() {
  std::lock_guard<std::mutex> lock(mutex);
  // The first round may only find plans in use, and marks them.
  for (size_t i = 0; i < 2 * order.size(); ++i) {
    hand = (hand + 1) % order.size();
    if (int dropped = order[hand]->dropIfUnused()) {
      countDestroyedProducts(dropped);
      return;
    }
  }
}

PlanCache &fused::runtime::getPlanCache() {
  static PlanCache *cache = new PlanCache();
  return *cache;
}
