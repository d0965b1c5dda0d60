//===- FakeLaunch.cpp - Kernels of a driver without a device --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "Fake.h"
#include "FakeKernels.h"
#include "KernelModule.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <map>
#include <mutex>
#include <string>
#include <vector>

using namespace fused;

namespace {
std::mutex mutex;
/// The kernels that tests have added.
std::map<std::string, FakeKernel> kernels;

/// Copies of the arguments of a launch.
class Arguments {
public:
  Arguments(void **arguments, const std::vector<uint32_t> &sizes)
      : sizes(sizes) {
    for (size_t i = 0; i < sizes.size(); ++i)
      for (uint32_t j = 0; j < round(sizes[i]); ++j)
        bytes.push_back(
            j < sizes[i] ? static_cast<const char *>(arguments[i])[j] : '\0');
  }

  void **get() {
    pointers.clear();
    char *next = bytes.data();
    for (uint32_t size : sizes) {
      pointers.push_back(next);
      next += round(size);
    }
    return pointers.data();
  }

private:
  /// Aligns all arguments to 8 bytes.
  static uint32_t round(uint32_t size) { return (size + 7) / 8 * 8; }

  std::vector<uint32_t> sizes;
  std::vector<char> bytes;
  std::vector<void *> pointers;
};
} // namespace

void fakeAddKernel(const char *name, FakeKernel kernel) {
  std::lock_guard<std::mutex> lock(mutex);
  kernels[name] = kernel;
}

/// Executes a kernel in a stream.
static CUresult launch(CUfunction kernel, emulator::Dimensions grid,
                       emulator::Dimensions block, unsigned shared,
                       CUstream stream, void **arguments) {
  fake::count(&FakeCounts::launches, 1);
  fake::passTime(1);
  if (emulator::isKernel(kernel)) {
    auto *emulated = reinterpret_cast<emulator::Kernel *>(kernel);
    Arguments values(arguments, emulated->argumentSizes);
    return static_cast<CUresult>(fake::enqueue(stream, [=]() mutable {
      return emulator::runKernel(*emulated, grid, block, shared, values.get());
    }));
  }
  if (fake::isHostKernel(kernel)) {
    auto *host = reinterpret_cast<fake::HostKernel *>(kernel);
    Arguments values(arguments, {host->parameterSize});
    return static_cast<CUresult>(fake::enqueue(stream, [=]() mutable {
      fake::runHostKernel(*host, {grid.x, grid.y, grid.z},
                          {block.x, block.y, block.z}, values.get()[0]);
      return 0;
    }));
  }
  // The emulator does not know the arguments of a test's kernel.
  reinterpret_cast<FakeKernel>(kernel)(arguments);
  return CUDA_SUCCESS;
}

/// True if a kernel may begin before those that were launched before it end.
static bool isEarly(const CUlaunchConfig &config) {
  return std::any_of(
      config.attrs, config.attrs + config.numAttrs,
      [](const CUlaunchAttribute &attribute) {
        return attribute.id ==
                   CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION &&
               attribute.value.programmaticStreamSerializationAllowed;
      });
}

