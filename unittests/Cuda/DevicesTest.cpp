//===- DevicesTest.cpp - Several devices, without one ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceOperands.h"
#include "Emulator/Fake.h"
#include "ProductCase.h"
#include "fused-runtime/fused_cuda.h"

#include "gtest/gtest.h"
#include <thread>

using namespace fused;
using namespace fused::test;

namespace {
/// Makes the primary context of a device current in this thread.
void enterDevice(int ordinal) {
  CUdevice device;
  CUcontext context;
  require(getDriver().cuDeviceGet(&device, ordinal), "cuDeviceGet");
  require(getDriver().cuDevicePrimaryCtxRetain(&context, device),
          "cuDevicePrimaryCtxRetain");
  require(getDriver().cuCtxSetCurrent(context), "cuCtxSetCurrent");
}

/// A product that needs a workspace, in a stream of the current context.
void multiply(CUstream stream, fused_plan_slot_t *slot) {
  ProductCase product;
  product.m = 77, product.n = 128;
  ProductRun run(product);
  deviceCall.stream = stream;
  EXPECT_EQ(run.execute(deviceMatmul, slot), FUSED_OK) << fused_last_error();
  EXPECT_EQ(run.check(), "");
}

TEST(FakeDevices, EachHasItsOwnPlansAndMemory) {
  fakeSetWorkspace(100);
  fused_plan_slot_t slot = {};
  for (int ordinal : {0, 1, 0, 1}) {
    // A new stream belongs to the context of device 0 in the tests; the fake
    // does not mind.
    TestStream stream;
    enterDevice(ordinal);
    FakeCounts before = fakeGetCounts();
    multiply(stream.get(), &slot);
    FakeCounts after = fakeGetCounts();
    EXPECT_EQ(after.deviceBlocks[ordinal], before.deviceBlocks[ordinal] + 1);
    EXPECT_EQ(after.deviceBlocks[1 - ordinal],
              before.deviceBlocks[1 - ordinal]);
    void *memory = fused_cuda_alloc(8);
    EXPECT_EQ(fakeGetCounts().deviceBlocks[ordinal],
              after.deviceBlocks[ordinal] + 1);
    fused_cuda_free(memory);
    EXPECT_EQ(fused_cuda_release_stream(stream.get()), FUSED_OK);
    EXPECT_EQ(fakeGetCounts().deviceBlocks[ordinal],
              before.deviceBlocks[ordinal]);
  }
  // Both plans are kept, although they share a slot.
  long heuristics = fakeGetCounts().heuristics;
  for (int ordinal : {0, 1}) {
    TestStream stream;
    enterDevice(ordinal);
    multiply(stream.get(), &slot);
    fused_cuda_release_stream(stream.get());
  }
  EXPECT_EQ(fakeGetCounts().heuristics, heuristics);
  fakeSetWorkspace(0);
  deviceCall = {};
}

TEST(FakeDevices, ThreadsUseTheirCurrentContexts) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([i] {
      TestStream stream;
      enterDevice(i % 2);
      for (int repeat = 0; repeat < 50; ++repeat) {
        multiply(stream.get(), nullptr);
        EXPECT_EQ(fused_cuda_check(), FUSED_OK);
      }
      deviceCall = {};
    });
  for (std::thread &thread : threads)
    thread.join();
}
} // namespace
