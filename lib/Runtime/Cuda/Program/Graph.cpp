//===- Graph.cpp - Recorded calls of compiled programs --------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph.h"
#include "../../Core/Arguments.h"
#include "../../Core/Error.h"
#include "fused-runtime/fused_cuda.h"

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

using namespace fused::runtime;

struct fused_cuda_graph {
  explicit fused_cuda_graph(Device &device) : memory(device) {}

  CUgraphExec executable = nullptr;
  /// Of the outputs that the caller gave none for, and of temporaries.
  GraphMemory memory;
};

namespace {
/// Lets this thread run programs in another stream while it lives.
class StreamScope {
public:
  explicit StreamScope(CUstream stream) : before(fused_cuda_get_stream()) {
    fused_cuda_set_stream(stream);
  }
  ~StreamScope() { fused_cuda_set_stream(before); }
  StreamScope(const StreamScope &) = delete;
  StreamScope &operator=(const StreamScope &) = delete;

private:
  void *before;
};

/// The captured work of a stream, until it is destroyed.
class Capture {
public:
  Capture(const Context &context, CUstream stream)
      : context(context), stream(stream) {}
  ~Capture() {
    if (graph)
      context.driver->cuGraphDestroy(graph);
  }
  Capture(const Capture &) = delete;
  Capture &operator=(const Capture &) = delete;

  /// Makes a call in the stream.
  fused_status_t call(const CallArguments &arguments) {
    if (CUresult result = context.driver->cuStreamBeginCapture(
            stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL))
      return failCuda(*context.cuda, result, "cuStreamBeginCapture", nullptr);
    StreamScope scope(stream);
    fused_status_t status = arguments.call();
    CUresult result = context.driver->cuStreamEndCapture(stream, &graph);
    if (status != FUSED_OK)
      return status;
    if (result != CUDA_SUCCESS)
      return failCuda(*context.cuda, result, "cuStreamEndCapture", nullptr);
    return FUSED_OK;
  }

  fused_status_t instantiate(CUgraphExec &executable) {
    if (CUresult result = context.driver->cuGraphInstantiateWithFlags(
            &executable, graph, /*flags=*/0))
      return failCuda(*context.cuda, result, "cuGraphInstantiateWithFlags",
                      nullptr);
    return FUSED_OK;
  }

private:
  const Context &context;
  CUstream stream;
  CUgraph graph = nullptr;
};
} // namespace

fused_status_t fused::runtime::recordCall(const Context &context,
                                          const CallArguments &arguments,
                                          GraphMemory &memory,
                                          CUgraphExec &executable) {
  // Another thread may capture a stream of its own.
  RelaxedCapture relaxed(*context.cuda);
  PrivateStream stream(context), side(context);
  for (PrivateStream *made : {&stream, &side})
    if (CUresult result = made->create())
      return failCuda(*context.cuda, result, "cuStreamCreate", nullptr);
  Capture capture(context, stream.get());
  fused_status_t status;
  {
    GraphMemory::Scope scope(memory, stream.get(), side.get());
    status = capture.call(arguments);
  }
  // The memory is there for every stream, also to be released.
  CUresult result = context.cuda->cuStreamSynchronize(side.get());
  if (status != FUSED_OK)
    return status;
  if (result != CUDA_SUCCESS)
    return failCuda(*context.cuda, result, "cuStreamSynchronize", nullptr);
  return capture.instantiate(executable);
}

fused_status_t fused::runtime::launchGraph(const Context &context,
                                           CUgraphExec executable) {
  if (CUresult result =
          context.driver->cuGraphLaunch(executable, context.stream))
    return failCuda(*context.cuda, result, "cuGraphLaunch", nullptr);
  return FUSED_OK;
}

static fused_status_t record(const fused_function_t &function,
                             const fused_tensor_t *inputs,
                             fused_tensor_t *outputs,
                             std::unique_ptr<fused_cuda_graph> &graph) {
  Context context;
  if (fused_status_t status = getContext(context, nullptr))
    return status;
  graph = std::make_unique<fused_cuda_graph>(*context.device);
  return recordCall(context, {function, inputs, outputs, /*arena=*/nullptr},
                    graph->memory, graph->executable);
}

extern "C" fused_status_t fused_cuda_record(const fused_function_t *function,
                                            const fused_tensor_t *inputs,
                                            fused_tensor_t *outputs,
                                            fused_cuda_graph_t **graph) {
  if (!graph)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "the graph is null");
  *graph = nullptr;
  if (fused_status_t status = checkCall(function, inputs, outputs))
    return status;
  if (function->target != FUSED_TARGET_CUDA)
    return fail(FUSED_INVALID_ARGUMENT, nullptr,
                "what is recorded must be a function for a device");
  fused_status_t status = FUSED_OUT_OF_MEMORY;
  try {
    std::unique_ptr<fused_cuda_graph> recorded;
    std::vector<fused_tensor_t> results(outputs,
                                        outputs + function->num_outputs);
    status = record(*function, inputs, results.data(), recorded);
    if (status == FUSED_OK) {
      std::copy(results.begin(), results.end(), outputs);
      *graph = recorded.release();
    }
  } catch (const std::bad_alloc &) {
    status = fail(FUSED_OUT_OF_MEMORY, nullptr, "no memory for a graph");
  }
  return status;
}

extern "C" fused_status_t fused_cuda_replay(fused_cuda_graph_t *graph) {
  if (!graph)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "the graph is null");
  Context context;
  if (fused_status_t status = getContext(context, nullptr))
    return status;
  return launchGraph(context, graph->executable);
}

extern "C" void fused_cuda_graph_release(fused_cuda_graph_t *graph) {
  std::unique_ptr<fused_cuda_graph> owned(graph);
  Context context;
  if (!graph || getContext(context, nullptr) != FUSED_OK)
    return;
  context.driver->cuGraphExecDestroy(graph->executable);
  graph->memory.releaseAll(context.stream);
}
