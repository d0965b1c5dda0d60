//===- Recorder.cpp - Recording the calls that repeat ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A graph has the addresses of a call in it. Hosts that allocate arrays for
// each call, as PyTorch does, get the same addresses again once their pools
// have settled, so a call is recorded when it comes for the second time.
//
//===----------------------------------------------------------------------===//

#include "../../Core/Arguments.h"
#include "../../Core/Error.h"
#include "../Device/GuardedBlocks.h"
#include "../Product/Tuning.h"
#include "Assertions.h"
#include "Graph.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <list>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

using namespace fused::runtime;

/// Graphs that a stream has at a time.
static constexpr size_t maxGraphs = 32;
/// Calls that are remembered for a stream, to know those that come again.
static constexpr size_t maxSeen = 128;
/// Streams that a recorder serves.
static constexpr size_t maxLanes = 32;
/// Recordings that fail before a stream does without.
static constexpr size_t maxFailures = 4;
/// A program whose temporaries are larger works for longer than its launches
/// take, so keeping them is not worthwhile.
static constexpr size_t maxMemory = size_t(256) << 20;
/// Of all recorders together.
static constexpr size_t maxTotalMemory = size_t(1) << 30;

static std::atomic<size_t> totalMemory = 0;

namespace {
/// All that a recording depends on.
using Key = std::vector<uint64_t>;

struct Recording {
  Key key;
  CUgraphExec executable;
  fused_cuda_assertions_t *assertions; ///< Of the program; null if it has none.
};

/// The recordings of one stream.
class Lane {
public:
  Lane(const Context &context, unsigned long long streamId, CUcontext current)
      : device(*context.device), streamId(streamId), current(current),
        memory(*context.device) {}
  ~Lane();
  Lane(const Lane &) = delete;
  Lane &operator=(const Lane &) = delete;

  bool serves(const Context &context, unsigned long long id) const {
    return &device == context.device && streamId == id;
  }
  /// Makes a call, and records it if it comes again.
  fused_status_t call(const Context &context, const CallArguments &arguments);

private:
  Recording *find(const Key &key);
  bool comesAgain(uint64_t hash) const;
  fused_status_t record(const Context &context, const CallArguments &arguments,
                        const Key &key, Recording *&recording);
  fused_status_t replay(const Context &context, const Recording &recording);
  void releaseMemory(const Context &context);

  std::mutex mutex;
  Device &device;
  /// A handle may come again for another stream, or stand for another one in
  /// each thread.
  const unsigned long long streamId;
  const CUcontext current; ///< In which the stream is.
  /// The temporaries of all recordings, which the stream replays in turn.
  GraphMemory memory;
  CUevent lastReplay = nullptr;
  std::list<Recording> recordings; ///< The one used last is the first.
  std::array<uint64_t, maxSeen> seen = {};
  size_t numSeen = 0, numRecorded = 0, numReplayed = 0;
  std::atomic<size_t> numFailures = 0;
};
} // namespace

struct fused_cuda_recorder {
  explicit fused_cuda_recorder(const fused_function_t &function)
      : function(function) {}

  fused_status_t call(const CallArguments &arguments);

  const fused_function_t &function;

private:
  std::shared_ptr<Lane> findLane(const Context &context);

  std::mutex mutex;
  std::list<std::shared_ptr<Lane>> lanes; ///< The one used last is the first.
};

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

static void addTo(Key &key, const fused_tensor_t &tensor) {
  key.push_back(uint64_t(tensor.type) << 32 | uint32_t(tensor.rank));
  int32_t rank = std::clamp(tensor.rank, 0, FUSED_MAX_RANK);
  key.insert(key.end(), tensor.sizes, tensor.sizes + rank);
}

static Key makeKey(const Context &context, const CallArguments &arguments) {
  const fused_function_t &function = arguments.function;
  Key key;
  key.reserve(4 * size_t(function.num_inputs + function.num_outputs) + 2);
  key.push_back(getTuningGeneration());
  key.push_back(reinterpret_cast<uintptr_t>(arguments.arena));
  for (int32_t i = 0; i < function.num_inputs; ++i) {
    const fused_tensor_t &input = arguments.inputs[i];
    addTo(key, input);
    uint64_t address = reinterpret_cast<uintptr_t>(input.data);
    // A recording has the value of a number of the host in it.
    if (function.numbers && function.numbers[i] && input.data &&
        !isOnDevice(context, input.data)) {
      address = 0;
      std::memcpy(&address, input.data, fused_type_size(input.type));
      key.push_back(1);
    }
    key.push_back(address);
  }
  for (int32_t i = 0; i < function.num_outputs; ++i) {
    addTo(key, arguments.outputs[i]);
    key.push_back(reinterpret_cast<uintptr_t>(arguments.outputs[i].data));
  }
  return key;
}

