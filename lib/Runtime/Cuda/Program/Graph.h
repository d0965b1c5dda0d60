//===- Graph.h - Recorded calls of compiled programs ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_PROGRAM_GRAPH_H
#define FUSED_LIB_RUNTIME_CUDA_PROGRAM_GRAPH_H

#include "../Device/GraphMemory.h"
#include "Driver.h"
#include "fused-runtime/fused_cuda.h"

namespace fused::runtime {

/// The arguments of fused_call().
struct CallArguments {
  const fused_function_t &function;
  const fused_tensor_t *inputs;
  fused_tensor_t *outputs;
  void *arena;

  fused_status_t call() const {
    return fused_call(&function, inputs, outputs, arena);
  }
};

/// Records a call without doing its work. What it allocates belongs to
/// `memory`, which must live as long as `executable`.
fused_status_t recordCall(const Context &context,
                          const CallArguments &arguments, GraphMemory &memory,
                          CUgraphExec &executable);

/// Does the work of a recorded call in the stream of this thread.
fused_status_t launchGraph(const Context &context, CUgraphExec executable);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_PROGRAM_GRAPH_H
