//===- DeviceRuns.h - What is run on a device -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_CUDA_DEVICERUNS_H
#define FUSED_UNITTESTS_CUDA_DEVICERUNS_H

#include "Json.h"

namespace fused::test {

struct RunOptions {
  unsigned threads = 8;
  double seconds = 20;         ///< Of the run of many streams.
  std::string filter;          ///< Part of the description of a case.
  unsigned every = 1;          ///< Run only each n-th case of the matrix.
  bool separateBlocks = false; ///< A block for each operand.
  /// Products may round the steps of their epilogs, and so on.
  bool relaxed = false;
};

/// Each of these adds what it found to `report` and returns how many checks
/// failed.

/// 16 epilogs x types x transposes x variations against the oracle. What is
/// refused as unsupported is counted, not failed.
int runMatrix(const RunOptions &options, Json &report);
/// Threads with their own streams, running different plans at the same time, on
/// all devices.
int runStreams(const RunOptions &options, Json &report);
/// Capture of products, first seen in a capture too, and replay.
int runGraphs(const RunOptions &options, Json &report);
/// Memory that is used up, and a context that is lost: last in a process.
int runFaults(const RunOptions &options, Json &report);
/// The additional cost of a call over cublasLtMatmul() with everything
/// prepared.
int runOverhead(const RunOptions &options, Json &report);

} // namespace fused::test

#endif // FUSED_UNITTESTS_CUDA_DEVICERUNS_H
