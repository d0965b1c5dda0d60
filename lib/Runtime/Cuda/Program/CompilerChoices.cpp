//===- CompilerChoices.cpp - What compilers measure and choose ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../Core/Error.h"
#include "../Device/GuardedBlocks.h"
#include "../Device/StreamTimer.h"
#include "../Product/StoredChoice.h"
#include "../Product/TuningMode.h"
#include "Driver.h"
#include "fused-runtime/fused_cuda.h"

#include <cstring>

using namespace fused::runtime;

static fused_status_t refuseNull() {
  return fail(FUSED_INVALID_ARGUMENT, nullptr,
              "an argument of a function for compilers is null");
}

/// Calls `body`, which may throw.
template <typename Body> static fused_status_t guard(const Body &body) {
  try {
    return body();
  } catch (...) {
    return fail(FUSED_OUT_OF_MEMORY, nullptr, "no memory for choices");
  }
}

extern "C" fused_cuda_tuning_t fused_cuda_get_tuning(void) {
  TuningMode mode = getTuningMode();
  if (mode != TuningMode::Off && GuardedBlocks::get().areEnabled())
    mode = TuningMode::Stored;
  switch (mode) {
  case TuningMode::Stored:
    return FUSED_TUNING_STORED;
  case TuningMode::On:
    return FUSED_TUNING_ON;
  case TuningMode::Verbose:
    return FUSED_TUNING_VERBOSE;
  case TuningMode::Unknown:
  case TuningMode::Off:
    break;
  }
  return FUSED_TUNING_OFF;
}

/// What is kept for `problem`, for the device of this thread if it is a `chip`.
static std::optional<std::string> findChoice(const char *problem,
                                             const char *chip) {
  std::string part = std::string("(") + chip + ")";
  Context context;
  if (getContext(context, nullptr) == FUSED_OK) {
    std::string device = describeForChoices(*context.device);
    if (device.find(part) != std::string::npos)
      return getChoiceStore().find({device, problem});
  }
  return getChoiceStore().findAny(problem, part);
}

extern "C" fused_status_t fused_cuda_find_choice(const char *problem,
                                                 const char *chip, char *choice,
                                                 size_t size) {
  if (!problem || !chip || !choice || size == 0)
    return refuseNull();
  return guard([&] {
    choice[0] = '\0';
    if (getTuningMode() == TuningMode::Off)
      return FUSED_OK;
    std::optional<std::string> found = findChoice(problem, chip);
    if (found && found->size() < size)
      std::memcpy(choice, found->c_str(), found->size() + 1);
    return FUSED_OK;
  });
}

extern "C" fused_status_t fused_cuda_keep_choice(const char *problem,
                                                 const char *choice,
                                                 const char *rejected) {
  if (!problem || !choice || !rejected)
    return refuseNull();
  return guard([&]() -> fused_status_t {
    Context context;
    if (fused_status_t status = getContext(context, nullptr))
      return status;
    getTuningMode(); // which names the file of the environment
    ChoiceStore &store = getChoiceStore();
    ChoiceKey key = {describeForChoices(*context.device), problem};
    if (store.hasFile())
      store.add(key, choice, rejected);
    else
      store.remember(key, choice);
    return FUSED_OK;
  });
}

extern "C" fused_status_t fused_cuda_measure(const fused_function_t *function,
                                             const fused_tensor_t *inputs,
                                             fused_tensor_t *outputs,
                                             void *arena, int32_t calls,
                                             double *microseconds) {
  if (!microseconds)
    return refuseNull();
  if (GuardedBlocks::get().areEnabled())
    return fail(FUSED_UNSUPPORTED, nullptr,
                "nothing can be measured while memory is guarded");
  Context context;
  if (fused_status_t status = getContext(context, nullptr))
    return status;
  StreamTimer timer(*context.cuda, context.stream);
  if (CUresult result = timer.create())
    return failCuda(*context.cuda, result, "cuEventCreate", nullptr);
  // The first call loads code, for which the device may not wait for the host.
  CUresult started = timer.start(/*gated=*/calls > 1);
  fused_status_t status = FUSED_OK;
  for (int32_t i = 0; i < calls && !status; ++i)
    status = fused_call(function, inputs, outputs, arena);
  float milliseconds = 0;
  CUresult stopped = timer.stop(milliseconds);
  if (status)
    return status;
  if (CUresult result = started ? started : stopped)
    return failCuda(*context.cuda, result, "measuring a function", nullptr);
  *microseconds = calls ? milliseconds * 1000.0 / calls : 0;
  return FUSED_OK;
}
