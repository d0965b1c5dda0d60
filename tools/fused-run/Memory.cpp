//===- Memory.cpp - How much memory there is --------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <limits>
#include <sys/resource.h>
#include <unistd.h>

using namespace llvm;

static constexpr uint64_t unlimited = std::numeric_limits<uint64_t>::max();

/// Returns the contents of a file of the system, or nothing. Such files have no
/// size.
static std::string readSystemFile(const Twine &path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer =
      MemoryBuffer::getFileAsStream(path);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

/// Returns the number at the beginning of `text`, or `otherwise`.
static uint64_t readNumber(StringRef text, uint64_t otherwise) {
  uint64_t number;
  text = text.ltrim();
  return text.consumeInteger(10, number) ? otherwise : number;
}

/// Memory that is free, or that caches have.
static uint64_t getAvailableOnMachine() {
  std::string info = readSystemFile("/proc/meminfo");
  auto read = [&](StringRef name, uint64_t otherwise) {
    size_t begin = StringRef(info).find(name);
    return begin == StringRef::npos
               ? otherwise
               : readNumber(StringRef(info).substr(begin + name.size()),
                            otherwise);
  };
  uint64_t available = read("\nMemAvailable:", unlimited);
  if (available == unlimited)
    return unlimited;
  return (available + read("\nSwapFree:", 0)) * 1024;
}

/// The least limit of the control groups that this process is in. What they
/// use already is not subtracted, because caches are part of it.
static uint64_t getLimitOfGroups() {
  uint64_t limit = unlimited;
  std::string groups = readSystemFile("/proc/self/cgroup");
  for (StringRef line : split(groups, '\n')) {
    // "0::/path" with one hierarchy, "4:memory:/path" with several.
    auto [controllers, path] = line.split(':').second.split(':');
    bool isUnified = controllers.empty();
    if (!isUnified && !is_contained(split(controllers, ','), "memory"))
      continue;
    StringRef root = isUnified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
    StringRef file = isUnified ? "/memory.max" : "/memory.limit_in_bytes";
    for (; path.starts_with("/"); path = path.rsplit('/').first)
      limit = std::min(limit,
                       readNumber(readSystemFile(root + path + file), limit));
    limit = std::min(limit, readNumber(readSystemFile(root + file), limit));
  }
  return limit;
}

/// What `ulimit -v` leaves.
static uint64_t getAddressSpace() {
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
    return unlimited;
  uint64_t used = readNumber(readSystemFile("/proc/self/statm"), 0) *
                  uint64_t(sysconf(_SC_PAGESIZE));
  return limit.rlim_cur - std::min<uint64_t>(used, limit.rlim_cur);
}

uint64_t fused::run::getAvailableMemory() {
  return std::min(
      {getAvailableOnMachine(), getLimitOfGroups(), getAddressSpace()});
}
