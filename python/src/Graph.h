//===- Graph.h - Recorded calls ---------------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_PYTHON_GRAPH_H
#define FUSED_PYTHON_GRAPH_H

#include "Function.h"
#include "Streams.h"

namespace fused::python {

/// A recorded call, with all that it reads and writes.
class Graph {
public:
  /// `kept` has what must outlive the graph, `function` included.
  Graph(Function &function, nanobind::object kept)
      : function(function), kept(std::move(kept)) {}
  ~Graph();
  Graph(const Graph &) = delete;
  Graph &operator=(const Graph &) = delete;

  void replay(nanobind::object stream);
  nanobind::object getOutputs() const { return outputs; }

  fused_cuda_graph *graph = nullptr;
  int32_t device = 0;
  void *stream = nullptr; ///< Of the last replay.
  nanobind::object outputs;
  DeviceNumbers numbers;

private:
  Function &function;
  nanobind::object kept;
};

} // namespace fused::python

#endif // FUSED_PYTHON_GRAPH_H