// The declarations in cuda.h do not set the visibility.
#pragma GCC visibility push(default)
extern "C" {

// Reports that there are no kernels for products, so that the runtime never
// splits them. There are kernels if FUSED_FAKE_KERNELS is set, or if the test
// has added "fused_tail" for all tails before the runtime first uses the
// device.
CUresult cuModuleLoadData(CUmodule *module, const void *) {
  *module = reinterpret_cast<CUmodule>(&kernels);
  std::lock_guard<std::mutex> lock(mutex);
  bool hasKernels = kernels.find("fused_tail") != kernels.end() ||
                    std::getenv("FUSED_FAKE_KERNELS");
  return hasKernels ? CUDA_SUCCESS : CUDA_ERROR_NO_BINARY_FOR_GPU;
}
CUresult cuModuleGetFunction(CUfunction *function, CUmodule, const char *name) {
  FUSED_FAKE_FAULT(CUresult);
  std::lock_guard<std::mutex> lock(mutex);
  auto tail = kernels.find("fused_tail");
  bool isTail =
      std::strncmp(name, "fused_tail", std::strlen("fused_tail")) == 0;
  if (isTail && tail != kernels.end()) {
    *function = reinterpret_cast<CUfunction>(tail->second);
    return CUDA_SUCCESS;
  }
  auto *kernel = const_cast<fake::HostKernel *>(fake::findHostKernel(name));
  *function = reinterpret_cast<CUfunction>(kernel);
  return kernel ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
CUresult cuLibraryUnload(CUlibrary) {
  fake::count(&FakeCounts::libraries, -1);
  return CUDA_SUCCESS;
}
CUresult cuLibraryLoadData(CUlibrary *library, const void *image,
                           CUjit_option *, void **, unsigned, CUlibraryOption *,
                           void **, unsigned) {
  FUSED_FAKE_FAULT(CUresult);
  fake::count(&FakeCounts::libraries, 1);
  *library = reinterpret_cast<CUlibrary>(&kernels);
  {
    // Tests add their own kernels, and pass images that contain none.
    std::lock_guard<std::mutex> lock(mutex);
    if (!kernels.empty())
      return CUDA_SUCCESS;
  }
  if (!emulator::isBitcode(image))
    return emulator::failWith(CUDA_ERROR_INVALID_IMAGE,
                              "the kernels are not for the emulator: compile "
                              "the program with --emulate");
  emulator::KernelModule *module = nullptr;
  if (CUresult result = emulator::loadModule(image, module))
    return result;
  *library = reinterpret_cast<CUlibrary>(module);
  return CUDA_SUCCESS;
}
CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library,
                            const char *name) {
  FUSED_FAKE_FAULT(CUresult);
  if (library != reinterpret_cast<CUlibrary>(&kernels)) {
    auto *module = reinterpret_cast<emulator::KernelModule *>(library);
    *kernel = reinterpret_cast<CUkernel>(
        const_cast<emulator::Kernel *>(emulator::findKernel(*module, name)));
    return *kernel ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
  }
  std::lock_guard<std::mutex> lock(mutex);
  auto entry = kernels.find(name);
  if (entry == kernels.end())
    return CUDA_ERROR_NOT_FOUND;
  *kernel = reinterpret_cast<CUkernel>(entry->second);
  return CUDA_SUCCESS;
}
CUresult cuKernelGetAttribute(int *value, CUfunction_attribute, CUkernel kernel,
                              CUdevice) {
  FUSED_FAKE_FAULT(CUresult);
  // What other devices do not have is taken.
  auto *emulated = reinterpret_cast<emulator::Kernel *>(kernel);
  *value = emulated->sharedSize + emulator::hopperSharedSize -
           emulated->getMaxSharedSize();
  return CUDA_SUCCESS;
}
CUresult cuKernelSetAttribute(CUfunction_attribute, int value, CUkernel kernel,
                              CUdevice) {
  FUSED_FAKE_FAULT(CUresult);
  reinterpret_cast<emulator::Kernel *>(kernel)->maxDynamicSize = value;
  return CUDA_SUCCESS;
}
CUresult cuLaunchKernel(CUfunction kernel, unsigned gridX, unsigned gridY,
                        unsigned gridZ, unsigned blockX, unsigned blockY,
                        unsigned blockZ, unsigned shared, CUstream stream,
                        void **arguments, void **) {
  FUSED_FAKE_FAULT(CUresult);
  return launch(kernel, {gridX, gridY, gridZ}, {blockX, blockY, blockZ}, shared,
                stream, arguments);
}
CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction kernel,
                          void **arguments, void **) {
  FUSED_FAKE_FAULT(CUresult);
  if (isEarly(*config)) {
    fake::count(&FakeCounts::earlyLaunches, 1);
    auto *emulated = reinterpret_cast<emulator::Kernel *>(kernel);
    if (emulator::isKernel(kernel) && !emulated->waitsForKernels)
      return emulator::failWith(CUDA_ERROR_INVALID_VALUE,
                                "kernel '" + emulated->name +
                                    "' may begin before those in front of it "
                                    "end, and does not wait for them before it "
                                    "touches memory");
  }
  return launch(kernel, {config->gridDimX, config->gridDimY, config->gridDimZ},
                {config->blockDimX, config->blockDimY, config->blockDimZ},
                config->sharedMemBytes, config->hStream, arguments);
}
} // extern "C"
#pragma GCC visibility pop
