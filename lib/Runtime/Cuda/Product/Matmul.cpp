//===- Matmul.cpp - The C entry points of products on devices -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../Core/Error.h"
#include "Tuning.h"
#include "fused-runtime/fused_cuda.h"

#include <new>

using namespace fused::runtime;

namespace {
/// Finds or makes the plan of `key`. `uncached` owns it if there are too many.
fused_status_t findPlan(Device &device, const PlanKey &key,
                        const fused_matmul_problem_t &problem, CudaPlan *&plan,
                        std::unique_ptr<CudaPlan> &uncached) {
  plan = device.findPlan(key);
  if (plan)
    return FUSED_OK;
  if (fused_status_t status = checkKey(key, problem, checkCudaTypes))
    return status;
  if (fused_status_t status =
          makeCudaPlan(device, key, problem.location, uncached))
    return status;
  plan = device.addPlan(uncached->key, uncached);
  if (!plan) {
    plan = uncached.get();
    plan->tuning = TuningState::Done; // for one call
  }
  return FUSED_OK;
}

fused_status_t multiply(const fused_matmul_problem_t &problem,
                        fused_plan_slot_t *slot,
                        const fused_matmul_operands_t &operands) {
  Device *device = nullptr;
  if (fused_status_t status = Device::getCurrent(problem.location, device))
    return status;
  PlanKey key = makeKey(problem, operands);
  key.device = device->index;
  key.alignments = getAlignments(operands);
  CudaPlan *plan = nullptr;
  std::unique_ptr<CudaPlan> uncached;
  if (slot)
    plan =
        static_cast<CudaPlan *>(__atomic_load_n(&slot->plan, __ATOMIC_ACQUIRE));
  if (!plan || !(plan->key == key)) {
    if (fused_status_t status = findPlan(*device, key, problem, plan, uncached))
      return status;
    if (slot && plan != uncached.get())
      __atomic_store_n(&slot->plan, static_cast<void *>(plan),
                       __ATOMIC_RELEASE);
  }
  return executeCudaPlan(*plan, operands, problem.location);
}

/// Calls `body`, which may throw.
template <typename Body>
fused_status_t guard(const char *location, const Body &body) {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return fail(FUSED_OUT_OF_MEMORY, location,
                "no memory to plan or to run a product");
  } catch (...) {
    return fail(FUSED_LIBRARY_ERROR, location,
                "an unexpected exception in a product");
  }
}
} // namespace

extern "C" fused_status_t
fused_cuda_matmul(const fused_matmul_problem_t *problem,
                  fused_plan_slot_t *slot,
                  const fused_matmul_operands_t *operands) {
  if (fused_status_t status = checkCall(problem, operands))
    return status;
  return guard(problem->location,
               [&] { return multiply(*problem, slot, *operands); });
}

extern "C" fused_status_t fused_cuda_check(void) {
  return guard(nullptr, [] {
    Device *device = nullptr;
    return Device::getCurrent(nullptr, device);
  });
}

extern "C" fused_status_t fused_cuda_release_stream(void *stream) {
  return guard(nullptr, [&] {
    Device *device = nullptr;
    if (fused_status_t status = Device::getCurrent(nullptr, device))
      return status;
    return device->releaseStream(static_cast<CUstream>(stream));
  });
}

extern "C" void fused_cuda_tune(int32_t enabled) { enableTuning(enabled != 0); }

extern "C" fused_status_t fused_cuda_set_choices(const char *file) {
  return guard(nullptr, [&]() -> fused_status_t {
    nameChoiceFile(file ? file : "");
    return FUSED_OK;
  });
}

extern "C" fused_status_t fused_cuda_add_choices(const char *text) {
  if (!text)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "the choices are null");
  return guard(nullptr, [&] { return carryChoices(text); });
}

extern "C" fused_status_t fused_cuda_check_choices(void) {
  return guard(nullptr, [] { return getChoiceStore().check(); });
}
