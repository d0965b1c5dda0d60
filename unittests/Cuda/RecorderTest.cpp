//===- RecorderTest.cpp - Recording calls that repeat, without a device ---===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeProgram.h"

#include <thread>
#include <utility>
#include <vector>

using namespace fused::test;

namespace {
const fused_cuda_assertion_t list[] = {{"a truth", "program.mlir:4:5"}};
fused_cuda_assertions_t assertions = {list, 1, nullptr};
uint32_t *flag = nullptr;

/// Calls whose results have memory, so that they can be replayed.
class FakeRecorder : public FakeProgramCall {
protected:
  void SetUp() override {
    FakeProgramCall::SetUp();
    ASSERT_EQ(fused_cuda_recorder_create(&program, &recorder), FUSED_OK);
    asked = before;
  }
  void TearDown() override {
    fused_cuda_recorder_release(recorder);
    outputs[0] = outputs[1] = {};
    FakeProgramCall::TearDown();
  }
  fused_status_t callAt(size_t place) {
    outputs[0] = {places[place].values, FUSED_F32, 1, {length}};
    outputs[1] = {&places[place].number, FUSED_I64, 0, {}};
    return fused_cuda_recorder_call(recorder, inputs, outputs, arena);
  }
  /// The launches and replays since the last question.
  std::pair<int64_t, int64_t> takeWork() {
    FakeCounts now = fakeGetCounts();
    std::pair<int64_t, int64_t> work(now.launches - asked.launches,
                                     now.replays - asked.replays);
    asked = now;
    return work;
  }

  using Work = std::pair<int64_t, int64_t>;
  struct Place {
    float values[length];
    int64_t number;
  };
  Place places[100] = {};
  FakeCounts asked = {};
  void *arena = nullptr;
  fused_cuda_recorder_t *recorder = nullptr;
};

} // namespace

TEST_F(FakeRecorder, RepeatedCallsAreReplayed) {
  EXPECT_EQ(callAt(0), FUSED_OK) << fused_last_error();
  EXPECT_EQ(takeWork(), Work(2, 0));
  // Recording does not do the work.
  EXPECT_EQ(callAt(0), FUSED_OK) << fused_last_error();
  EXPECT_EQ(takeWork(), Work(2, 1));
  EXPECT_EQ(callAt(0), FUSED_OK);
  EXPECT_EQ(callAt(1), FUSED_OK);
  EXPECT_EQ(takeWork(), Work(2, 1));
  EXPECT_EQ(callAt(1), FUSED_OK);
  EXPECT_EQ(callAt(0), FUSED_OK);
  EXPECT_EQ(takeWork(), Work(2, 2));
  EXPECT_EQ(fakeGetCounts().allocationNodes, before.allocationNodes);
}

TEST_F(FakeRecorder, NumbersOfTheHostArePartOfACall) {
  for (int64_t value : {5, 6, 7}) {
    number = value;
    EXPECT_EQ(callAt(0), FUSED_OK);
    EXPECT_EQ(takeWork(), Work(2, 0));
    EXPECT_EQ(places[0].number, value);
  }
  EXPECT_EQ(callAt(0), FUSED_OK);
  EXPECT_EQ(takeWork(), Work(2, 1));
  // The same number, elsewhere.
  int64_t other = number;
  inputs[1].data = &other;
  EXPECT_EQ(callAt(0), FUSED_OK);
  EXPECT_EQ(takeWork(), Work(0, 1));
}

TEST_F(FakeRecorder, ManyPlacesAreNotRecordedAgainAndAgain) {
  for (int round = 0; round < 10; ++round)
    for (size_t place = 0; place < 100; ++place)
      EXPECT_EQ(callAt(place), FUSED_OK);
  // Each call is two launches or a replay, and a recording is both.
  auto [launches, replays] = takeWork();
  EXPECT_GT(replays, 32 * 8);
  EXPECT_LE(launches / 2 + replays - 1000, 32 + replays / 8);
  int64_t blocks = fakeGetCounts().blocks - before.blocks;
  EXPECT_GT(blocks, 0);
  EXPECT_LT(blocks, 8) << "recordings have temporaries of their own";
}

TEST_F(FakeRecorder, RefusedCallsAreNotRecorded) {
  inputs[0].sizes[0] = -1;
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(callAt(0), FUSED_INVALID_ARGUMENT);
  inputs[0].rank = 100000;
  EXPECT_EQ(callAt(0), FUSED_INVALID_ARGUMENT);
  inputs[0].rank = 1;
  inputs[0].sizes[0] = length;
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(callAt(0), FUSED_OK) << fused_last_error();
  EXPECT_EQ(takeWork().second, 1);
}

