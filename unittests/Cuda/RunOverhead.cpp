//===- RunOverhead.cpp - What a call costs --------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceOperands.h"
#include "DeviceRuns.h"
#include "MatrixCases.h"

#include "Cuda/Libraries.h"

#include <algorithm>
#include <chrono>
#include <memory>

using namespace fused;
using namespace fused::test;
using fused::runtime::CudaLibraries;
using fused::runtime::getCudaLibraries;

namespace {
/// cublasLtMatmul() on a dense bf16 product with ReLU and bias, with everything
/// prepared.
class Bare {
public:
  Bare(const fused_matmul_operands_t &o, CUstream stream)
      : cuda(getCudaLibraries()), o(o), stream(stream) {
    cuda.cublasLtCreate(&handle);
    cuda.cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_RELU_BIAS;
    cuda.cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE,
                                        &epilogue, sizeof(epilogue));
    cuda.cublasLtMatmulDescSetAttribute(product,
                                        CUBLASLT_MATMUL_DESC_BIAS_POINTER,
                                        &o.bias.data, sizeof(o.bias.data));
    auto layout = [&](cublasLtMatrixLayout_t &matrix, int64_t rows,
                      int64_t columns) {
      cuda.cublasLtMatrixLayoutCreate(&matrix, CUDA_R_16BF,
                                      static_cast<uint64_t>(rows),
                                      static_cast<uint64_t>(columns), rows);
    };
    layout(b, o.n, o.k);
    layout(a, o.k, o.m);
    layout(d, o.n, o.m);
    cublasLtMatmulPreference_t preference;
    cuda.cublasLtMatmulPreferenceCreate(&preference);
    int found = 0;
    cuda.cublasLtMatmulAlgoGetHeuristic(handle, product, b, a, d, d, preference,
                                        1, &choice, &found);
  }

  void call() const {
    float one = 1, zero = 0;
    cuda.cublasLtMatmul(handle, product, &one, o.b.data, b, o.a.data, a, &zero,
                        o.d.data, d, o.d.data, d, &choice.algo, nullptr, 0,
                        stream);
  }

private:
  const CudaLibraries &cuda;
  fused_matmul_operands_t o;
  CUstream stream;
  cublasLtHandle_t handle = nullptr;
  cublasLtMatmulDesc_t product = nullptr;
  cublasLtMatrixLayout_t a = nullptr, b = nullptr, d = nullptr;
  cublasLtMatmulHeuristicResult_t choice = {};
};

double getMedian(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2,
                   values.end());
  return values[values.size() / 2];
}
/// Microseconds of a product of 4096 x 4096 x 1024 in bf16, launched one after
/// the other.
double timeLarge(Epilog epilog, bool relaxed) {
  TestStream stream;
  ProductCase product;
  product.inputType = product.dType = FUSED_BF16;
  product.epilog = epilog;
  product.m = product.n = 4096;
  product.k = 1024;
  product.allowRoundedSteps = product.allowAnyNanBit = relaxed;
  ProductRun run(product);
  DeviceOperands device(run.problem, run.operands, stream.get(), 0);
  device.upload();
  fused_plan_slot_t slot = {};
  std::vector<double> times;
  constexpr int calls = 10, rounds = 15;
  for (int round = 0; round < rounds; ++round) {
    auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i)
      if (fused_cuda_matmul(&run.problem, &slot, &device.operands))
        return 0;
    getDriver().cuStreamSynchronize(stream.get());
    std::chrono::duration<double, std::micro> spent =
        std::chrono::steady_clock::now() - begin;
    times.push_back(spent.count() / calls);
  }
  return getMedian(times);
}

/// The cost, or gain, of the exact way where it differs from cuBLASLt's.
void timeExactness(Json &report) {
  for (Epilog epilog :
       {Epilog::DEFAULT, Epilog::RELU_BIAS, Epilog::RELU_AUX_BIAS,
        Epilog::DRELU, Epilog::DRELU_BGRAD, Epilog::DGELU,
        Epilog::DGELU_BGRAD}) {
    Json entry;
    double exact = timeLarge(epilog, false), relaxed = timeLarge(epilog, true);
    entry.add("exact", exact);
    entry.add("relaxed", relaxed);
    const char *name = getEpilogInfo(epilog).name;
    std::printf("%s 4096 x 4096 x 1024 bf16: %.1f us, relaxed %.1f\n", name,
                exact, relaxed);
    report.add(name, entry);
  }
}
} // namespace

int fused::test::runOverhead(const RunOptions &, Json &report) {
  TestStream stream;
  ProductCase product;
  product.inputType = product.dType = FUSED_BF16;
  product.epilog = Epilog::RELU_BIAS;
  product.m = product.n = product.k = 64;
  product.dynamic = true;
  ProductCase shorter = product;
  shorter.m = 48;
  ProductRun run(product), otherRun(shorter);
  DeviceOperands one(run.problem, run.operands, stream.get(), 0);
  DeviceOperands two(otherRun.problem, otherRun.operands, stream.get(), 0);
  Bare bare(one.operands, stream.get()), bareTwo(two.operands, stream.get());
  fused_plan_slot_t slot = {}, dynamicSlot = {};
  constexpr int calls = 20, rounds = 400;
  std::vector<double> bareTimes, staticTimes, dynamicTimes;
  auto time = [&](std::vector<double> &times, const auto &body) {
    auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i)
      body(i);
    std::chrono::duration<double, std::micro> spent =
        std::chrono::steady_clock::now() - begin;
    getDriver().cuStreamSynchronize(stream.get());
    times.push_back(spent.count() / calls);
  };
  bool failed = false;
  for (int round = 0; round < rounds; ++round) {
    time(bareTimes, [&](int i) { (i % 2 ? bareTwo : bare).call(); });
    time(staticTimes, [&](int) {
      failed |= fused_cuda_matmul(&run.problem, &slot, &one.operands) != 0;
    });
    // One slot, two shapes: each call looks its plan up.
    time(dynamicTimes, [&](int i) {
      failed |= fused_cuda_matmul(&run.problem, &dynamicSlot,
                                  i % 2 ? &two.operands : &one.operands) != 0;
    });
  }
  double bareTime = getMedian(bareTimes), staticTime = getMedian(staticTimes),
         dynamicTime = getMedian(dynamicTimes);
  std::printf("overhead: bare %.3f us, static +%.3f, dynamic +%.3f%s\n",
              bareTime, staticTime - bareTime, dynamicTime - bareTime,
              failed ? ", calls failed" : "");
  report.add("bare_microseconds", bareTime);
  report.add("static_over_bare", staticTime - bareTime);
  report.add("dynamic_over_bare", dynamicTime - bareTime);
  Json large;
  timeExactness(large);
  report.add("microseconds_of_4096x4096x1024_bf16", large);
  return failed;
}
