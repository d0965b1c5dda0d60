//===- Disabled.cpp - Compiled programs in a build without CUDA -----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../Core/Error.h"
#include "../../Core/TargetMemory.h"
#include "fused-runtime/fused_cuda.h"

using namespace fused::runtime;

static fused_status_t refuse() {
  return fail(FUSED_UNSUPPORTED, nullptr,
              "no CUDA device can be used: the runtime was built without CUDA");
}

fused_status_t fused::runtime::copyInStream(void *, const void *, size_t) {
  return refuse();
}

extern "C" fused_status_t fused_cuda_set_device(int32_t) { return refuse(); }
extern "C" void fused_module_release(const fused_module_t *) {}
extern "C" void fused_cuda_set_stream(void *) {}
extern "C" void *fused_cuda_get_stream(void) { return nullptr; }
extern "C" void *fused_cuda_alloc(size_t) {
  refuse();
  return nullptr;
}
extern "C" void fused_cuda_free(void *) {}
extern "C" fused_status_t fused_cuda_copy(void *, const void *, size_t) {
  return refuse();
}
extern "C" fused_status_t fused_cuda_store_number(void *, const void *,
                                                  size_t) {
  return refuse();
}
extern "C" fused_status_t fused_cuda_synchronize(void) { return refuse(); }
extern "C" fused_status_t fused_cuda_check_assertions(void) { return refuse(); }
extern "C" fused_status_t fused_cuda_assertions(fused_cuda_assertions_t *,
                                                void **) {
  return refuse();
}
extern "C" void fused_cuda_guard_memory(int32_t) {}
extern "C" fused_status_t fused_cuda_check_memory(void) { return refuse(); }
extern "C" fused_status_t fused_cuda_call(const fused_function_t *,
                                          const fused_tensor_t *,
                                          fused_tensor_t *) {
  return refuse();
}
extern "C" fused_status_t fused_cuda_record(const fused_function_t *,
                                            const fused_tensor_t *,
                                            fused_tensor_t *,
                                            fused_cuda_graph_t **graph) {
  if (graph)
    *graph = nullptr;
  return refuse();
}
extern "C" fused_status_t fused_cuda_replay(fused_cuda_graph_t *) {
  return refuse();
}
extern "C" void fused_cuda_graph_release(fused_cuda_graph_t *) {}
extern "C" fused_status_t
fused_cuda_recorder_create(const fused_function_t *,
                           fused_cuda_recorder_t **recorder) {
  if (recorder)
    *recorder = nullptr;
  return refuse();
}
extern "C" fused_status_t fused_cuda_recorder_call(fused_cuda_recorder_t *,
                                                   const fused_tensor_t *,
                                                   fused_tensor_t *, void *) {
  return refuse();
}
extern "C" void fused_cuda_recorder_release(fused_cuda_recorder_t *) {}
extern "C" fused_status_t fused_cuda_launch(fused_cuda_kernel_t *, int64_t,
                                            int64_t, int64_t, int64_t,
                                            void **) {
  return refuse();
}
extern "C" fused_cuda_tuning_t fused_cuda_get_tuning(void) {
  return FUSED_TUNING_OFF;
}
extern "C" fused_status_t fused_cuda_find_choice(const char *, const char *,
                                                 char *, size_t) {
  return refuse();
}
extern "C" fused_status_t fused_cuda_keep_choice(const char *, const char *,
                                                 const char *) {
  return refuse();
}
extern "C" fused_status_t fused_cuda_measure(const fused_function_t *,
                                             const fused_tensor_t *,
                                             fused_tensor_t *, void *, int32_t,
                                             double *) {
  return refuse();
}
extern "C" int32_t fused_cuda_compute_capability(void) { return 0; }
extern "C" fused_status_t fused_cuda_tensor_map(void *, const void *,
                                                const fused_cuda_matrix_t *,
                                                const char *) {
  return refuse();
}
extern "C" fused_status_t fused_cuda_load(const void *, void *, size_t,
                                          const char *) {
  return refuse();
}
extern "C" fused_status_t fused_cuda_load_number(const void *, void *, size_t,
                                                 const char *) {
  return refuse();
}
extern "C" fused_status_t fused_cuda_constant(fused_cuda_constant_t *,
                                              const void *, size_t,
                                              const char *, void **) {
  return refuse();
}
extern "C" fused_status_t fused_cuda_frame_take_number(fused_frame_t *, void *,
                                                       const void *, size_t) {
  return refuse();
}
extern "C" void *fused_cuda_frame_alloc(fused_frame_t *, size_t) {
  refuse();
  return nullptr;
}
extern "C" void *fused_cuda_frame_output(fused_frame_t *, int32_t, size_t) {
  refuse();
  return nullptr;
}
extern "C" void *fused_cuda_frame_place(fused_frame_t *, size_t, size_t) {
  refuse();
  return nullptr;
}
extern "C" void fused_cuda_frame_free(fused_frame_t *, void *) {}
extern "C" fused_status_t fused_cuda_frame_take(fused_frame_t *, void *,
                                                int32_t, size_t) {
  return refuse();
}
extern "C" void fused_cuda_frame_release(fused_frame_t *frame, fused_status_t) {
  *frame = {};
}
