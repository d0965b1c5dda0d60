//===- library_algorithms.cpp - What cuBLASLt proposes, and the rule ------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   fused-library-algorithms < products
//
// Each line of `products` has an epilog (none, bias, relu, gelu with its
// pre-activation, c or bias_c, which add C), the types of A and B and of D
// (bf16 or f32), the sizes batch, M, N and K, and the flags of transposed
// operands, each 0 or 1: `gelu bf16 bf16 1 4096 4096 1024 0 1`. Prints one line
// of JSON for each: the microseconds of all algorithms that cuBLASLt proposes,
// in its order, with their shapes and what the rule (AlgorithmRule.h)
// estimates. Graphs of up to 30 calls are measured in turns, and these are
// medians.
//
//===----------------------------------------------------------------------===//

#include "Cuda/Product/AlgorithmRule.h"

#include <cublasLt.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace fused::runtime;

static void require(bool holds, const std::string &what) {
  if (holds)
    return;
  std::fprintf(stderr, "fused-library-algorithms: %s\n", what.c_str());
  std::exit(1);
}

static void check(cudaError_t error, const char *what) {
  require(error == cudaSuccess,
          std::string(what) + ": " + cudaGetErrorString(error));
}

static void check(cublasStatus_t status, const char *what) {
  require(status == CUBLAS_STATUS_SUCCESS,
          std::string(what) + ": " + cublasLtGetStatusName(status));
}

namespace {
struct Product {
  std::string epilog, type, resultType;
  int64_t batch, m, n, k;
  int transposeA, transposeB;
};

/// Memory of the device that all products share.
class Buffer {
public:
  explicit Buffer(size_t size) : size(size) {
    check(cudaMalloc(&address, size), "cudaMalloc");
  }
  /// With normally distributed numbers, as the clock depends on the bits.
  void fill() {
    std::vector<uint16_t> numbers(size_t(1) << 24);
    std::mt19937 random;
    std::normal_distribution<float> distribution;
    for (uint16_t &number : numbers) {
      float value = distribution(random);
      uint32_t bits;
      std::memcpy(&bits, &value, sizeof(bits));
      number = static_cast<uint16_t>(bits >> 16);
    }
    size_t part = numbers.size() * sizeof(numbers[0]);
    for (size_t offset = 0; offset < size; offset += part)
      check(cudaMemcpy(static_cast<char *>(address) + offset, numbers.data(),
                       std::min(part, size - offset), cudaMemcpyHostToDevice),
            "cudaMemcpy");
  }
  void *get(int64_t bytes) const {
    require(bytes <= static_cast<int64_t>(size), "a matrix is too large");
    return address;
  }

private:
  void *address = nullptr;
  size_t size;
};

struct Memory {
  Memory() {
    for (Buffer *buffer : {&a, &b, &c, &bias})
      buffer->fill();
  }
  Buffer a{size_t(2) << 30}, b{size_t(2) << 30}, c{size_t(2) << 30},
      d{size_t(2) << 30}, aux{size_t(2) << 30}, bias{size_t(1) << 20},
      workspace{size_t(32) << 20};
};

/// A proposal, and how long it takes.
struct Algorithm {
  cublasLtMatmulHeuristicResult_t proposed;
  int calls = 0; ///< Of the graph.
  cudaGraphExec_t graph = nullptr;
  std::vector<float> times = {};
};

class Session {
public:
  Session() {
    check(cublasLtCreate(&handle), "cublasLtCreate");
    check(cudaStreamCreate(&stream), "cudaStreamCreate");
    for (cudaEvent_t *event : {&first, &last})
      check(cudaEventCreate(event), "cudaEventCreate");
    int device;
    check(cudaGetDevice(&device), "cudaGetDevice");
    check(cudaDeviceGetAttribute(&multiprocessors,
                                 cudaDevAttrMultiProcessorCount, device),
          "cudaDeviceGetAttribute");
    cuda.cublasLtMatmulAlgoConfigGetAttribute =
        cublasLtMatmulAlgoConfigGetAttribute;
  }
  void measure(const Product &product);

private:
  LtProduct describe(const Product &product);
  /// Microseconds of what `launch` puts into the stream.
  template <typename Launch> float time(const Launch &launch) {
    check(cudaEventRecord(first, stream), "cudaEventRecord");
    launch();
    check(cudaEventRecord(last, stream), "cudaEventRecord");
    check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    float milliseconds;
    check(cudaEventElapsedTime(&milliseconds, first, last),
          "cudaEventElapsedTime");
    return 1000 * milliseconds;
  }

  Memory memory;
  CudaLibraries cuda;
  cublasLtHandle_t handle;
  cudaStream_t stream;
  cudaEvent_t first, last;
  int multiprocessors;
};
} // namespace

