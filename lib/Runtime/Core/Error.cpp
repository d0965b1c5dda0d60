//===- Error.cpp - Statuses, types and messages ---------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"

#include <cstdarg>
#include <cstdio>

using namespace fused::runtime;

namespace {
/// A fixed buffer, so that running out of memory can be reported too.
struct LastError {
  char message[1024] = "";
  uint64_t count = 0;
};
thread_local LastError lastError;

/// Appends to a C string without ever running over its end.
class Appender {
public:
  Appender(char *text, size_t capacity) : next(text), left(capacity) {
    if (left != 0)
      *next = '\0';
  }

  [[gnu::format(printf, 2, 3)]] void append(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    appendList(format, arguments);
    va_end(arguments);
  }

  void appendList(const char *format, va_list arguments) {
    if (left == 0)
      return;
    int written = std::vsnprintf(next, left, format, arguments);
    if (written < 0)
      return;
    size_t advance = static_cast<size_t>(written) < left
                         ? static_cast<size_t>(written)
                         : left - 1;
    next += advance;
    left -= advance;
  }

private:
  char *next;
  size_t left;
};
} // namespace

fused_status_t fused::runtime::fail(fused_status_t status, const char *location,
                                    const char *format, ...) {
  // The arguments may point into the message that is about to be replaced.
  char message[sizeof(lastError.message)];
  Appender out(message, sizeof(message));
  if (location && *location)
    out.append("%s: ", location);
  va_list arguments;
  va_start(arguments, format);
  out.appendList(format, arguments);
  va_end(arguments);
  std::snprintf(lastError.message, sizeof(lastError.message), "%s", message);
  ++lastError.count;
  return status;
}

uint64_t fused::runtime::getFailureCount() { return lastError.count; }

void fused::runtime::printTensorType(char *text, size_t capacity,
                                     fused_type_t type, int32_t rank,
                                     const int64_t *sizes) {
  Appender out(text, capacity);
  out.append("tensor<");
  for (int32_t i = 0; i < rank; ++i) {
    if (sizes[i] == FUSED_DYNAMIC)
      out.append("?x");
    else
      out.append("%lldx", static_cast<long long>(sizes[i]));
  }
  out.append("%s>", fused_type_string(type));
}

extern "C" const char *fused_status_string(fused_status_t status) {
  switch (status) {
  case FUSED_OK:
    return "ok";
  case FUSED_INVALID_ARGUMENT:
    return "invalid argument";
  case FUSED_UNSUPPORTED:
    return "unsupported";
  case FUSED_OUT_OF_MEMORY:
    return "out of memory";
  case FUSED_LIBRARY_ERROR:
    return "library error";
  case FUSED_VERSION_MISMATCH:
    return "version mismatch";
  }
  return "unknown status";
}

extern "C" const char *fused_last_error(void) { return lastError.message; }

extern "C" fused_status_t fused_fail(fused_status_t status, const char *message,
                                     const char *location) {
  return fail(status, location, "%s",
              message ? message : fused_status_string(status));
}

extern "C" fused_status_t fused_fail_comparison(fused_status_t status,
                                                const char *message,
                                                const char *location, int64_t a,
                                                int64_t b) {
  return fail(status, location, "%s: %lld and %lld", message ? message : "",
              static_cast<long long>(a), static_cast<long long>(b));
}

extern "C" size_t fused_type_size(fused_type_t type) {
  switch (type) {
  case FUSED_F8E4M3FN:
  case FUSED_F8E5M2:
  case FUSED_I1:
  case FUSED_I8:
    return 1;
  case FUSED_F16:
  case FUSED_BF16:
  case FUSED_I16:
    return 2;
  case FUSED_F32:
  case FUSED_I32:
    return 4;
  case FUSED_F64:
  case FUSED_I64:
    return 8;
  }
  return 0;
}

extern "C" const char *fused_type_string(fused_type_t type) {
  switch (type) {
  case FUSED_TYPE_NONE:
    return "none";
  case FUSED_F16:
    return "f16";
  case FUSED_BF16:
    return "bf16";
  case FUSED_F32:
    return "f32";
  case FUSED_F64:
    return "f64";
  case FUSED_F8E4M3FN:
    return "f8E4M3FN";
  case FUSED_F8E5M2:
    return "f8E5M2";
  case FUSED_I1:
    return "i1";
  case FUSED_I8:
    return "i8";
  case FUSED_I16:
    return "i16";
  case FUSED_I32:
    return "i32";
  case FUSED_I64:
    return "i64";
  }
  return "unknown type";
}
