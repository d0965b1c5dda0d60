//===- layer_calls.cpp - What a call of a program costs on a device -------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Times a compiled layer, relu(a b + bias) in bf16 (layer_calls.mlir), and
// cublasLtMatmul() on the same operands with everything prepared: called one
// after the other, and as CUDA graphs of one and of twenty calls. Results are
// in memory that is given. All ways take turns; prints the medians in
// microseconds as one line of JSON.
//
//   fused-run benchmarks/layer_calls.mlir --target=cuda -o layer.so
//   fused-layer-calls layer.so
//
//===----------------------------------------------------------------------===//

#include "fused-runtime/fused_cuda.h"

#include <cublasLt.h>
#include <cuda_runtime.h>
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

namespace {
constexpr int64_t m = 256, n = 512, k = 512;
constexpr size_t workspaceSize = size_t(32) << 20;

void require(bool holds, const char *what) {
  if (holds)
    return;
  std::fprintf(stderr, "%s failed: %s\n", what, fused_last_error());
  std::exit(1);
}

void *allocate(size_t bytes) {
  void *memory = nullptr;
  require(cudaMalloc(&memory, bytes) == cudaSuccess &&
              cudaMemset(memory, 0, bytes) == cudaSuccess,
          "cudaMalloc");
  return memory;
}

struct Operands {
  void *a = allocate(m * k * 2), *b = allocate(k * n * 2),
       *bias = allocate(n * 2), *d = allocate(m * n * 2);
};

/// The product by cuBLASLt alone, with the first algorithm that it proposes.
/// Column-major, so that it computes the transpose.
class Bare {
public:
  Bare(const Operands &operands, cudaStream_t stream)
      : operands(operands), stream(stream), workspace(allocate(workspaceSize)) {
    cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_RELU_BIAS;
    cublasLtMatmulPreference_t preference;
    int found = 0;
    bool made =
        !cublasLtCreate(&handle) &&
        !cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F) &&
        !cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE,
                                        &epilogue, sizeof(epilogue)) &&
        !cublasLtMatmulDescSetAttribute(
            product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &operands.bias,
            sizeof(operands.bias)) &&
        !cublasLtMatrixLayoutCreate(&a, CUDA_R_16BF, k, m, k) &&
        !cublasLtMatrixLayoutCreate(&b, CUDA_R_16BF, n, k, n) &&
        !cublasLtMatrixLayoutCreate(&d, CUDA_R_16BF, n, m, n) &&
        !cublasLtMatmulPreferenceCreate(&preference) &&
        !cublasLtMatmulPreferenceSetAttribute(
            preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
            &workspaceSize, sizeof(workspaceSize)) &&
        !cublasLtMatmulAlgoGetHeuristic(handle, product, b, a, d, d, preference,
                                        1, &choice, &found);
    require(made && found == 1, "cublasLtMatmulAlgoGetHeuristic");
  }

  void call() const {
    float one = 1, zero = 0;
    require(!cublasLtMatmul(handle, product, &one, operands.b, b, operands.a, a,
                            &zero, operands.d, d, operands.d, d, &choice.algo,
                            workspace, workspaceSize, stream),
            "cublasLtMatmul");
  }

private:
  const Operands operands;
  cudaStream_t stream;
  void *workspace;
  cublasLtHandle_t handle;
  cublasLtMatmulDesc_t product;
  cublasLtMatrixLayout_t a, b, d;
  cublasLtMatmulHeuristicResult_t choice;
};

/// A way to do the work, and the microseconds of one call in each round.
struct Way {
  const char *name;
  int callsOfOne; ///< How often one run does the work.
  std::function<void()> run;
  std::vector<double> times;
};

double getMedian(std::vector<double> values) {
  auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}
} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: fused-layer-calls <layer.so>\n");
    return 2;
  }
  if (fused_cuda_check()) {
    std::fprintf(stderr, "skipped: %s\n", fused_last_error());
    return 77;
  }
  void *library = dlopen(argv[1], RTLD_NOW);
  auto *module = static_cast<const fused_module_t *>(
      library ? dlsym(library, "fused_module") : nullptr);
  const fused_function_t *layer = fused_module_find(module, "main");
  require(layer, "finding the layer");

  cudaStream_t stream;
  require(cudaStreamCreate(&stream) == cudaSuccess, "cudaStreamCreate");
  fused_cuda_set_stream(stream);
  Operands operands;
  Bare bare(operands, stream);
  const fused_tensor_t inputs[] = {{operands.a, FUSED_BF16, 2, {m, k}},
                                   {operands.b, FUSED_BF16, 2, {k, n}},
                                   {operands.bias, FUSED_BF16, 1, {n}}};
  fused_tensor_t output = {operands.d, FUSED_BF16, 2, {m, n}};
  void *arena = allocate(static_cast<size_t>(layer->arena_size) + 1);
  auto callBare = [&] { bare.call(); };
  auto callLayer = [&] {
    require(!fused_call(layer, inputs, &output, arena), "fused_call");
  };
  auto record = [&](const std::function<void()> &call, int count) {
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    for (int i = 0; i < count; ++i)
      call();
    require(!cudaStreamEndCapture(stream, &graph) &&
                !cudaGraphInstantiate(&executable, graph, 0),
            "recording a graph");
    return [=] { cudaGraphLaunch(executable, stream); };
  };
  callBare();
  callLayer();
  Way ways[] = {{"bare_called", 1, callBare, {}},
                {"fused_called", 1, callLayer, {}},
                {"bare_graph", 1, record(callBare, 1), {}},
                {"fused_graph", 1, record(callLayer, 1), {}},
                {"bare_in_graph_of_20", 20, record(callBare, 20), {}},
                {"fused_in_graph_of_20", 20, record(callLayer, 20), {}}};
  using Clock = std::chrono::steady_clock;
  constexpr int rounds = 15, calls = 2000;
  for (int round = 0; round < rounds; ++round)
    for (Way &way : ways) {
      cudaStreamSynchronize(stream);
      Clock::time_point start = Clock::now();
      for (int i = 0; i < calls; i += way.callsOfOne)
        way.run();
      cudaStreamSynchronize(stream);
      std::chrono::duration<double, std::micro> time = Clock::now() - start;
      way.times.push_back(time.count() / calls);
    }
  for (const Way &way : ways)
    std::printf("%s\"%s_us\": %.3f", &way == ways ? "{" : ", ", way.name,
                getMedian(way.times));
  std::printf("}\n");
}
