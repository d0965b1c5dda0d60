/* Calls a function of the runtime. */
#include "fused-runtime/fused_runtime.h"

#include <stdio.h>

int main(void) {
  puts(fused_status_string(FUSED_INVALID_ARGUMENT));
  return 0;
}
