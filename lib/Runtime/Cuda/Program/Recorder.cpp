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
#include <vector>

using namespace fused::runtime;

/// Graphs that a recorder has at a time.
static constexpr size_t maxGraphs = 8;
/// Calls that it remembers, to know those that come again.
static constexpr size_t maxSeen = 32;
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
} // namespace

struct fused_cuda_recorder {
  explicit fused_cuda_recorder(const fused_function_t &function)
      : function(function) {}

  fused_status_t call(const fused_tensor_t *inputs, fused_tensor_t *outputs);
  void release(const Context &context);

private:
  bool canReplay(const Context &context, const fused_tensor_t *outputs);
  bool serves(const Context &context);
  void makeKey(const Context &context, const fused_tensor_t *inputs,
               const fused_tensor_t *outputs);
  Recording *find();
  bool comesAgain() const;
  void remember();
  Recording *record(const Context &context, const fused_tensor_t *inputs,
                    const fused_tensor_t *outputs);
  fused_status_t replay(const Context &context, const Recording &recording);

  const fused_function_t &function;
  std::mutex mutex;
  /// The temporaries of all recordings, which one stream replays in turn.
  std::unique_ptr<GraphMemory> memory;
  Device *device = nullptr;
  CUstream stream = nullptr;
  std::list<Recording> recordings; ///< The one used last is the first.
  std::array<uint64_t, maxSeen> seen = {};
  size_t numSeen = 0, numRecorded = 0, numReplayed = 0;
  bool isHopeless = false;
  Key key; ///< Of the call at hand.
};

/// The first stream whose calls come is the one that is served.
bool fused_cuda_recorder::serves(const Context &context) {
  if (!memory) {
    memory = std::make_unique<GraphMemory>(*context.device);
    device = context.device;
    stream = context.stream;
  }
  return device == context.device && stream == context.stream;
}

bool fused_cuda_recorder::canReplay(const Context &context,
                                    const fused_tensor_t *outputs) {
  if (isHopeless || GuardedBlocks::get().areEnabled() || !serves(context))
    return false;
  for (int32_t i = 0; i < function.num_outputs; ++i)
    if (!outputs[i].data)
      return false;
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  return context.cuda->cuStreamIsCapturing(stream, &status) == CUDA_SUCCESS &&
         status == CU_STREAM_CAPTURE_STATUS_NONE;
}

static void addTo(Key &key, const fused_tensor_t &tensor) {
  key.push_back(uint64_t(tensor.type) << 32 | uint32_t(tensor.rank));
  int32_t rank = std::clamp(tensor.rank, 0, FUSED_MAX_RANK);
  key.insert(key.end(), tensor.sizes, tensor.sizes + rank);
}

void fused_cuda_recorder::makeKey(const Context &context,
                                  const fused_tensor_t *inputs,
                                  const fused_tensor_t *outputs) {
  key.clear();
  for (int32_t i = 0; i < function.num_inputs; ++i) {
    addTo(key, inputs[i]);
    uint64_t address = reinterpret_cast<uintptr_t>(inputs[i].data);
    // A recording has the value of a number of the host in it.
    if (function.numbers && function.numbers[i] && inputs[i].data &&
        !isOnDevice(context, inputs[i].data)) {
      address = 0;
      std::memcpy(&address, inputs[i].data, fused_type_size(inputs[i].type));
      key.push_back(1);
    }
    key.push_back(address);
  }
  for (int32_t i = 0; i < function.num_outputs; ++i) {
    addTo(key, outputs[i]);
    key.push_back(reinterpret_cast<uintptr_t>(outputs[i].data));
  }
}

/// Finds the recording of the call at hand, and moves it to the front.
Recording *fused_cuda_recorder::find() {
  auto found = std::find_if(recordings.begin(), recordings.end(),
                            [&](const Recording &r) { return r.key == key; });
  if (found == recordings.end())
    return nullptr;
  recordings.splice(recordings.begin(), recordings, found);
  return &recordings.front();
}

static uint64_t hash(const Key &key) {
  uint64_t hash = 0xcbf29ce484222325; // FNV-1a, by words.
  for (uint64_t word : key)
    hash = (hash ^ word) * 0x100000001b3;
  return hash;
}

/// True if the call at hand was made before and should be recorded now. Calls
/// that take more turns than there are graphs are not recorded again and again:
/// replays must pay for it.
bool fused_cuda_recorder::comesAgain() const {
  return numRecorded < maxGraphs + numReplayed / 32 &&
         std::find(seen.begin(), seen.end(), hash(key)) != seen.end();
}

void fused_cuda_recorder::remember() { seen[numSeen++ % maxSeen] = hash(key); }

Recording *fused_cuda_recorder::record(const Context &context,
                                       const fused_tensor_t *inputs,
                                       const fused_tensor_t *outputs) {
  std::vector<fused_tensor_t> results(outputs, outputs + function.num_outputs);
  Recording recording = {key, nullptr};
  recordings.emplace_front();
  bool isRecorded = recordCall(context, function, inputs, results.data(),
                               *memory, recording.executable) == FUSED_OK;
  if (!isRecorded || memory->getSize() > maxMemory) {
    recordings.pop_front();
    if (isRecorded)
      context.driver->cuGraphExecDestroy(recording.executable);
    isHopeless = true;
    release(context);
    return nullptr;
  }
  ++numRecorded;
  recordings.front() = std::move(recording);
  if (recordings.size() > maxGraphs) {
    context.driver->cuGraphExecDestroy(recordings.back().executable);
    recordings.pop_back();
  }
  return &recordings.front();
}

fused_status_t fused_cuda_recorder::replay(const Context &context,
                                           const Recording &recording) {
  ++numReplayed;
  // As a call does first.
  if (fused_status_t status = checkAssertions())
    return status;
  return launchGraph(context, recording.executable);
}

/// Forgets all recordings, and their memory when the stream has done its work.
void fused_cuda_recorder::release(const Context &context) {
  for (const Recording &recording : recordings)
    context.driver->cuGraphExecDestroy(recording.executable);
  recordings.clear();
  if (memory)
    memory->releaseAll(stream);
}

fused_status_t fused_cuda_recorder::call(const fused_tensor_t *inputs,
                                         fused_tensor_t *outputs) {
  if (fused_status_t status = checkCall(&function, inputs, outputs))
    return status;
  Context context;
  if (fused_status_t status = getContext(context, nullptr))
    return status;
  try {
    std::lock_guard<std::mutex> lock(mutex);
    if (canReplay(context, outputs)) {
      makeKey(context, inputs, outputs);
      Recording *recording = find();
      if (!recording && comesAgain())
        recording = record(context, inputs, outputs);
      if (recording)
        return replay(context, *recording);
      fused_status_t status =
          fused_call(&function, inputs, outputs, /*arena=*/nullptr);
      if (status == FUSED_OK)
        remember();
      return status;
    }
  } catch (const std::bad_alloc &) {
    return fail(FUSED_OUT_OF_MEMORY, nullptr, "no memory for a recording");
  }
  return fused_call(&function, inputs, outputs, /*arena=*/nullptr);
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
                         const fused_tensor_t *inputs,
                         fused_tensor_t *outputs) {
  if (!recorder)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "the recorder is null");
  return recorder->call(inputs, outputs);
}

extern "C" void fused_cuda_recorder_release(fused_cuda_recorder_t *recorder) {
  std::unique_ptr<fused_cuda_recorder> owned(recorder);
  Context context;
  if (recorder && getContext(context, nullptr) == FUSED_OK)
    recorder->release(context);
}