/// In the terms of cuBLASLt, whose A is our B.
LtProduct Session::describe(const Product &product) {
  auto [epilog, type, resultType, batch, m, n, k, transposeA, transposeB] =
      product;
  auto describeMatrix = [](const std::string &name, int64_t rows,
                           int64_t columns) {
    require(name == "bf16" || name == "f32", "'" + name + "' is no type");
    return LtMatrix{name == "f32" ? CUDA_R_32F : CUDA_R_16BF,
                    rows,
                    columns,
                    rows,
                    rows * columns,
                    16};
  };
  LtProduct described = {};
  described.transposeA = transposeB ? CUBLAS_OP_T : CUBLAS_OP_N;
  described.transposeB = transposeA ? CUBLAS_OP_T : CUBLAS_OP_N;
  described.batch = static_cast<int32_t>(batch);
  described.a =
      transposeB ? describeMatrix(type, k, n) : describeMatrix(type, n, k);
  described.b =
      transposeA ? describeMatrix(type, m, k) : describeMatrix(type, k, m);
  described.c = described.d = describeMatrix(resultType, n, m);
  described.computeType = CUBLAS_COMPUTE_32F;
  described.epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  described.addsC = epilog == "c" || epilog == "bias_c";
  if (epilog == "bias" || epilog == "bias_c")
    described.epilogue = CUBLASLT_EPILOGUE_BIAS;
  else if (epilog == "relu")
    described.epilogue = CUBLASLT_EPILOGUE_RELU_BIAS;
  else if (epilog == "gelu")
    described.epilogue = CUBLASLT_EPILOGUE_GELU_AUX_BIAS;
  else
    require(epilog == "none" || epilog == "c", "'" + epilog + "' is no epilog");
  described.hasBias = described.epilogue != CUBLASLT_EPILOGUE_DEFAULT;
  described.hasAux = described.epilogue == CUBLASLT_EPILOGUE_GELU_AUX_BIAS;
  described.auxType = described.d.type;
  return described;
}

static cublasLtMatrixLayout_t createLayout(const LtMatrix &matrix,
                                           int32_t batch) {
  cublasLtMatrixLayout_t layout;
  check(cublasLtMatrixLayoutCreate(
            &layout, matrix.type, static_cast<uint64_t>(matrix.rows),
            static_cast<uint64_t>(matrix.columns), matrix.leadingDimension),
        "cublasLtMatrixLayoutCreate");
  auto set = [&](cublasLtMatrixLayoutAttribute_t attribute, auto value) {
    check(cublasLtMatrixLayoutSetAttribute(layout, attribute, &value,
                                           sizeof(value)),
          "cublasLtMatrixLayoutSetAttribute");
  };
  set(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, batch);
  set(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, matrix.batchStride);
  return layout;
}

static void print(const Product &product, const std::string &algorithms) {
  std::printf("{\"epilog\": \"%s\", \"types\": [\"%s\", \"%s\"], \"batch\": "
              "%ld, \"m\": %ld, \"n\": %ld, "
              "\"k\": %ld, \"transpose_a\": %d, \"transpose_b\": %d, "
              "\"algorithms\": [%s]}\n",
              product.epilog.c_str(), product.type.c_str(),
              product.resultType.c_str(), long(product.batch), long(product.m),
              long(product.n), long(product.k), product.transposeA,
              product.transposeB, algorithms.c_str());
  std::fflush(stdout);
}

