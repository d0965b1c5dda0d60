//===- KernelCalls.cpp - What compiled kernels call -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include <algorithm>

using namespace fused::emulator;

static const char *getVerb(Access access) {
  switch (access) {
  case Access::Read:
    return "reads ";
  case Access::Write:
    return "writes ";
  case Access::Atomic:
    break;
  }
  return "updates ";
}

[[gnu::noinline]] static void fail(Violation violation, const void *address,
                                   size_t size, Access access, const Site *site,
                                   unsigned other, bool isOtherBlock) {
  std::string what = getVerb(access) + describeAddress(address, size);
  switch (violation) {
  case Violation::None:
    return;
  case Violation::Bounds:
    return launch.fail(CUDA_ERROR_ILLEGAL_ADDRESS, site,
                       what + ", which is out of bounds");
  case Violation::Constant:
    return launch.fail(CUDA_ERROR_ILLEGAL_ADDRESS, site, what);
  case Violation::Alignment:
    return launch.fail(CUDA_ERROR_MISALIGNED_ADDRESS, site,
                       what + ", which are not aligned to " +
                           std::to_string(site->alignment) + " bytes");
  case Violation::Race:
    return launch.fail(CUDA_ERROR_LAUNCH_FAILED, site,
                       what + ", a race with " +
                           (isOtherBlock ? "another block"
                            : other >= severalOfBlock
                                ? "several threads"
                                : launch.describeThread(other)));
  case Violation::NotBegun:
    return launch.fail(CUDA_ERROR_LAUNCH_FAILED, site,
                       what +
                           ", of another block, which may not have begun: no "
                           "barrier of the cluster precedes");
  case Violation::Uninitialised:
    return launch.fail(CUDA_ERROR_LAUNCH_FAILED, site,
                       what + ", which nothing has written");
  case Violation::Unfenced:
    return launch.fail(CUDA_ERROR_LAUNCH_FAILED, site,
                       what + ", which " + launch.describeThread(other) +
                           " has written without a fence for copies of tiles");
  }
}

/// Returns false if it is of memory that nothing has written, and
/// `mayBeUnwritten`.
static bool check(const void *address, size_t size, Access access, Site *site,
                  bool mayBeUnwritten) {
  unsigned other = 0;
  bool isOtherBlock = false;
  Violation violation = Violation::Alignment;
  if (reinterpret_cast<uintptr_t>(address) % site->alignment == 0)
    violation = checkAccess(address, size, access, *site, other, isOtherBlock);
  if (violation == Violation::None)
    return true;
  if (violation == Violation::Uninitialised && mayBeUnwritten)
    return false;
  fail(violation, address, size, access, site, other, isOtherBlock);
  launch.leave();
}

void fused::emulator::checkOrLeave(const void *address, size_t size,
                                   Access access, Site *site) {
  check(address, size, access, site, /*mayBeUnwritten=*/false);
}

bool fused::emulator::checkIfWritten(const void *address, size_t size,
                                     Site *site) {
  return check(address, size, Access::Read, site, /*mayBeUnwritten=*/true);
}

