//===- ProgramTest.cpp - What compiled programs call, without a device ----===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeProgram.h"

#include <thread>

using namespace fused::test;

TEST_F(FakeProgramCall, NumbersOfTheHostNeedNoWaiting) {
  fakeFail("cuStreamSynchronize", CUDA_ERROR_UNKNOWN, 0, 1);
  EXPECT_EQ(call(), FUSED_OK) << fused_last_error();
  fakeFail("cuStreamSynchronize", 0, 0, 0);
  EXPECT_EQ(*static_cast<int64_t *>(outputs[1].data), number);
  EXPECT_EQ(fakeGetCounts().launches, before.launches + 2);
}

TEST_F(FakeProgramCall, NumbersOfTheDeviceAreWaitedFor) {
  void *place = fused_cuda_alloc(8);
  std::memcpy(place, &number, 8);
  inputs[1].data = place;
  EXPECT_EQ(call(), FUSED_OK) << fused_last_error();
  EXPECT_EQ(*static_cast<int64_t *>(outputs[1].data), number);
  release();
  expectFailure("cuStreamSynchronize", CUDA_ERROR_ILLEGAL_ADDRESS,
                FUSED_LIBRARY_ERROR);
  fused_cuda_free(place);
}

TEST_F(FakeProgramCall, WholeCallsAreCaptured) {
  // Also the first one, which uploads the constant and looks for the kernels.
  renewConstant();
  image.library = nullptr;
  kernels[0].handle = kernels[1].handle = nullptr;
  CUgraph graph;
  const TestDriver &driver = getDriver();
  driver.cuStreamBeginCapture(stream.get(), CU_STREAM_CAPTURE_MODE_GLOBAL);
  EXPECT_EQ(call(), FUSED_OK) << fused_last_error();
  driver.cuStreamEndCapture(stream.get(), &graph);
  EXPECT_EQ(fakeGetCounts().launches, before.launches + 2);
  EXPECT_EQ(fakeGetCounts().allocationNodes, before.allocationNodes);
  // The results belong to the graph.
  release();
  CUgraphExec executable;
  driver.cuGraphInstantiate(&executable, graph, 0);
  driver.cuGraphDestroy(graph);
  int64_t blocks = fakeGetCounts().blocks;
  for (int launch = 0; launch < 2; ++launch)
    EXPECT_EQ(driver.cuGraphLaunch(executable, stream.get()), CUDA_SUCCESS);
  driver.cuGraphExecDestroy(executable);
  // The next call releases what the graph had.
  EXPECT_EQ(call(), FUSED_OK) << fused_last_error();
  release();
  EXPECT_LT(fakeGetCounts().blocks, blocks);
  // The constant is never released.
  ++before.blocks;
}

/// One call has the memory of another in the same graph, but not in others.
TEST_F(FakeProgramCall, CapturedCallsShareMemory) {
  float memory[length];
  auto capture = [&](int calls) {
    CUgraph graph;
    const TestDriver &driver = getDriver();
    driver.cuStreamBeginCapture(stream.get(), CU_STREAM_CAPTURE_MODE_GLOBAL);
    for (int i = 0; i < calls; ++i) {
      outputs[0] = {memory, FUSED_F32, 1, {length}};
      outputs[1] = {};
      EXPECT_EQ(call(), FUSED_OK) << fused_last_error();
      fused_cuda_free(outputs[1].data);
    }
    driver.cuStreamEndCapture(stream.get(), &graph);
    return graph;
  };
  CUgraph once = capture(1);
  int64_t blocks = fakeGetCounts().blocks - before.blocks;
  CUgraph often = capture(5);
  EXPECT_EQ(fakeGetCounts().blocks - before.blocks, 2 * blocks);
  for (CUgraph graph : {once, often})
    getDriver().cuGraphDestroy(graph);
  outputs[0] = outputs[1] = {};
  EXPECT_EQ(call(), FUSED_OK) << fused_last_error();
}

