//===- Graph.cpp - Recorded calls -----------------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph.h"

#include "Errors.h"

namespace nb = nanobind;
using namespace fused::python;

void Graph::replay(nb::object given) {
  if (!given.is_none())
    stream = getStream(given);
  check(fused_cuda_set_device(device));
  function.addStream(device, stream);
  fused_status_t status;
  {
    nb::gil_scoped_release released;
    StreamScope scope(stream);
    status = fused_cuda_replay(graph);
  }
  check(status);
}

Graph::~Graph() {
  if (!graph || fused_cuda_set_device(device) != FUSED_OK)
    return;
  StreamScope scope(stream);
  fused_cuda_graph_release(graph);
}
