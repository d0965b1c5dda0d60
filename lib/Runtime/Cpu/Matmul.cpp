//===- Matmul.cpp - The C entry point of products on the CPU --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Core/Error.h"
#include "PlanCache.h"
#include "Threads.h"

#include <new>

using namespace fused::runtime;

namespace {
bool isFloat(fused_type_t type) {
  return type == FUSED_F16 || type == FUSED_BF16 || type == FUSED_F32 ||
         type == FUSED_F64;
}

/// The types of products on the CPU.
fused_status_t checkTypes(const PlanKey &key, const char *location,
                          ExtraTypes &) {
  if (!isFloat(key.inputType))
    return refuseType(location, "A", key.inputType,
                      "is not supported on the CPU");
  if (key.bType != key.inputType)
    return refuseType(location, "B", key.bType, "differs from the type of A");
  bool widening = key.dType == FUSED_F32 && fused_type_size(key.inputType) == 2;
  if (key.dType != key.inputType && !widening)
    return refuseType(location, "D", key.dType,
                      "does not go with the type of A");
  return FUSED_OK;
}

/// True if all threads are faster than one. The elements that are read and
/// written count, too: as so many multiply-adds as take about as long.
bool isWorthThreads(const PlanKey &key) {
  constexpr double readCost = 4, writeCost = 16;
  auto batch = static_cast<double>(key.batch), m = static_cast<double>(key.m),
       n = static_cast<double>(key.n), k = static_cast<double>(key.k);
  double work =
      batch * (m * n * k + readCost * (m + n) * k + writeCost * m * n);
  return work >= getMinParallelWork();
}

/// Finds or makes the plan of `key`. `uncached` owns it if the cache is full.
fused_status_t findPlan(const PlanKey &key,
                        const fused_matmul_problem_t &problem, Plan *&plan,
                        std::unique_ptr<Plan> &uncached) {
  plan = getPlanCache().find(key);
  if (plan)
    return FUSED_OK;
  if (fused_status_t status = checkKey(key, problem, checkTypes))
    return status;
  ExactThreadCount threads(key.numThreads);
  if (fused_status_t status = makePlan(key, problem.location, uncached))
    return status;
  plan = getPlanCache().add(uncached);
  if (!plan)
    plan = uncached.get();
  return FUSED_OK;
}

fused_status_t multiply(const fused_matmul_problem_t &problem,
                        fused_plan_slot_t *slot,
                        const fused_matmul_operands_t &operands) {
  PlanKey key = makeKey(problem, operands);
  key.numThreads = isWorthThreads(key) ? getThreadCount() : 1;
  Plan *plan = nullptr;
  std::unique_ptr<Plan> uncached;
  if (slot)
    plan = static_cast<Plan *>(__atomic_load_n(&slot->plan, __ATOMIC_ACQUIRE));
  if (!plan || !(plan->key == key)) {
    if (fused_status_t status = findPlan(key, problem, plan, uncached))
      return status;
    if (slot && plan != uncached.get())
      __atomic_store_n(&slot->plan, static_cast<void *>(plan),
                       __ATOMIC_RELEASE);
  }
  return executePlan(*plan, operands, problem.location);
}
} // namespace

extern "C" fused_status_t
fused_cpu_matmul(const fused_matmul_problem_t *problem, fused_plan_slot_t *slot,
                 const fused_matmul_operands_t *operands) try {
  if (fused_status_t status = checkCall(problem, operands))
    return status;
  return multiply(*problem, slot, *operands);
} catch (const std::bad_alloc &) {
  return fail(FUSED_OUT_OF_MEMORY, problem->location,
              "no memory to plan or to run a product");
} catch (...) {
  return fail(FUSED_LIBRARY_ERROR, problem->location,
              "an unexpected exception in a product");
}