static uint64_t hashKey(const Key &key) {
  uint64_t hash = 0xcbf29ce484222325; // FNV-1a, by words.
  for (uint64_t word : key)
    hash = (hash ^ word) * 0x100000001b3;
  return hash;
}

//===----------------------------------------------------------------------===//
// Recordings of a stream
//===----------------------------------------------------------------------===//

/// Finds the recording of a call, and moves it to the front.
Recording *Lane::find(const Key &key) {
  auto found = std::find_if(recordings.begin(), recordings.end(),
                            [&](const Recording &r) { return r.key == key; });
  if (found == recordings.end())
    return nullptr;
  recordings.splice(recordings.begin(), recordings, found);
  return &recordings.front();
}

/// True if a call was made before and should be recorded now. A recording takes
/// as long as several calls, so new ones have to be earned by replays: else,
/// calls at ever new addresses would be recorded in vain.
bool Lane::comesAgain(uint64_t hash) const {
  return numRecorded < maxGraphs + numReplayed / 8 &&
         std::find(seen.begin(), seen.end(), hash) != seen.end();
}

/// Records a call. Leaves `recording` null if that is not possible. Fails if an
/// assertion of an earlier call has failed.
fused_status_t Lane::record(const Context &context,
                            const CallArguments &arguments, const Key &key,
                            Recording *&recording) {
  std::vector<fused_tensor_t> results(
      arguments.outputs, arguments.outputs + arguments.function.num_outputs);
  recordings.push_front({key, nullptr, nullptr});
  Recording &made = recordings.front();
  size_t before = memory.getSize(), total = totalMemory;
  size_t left = total < maxTotalMemory ? maxTotalMemory - total : 0;
  memory.setLimit(std::min(maxMemory, before + left));
  takeUsedAssertions();
  fused_status_t status = recordCall(
      context,
      {arguments.function, arguments.inputs, results.data(), arguments.arena},
      memory, made.executable);
  made.assertions = takeUsedAssertions();
  totalMemory += memory.getSize() - before;
  if (status != FUSED_OK) {
    recordings.pop_front();
    // The arguments have been accepted before.
    if (status == FUSED_INVALID_ARGUMENT)
      return status;
    ++numFailures;
    return FUSED_OK;
  }
  ++numRecorded;
  recording = &made;
  if (recordings.size() > maxGraphs) {
    context.driver->cuGraphExecDestroy(recordings.back().executable);
    recordings.pop_back();
  }
  return FUSED_OK;
}

fused_status_t Lane::replay(const Context &context,
                            const Recording &recording) {
  ++numReplayed;
  // As the call itself does first.
  if (recording.assertions)
    if (fused_status_t status = checkAssertions(*recording.assertions))
      return status;
  if (!lastReplay)
    if (CUresult result =
            context.cuda->cuEventCreate(&lastReplay, CU_EVENT_DISABLE_TIMING))
      return failCuda(*context.cuda, result, "cuEventCreate", nullptr);
  if (fused_status_t status = launchGraph(context, recording.executable))
    return status;
  if (CUresult result = context.cuda->cuEventRecord(lastReplay, context.stream))
    return failCuda(*context.cuda, result, "cuEventRecord", nullptr);
  return FUSED_OK;
}

fused_status_t Lane::call(const Context &context,
                          const CallArguments &arguments) {
  if (numFailures >= maxFailures)
    return arguments.call();
  Key key = makeKey(context, arguments);
  uint64_t hash = hashKey(key);
  {
    std::lock_guard<std::mutex> lock(mutex);
    Recording *recording = find(key);
    if (!recording && comesAgain(hash))
      if (fused_status_t status = record(context, arguments, key, recording))
        return status;
    if (recording)
      return replay(context, *recording);
  }
  fused_status_t status = arguments.call();
  if (status == FUSED_OK) {
    std::lock_guard<std::mutex> lock(mutex);
    seen[numSeen++ % maxSeen] = hash;
  }
  return status;
}

