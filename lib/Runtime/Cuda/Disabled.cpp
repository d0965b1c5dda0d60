//===- Disabled.cpp - Products on devices in a build without CUDA ---------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Core/Error.h"
#include "fused-runtime/fused_cuda.h"

using namespace fused::runtime;

static fused_status_t refuse(const char *location) {
  return fail(FUSED_UNSUPPORTED, location,
              "no CUDA device can be used: the runtime was built without CUDA");
}

extern "C" fused_status_t
fused_cuda_matmul(const fused_matmul_problem_t *problem, fused_plan_slot_t *,
                  const fused_matmul_operands_t *) {
  return refuse(problem ? problem->location : nullptr);
}

extern "C" void fused_cuda_tune(int32_t) {}

extern "C" fused_status_t fused_cuda_set_choices(const char *) {
  return FUSED_OK;
}

extern "C" fused_status_t fused_cuda_add_choices(const char *) {
  return FUSED_OK;
}

extern "C" fused_status_t fused_cuda_check_choices(void) { return FUSED_OK; }

extern "C" fused_status_t fused_cuda_check(void) { return refuse(nullptr); }

extern "C" fused_status_t fused_cuda_release_stream(void *) {
  return refuse(nullptr);
}