TEST_F(FakeProgramCall, CapturesThatFailLeaveNothingBehind) {
  for (const char *function : {"cuUserObjectCreate", "cuGraphRetainUserObject",
                               "cuMemAllocFromPoolAsync"}) {
    CUgraph graph;
    const TestDriver &driver = getDriver();
    driver.cuStreamBeginCapture(stream.get(), CU_STREAM_CAPTURE_MODE_GLOBAL);
    fakeFail(function, CUDA_ERROR_OUT_OF_MEMORY, 0, 1);
    EXPECT_EQ(call(), FUSED_OUT_OF_MEMORY) << function;
    driver.cuStreamEndCapture(stream.get(), &graph);
    driver.cuGraphDestroy(graph);
  }
  EXPECT_EQ(call(), FUSED_OK) << fused_last_error();
}

/// What a program has on the device is gone with it, and comes again.
TEST_F(FakeProgramCall, ModulesAreReleased) {
  fused_resource_t resources[] = {{FUSED_RESOURCE_IMAGE, 0, &image},
                                  {FUSED_RESOURCE_CONSTANT, 0, &constant}};
  fused_module_t module = {FUSED_ABI_VERSION, 1, &program, resources, 2};
  for (int cycle = 0; cycle < 3; ++cycle) {
    fused_module_release(&module);
    EXPECT_EQ(fakeGetCounts().libraries, before.libraries - 1);
    EXPECT_EQ(fakeGetCounts().blocks, before.blocks - 1);
    EXPECT_EQ(image.library, nullptr);
    kernels[0].handle = kernels[1].handle = nullptr;
    EXPECT_EQ(call(), FUSED_OK) << fused_last_error();
    release();
    EXPECT_EQ(fakeGetCounts().libraries, before.libraries);
    EXPECT_EQ(fakeGetCounts().blocks, before.blocks);
  }
  fused_module_release(nullptr);
}

TEST_F(FakeProgramCall, KernelsThatWaitAreLaunchedEarly) {
  EXPECT_EQ(before.earlyLaunches, 0);
  image.waits = 1;
  EXPECT_EQ(call(), FUSED_OK) << fused_last_error();
  image.waits = 0;
  EXPECT_EQ(fakeGetCounts().earlyLaunches, 2);
}

TEST_F(FakeProgramCall, CallsAreMeasured) {
  // Two launches.
  double microseconds = 0;
  for (int32_t calls : {1, 5}) {
    EXPECT_EQ(fused_cuda_measure(&program, inputs, outputs, nullptr, calls,
                                 &microseconds),
              FUSED_OK)
        << fused_last_error();
    EXPECT_FLOAT_EQ(static_cast<float>(microseconds), 2);
  }
  int32_t events = fakeGetCounts().events;
  for (const char *function :
       {"cuEventCreate", "cuEventRecord", "cuEventElapsedTime"}) {
    fakeFail(function, CUDA_ERROR_ILLEGAL_ADDRESS, 0, 1);
    EXPECT_EQ(fused_cuda_measure(&program, inputs, outputs, nullptr, 2,
                                 &microseconds),
              FUSED_LIBRARY_ERROR)
        << function;
    fakeFail(function, 0, 0, 0);
  }
  EXPECT_EQ(fakeGetCounts().events, events);
}

TEST_F(FakeProgramCall, RecordedCallsAreReplayed) {
  fused_cuda_graph_t *graph = nullptr;
  ASSERT_EQ(fused_cuda_record(&program, inputs, outputs, &graph), FUSED_OK)
      << fused_last_error();
  EXPECT_EQ(fused_cuda_get_stream(), stream.get());
  EXPECT_EQ(outputs[0].type, FUSED_F32);
  EXPECT_EQ(outputs[0].sizes[0], length);
  for (int replay = 0; replay < 3; ++replay)
    EXPECT_EQ(fused_cuda_replay(graph), FUSED_OK) << fused_last_error();
  EXPECT_EQ(fakeGetCounts().replays, before.replays + 3);
  EXPECT_EQ(*static_cast<int64_t *>(outputs[1].data), number);
  fakeFail("cuGraphLaunch", CUDA_ERROR_ILLEGAL_ADDRESS, 0, 1);
  EXPECT_EQ(fused_cuda_replay(graph), FUSED_LIBRARY_ERROR);
  fused_cuda_graph_release(graph);
  outputs[0] = outputs[1] = {};
}