void fusedEmulatorRead(const void *address, Site *site) {
  checkOrLeave(address, site->size, Access::Read, site);
}
void fusedEmulatorWrite(const void *address, Site *site) {
  checkOrLeave(address, site->size, Access::Write, site);
}
void fusedEmulatorAtomic(const void *address, Site *site) {
  checkOrLeave(address, site->size, Access::Atomic, site);
}
void fusedEmulatorReadRange(const void *address, uint64_t size, Site *site) {
  checkOrLeave(address, size, Access::Read, site);
}
void fusedEmulatorWriteRange(const void *address, uint64_t size, Site *site) {
  checkOrLeave(address, size, Access::Write, site);
}
void fusedEmulatorLocal(const void *address, const void *variable,
                        uint64_t sizeOfVariable, Site *site) {
  uint64_t offset = static_cast<uint64_t>(static_cast<const char *>(address) -
                                          static_cast<const char *>(variable));
  if (offset <= sizeOfVariable && site->size <= sizeOfVariable - offset)
    return;
  launch.fail(CUDA_ERROR_ILLEGAL_ADDRESS, site,
              "touches bytes " + std::to_string(int64_t(offset)) +
                  " and further of a variable of " +
                  std::to_string(sizeOfVariable) +
                  " bytes, which is out of bounds");
  launch.leave();
}
void fusedEmulatorBarrier(Site *site) { launch.waitForBlock(site); }
void fusedEmulatorArrive(bool isRelaxed, Site *site) {
  launch.arrive(isRelaxed, site);
}
void fusedEmulatorWait(Site *site) { launch.waitForCluster(site); }
void fusedEmulatorSyncWarp(uint32_t mask, Site *site) {
  launch.waitForWarp(mask, 0, site);
}
void fusedEmulatorTrap(Site *site) {
  launch.fail(CUDA_ERROR_LAUNCH_FAILED, site,
              "comes to a place that the program cannot reach, or traps");
  launch.leave();
}

uint64_t fusedEmulatorShuffle(uint32_t mode, uint32_t mask, uint32_t value,
                              uint32_t offset, uint32_t clamp, Site *site) {
  launch.waitForWarp(mask, value, site);
  // The PTX ISA gives these formulas for `shfl.sync`.
  auto lane = static_cast<int>(launch.getLane());
  int b = offset & 31, c = clamp & 31, segment = clamp >> 8 & 31;
  int last = (lane & segment) | (c & ~segment), first = lane & segment;
  int from = lane;
  bool inRange = false;
  switch (static_cast<Shuffle>(mode)) {
  case Shuffle::Up:
    from = lane - b;
    inRange = from >= last;
    break;
  case Shuffle::Down:
    from = lane + b;
    inRange = from <= last;
    break;
  case Shuffle::Butterfly:
    from = lane ^ b;
    inRange = from <= last;
    break;
  case Shuffle::Index:
    from = first | (b & ~segment);
    inRange = from <= last;
    break;
  }
  if (!inRange)
    from = lane;
  const Fibre &fibre = launch.getCurrent();
  if (!(fibre.receivedFrom >> from & 1)) {
    launch.fail(CUDA_ERROR_LAUNCH_FAILED, site,
                "receives the value of lane " + std::to_string(from) +
                    ", which has given none");
    launch.leave();
  }
  return fibre.received[from] | static_cast<uint64_t>(inRange) << 32;
}

uint32_t fusedEmulatorVote(uint32_t mode, uint32_t mask, uint32_t value,
                           Site *site) {
  launch.waitForWarp(mask, value, site);
  const Fibre &fibre = launch.getCurrent();
  uint32_t result = 0;
  bool isFirst = true;
  for (unsigned i = 0; i < warpSize; ++i) {
    if (!(fibre.receivedFrom >> i & 1))
      continue;
    uint32_t other = fibre.received[i];
    auto combine = [&](uint32_t combined) {
      result = isFirst ? other : combined;
    };
    switch (static_cast<Vote>(mode)) {
    case Vote::Any:
      result |= other != 0;
      break;
    case Vote::All:
      result = (isFirst || result) && other != 0;
      break;
    case Vote::Ballot:
      result |= static_cast<uint32_t>(other != 0) << i;
      break;
    case Vote::Add:
      result += other;
      break;
    case Vote::Min:
      combine(std::min(int32_t(result), int32_t(other)));
      break;
    case Vote::Max:
      combine(std::max(int32_t(result), int32_t(other)));
      break;
    case Vote::UMin:
      combine(std::min(result, other));
      break;
    case Vote::UMax:
      combine(std::max(result, other));
      break;
    case Vote::And:
      combine(result & other);
      break;
    case Vote::Or:
      result |= other;
      break;
    case Vote::Xor:
      result ^= other;
      break;
    }
    isFirst = false;
  }
  return result;
}
