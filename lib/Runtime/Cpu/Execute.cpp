//===- Execute.cpp - The execution of a plan ------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Core/Error.h"
#include "../Core/Memory.h"
#include "BiasGradient.h"
#include "Kernels.h"
#include "Plan.h"
#include "Threads.h"

#include <algorithm>
#include <atomic>

using namespace fused;
using namespace fused::runtime;

namespace {
class Executor {
public:
  Executor(Plan &plan, const fused_matmul_operands_t &operands,
           const char *location)
      : plan(plan), key(plan.key), info(key.getInfo()), operands(operands),
        location(location), a(operands.a.data), b(operands.b.data) {}

  fused_status_t run() {
    if (info.biasGradient == BiasGradient::SumOfA ||
        info.biasGradient == BiasGradient::SumOfB)
      if (fused_status_t status = sumOverK(key, operands, location))
        return status;
    if (fused_status_t status = multiply())
      return status;
    if (!key.isEmpty() && plan.hasTail)
      if (fused_status_t status = runTail())
        return status;
    if (info.biasGradient == BiasGradient::SumOfD)
      reducePartialSums();
    return FUSED_OK;
  }

private:
  //===--------------------------------------------------------------------===//
  // The product
  //===--------------------------------------------------------------------===//

  fused_status_t multiply() {
    if (plan.library == Plan::Library::None)
      return FUSED_OK;
    size_t size = fused_type_size(key.getComputeType());
    accumulators = operands.d.data;
    accumulatorStrides = key.d;
    if (!plan.multipliesIntoD) {
      if (!accumulatorMemory.allocate(
              static_cast<size_t>(key.batch * key.m * key.n) * size))
        return failForMemory();
      accumulators = accumulatorMemory.get();
      accumulatorStrides = {key.n, key.m * key.n};
    }
    if (plan.library == Plan::Library::Eigen)
      return multiplyWithEigen();
    if (plan.widensInputs)
      if (fused_status_t status = widenInputs())
        return status;
    return multiplyWithOneDnn();
  }

  fused_status_t multiplyWithOneDnn() {
    ExactThreadCount threads(key.numThreads);
    std::unique_ptr<OneDnnProduct> product;
    if (fused_status_t status = plan.acquireProduct(location, product))
      return status;
    Scratch scratch;
    if (product->getScratchSize() != 0 &&
        !scratch.allocate(product->getScratchSize())) {
      plan.releaseProduct(std::move(product));
      return failForMemory();
    }
    fused_status_t status =
        product->execute({a, b, operands.c.data, operands.bias.data,
                          accumulators, scratch.get()},
                         location);
    plan.releaseProduct(std::move(product));
    return status;
  }

  fused_status_t multiplyWithEigen() {
    const Kernels &kernels = getKernels();
    // Panels along the longer side, as many as there are threads.
    int64_t threads = key.batch >= key.numThreads ? 1 : key.numThreads;
    bool splitM = key.m >= key.n;
    int64_t length = splitM ? key.m : key.n;
    int64_t panel = divideUp(divideUp(length, threads), 8) * 8;
    int64_t panels = divideUp(length, panel);
    bool parallel = key.m * key.n >= minParallelElements / key.k;
    std::atomic<bool> failed{false};
    parallelFor(key.batch * panels, parallel, [&](int64_t i) {
      int64_t batch = i / panels, begin = i % panels * panel;
      int64_t count = std::min(panel, length - begin);
      int64_t row = splitM ? begin : 0, column = splitM ? 0 : begin;
      ProductF64 product;
      product.a = static_cast<const double *>(a) + batch * key.a.batch +
                  row * (key.transposesA() ? 1 : key.a.row);
      product.b = static_cast<const double *>(b) + batch * key.b.batch +
                  column * (key.transposesB() ? key.b.row : 1);
      product.d = static_cast<double *>(accumulators) +
                  batch * accumulatorStrides.batch +
                  row * accumulatorStrides.row + column;
      product.aRowStride = key.a.row;
      product.bRowStride = key.b.row;
      product.dRowStride = accumulatorStrides.row;
      product.m = splitM ? count : key.m;
      product.n = splitM ? key.n : count;
      product.k = key.k;
      product.transposeA = key.transposesA();
      product.transposeB = key.transposesB();
      if (!kernels.multiplyF64(product))
        failed.store(true, std::memory_order_relaxed);
    });
    return failed ? failForMemory() : FUSED_OK;
  }

  //===--------------------------------------------------------------------===//
  // Conversion of the operands
  //===--------------------------------------------------------------------===//