/// What cannot be recorded is called as ever, and is not tried for ever.
TEST_F(FakeRecorder, CallsGoOnWhereRecordingFails) {
  EXPECT_EQ(callAt(0), FUSED_OK);
  takeWork();
  fakeFail("cuGraphInstantiateWithFlags", CUDA_ERROR_OUT_OF_MEMORY, 0, 100);
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(callAt(0), FUSED_OK) << fused_last_error();
  fakeFail("cuGraphInstantiateWithFlags", 0, 0, 0);
  // Four were recorded as well.
  EXPECT_EQ(takeWork(), Work(2 * (8 + 4), 0));
  EXPECT_EQ(callAt(0), FUSED_OK);
  EXPECT_EQ(takeWork(), Work(2, 0));
  fused_cuda_recorder_release(std::exchange(recorder, nullptr));
  EXPECT_EQ(fakeGetCounts().blocks, before.blocks);
}

TEST_F(FakeRecorder, OneFailureIsForgotten) {
  EXPECT_EQ(callAt(0), FUSED_OK);
  fakeFail("cuStreamBeginCapture", CUDA_ERROR_UNKNOWN, 0, 1);
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(callAt(0), FUSED_OK) << fused_last_error();
  EXPECT_EQ(fakeGetCounts().replays, before.replays + 1);
}

TEST_F(FakeRecorder, EachStreamHasRecordings) {
  EXPECT_EQ(callAt(0), FUSED_OK);
  TestStream other;
  fused_cuda_set_stream(other.get());
  EXPECT_EQ(callAt(0), FUSED_OK);
  EXPECT_EQ(takeWork(), Work(4, 0));
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(callAt(0), FUSED_OK);
  EXPECT_EQ(takeWork(), Work(2, 3));
  fused_cuda_set_stream(stream.get());
  EXPECT_EQ(callAt(0), FUSED_OK);
  EXPECT_EQ(takeWork(), Work(2, 1));
  // With another arena, it is another call.
  alignas(FUSED_ARENA_ALIGNMENT) char memory[1024];
  arena = memory;
  EXPECT_EQ(callAt(0), FUSED_OK);
  EXPECT_EQ(takeWork(), Work(2, 0));
  arena = nullptr;
  // A graph of the host has the work itself in it.
  CUgraph graph;
  const TestDriver &driver = getDriver();
  driver.cuStreamBeginCapture(stream.get(), CU_STREAM_CAPTURE_MODE_GLOBAL);
  EXPECT_EQ(callAt(0), FUSED_OK);
  driver.cuStreamEndCapture(stream.get(), &graph);
  driver.cuGraphDestroy(graph);
  EXPECT_EQ(takeWork(), Work(2, 0));
}

TEST_F(FakeRecorder, StreamsThatAreGoneMakeRoom) {
  for (int i = 0; i < 40; ++i) {
    TestStream other;
    fused_cuda_set_stream(other.get());
    for (int call = 0; call < 2; ++call)
      EXPECT_EQ(callAt(0), FUSED_OK) << fused_last_error();
    EXPECT_EQ(takeWork(), Work(4, 1));
  }
  fused_cuda_set_stream(stream.get());
  EXPECT_LT(fakeGetCounts().blocks - before.blocks, 40 * 2);
}

/// A failure of an earlier call is told of by the next, recorded or not.
TEST_F(FakeRecorder, FailedAssertionsAreReported) {
  fused_function_t asserting = program;
  asserting.invoke = [](fused_frame_t *frame, void *const *inputs,
                        void *const *outputs) {
    void *address = nullptr;
    if (fused_status_t status = fused_cuda_assertions(&assertions, &address)) {
      fused_cuda_frame_release(frame, status);
      return status;
    }
    flag = static_cast<uint32_t *>(address);
    return invoke(frame, inputs, outputs);
  };
  fused_cuda_recorder_release(recorder);
  ASSERT_EQ(fused_cuda_recorder_create(&asserting, &recorder), FUSED_OK);
  // Before a direct call, a recording, and a replay.
  for (size_t number = 0; number < 4; ++number) {
    EXPECT_EQ(callAt(0), FUSED_OK) << fused_last_error();
    *flag = 1;
    EXPECT_EQ(callAt(0), FUSED_INVALID_ARGUMENT);
    EXPECT_NE(std::strstr(fused_last_error(), "a truth"), nullptr);
  }
  takeWork();
  EXPECT_EQ(callAt(0), FUSED_OK);
  EXPECT_EQ(takeWork(), Work(0, 1));
  // Those of other programs are not reported.
  fused_cuda_recorder_t *other = nullptr;
  ASSERT_EQ(fused_cuda_recorder_create(&program, &other), FUSED_OK);
  *flag = 1;
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(fused_cuda_recorder_call(other, inputs, outputs, nullptr),
              FUSED_OK);
  fused_cuda_recorder_release(other);
  EXPECT_EQ(callAt(0), FUSED_INVALID_ARGUMENT);
  fused_cuda_recorder_release(std::exchange(recorder, nullptr));
}