/// Releases the memory of the recordings when their last replay is done. The
/// stream may be gone, so the runtime's own waits for it.
void Lane::releaseMemory(const Context &context) {
  totalMemory -= memory.getSize();
  CUstream side = nullptr;
  if (device.getSideStream(side) != CUDA_SUCCESS ||
      (lastReplay && context.driver->cuStreamWaitEvent(side, lastReplay, 0)))
    return memory.abandonAll();
  memory.releaseAll(side);
}

Lane::~Lane() {
  Context context;
  if (getContext(context, nullptr) != FUSED_OK) {
    memory.abandonAll();
    return;
  }
  RelaxedCapture relaxed(*context.cuda);
  CUcontext before = nullptr;
  context.cuda->cuCtxGetCurrent(&before);
  context.cuda->cuCtxSetCurrent(current);
  for (const Recording &recording : recordings)
    context.driver->cuGraphExecDestroy(recording.executable);
  releaseMemory(context);
  if (lastReplay)
    context.cuda->cuEventDestroy(lastReplay);
  context.cuda->cuCtxSetCurrent(before);
}

//===----------------------------------------------------------------------===//
// Recorders
//===----------------------------------------------------------------------===//

std::shared_ptr<Lane> fused_cuda_recorder::findLane(const Context &context) {
  unsigned long long id = 0;
  CUcontext current = nullptr;
  if (context.cuda->cuStreamGetId(context.stream, &id) ||
      context.cuda->cuCtxGetCurrent(&current))
    return nullptr;
  std::shared_ptr<Lane> oldest; // Released when the lock is.
  std::lock_guard<std::mutex> lock(mutex);
  auto found = std::find_if(lanes.begin(), lanes.end(), [&](const auto &lane) {
    return lane->serves(context, id);
  });
  if (found != lanes.end()) {
    lanes.splice(lanes.begin(), lanes, found);
    return lanes.front();
  }
  lanes.push_front(std::make_shared<Lane>(context, id, current));
  if (lanes.size() > maxLanes) {
    oldest = std::move(lanes.back());
    lanes.pop_back();
  }
  return lanes.front();
}

static bool canReplay(const Context &context, const CallArguments &arguments) {
  if (GuardedBlocks::get().areEnabled())
    return false;
  for (int32_t i = 0; i < arguments.function.num_outputs; ++i)
    if (!arguments.outputs[i].data)
      return false;
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  return context.cuda->cuStreamIsCapturing(context.stream, &status) ==
             CUDA_SUCCESS &&
         status == CU_STREAM_CAPTURE_STATUS_NONE;
}

fused_status_t fused_cuda_recorder::call(const CallArguments &arguments) {
  if (fused_status_t status =
          checkCall(&function, arguments.inputs, arguments.outputs))
    return status;
  Context context;
  if (fused_status_t status = getContext(context, nullptr))
    return status;
  try {
    if (canReplay(context, arguments))
      if (std::shared_ptr<Lane> lane = findLane(context))
        return lane->call(context, arguments);
  } catch (const std::bad_alloc &) {
    return fail(FUSED_OUT_OF_MEMORY, nullptr, "no memory for a recording");
  }
  return arguments.call();
}

extern "C" fused_status_t
fused_cuda_recorder_create(const fused_function_t *function,
                           fused_cuda_recorder_t **recorder) {
  if (!recorder)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "the recorder is null");
  *recorder = nullptr;
  if (!function)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "the function is null");
  if (fused_status_t status = checkFunction(*function))
    return status;
  if (function->target != FUSED_TARGET_CUDA)
    return fail(FUSED_INVALID_ARGUMENT, nullptr,
                "what is recorded must be a function for a device");
  *recorder = new (std::nothrow) fused_cuda_recorder(*function);
  return *recorder
             ? fused_status_t(FUSED_OK)
             : fail(FUSED_OUT_OF_MEMORY, nullptr, "no memory for a recorder");
}

extern "C" fused_status_t
fused_cuda_recorder_call(fused_cuda_recorder_t *recorder,
                         const fused_tensor_t *inputs, fused_tensor_t *outputs,
                         void *arena) {
  if (!recorder)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "the recorder is null");
  return recorder->call({recorder->function, inputs, outputs, arena});
}

extern "C" void fused_cuda_recorder_release(fused_cuda_recorder_t *recorder) {
  delete recorder;
}
