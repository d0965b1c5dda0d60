/* A module whose table no compiler emits: NAME, RANK and CODE say how. */
#include "fused-runtime/fused_runtime.h"

static const int64_t sizes[] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
static const fused_tensor_type_t types[] = {{FUSED_F32, RANK, sizes}};
static fused_status_t run(fused_frame_t *frame, void *const *inputs,
                          void *const *outputs) {
  (void)frame, (void)inputs, (void)outputs;
  return FUSED_OK;
}
/* Has an instruction that no processor has. */
static fused_status_t runForeign(fused_frame_t *frame, void *const *inputs,
                                 void *const *outputs) {
#ifdef __x86_64__
  __asm__ volatile(".byte 0x0f, 0xb9, 0xc0");
#else
  __asm__ volatile(".inst 0");
#endif
  return run(frame, inputs, outputs);
}
static const fused_function_t functions[] = {
    {NAME, 1, 0, types, 0, CODE, FUSED_TARGET_CPU, 0, 0, 0}};
const fused_module_t fused_module = {FUSED_ABI_VERSION, 1, functions};
