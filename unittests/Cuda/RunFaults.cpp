//===- RunFaults.cpp - Faults of a real device ----------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceOperands.h"
#include "DeviceRuns.h"
#include "MatrixCases.h"
#include "fused-runtime/fused_cuda.h"

using namespace fused;
using namespace fused::test;

namespace {
/// A kernel that writes where there is no memory.
const char *const faultyKernel = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry faulty() {
  .reg .b64 %address;
  mov.b64 %address, 16;
  st.global.u32 [%address], 1;
  ret;
}
)";

/// Counts and reports what is not as expected.
class Faults {
public:
  explicit Faults(Json &report) : report(report) {
    deviceCall = {};
    deviceCall.stream = stream.get();
  }

  int run() {
    runOutOfMemory();
    runIllegalAccess();
    report.add("messages", messages);
    report.add("failed", failed);
    std::printf("faults: %d checks failed\n", failed);
    return failed;
  }

private:
  void expect(const char *what, fused_status_t status,
              fused_status_t expected) {
    std::string text = std::string(what) + ": " + fused_status_string(status);
    if (status != FUSED_OK)
      text += std::string(": ") + fused_last_error();
    std::printf("  %s\n", text.c_str());
    messages.push(text);
    failed += status != expected;
  }

  /// Executes a product on the host's arrays; checks its results if it can.
  fused_status_t multiply(ProductCase product) {
    ProductRun run(product);
    DeviceOperands device(run.problem, run.operands, stream.get(), 0);
    device.upload();
    return fused_cuda_matmul(&run.problem, nullptr, &device.operands);
  }

  static ProductCase getSplitProduct() {
    ProductCase product;
    product.epilog = Epilog::DGELU;
    product.inputType = product.dType = FUSED_BF16;
    product.m = product.n = 4096, product.k = 8;
    return product;
  }

  /// Everything of the device is taken before a product that needs memory.
  void runOutOfMemory() {
    // The memory that the pool keeps is too small for the next call.
    ProductCase product = getSplitProduct();
    ProductRun host(product);
    DeviceOperands device(host.problem, host.operands, stream.get(), 0);
    device.upload();
    fused_matmul_problem_t problem = host.problem;
    auto call = [&] {
      return fused_cuda_matmul(&problem, nullptr, &device.operands);
    };
    const TestDriver &driver = getDriver();
    std::vector<CUdeviceptr> blocks;
    // The kernels and the library have to be on the device already.
    ProductCase small = product;
    small.m = small.n = 64;
    expect("a small product", multiply(small), FUSED_OK);
    for (size_t size = size_t(1) << 36; size >= (size_t(1) << 20);) {
      CUdeviceptr block;
      if (driver.cuMemAlloc(&block, size) == CUDA_SUCCESS)
        blocks.push_back(block);
      else
        size /= 2;
    }
    expect("all memory taken", call(), FUSED_OUT_OF_MEMORY);
    void *memory = fused_cuda_alloc(size_t(64) << 20);
    expect("memory of a program",
           memory ? FUSED_OK : fused_status_t(FUSED_OUT_OF_MEMORY),
           FUSED_OUT_OF_MEMORY);
    for (CUdeviceptr block : blocks)
      driver.cuMemFree(block);
    expect("after it is given back", call(), FUSED_OK);
    require(driver.cuStreamSynchronize(stream.get()), "cuStreamSynchronize");
  }

  /// A kernel of someone else breaks the context; nothing works any more, and
  /// the process lives.
  void runIllegalAccess() {
    const TestDriver &driver = getDriver();
    ProductCase product;
    product.m = product.n = product.k = 64;
    ProductRun host(product);
    auto *device =
        new DeviceOperands(host.problem, host.operands, stream.get(), 0);
    device->upload();
    CUmodule module;
    CUfunction function;
    require(driver.cuModuleLoadData(&module, faultyKernel), "cuModuleLoadData");
    require(driver.cuModuleGetFunction(&function, module, "faulty"),
            "cuModuleGetFunction");
    require(driver.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream.get(),
                                  nullptr, nullptr),
            "cuLaunchKernel");
    driver.cuStreamSynchronize(stream.get());
    auto call = [&] {
      return fused_cuda_matmul(&host.problem, nullptr, &device->operands);
    };
    expect("a product after an illegal access", call(), FUSED_LIBRARY_ERROR);
    product.n = 65; // not planned before
    ProductRun other(product);
    other.operands.stream = stream.get();
    expect("a new product",
           fused_cuda_matmul(&other.problem, nullptr, &other.operands),
           FUSED_LIBRARY_ERROR);
    void *memory = fused_cuda_alloc(64);
    expect("memory of a program",
           memory ? FUSED_OK : fused_status_t(FUSED_LIBRARY_ERROR),
           FUSED_LIBRARY_ERROR);
    expect("release of the stream", fused_cuda_release_stream(stream.get()),
           FUSED_LIBRARY_ERROR);
  }

  Json &report;
  Json messages{true};
  int failed = 0;
  TestStream stream;
};
} // namespace

int fused::test::runFaults(const RunOptions &, Json &report) {
  return Faults(report).run();
}