void Session::measure(const Product &product) {
  LtProduct described = describe(product);
  cublasLtMatmulDesc_t descriptor;
  check(
      cublasLtMatmulDescCreate(&descriptor, described.computeType, CUDA_R_32F),
      "cublasLtMatmulDescCreate");
  auto set = [&](cublasLtMatmulDescAttributes_t attribute, auto value) {
    check(cublasLtMatmulDescSetAttribute(descriptor, attribute, &value,
                                         sizeof(value)),
          "cublasLtMatmulDescSetAttribute");
  };
  int64_t results = product.batch * product.m * product.n;
  set(CUBLASLT_MATMUL_DESC_TRANSA, described.transposeA);
  set(CUBLASLT_MATMUL_DESC_TRANSB, described.transposeB);
  set(CUBLASLT_MATMUL_DESC_EPILOGUE, described.epilogue);
  if (described.hasBias)
    set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, memory.bias.get(4 * product.n));
  if (described.hasAux) {
    set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, memory.aux.get(4 * results));
    set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, product.n);
    set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, product.m * product.n);
  }
  cublasLtMatrixLayout_t layouts[] = {
      createLayout(described.a, described.batch),
      createLayout(described.b, described.batch),
      createLayout(described.d, described.batch)};
  cublasLtMatrixLayout_t a = layouts[0], b = layouts[1], d = layouts[2];

  // As the runtime asks.
  cublasLtMatmulPreference_t preference;
  check(cublasLtMatmulPreferenceCreate(&preference),
        "cublasLtMatmulPreferenceCreate");
  const uint64_t workspaceSize = uint64_t(32) << 20;
  const uint32_t schemes = CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
  check(cublasLtMatmulPreferenceSetAttribute(
            preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
            &workspaceSize, sizeof(workspaceSize)),
        "cublasLtMatmulPreferenceSetAttribute");
  check(cublasLtMatmulPreferenceSetAttribute(
            preference, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, &schemes,
            sizeof(schemes)),
        "cublasLtMatmulPreferenceSetAttribute");
  cublasLtMatmulHeuristicResult_t proposed[8];
  int count = 0;
  if (cublasLtMatmulAlgoGetHeuristic(handle, descriptor, a, b, d, d, preference,
                                     std::size(proposed), proposed, &count))
    count = 0;

  const void *ofA = memory.b.get(4 * product.batch * product.n * product.k);
  const void *ofB = memory.a.get(4 * product.batch * product.m * product.k);
  const void *ofC = memory.c.get(4 * results);
  void *ofD = memory.d.get(4 * results);
  void *workspace = memory.workspace.get(static_cast<int64_t>(workspaceSize));
  std::vector<Algorithm> algorithms;
  for (int i = 0; i < count; ++i) {
    Algorithm algorithm = {proposed[i]};
    auto call = [&] {
      float alpha = 1, beta = described.addsC;
      return cublasLtMatmul(handle, descriptor, &alpha, ofA, a, ofB, b, &beta,
                            described.addsC ? ofC : ofD, d, ofD, d,
                            &algorithm.proposed.algo, workspace, workspaceSize,
                            stream);
    };
    if (call() != CUBLAS_STATUS_SUCCESS)
      continue;
    constexpr float sample = 200;
    algorithm.calls = static_cast<int>(
        std::clamp(sample / std::max(time(call), 1.0f), 2.0f, 30.0f));
    cudaGraph_t graph;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal),
          "cudaStreamBeginCapture");
    for (int repeat = 0; repeat < algorithm.calls; ++repeat)
      check(call(), "cublasLtMatmul");
    check(cudaStreamEndCapture(stream, &graph), "cudaStreamEndCapture");
    check(cudaGraphInstantiate(&algorithm.graph, graph, 0),
          "cudaGraphInstantiate");
    check(cudaGraphDestroy(graph), "cudaGraphDestroy");
    algorithms.push_back(algorithm);
  }
  constexpr int rounds = 5;
  for (int round = 0; round < rounds; ++round)
    for (Algorithm &algorithm : algorithms)
      algorithm.times.push_back(
          time([&] {
            check(cudaGraphLaunch(algorithm.graph, stream), "cudaGraphLaunch");
          }) /
          static_cast<float>(algorithm.calls));

  std::string text;
  for (Algorithm &algorithm : algorithms) {
    auto median = algorithm.times.begin() + rounds / 2;
    std::nth_element(algorithm.times.begin(), median, algorithm.times.end());
    char entry[256];
    auto shape = getShape(cuda, algorithm.proposed.algo);
    std::snprintf(entry, sizeof(entry), "%s{\"us\": %.3f",
                  text.empty() ? "" : ", ", double(*median));
    text += entry;
    if (shape) {
      std::snprintf(
          entry, sizeof(entry),
          ", \"estimate\": %.3f, \"tile\": [%ld, %ld], \"cluster\": [%ld, "
          "%ld], \"parts\": %ld, \"shares\": %s",
          estimateTime(described, *shape, multiprocessors),
          long(shape->tile.rows), long(shape->tile.columns),
          long(shape->cluster.rows), long(shape->cluster.columns),
          long(shape->parts), shape->sharesTiles ? "true" : "false");
      text += entry;
    }
    text += "}";
    check(cudaGraphExecDestroy(algorithm.graph), "cudaGraphExecDestroy");
  }
  print(product, text);
  cublasLtMatmulPreferenceDestroy(preference);
  for (cublasLtMatrixLayout_t layout : layouts)
    cublasLtMatrixLayoutDestroy(layout);
  cublasLtMatmulDescDestroy(descriptor);
}

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::fprintf(stderr, "fused-library-algorithms: skipped: no device\n");
    return 77;
  }
  Session session;
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    Product product;
    require(bool(words >> product.epilog >> product.type >>
                 product.resultType >> product.batch >> product.m >>
                 product.n >> product.k >> product.transposeA >>
                 product.transposeB),
            "not a product: " + line);
    session.measure(product);
  }
}
