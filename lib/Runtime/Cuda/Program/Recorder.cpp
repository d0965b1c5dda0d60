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
#include "../GuardedBlocks.h"
#include "Assertions.h"
#include "Graph.h"

#include <algorithm>
#include <array>
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
/// A program whose temporaries are larger works for longer than its launches
/// take, so that it is not worth to keep them.
static constexpr size_t maxMemory = size_t(256) << 20;

namespace {
/// All that a recording depends on.
using Key = std::vector<uint64_t>;

struct Recording {
  Key key;
  CUgraphExec executable;
};

/// The recordings of one stream.
class Lane {
public:
  Lane(const Context &context, CUcontext current)
      : device(*context.device), stream(context.stream), current(current),
        memory(*context.device) {}

  bool serves(const Context &context) const {
    return &device == context.device && stream == context.stream;
  }
  /// Makes a call, and records it if it comes again.
  fused_status_t call(const Context &context, const CallArguments &arguments);
  /// Destroys the recordings. False if some of their work may go on, and their
  /// memory has to stay.
  bool release(const Context &context);

private:
  Recording *find(const Key &key);
  bool comesAgain(const Key &key) const;
  Recording *record(const Context &context, const CallArguments &arguments,
                    Key &&key);
  fused_status_t replay(const Context &context, const Recording &recording);
  void destroyGraphs(const Context &context);

  std::mutex mutex;
  Device &device;
  const CUstream stream;
  const CUcontext current; ///< In which the stream is.
  /// The temporaries of all recordings, which the stream replays in turn.
  GraphMemory memory;
  std::list<Recording> recordings; ///< The one used last is the first.
  std::array<uint64_t, maxSeen> seen = {};
  size_t numSeen = 0, numRecorded = 0, numReplayed = 0;
  bool isHopeless = false;
};
} // namespace

struct fused_cuda_recorder {
  explicit fused_cuda_recorder(const fused_function_t &function)
      : function(function) {}

  fused_status_t call(const CallArguments &arguments);
  void release(const Context &context);

  const fused_function_t &function;

private:
  Lane *findLane(const Context &context);

  std::mutex mutex;
  std::vector<std::unique_ptr<Lane>> lanes;
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
  key.reserve(4 * size_t(function.num_inputs + function.num_outputs) + 1);
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

static uint64_t hash(const Key &key) {
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

/// True if a call was made before and should be recorded now. Calls that take
/// more turns than there are graphs are not recorded again and again: replays
/// must pay for it. A recording takes as long as some calls.
bool Lane::comesAgain(const Key &key) const {
  return numRecorded < maxGraphs + numReplayed / 8 &&
         std::find(seen.begin(), seen.end(), hash(key)) != seen.end();
}

Recording *Lane::record(const Context &context, const CallArguments &arguments,
                        Key &&key) {
  std::vector<fused_tensor_t> results(
      arguments.outputs, arguments.outputs + arguments.function.num_outputs);
  recordings.push_front({std::move(key), nullptr});
  Recording &recording = recordings.front();
  fused_status_t status = recordCall(
      context,
      {arguments.function, arguments.inputs, results.data(), arguments.arena},
      memory, recording.executable);
  if (status != FUSED_OK || memory.getSize() > maxMemory) {
    isHopeless = true;
    destroyGraphs(context);
    memory.releaseAll(stream);
    return nullptr;
  }
  ++numRecorded;
  if (recordings.size() > maxGraphs) {
    context.driver->cuGraphExecDestroy(recordings.back().executable);
    recordings.pop_back();
  }
  return &recording;
}

fused_status_t Lane::replay(const Context &context,
                            const Recording &recording) {
  ++numReplayed;
  // As a call does first.
  if (fused_status_t status = checkAssertions())
    return status;
  return launchGraph(context, recording.executable);
}

fused_status_t Lane::call(const Context &context,
                          const CallArguments &arguments) {
  Key key = makeKey(context, arguments);
  std::lock_guard<std::mutex> lock(mutex);
  if (isHopeless)
    return arguments.call();
  Recording *recording = find(key);
  if (!recording && comesAgain(key))
    recording = record(context, arguments, std::move(key));
  if (recording)
    return replay(context, *recording);
  fused_status_t status = arguments.call();
  if (status == FUSED_OK && !isHopeless)
    seen[numSeen++ % maxSeen] = hash(key);
  return status;
}

void Lane::destroyGraphs(const Context &context) {
  for (const Recording &recording : recordings)
    if (recording.executable)
      context.driver->cuGraphExecDestroy(recording.executable);
  recordings.clear();
}

bool Lane::release(const Context &context) {
  if (recordings.empty())
    return true;
  RelaxedCapture relaxed(*context.cuda);
  CUcontext before = nullptr;
  context.cuda->cuCtxGetCurrent(&before);
  context.cuda->cuCtxSetCurrent(current);
  destroyGraphs(context);
  // The stream may be gone, so its order cannot be relied on.
  CUstream side = nullptr;
  bool isDone = context.driver->cuCtxSynchronize() == CUDA_SUCCESS &&
                device.getSideStream(side) == CUDA_SUCCESS;
  if (isDone)
    memory.releaseAll(side);
  context.cuda->cuCtxSetCurrent(before);
  return isDone;
}

//===----------------------------------------------------------------------===//
// Recorders
//===----------------------------------------------------------------------===//

Lane *fused_cuda_recorder::findLane(const Context &context) {
  std::lock_guard<std::mutex> lock(mutex);
  for (std::unique_ptr<Lane> &lane : lanes)
    if (lane->serves(context))
      return lane.get();
  CUcontext current = nullptr;
  if (lanes.size() == maxLanes || context.cuda->cuCtxGetCurrent(&current))
    return nullptr;
  lanes.push_back(std::make_unique<Lane>(context, current));
  return lanes.back().get();
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
      if (Lane *lane = findLane(context))
        return lane->call(context, arguments);
  } catch (const std::bad_alloc &) {
    return fail(FUSED_OUT_OF_MEMORY, nullptr, "no memory for a recording");
  }
  return arguments.call();
}

void fused_cuda_recorder::release(const Context &context) {
  for (std::unique_ptr<Lane> &lane : lanes)
    if (!lane->release(context))
      (void)lane.release();
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
  std::unique_ptr<fused_cuda_recorder> owned(recorder);
  Context context;
  if (recorder && getContext(context, nullptr) == FUSED_OK)
    recorder->release(context);
}
