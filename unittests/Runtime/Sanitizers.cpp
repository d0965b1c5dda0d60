//===- Sanitizers.cpp - What the thread sanitizer cannot see --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// oneDNN and the OpenMP runtime are not compiled for the thread sanitizer: it
// would take the locks of oneDNN's cache of primitives, and the barriers of
// parallel loops, for nothing.
//
//===----------------------------------------------------------------------===//

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
extern "C" const char *__tsan_default_suppressions();
extern "C" const char *__tsan_default_suppressions() {
  return "race:libdnnl\nrace:libomp\nrace:libiomp5\n";
}
#endif
#endif
