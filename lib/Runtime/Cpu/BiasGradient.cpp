//===- BiasGradient.cpp - Sums that are results of an epilog --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BiasGradient.h"

#include "../Core/Error.h"
#include "../Core/Memory.h"
#include "Kernels.h"
#include "Threads.h"

#include <algorithm>
#include <cstring>

using namespace fused;
using namespace fused::runtime;

/// Room for `count` numbers of either compute type, all zero.
template <int64_t count> struct ComputeBuffer {
  alignas(64) unsigned char bytes[count * sizeof(double)] = {};
};

void fused::runtime::reduceRows(const RowSums &sums) {
  const Kernels &kernels = getKernels();
  size_t computeSize = fused_type_size(sums.computeType);
  size_t size = fused_type_size(sums.type);
  int64_t blocks = divideUp(sums.length, tileColumns);
  bool parallel =
      sums.numVectors * sums.rowsPerVector * sums.length >= minParallelElements;
  parallelFor(sums.numVectors * blocks, parallel, [&](int64_t i) {
    int64_t vector = i / blocks, column = i % blocks * tileColumns;
    int64_t count = std::min(tileColumns, sums.length - column);
    ComputeBuffer<tileColumns> total;
    for (int64_t row = 0; row < sums.rowsPerVector; ++row) {
      int64_t index =
          (vector * sums.rowsPerVector + row) * sums.length + column;
      kernels.addRow(sums.computeType, advance(sums.rows, index, computeSize),
                     total.bytes, count);
    }
    kernels.narrow(
        sums.type, total.bytes,
        advance(sums.vectors, vector * sums.vectorStride + column, size),
        count);
  });
}

int64_t
fused::runtime::countBiasGradients(const PlanKey &key,
                                   const fused_matmul_operands_t &operands) {
  bool shared = operands.bgrad.batch_stride == 0;
  return shared ? 1 : key.batch;
}

namespace {
/// Sums one operand over K.
class OperandSummer {
public:
  OperandSummer(const PlanKey &key, const fused_matmul_operands_t &operands)
      : key(key), kernels(getKernels()),
        isA(key.getInfo().biasGradient == BiasGradient::SumOfA),
        strides(isA ? key.a : key.b), bgrad(operands.bgrad.data),
        data(isA ? operands.a.data : operands.b.data),
        length(isA ? key.m : key.n),
        numVectors(countBiasGradients(key, operands)),
        batchesPerVector(numVectors == key.batch ? 1 : key.batch) {}

  fused_status_t run(const char *location) {
    bool alongRows = isA ? !key.transposesA() : key.transposesB();
    if (alongRows) {
      sumRows();
      return FUSED_OK;
    }
    return sumColumns(location);
  }

private:
  const char *getRow(int64_t batch, int64_t row) const {
    return advance(data, batch * strides.batch + row * strides.row,
                   fused_type_size(key.inputType));
  }

  /// K runs along the rows in memory: one sum for each row.
  void sumRows() {
    constexpr int64_t blockSize = 64;
    int64_t blocks = divideUp(length, blockSize);
    size_t size = fused_type_size(key.bgradType);
    bool parallel =
        key.batch * length >= minParallelElements / std::max<int64_t>(key.k, 1);
    parallelFor(numVectors * blocks, parallel, [&](int64_t i) {
      int64_t vector = i / blocks, begin = i % blocks * blockSize;
      int64_t count = std::min(blockSize, length - begin);
      ComputeBuffer<blockSize> sums;
      for (int64_t row = 0; row < count; ++row) {
        double sum = 0;
        for (int64_t batch = 0; key.k > 0 && batch < batchesPerVector; ++batch)
          sum += kernels.sumRow(
              key.inputType,
              getRow(vector * batchesPerVector + batch, begin + row), key.k);
        setSum(sums.bytes, row, sum);
      }
      kernels.narrow(key.bgradType, sums.bytes,
                     advance(bgrad, vector * key.bgrad.batch + begin, size),
                     count);
    });
  }

  void setSum(unsigned char *sums, int64_t index, double sum) const {
    float rounded = static_cast<float>(sum);
    if (key.getComputeType() == FUSED_F64)
      std::memcpy(sums + index * 8, &sum, sizeof(sum));
    else
      std::memcpy(sums + index * 4, &rounded, sizeof(rounded));
  }

  /// K runs from row to row in memory: sums blocks of rows, then the blocks.
  fused_status_t sumColumns(const char *location) {
    size_t computeSize = fused_type_size(key.getComputeType());
    int64_t rowBlocks = divideUp(key.k, tileRows);
    int64_t blocks = numVectors * batchesPerVector * rowBlocks;
    Scratch partialSums;
    if (!partialSums.allocateArray({key.batch, rowBlocks, length}, computeSize))
      return fail(FUSED_OUT_OF_MEMORY, location,
                  "no memory for the sums of an operand");
    bool parallel = blocks * length >= minParallelElements / tileRows;
    parallelFor(blocks, parallel, [&](int64_t i) {
      char *sums = advance(partialSums.get(), i * length, computeSize);
      std::memset(sums, 0, static_cast<size_t>(length) * computeSize);
      int64_t begin = i % rowBlocks * tileRows;
      int64_t end = std::min(begin + tileRows, key.k);
      for (int64_t row = begin; row < end; ++row)
        kernels.addRow(key.inputType, getRow(i / rowBlocks, row), sums, length);
    });
    reduceRows({key.getComputeType(), key.bgradType, partialSums.get(),
                numVectors, batchesPerVector * rowBlocks, length, bgrad,
                key.bgrad.batch});
    return FUSED_OK;
  }

  const PlanKey &key;
  const Kernels &kernels;
  bool isA;
  Strides strides;
  void *bgrad;
  const void *data;
  int64_t length, numVectors, batchesPerVector;
};
} // namespace

fused_status_t fused::runtime::sumOverK(const PlanKey &key,
                                        const fused_matmul_operands_t &operands,
                                        const char *location) {
  return OperandSummer(key, operands).run(location);
}