TEST_F(FakeRecorder, NumbersOfTheDeviceAreWaitedFor) {
  void *place = fused_cuda_alloc(8);
  std::memcpy(place, &number, 8);
  inputs[1].data = place;
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(callAt(0), FUSED_OK) << fused_last_error();
  EXPECT_EQ(fakeGetCounts().replays, before.replays);
  fused_cuda_free(place);
}

/// Tuning finds another way to compute, which recordings do not have.
TEST_F(FakeRecorder, TuningMakesRecordingsOld) {
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(callAt(0), FUSED_OK);
  takeWork();
  fused_cuda_tune(0);
  EXPECT_EQ(callAt(0), FUSED_OK);
  EXPECT_EQ(takeWork(), Work(2, 0));
}

TEST_F(FakeRecorder, GuardedMemoryIsNotRecorded) {
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(callAt(0), FUSED_OK);
  takeWork();
  fused_cuda_guard_memory(1);
  EXPECT_EQ(callAt(0), FUSED_OK);
  fused_cuda_guard_memory(0);
  EXPECT_EQ(takeWork(), Work(2, 0));
  EXPECT_EQ(callAt(0), FUSED_OK);
  EXPECT_EQ(takeWork(), Work(0, 1));
}

TEST_F(FakeRecorder, LargeTemporariesAreNotKept) {
  fused_function_t large = program;
  large.invoke = [](fused_frame_t *frame, void *const *inputs,
                    void *const *outputs) -> fused_status_t {
    if (!fused_cuda_frame_alloc(frame, size_t(300) << 20)) {
      fused_cuda_frame_release(frame, FUSED_OUT_OF_MEMORY);
      return FUSED_OUT_OF_MEMORY;
    }
    return invoke(frame, inputs, outputs);
  };
  fused_cuda_recorder_release(recorder);
  ASSERT_EQ(fused_cuda_recorder_create(&large, &recorder), FUSED_OK);
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(callAt(0), FUSED_OK) << fused_last_error();
  EXPECT_EQ(fakeGetCounts().replays, before.replays);
  EXPECT_LE(fakeGetCounts().blocks - before.blocks, 2);
  fused_cuda_recorder_release(std::exchange(recorder, nullptr));
}

TEST_F(FakeRecorder, ThreadsMayCallAtOnce) {
  std::vector<std::thread> threads;
  for (size_t number = 0; number < 4; ++number)
    threads.emplace_back([this, number] {
      fused_cuda_set_stream(stream.get());
      fused_tensor_t results[] = {
          {places[number].values, FUSED_F32, 1, {length}},
          {&places[number].number, FUSED_I64, 0, {}}};
      for (int i = 0; i < 100; ++i)
        EXPECT_EQ(fused_cuda_recorder_call(recorder, inputs, results, nullptr),
                  FUSED_OK);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(fakeGetCounts().replays, before.replays + 4 * 99);
}

TEST_F(FakeRecorder, ResultsWithoutMemoryAreAllocated) {
  for (int i = 0; i < 3; ++i) {
    outputs[0] = outputs[1] = {};
    EXPECT_EQ(fused_cuda_recorder_call(recorder, inputs, outputs, arena),
              FUSED_OK);
    EXPECT_NE(outputs[0].data, nullptr);
    release();
  }
  EXPECT_EQ(fakeGetCounts().replays, before.replays);
}

TEST_F(FakeRecorder, RefusesWhatIsNoProgramForDevices) {
  fused_cuda_recorder_t *other = recorder;
  fused_function_t forCpu = program;
  forCpu.target = FUSED_TARGET_CPU;
  EXPECT_EQ(fused_cuda_recorder_create(&forCpu, &other),
            FUSED_INVALID_ARGUMENT);
  EXPECT_EQ(other, nullptr);
  EXPECT_EQ(fused_cuda_recorder_create(nullptr, &other),
            FUSED_INVALID_ARGUMENT);
  EXPECT_EQ(fused_cuda_recorder_create(&program, nullptr),
            FUSED_INVALID_ARGUMENT);
  EXPECT_EQ(fused_cuda_recorder_call(nullptr, inputs, outputs, nullptr),
            FUSED_INVALID_ARGUMENT);
  EXPECT_EQ(fused_cuda_recorder_call(recorder, nullptr, outputs, nullptr),
            FUSED_INVALID_ARGUMENT);
  fused_cuda_recorder_release(nullptr);
}