  fused_status_t widenInputs() {
    bool ta = key.transposesA(), tb = key.transposesB();
    if (!widen(operands.a.data, key.a, ta ? key.k : key.m, ta ? key.m : key.k,
               aMemory) ||
        !widen(operands.b.data, key.b, tb ? key.n : key.k, tb ? key.k : key.n,
               bMemory))
      return failForMemory();
    a = aMemory.get();
    b = bMemory.get();
    return FUSED_OK;
  }

  bool widen(const void *from, const Strides &strides, int64_t rows,
             int64_t columns, Scratch &memory) {
    int64_t batches = strides.batch == 0 ? 1 : key.batch;
    int64_t count = batches * rows * columns;
    if (!memory.allocate(static_cast<size_t>(count) * sizeof(float)))
      return false;
    auto *to = static_cast<float *>(memory.get());
    size_t size = fused_type_size(key.inputType);
    const Kernels &kernels = getKernels();
    parallelFor(batches * rows, count >= minParallelElements, [&](int64_t i) {
      int64_t offset = i / rows * strides.batch + i % rows * strides.row;
      kernels.widen(key.inputType, advance(from, offset, size),
                    to + i * columns, columns);
    });
    return true;
  }

  //===--------------------------------------------------------------------===//
  // The tail
  //===--------------------------------------------------------------------===//

  fused_status_t runTail() {
    int64_t rowBlocks = divideUp(key.m, tileRows);
    int64_t columnBlocks = divideUp(key.n, tileColumns);
    if (info.biasGradient == BiasGradient::SumOfD) {
      size_t size = fused_type_size(key.getComputeType());
      numPartialSums = key.batch * rowBlocks;
      if (!partialSums.allocate(static_cast<size_t>(numPartialSums * key.n) *
                                size))
        return failForMemory();
    }
    TailProblem problem = describeTail();
    const Kernels &kernels = getKernels();
    bool parallel =
        key.batch * key.m * key.n >= minParallelElements && key.numThreads > 1;
    parallelFor(key.batch * rowBlocks * columnBlocks, parallel, [&](int64_t i) {
      int64_t column = i % columnBlocks * tileColumns;
      int64_t block = i / columnBlocks;
      int64_t row = block % rowBlocks * tileRows;
      kernels.runTail(problem,
                      {block / rowBlocks, row, std::min(row + tileRows, key.m),
                       column, std::min(column + tileColumns, key.n), block});
    });
    return FUSED_OK;
  }

  TailProblem describeTail() const {
    auto describe = [](const fused_buffer_t &buffer, const Strides &strides) {
      return fused_buffer_t{buffer.data, strides.row, strides.batch};
    };
    TailProblem problem = {};
    problem.type = key.dType;
    problem.activation = info.activation;
    problem.multipliesMask = key.multipliesMask();
    problem.aux = info.aux;
    problem.alpha = key.getAlpha();
    problem.beta = key.getBeta();
    problem.numColumns = key.n;
    problem.accumulators = accumulators;
    problem.accumulatorsRowStride = accumulatorStrides.row;
    problem.accumulatorsBatchStride = accumulatorStrides.batch;
    if (key.readsC())
      problem.c = describe(operands.c, key.c);
    if (info.hasBias)
      problem.bias = describe(operands.bias, key.bias);
    problem.d = describe(operands.d, key.d);
    problem.auxBuffer = describe(operands.aux, key.aux);
    problem.partialSums = partialSums.get();
    return problem;
  }

  void reducePartialSums() const {
    int64_t vectors = countBiasGradients(key, operands);
    if (vectors == 0)
      return;
    reduceRows({key.getComputeType(), key.bgradType, partialSums.get(), vectors,
                numPartialSums / vectors, key.n, operands.bgrad.data,
                key.bgrad.batch});
  }

  fused_status_t failForMemory() const {
    return fail(FUSED_OUT_OF_MEMORY, location,
                "no memory for the intermediate results of a product");
  }

  Plan &plan;
  const PlanKey &key;
  const EpilogInfo &info;
  const fused_matmul_operands_t &operands;
  const char *location;
  void *a, *b;
  void *accumulators = nullptr;
  Strides accumulatorStrides = {};
  int64_t numPartialSums = 0;
  Scratch accumulatorMemory, aMemory, bMemory, partialSums;
};
} // namespace

fused_status_t
fused::runtime::executePlan(Plan &plan, const fused_matmul_operands_t &operands,
                            const char *location) {
  return Executor(plan, operands, location).run();
}
