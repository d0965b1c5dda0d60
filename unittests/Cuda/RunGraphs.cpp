//===- RunGraphs.cpp - Capture and replay ---------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceOperands.h"
#include "DeviceRuns.h"
#include "MatrixCases.h"

#include <chrono>
#include <memory>

using namespace fused;
using namespace fused::test;

namespace {
/// A captured sequence of calls.
class Graph {
public:
  explicit Graph(CUstream stream) : stream(stream) {
    require(
        getDriver().cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL),
        "cuStreamBeginCapture");
  }
  ~Graph() {
    if (executable)
      getDriver().cuGraphExecDestroy(executable);
    if (graph)
      getDriver().cuGraphDestroy(graph);
  }

  /// Ends the capture; false if it was invalidated.
  bool end() {
    if (getDriver().cuStreamEndCapture(stream, &graph) || !graph)
      return false;
    getDriver().cuGraphGetNodes(graph, nullptr, &numNodes);
    return getDriver().cuGraphInstantiate(&executable, graph, 0) ==
           CUDA_SUCCESS;
  }
  void launch(CUstream where) const {
    require(getDriver().cuGraphLaunch(executable, where), "cuGraphLaunch");
  }
  size_t getNumNodes() const { return numNodes; }

private:
  CUstream stream;
  CUgraph graph = nullptr;
  CUgraphExec executable = nullptr;
  size_t numNodes = 0;
};

struct Captured {
  Captured(const MatrixCase &test, CUstream stream)
      : test(test), run(test.product),
        device(run.problem, run.operands, stream, test.offset) {}
  MatrixCase test;
  ProductRun run;
  DeviceOperands device;
  fused_plan_slot_t slot = {};
};

thread_local Captured *capturing;
fused_status_t captureMatmul(const fused_matmul_problem_t *problem,
                             fused_plan_slot_t *slot,
                             const fused_matmul_operands_t *) {
  return fused_cuda_matmul(problem, slot, &capturing->device.operands);
}

/// Each 97th case of the types of more than 8 bits.
std::vector<std::unique_ptr<Captured>> makeCaptures(CUstream stream) {
  std::vector<std::unique_ptr<Captured>> captures;
  size_t index = 0;
  for (const MatrixCase &test : makeMatrix())
    if (test.types->isFloat() && test.product.c != CKind::IsD &&
        index++ % 97 == 0)
      captures.push_back(std::make_unique<Captured>(test, stream));
  return captures;
}

int replay(Json &report) {
  TestStream stream, other;
  deviceCall.makeArena(size_t(128) << 20);
  auto captures = makeCaptures(stream.get());
  Json errors(true);
  int failed = 0;
  auto fail = [&](const std::string &error) {
    if (++failed <= 40)
      errors.push(error);
  };
  Graph graph(stream.get());
  // The first calls of the process: everything is planned during the capture.
  for (auto &captured : captures) {
    capturing = captured.get();
    if (captured->run.execute(captureMatmul, &captured->slot))
      fail(fused_last_error());
  }
  if (!graph.end()) {
    fail("the capture was invalidated");
  } else {
    for (CUstream where : {stream.get(), other.get(), stream.get()}) {
      for (auto &captured : captures) {
        captured->run.poisonResults();
        captured->device.upload();
      }
      graph.launch(where);
      require(getDriver().cuStreamSynchronize(where), "cuStreamSynchronize");
      for (auto &captured : captures) {
        captured->device.download();
        std::string error = captured->run.check();
        if (!error.empty())
          fail(captured->test.variation + ": " + error);
      }
    }
  }
  std::printf("graphs: %zu products in %zu nodes, %d failed\n", captures.size(),
              graph.getNumNodes(), failed);
  report.add("products", static_cast<double>(captures.size()));
  report.add("nodes", static_cast<double>(graph.getNumNodes()));
  report.add("failed", failed);
  report.add("errors", errors);
  return failed;
}

/// Microseconds for each product of a graph of 64 equal ones.
void timeGraph(const char *name, const ProductCase &product, Json &report) {
  TestStream stream;
  MatrixCase test;
  test.product = product;
  Captured captured(test, stream.get());
  captured.device.upload();
  constexpr int count = 64, launches = 20;
  Graph graph(stream.get());
  capturing = &captured;
  bool failed = false;
  for (int i = 0; i < count; ++i)
    failed |= fused_cuda_matmul(&captured.run.problem, &captured.slot,
                                &captured.device.operands) != FUSED_OK;
  if (!graph.end() || failed)
    return;
  graph.launch(stream.get());
  getDriver().cuStreamSynchronize(stream.get());
  auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < launches; ++i)
    graph.launch(stream.get());
  getDriver().cuStreamSynchronize(stream.get());
  std::chrono::duration<double, std::micro> time =
      std::chrono::steady_clock::now() - begin;
  double each = time.count() / (count * launches);
  std::printf("graph of %s: %.2f us each, %zu nodes for %d products\n", name,
              each, graph.getNumNodes(), count);
  Json entry;
  entry.add("microseconds_each", each);
  entry.add("nodes_each", static_cast<double>(graph.getNumNodes()) / count);
  report.add(name, entry);
}
} // namespace

int fused::test::runGraphs(const RunOptions &, Json &report) {
  int failed = replay(report);
  ProductCase product;
  product.inputType = product.dType = FUSED_BF16;
  product.epilog = Epilog::RELU_BIAS;
  product.m = product.n = product.k = 64;
  timeGraph("64 x 64 x 64", product, report);
  product.k = 8192;
  timeGraph("64 x 64 x 8192", product, report);
  product.allowRoundedSteps = true;
  timeGraph("64 x 64 x 8192 with rounded steps", product, report);
  product.allowRoundedSteps = false;
  product.epilog = Epilog::DRELU;
  product.multiplyMask = true;
  product.m = product.n = 256;
  product.k = 512;
  timeGraph("256 x 256 x 512 split", product, report);
  return failed;
}
