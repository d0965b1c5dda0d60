//===- DeviceMemory.cpp - Memory that the host cannot touch ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceMemory.h"

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

using namespace fused::emulator;

namespace {
/// All memory of the device. Never destroyed: other threads may still run when
/// the process ends.
struct Blocks {
  std::mutex mutex;
  std::map<uintptr_t, size_t> sizes;
  /// How many threads of the host do the work of a device.
  unsigned numWorking = 0;
};
Blocks &getBlocks() {
  static Blocks *blocks = new Blocks();
  return *blocks;
}

struct sigaction handlerBefore;
} // namespace

static bool isProtected() {
  static const bool isSet = [] {
    const char *value = std::getenv("FUSED_EMULATOR_PROTECT");
    return value && std::strcmp(value, "1") == 0;
  }();
  return isSet;
}

static void protect(uintptr_t address, size_t size, bool isWorking) {
  mprotect(reinterpret_cast<void *>(address), size,
           isWorking ? PROT_READ | PROT_WRITE : PROT_NONE);
}

/// Says that it was memory of the device, and lets the process end as it would
/// have without this handler.
static void handleFault(int signal, siginfo_t *info, void *) {
  Blocks &blocks = getBlocks();
  auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  if (blocks.mutex.try_lock()) {
    auto next = blocks.sizes.upper_bound(address);
    bool isOfDevice =
        next != blocks.sizes.begin() &&
        address - std::prev(next)->first < std::prev(next)->second;
    blocks.mutex.unlock();
    constexpr char text[] = "fused: the host reads or writes memory of the "
                            "device, which it cannot (docs/Emulation.md)\n";
    if (isOfDevice && write(STDERR_FILENO, text, sizeof(text) - 1) < 0)
      _exit(1);
  }
  sigaction(signal, &handlerBefore, nullptr);
}

static void installHandler() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction action = {};
    action.sa_sigaction = handleFault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGSEGV, &action, &handlerBefore);
  });
}

/// Whole pages.
static size_t roundUp(size_t size) {
  auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return (size / page + (size % page != 0 || size == 0)) * page;
}

void *fused::emulator::allocateDeviceMemory(size_t size) {
  if (!isProtected())
    return std::aligned_alloc(256, (size + 255) / 256 * 256);
  installHandler();
  size = roundUp(size);
  void *memory = mmap(nullptr, size, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  Blocks &blocks = getBlocks();
  std::lock_guard<std::mutex> lock(blocks.mutex);
  auto address = reinterpret_cast<uintptr_t>(memory);
  blocks.sizes[address] = size;
  if (blocks.numWorking != 0)
    protect(address, size, /*isWorking=*/true);
  return memory;
}

void fused::emulator::releaseDeviceMemory(void *memory) {
  if (!isProtected())
    return std::free(memory);
  Blocks &blocks = getBlocks();
  std::lock_guard<std::mutex> lock(blocks.mutex);
  auto block = blocks.sizes.find(reinterpret_cast<uintptr_t>(memory));
  if (block == blocks.sizes.end())
    return;
  munmap(memory, block->second);
  blocks.sizes.erase(block);
}

/// Counts the threads that work, and protects the memory where none does.
static void changeWorking(int change) {
  if (!isProtected())
    return;
  Blocks &blocks = getBlocks();
  std::lock_guard<std::mutex> lock(blocks.mutex);
  bool wasWorking = blocks.numWorking != 0;
  blocks.numWorking += change;
  bool isWorking = blocks.numWorking != 0;
  if (wasWorking != isWorking)
    for (auto [address, size] : blocks.sizes)
      protect(address, size, isWorking);
}

DeviceAccess::DeviceAccess() { changeWorking(1); }
DeviceAccess::~DeviceAccess() { changeWorking(-1); }