/// Memory is allocated by the recording, and not in the recorded stream.
TEST_F(FakeProgramCall, GraphsAllocateNothing) {
  float memory[length];
  outputs[0] = {memory, FUSED_F32, 1, {length}};
  fused_cuda_graph_t *graph = nullptr;
  ASSERT_EQ(fused_cuda_record(&program, inputs, outputs, &graph), FUSED_OK)
      << fused_last_error();
  EXPECT_EQ(outputs[0].data, memory);
  EXPECT_GT(fakeGetCounts().allocations, before.allocations);
  EXPECT_EQ(fakeGetCounts().allocationNodes, before.allocationNodes);
  EXPECT_EQ(fused_cuda_replay(graph), FUSED_OK);
  fused_cuda_graph_release(graph);
  EXPECT_EQ(fakeGetCounts().blocks, before.blocks);
  outputs[0] = outputs[1] = {};
}

TEST_F(FakeProgramCall, GraphsNeedNotBeReplayed) {
  fused_cuda_graph_t *graph = nullptr;
  ASSERT_EQ(fused_cuda_record(&program, inputs, outputs, &graph), FUSED_OK);
  fused_cuda_graph_release(graph);
  fused_cuda_graph_release(nullptr);
  outputs[0] = outputs[1] = {};
}

TEST_F(FakeProgramCall, WhatCannotBeRecordedLeavesNothingBehind) {
  auto expectRefusal = [&](fused_status_t status) {
    fused_cuda_graph_t *graph = nullptr;
    EXPECT_EQ(fused_cuda_record(&program, inputs, outputs, &graph), status)
        << fused_last_error();
    EXPECT_EQ(graph, nullptr);
    EXPECT_EQ(outputs[0].data, nullptr);
    EXPECT_EQ(fused_cuda_get_stream(), stream.get());
  };
  for (const char *function :
       {"cuStreamCreate", "cuStreamBeginCapture", "cuStreamEndCapture",
        "cuGraphInstantiateWithFlags", "cuLaunchKernelEx"}) {
    fakeFail(function, CUDA_ERROR_UNKNOWN, 0, 1);
    expectRefusal(FUSED_LIBRARY_ERROR);
  }
  void *place = fused_cuda_alloc(8);
  inputs[1].data = place;
  expectRefusal(FUSED_UNSUPPORTED);
  EXPECT_NE(std::strstr(fused_last_error(), "program.mlir:2:3"), nullptr);
  fused_cuda_free(place);

  fused_function_t forCpu = program;
  forCpu.target = FUSED_TARGET_CPU;
  fused_cuda_graph_t *graph = nullptr;
  EXPECT_EQ(fused_cuda_record(&forCpu, inputs, outputs, &graph),
            FUSED_INVALID_ARGUMENT);
}

/// As fused_call() does, before anything is read.
TEST_F(FakeProgramCall, RefusesNullAndDamagedArguments) {
  fused_cuda_graph_t *graph = nullptr;
  auto expectRefused = [&](const fused_function_t *function,
                           const fused_tensor_t *given, fused_tensor_t *results,
                           const char *message) {
    EXPECT_EQ(fused_cuda_call(function, given, results),
              FUSED_INVALID_ARGUMENT);
    EXPECT_STREQ(fused_last_error(), message);
    EXPECT_EQ(fused_cuda_record(function, given, results, &graph),
              FUSED_INVALID_ARGUMENT);
    EXPECT_STREQ(fused_last_error(), message);
    EXPECT_EQ(graph, nullptr);
  };
  expectRefused(nullptr, inputs, outputs, "the function is null");
  expectRefused(&program, nullptr, outputs, "'program': the inputs are null");
  expectRefused(&program, inputs, nullptr, "'program': the outputs are null");
  inputs[0].rank = 100000;
  expectRefused(&program, inputs, outputs,
                "input 0: rank 100000 is not between 0 and 8");
  inputs[0].rank = 1;
  fused_function_t damaged = program;
  damaged.num_outputs = -1;
  expectRefused(&damaged, inputs, outputs,
                "function 'program' is not well-formed: it has -1 outputs");
  EXPECT_EQ(fused_cuda_record(&program, inputs, outputs, nullptr),
            FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(), "the graph is null");
  EXPECT_EQ(fused_cuda_replay(nullptr), FUSED_INVALID_ARGUMENT);
}

