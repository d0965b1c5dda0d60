//===- ChoiceCalls.cpp - The C entry points of files of choices -----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChoiceFile.h"
#include "Error.h"
#include "fused-runtime/fused_cuda.h"

#include <new>

using namespace fused::runtime;

/// How long these functions wait for another process, in milliseconds.
static constexpr int patience = 5000;

/// Calls `body`, which may throw.
template <typename Body> static fused_status_t guard(const Body &body) {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return fail(FUSED_OUT_OF_MEMORY, nullptr, "no memory for choices");
  } catch (...) {
    return fail(FUSED_LIBRARY_ERROR, nullptr,
                "an unexpected exception at a file of choices");
  }
}

static fused_status_t refuseNull() {
  return fail(FUSED_INVALID_ARGUMENT, nullptr,
              "the name of a file of choices is null");
}

extern "C" fused_status_t
fused_cuda_read_choices(const char *file, fused_cuda_choice_visitor_t visit,
                        void *context, int64_t *damaged) {
  if (!file || !visit || !damaged)
    return refuseNull();
  return guard([&]() -> fused_status_t {
    Choices choices;
    *damaged = 0;
    if (fused_status_t status = readChoices(file, choices, *damaged))
      return status;
    for (const auto &[key, choice] : choices)
      visit(context, key.device.c_str(), key.problem.c_str(), choice.c_str());
    return FUSED_OK;
  });
}

extern "C" fused_status_t fused_cuda_copy_choices(const char *from,
                                                  const char *to) {
  if (!from || !to)
    return refuseNull();
  return guard([&]() -> fused_status_t {
    Choices choices;
    int64_t damaged = 0;
    if (fused_status_t status = readChoices(from, choices, damaged))
      return status;
    return changeChoices(to, patience, [&](Choices &old) {
      for (const auto &[key, choice] : choices)
        old[key] = choice;
    });
  });
}

extern "C" fused_status_t fused_cuda_clear_choices(const char *file) {
  if (!file)
    return refuseNull();
  return guard([&] {
    return changeChoices(file, patience, [](Choices &old) { old.clear(); });
  });
}
