//===- Assertions.cpp - What fails in the kernels of programs -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assertions.h"

#include "../../Core/Error.h"
#include "Driver.h"
#include "fused-runtime/fused_cuda.h"

#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

using namespace fused::runtime;

namespace {
struct Assertion {
  std::string message, location;
};

/// What the runtime keeps of the assertions of one program. The program may be
/// unloaded before all is known, so that it is a copy, which stays.
struct Program {
  /// In memory of the host that every device reaches.
  uint32_t *flag = nullptr;
  std::vector<Assertion> assertions;
  Program *next = nullptr;
};
} // namespace

static Program *programs = nullptr;
static std::mutex mutex; ///< Of `programs`.

/// Returns the failure that the flag of a program reports, and clears it.
static fused_status_t takeFailure(Program &program) {
  if (__atomic_load_n(program.flag, __ATOMIC_RELAXED) == 0)
    return FUSED_OK;
  uint32_t code = __atomic_exchange_n(program.flag, 0, __ATOMIC_ACQ_REL);
  size_t count = program.assertions.size();
  if (code == 0)
    return FUSED_OK;
  if (code > count)
    return fail(FUSED_LIBRARY_ERROR, nullptr,
                "the flag of a program's assertions was overwritten");
  const Assertion &failed = program.assertions[count - code];
  return fail(FUSED_INVALID_ARGUMENT, failed.location.c_str(), "%s",
              failed.message.c_str());
}

fused_status_t fused::runtime::checkAssertions() {
  if (!__atomic_load_n(&programs, __ATOMIC_ACQUIRE))
    return FUSED_OK;
  std::lock_guard<std::mutex> lock(mutex);
  for (Program *program = programs; program; program = program->next)
    if (fused_status_t status = takeFailure(*program))
      return status;
  return FUSED_OK;
}

fused_status_t
fused::runtime::checkAssertions(const fused_cuda_assertions_t &assertions) {
  auto *program = static_cast<Program *>(
      __atomic_load_n(&assertions.state, __ATOMIC_ACQUIRE));
  return program ? takeFailure(*program) : fused_status_t(FUSED_OK);
}

static thread_local fused_cuda_assertions_t *used = nullptr;

fused_cuda_assertions_t *fused::runtime::takeUsedAssertions() {
  return std::exchange(used, nullptr);
}

void fused::runtime::releaseAssertions(const Context &context,
                                       fused_cuda_assertions_t &assertions) {
  std::lock_guard<std::mutex> lock(mutex);
  auto *released = static_cast<Program *>(assertions.state);
  Program **link = &programs;
  while (*link && *link != released)
    link = &(*link)->next;
  if (!released || !*link)
    return;
  __atomic_store_n(link, released->next, __ATOMIC_RELEASE);
  context.driver->cuMemFreeHost(released->flag);
  delete released;
  assertions.state = nullptr;
}

/// Copies a table, and allocates the flag.
static fused_status_t addProgram(const Context &context,
                                 const fused_cuda_assertions_t &table,
                                 Program *&added) {
  auto program = std::make_unique<Program>();
  for (int64_t i = 0; i < table.count; ++i) {
    const fused_cuda_assertion_t &assertion = table.assertions[i];
    program->assertions.push_back(
        {assertion.message ? assertion.message : "an assertion failed",
         assertion.location ? assertion.location : ""});
  }
  RelaxedCapture relaxed(*context.cuda);
  void *memory = nullptr;
  if (CUresult result = context.driver->cuMemHostAlloc(
          &memory, sizeof(uint32_t),
          CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP))
    return failCuda(*context.cuda, result, "cuMemHostAlloc", nullptr);
  program->flag = static_cast<uint32_t *>(memory);
  *program->flag = 0;
  added = program.release();
  added->next = programs;
  __atomic_store_n(&programs, added, __ATOMIC_RELEASE);
  return FUSED_OK;
}

static fused_status_t findProgram(fused_cuda_assertions_t &table,
                                  Program *&program) {
  program =
      static_cast<Program *>(__atomic_load_n(&table.state, __ATOMIC_ACQUIRE));
  if (program)
    return FUSED_OK;
  Context context;
  if (fused_status_t status = getContext(context, nullptr))
    return status;
  std::lock_guard<std::mutex> lock(mutex);
  program = static_cast<Program *>(table.state);
  if (program)
    return FUSED_OK;
  if (fused_status_t status = addProgram(context, table, program))
    return status;
  __atomic_store_n(&table.state, static_cast<void *>(program),
                   __ATOMIC_RELEASE);
  return FUSED_OK;
}

extern "C" fused_status_t
fused_cuda_assertions(fused_cuda_assertions_t *assertions, void **flag) {
  used = assertions;
  Program *program = nullptr;
  try {
    if (fused_status_t status = findProgram(*assertions, program))
      return status;
  } catch (const std::bad_alloc &) {
    return fail(FUSED_OUT_OF_MEMORY, nullptr,
                "no memory for the assertions of a program");
  }
  *flag = program->flag;
  return takeFailure(*program);
}

extern "C" fused_status_t fused_cuda_check_assertions(void) {
  return checkAssertions();
}