TEST_F(FakeProgramCall, NumbersOfTheDeviceCannotBeCaptured) {
  void *place = fused_cuda_alloc(8);
  inputs[1].data = place;
  CUgraph graph;
  const TestDriver &driver = getDriver();
  driver.cuStreamBeginCapture(stream.get(), CU_STREAM_CAPTURE_MODE_GLOBAL);
  EXPECT_EQ(call(), FUSED_UNSUPPORTED);
  driver.cuStreamEndCapture(stream.get(), &graph);
  EXPECT_STREQ(fused_last_error(),
               "program.mlir:2:3: the stream is captured, and the program "
               "waits for a number on the device");
  driver.cuGraphDestroy(graph);
  fused_cuda_free(place);
}

TEST_F(FakeProgramCall, ElementsCannotBeCaptured) {
  // The driver knows nothing of memory that a captured call allocates.
  CUgraph graph;
  const TestDriver &driver = getDriver();
  driver.cuStreamBeginCapture(stream.get(), CU_STREAM_CAPTURE_MODE_GLOBAL);
  int64_t value = 0;
  EXPECT_EQ(fused_cuda_load(&number, &value, 8, nullptr), FUSED_UNSUPPORTED);
  driver.cuStreamEndCapture(stream.get(), &graph);
  driver.cuGraphDestroy(graph);
  EXPECT_EQ(value, 0);
}

TEST_F(FakeProgramCall, ConstantsAreUploadedOnceByManyThreads) {
  renewConstant();
  std::vector<std::thread> threads;
  std::vector<void *> addresses(8);
  for (void *&address : addresses)
    threads.emplace_back([&address] {
      getDriver().enter();
      fused_cuda_constant(&constant, table, sizeof(table), nullptr, &address);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (void *address : addresses)
    EXPECT_EQ(address, addresses[0]);
  EXPECT_EQ(std::memcmp(addresses[0], table, sizeof(table)), 0);
  EXPECT_EQ(fakeGetCounts().allocations, before.allocations + 1);
  ++before.blocks;
}

TEST_F(FakeProgramCall, FailuresLeaveNothingBehind) {
  kernels[0].handle = nullptr;
  expectFailure("cuLibraryGetKernel", CUDA_ERROR_NOT_FOUND,
                FUSED_LIBRARY_ERROR);
  expectFailure("cuLaunchKernelEx", CUDA_ERROR_ILLEGAL_ADDRESS,
                FUSED_LIBRARY_ERROR);
  renewConstant();
  expectFailure("cuStreamCreate", CUDA_ERROR_UNKNOWN, FUSED_LIBRARY_ERROR);
  expectFailure("cuMemAllocFromPoolAsync", CUDA_ERROR_OUT_OF_MEMORY,
                FUSED_OUT_OF_MEMORY);
  expectFailure("cuMemcpyHtoDAsync", CUDA_ERROR_ILLEGAL_ADDRESS,
                FUSED_LIBRARY_ERROR);
  EXPECT_EQ(call(), FUSED_OK) << fused_last_error();
  ++before.blocks;
}

TEST_F(FakeProgramCall, NumbersOfAllSizesAreResults) {
  const uint64_t value = 0x0123456789abcdef;
  fused_frame_t frame = {};
  for (size_t size : {1, 2, 4, 8}) {
    Descriptor descriptor = {};
    ASSERT_EQ(fused_cuda_frame_take_number(&frame, &descriptor, &value, size),
              FUSED_OK);
    EXPECT_EQ(std::memcmp(descriptor.aligned, &value, size), 0) << size;
  }
  EXPECT_EQ(frame.results, 4);
  fused_cuda_frame_release(&frame, FUSED_LIBRARY_ERROR);
}
