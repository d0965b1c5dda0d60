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
#include <cstring>

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
    bool tailIsDone = plan.library == Plan::Library::Rows || plan.hasPanels;
    if (!key.isEmpty() && plan.hasTail && !tailIsDone)
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
    if (plan.library == Plan::Library::Rows)
      return multiplyRows();
    size_t size = fused_type_size(key.getComputeType());
    accumulators = operands.d.data;
    accumulatorStrides = key.d;
    if (!plan.multipliesIntoD) {
      int64_t batches = plan.sharesProduct ? 1 : key.batch;
      int64_t rows = plan.hasPanels ? plan.spec.m : key.m;
      if (!accumulatorMemory.allocateArray({batches, rows, key.n}, size))
        return failForMemory();
      accumulators = accumulatorMemory.get();
      accumulatorStrides = {key.n, plan.sharesProduct ? 0 : key.m * key.n};
    }
    if (plan.library == Plan::Library::Eigen)
      return multiplyWithEigen();
    if (fused_status_t status = copyInputs())
      return status;
    return multiplyWithOneDnn();
  }

  fused_status_t multiplyWithOneDnn() {
    ExactThreadCount threads(key.numThreads);
    std::unique_ptr<OneDnnProduct> product;
    if (fused_status_t status = plan.acquireProduct(location, product))
      return status;
    fused_status_t status = prepare(*product);
    if (status == FUSED_OK)
      status = plan.hasPanels ? executePanels(*product) : execute(*product, a);
    plan.releaseProduct(std::move(product));
    return status;
  }

  /// Gives `product` memory to work in, and packs B if it wants that.
  fused_status_t prepare(OneDnnProduct &product) {
    size_t scratchSize = product.getScratchSize();
    if (scratchSize != 0 && !scratchMemory.allocate(scratchSize))
      return failForMemory();
    size_t packedSize = product.getPackedSize();
    if (packedSize == 0)
      return FUSED_OK;
    if (!packedMemory.allocate(packedSize))
      return failForMemory();
    fused_status_t status = product.pack(b, packedMemory.get(), location);
    b = packedMemory.get();
    return status;
  }

  fused_status_t execute(OneDnnProduct &product, void *rowsOfA) {
    return product.execute({rowsOfA, b, operands.c.data, operands.bias.data,
                            accumulators, scratchMemory.get(), operands.a_scale,
                            operands.b_scale},
                           location);
  }

  /// Multiplies so many rows as the plan says, then runs their tail. The last
  /// panel begins earlier, so that it is as large, too.
  fused_status_t executePanels(OneDnnProduct &product) {
    const ProductSpec &spec = plan.spec;
    if (fused_status_t status = allocatePartialSums(divideUp(key.m, tileRows)))
      return status;
    TailProblem tail = describeTail();
    for (int64_t begin = 0; begin < key.m; begin += spec.m) {
      int64_t first = std::min(begin, key.m - spec.m);
      void *rowsOfA = advance(a, first * (spec.transposeA ? 1 : spec.a.row),
                              fused_type_size(spec.inputType));
      if (fused_status_t status = execute(product, rowsOfA))
        return status;
      runTail(tail, begin, std::min(begin + spec.m, key.m), first);
    }
    return FUSED_OK;
  }

  fused_status_t multiplyWithEigen() {
    const Kernels &kernels = getKernels();
    // Panels along the longer side, as many as there are threads.
    int64_t threads = key.batch >= key.numThreads ? 1 : key.numThreads;
    bool splitM = key.m >= key.n;
    int64_t length = splitM ? key.m : key.n;
    int64_t panel = divideUp(divideUp(length, threads), 8) * 8;
    int64_t panels = divideUp(length, panel);
    std::atomic<bool> failed{false};
    parallelFor(key.batch * panels, key.numThreads > 1, [&](int64_t i) {
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

  /// A few rows of A times op(B). A part of B's columns and its tail are one
  /// piece of work, and all threads have as many pieces.
  fused_status_t multiplyRows() {
    const Kernels &kernels = getKernels();
    fused_type_t aType = kernels.getTypeOfRows(key.inputType);
    if (fused_status_t status = packRows(aType))
      return status;
    if (fused_status_t status = allocatePartialSums(key.batch))
      return status;
    // The accumulators of a part stay in the cache, where the rows of D could
    // compete for the same places.
    constexpr int64_t maxElements = maxPartRows * minPartColumns, padding = 16;
    int64_t maxWidth = maxElements / key.m / minPartColumns * minPartColumns;
    maxWidth = std::min(tileColumns, maxWidth);
    int64_t threads = key.batch >= key.numThreads ? 1 : key.numThreads;
    int64_t parts = divideUp(divideUp(key.n, maxWidth), threads) * threads;
    int64_t width = divideUp(divideUp(key.n, parts), minPartColumns);
    width *= minPartColumns;
    parts = divideUp(key.n, width);
    TailProblem description = describeTail();
    parallelFor(key.batch * parts, key.numThreads > 1, [&](int64_t i) {
      int64_t batch = i / parts, begin = i % parts * width;
      int64_t end = std::min(begin + width, key.n);
      int64_t column = begin * (key.transposesB() ? key.b.row : 1);
      RowsProduct product;
      product.type = key.inputType;
      product.a = advance(a, batch * rowsOfA.batch, fused_type_size(aType));
      product.b = advance(b, batch * key.b.batch + column,
                          fused_type_size(key.inputType));
      alignas(64) float sums[maxElements + maxPartRows * padding];
      product.d = sums;
      product.aRowStride = rowsOfA.row;
      product.bRowStride = key.b.row;
      product.dRowStride = width + padding;
      product.m = key.m;
      product.n = end - begin;
      product.k = key.k;
      product.transposeB = key.transposesB();
      kernels.multiplyRows(product);
      TailProblem tail = description;
      tail.accumulators = sums;
      tail.accumulatorsRowStride = product.dRowStride;
      tail.firstColumn = begin;
      kernels.runTail(tail, {batch, 0, key.m, begin, end, batch});
    });
    return FUSED_OK;
  }

  /// Makes `a` point to the rows of op(A) in `aType`, which is theirs or f32,
  /// with the strides `rowsOfA`.
  fused_status_t packRows(fused_type_t aType) {
    // In memory, op(A)'s rows or its columns lie side by side.
    int64_t toNextRow = key.transposesA() ? 1 : key.a.row;
    int64_t toNextColumn = key.transposesA() ? key.a.row : 1;
    rowsOfA = {toNextRow, key.a.batch};
    bool gathers = toNextColumn != 1 && key.k != 1;
    bool widens = aType != key.inputType;
    if (!gathers && !widens)
      return FUSED_OK;
    size_t fromSize = fused_type_size(key.inputType);
    size_t toSize = fused_type_size(aType);
    int64_t batches = key.a.batch == 0 ? 1 : key.batch;
    if (!aMemory.allocateArray({batches, key.m, key.k}, toSize) ||
        (gathers && widens && !rowMemory.allocateArray({key.k}, fromSize)))
      return failForMemory();
    for (int64_t i = 0; i < batches * key.m; ++i) {
      int64_t offset = i / key.m * key.a.batch + i % key.m * toNextRow;
      const void *from = advance(a, offset, fromSize);
      void *to = advance(aMemory.get(), i * key.k, toSize);
      if (gathers) {
        void *gathered = widens ? rowMemory.get() : to;
        gather(from, toNextColumn, gathered, key.k, fromSize);
        from = gathered;
      }
      if (widens)
        getKernels().widen(key.inputType, from, static_cast<float *>(to),
                           key.k);
    }
    a = aMemory.get();
    rowsOfA = {key.k, key.a.batch == 0 ? 0 : key.m * key.k};
    return FUSED_OK;
  }

  /// Copies `count` elements that are `stride` elements apart.
  static void gather(const void *from, int64_t stride, void *to, int64_t count,
                     size_t elementSize) {
    for (int64_t i = 0; i < count; ++i)
      std::memcpy(advance(to, i, elementSize),
                  advance(from, i * stride, elementSize), elementSize);
  }

  //===--------------------------------------------------------------------===//
  // Copies of the operands
  //===--------------------------------------------------------------------===//

  /// rows x columns elements in each batch.
  struct Extent {
    int64_t rows, columns;
  };

  static Extent getExtent(bool transposed, int64_t outer, int64_t inner) {
    return transposed ? Extent{inner, outer} : Extent{outer, inner};
  }

  fused_status_t copyInputs() {
    bool ta = key.transposesA(), tb = key.transposesB();
    int64_t k = plan.spec.k;
    if (plan.copiesA &&
        !copy(operands.a.data, key.a, getExtent(ta, key.m, key.k),
              getExtent(ta, key.m, k), aMemory, a))
      return failForMemory();
    if (plan.copiesB &&
        !copy(operands.b.data, key.b, getExtent(tb, key.k, key.n),
              getExtent(tb, k, key.n), bMemory, b))
      return failForMemory();
    return FUSED_OK;
  }

  /// Makes a dense copy in the type that oneDNN gets, with zeros in rows and
  /// columns that `padded` has more.
  bool copy(const void *from, const Strides &strides, Extent extent,
            Extent padded, Scratch &memory, void *&to) {
    int64_t batches = strides.batch == 0 ? 1 : key.batch;
    size_t fromSize = fused_type_size(key.inputType);
    size_t toSize = fused_type_size(plan.spec.inputType);
    if (!memory.allocateArray({batches, padded.rows, padded.columns}, toSize))
      return false;
    int64_t count = batches * padded.rows * padded.columns;
    to = memory.get();
    bool widens = plan.spec.inputType != key.inputType;
    const Kernels &kernels = getKernels();
    parallelFor(
        batches * padded.rows, count >= minParallelElements, [&](int64_t i) {
          char *row = advance(memory.get(), i * padded.columns, toSize);
          int64_t batch = i / padded.rows, index = i % padded.rows;
          int64_t columns = index < extent.rows ? extent.columns : 0;
          const char *source = advance(
              from, batch * strides.batch + index * strides.row, fromSize);
          if (widens && columns != 0)
            kernels.widen(key.inputType, source, reinterpret_cast<float *>(row),
                          columns);
          else if (columns != 0)
            std::memcpy(row, source, static_cast<size_t>(columns) * fromSize);
          std::memset(advance(row, columns, toSize), 0,
                      static_cast<size_t>(padded.columns - columns) * toSize);
        });
    return true;
  }

  //===--------------------------------------------------------------------===//
  // The tail
  //===--------------------------------------------------------------------===//

  fused_status_t runTail() {
    int64_t rowBlocks = divideUp(key.m, tileRows);
    if (fused_status_t status = allocatePartialSums(key.batch * rowBlocks))
      return status;
    runTail(describeTail(), 0, key.m, 0);
    return FUSED_OK;
  }

  /// Runs the tail of the rows from `begin` to `end`, of all batches. `begin`
  /// is a multiple of tileRows; the accumulators begin with row `first`.
  void runTail(TailProblem problem, int64_t begin, int64_t end, int64_t first) {
    problem.firstRow = first;
    int64_t rowBlocks = divideUp(end - begin, tileRows);
    int64_t columnBlocks = divideUp(key.n, tileColumns);
    const Kernels &kernels = getKernels();
    bool parallel = key.batch * (end - begin) * key.n >= minParallelElements &&
                    key.numThreads > 1;
    parallelFor(key.batch * rowBlocks * columnBlocks, parallel, [&](int64_t i) {
      int64_t column = i % columnBlocks * tileColumns;
      int64_t block = i / columnBlocks;
      int64_t row = begin + block % rowBlocks * tileRows;
      kernels.runTail(problem,
                      {block / rowBlocks, row, std::min(row + tileRows, end),
                       column, std::min(column + tileColumns, key.n),
                       begin / tileRows + block});
    });
  }

  fused_status_t allocatePartialSums(int64_t rows) {
    if (info.biasGradient != BiasGradient::SumOfD)
      return FUSED_OK;
    numPartialSums = rows;
    size_t size = fused_type_size(key.getComputeType());
    return partialSums.allocateArray({rows, key.n}, size) ? FUSED_OK
                                                          : failForMemory();
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
    problem.scalesProduct = key.scalesProduct();
    problem.aScale = operands.a_scale ? *operands.a_scale : 1.0f;
    problem.bScale = operands.b_scale ? *operands.b_scale : 1.0f;
    problem.numColumns = key.n;
    problem.d = describe(operands.d, key.d);
    if (plan.activatesD) {
      problem.beta = 1;
      problem.scalesProduct = false;
      problem.c = problem.d;
      return problem;
    }
    problem.accumulators = accumulators;
    problem.accumulatorsRowStride = accumulatorStrides.row;
    problem.accumulatorsBatchStride = accumulatorStrides.batch;
    if (key.readsC())
      problem.c = describe(operands.c, key.c);
    if (info.hasBias)
      problem.bias = describe(operands.bias, key.bias);
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
  Strides rowsOfA = {};
  int64_t numPartialSums = 0;
  Scratch accumulatorMemory, aMemory, rowMemory, bMemory, packedMemory,
      scratchMemory;
  Scratch partialSums;
};
} // namespace

fused_status_t
fused::runtime::executePlan(Plan &plan, const fused_matmul_operands_t &operands,
                            const char *location) {
  return Executor(plan, operands, location).run();
}
