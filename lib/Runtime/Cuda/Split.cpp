//===- Split.cpp - Products followed by kernels of our own ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Split.h"

#include "../Core/Error.h"

#include <algorithm>

using namespace fused;
using namespace fused::runtime;

static bool sumsOperand(const PlanKey &key) {
  BiasGradient sum = key.getInfo().biasGradient;
  return sum == BiasGradient::SumOfA || sum == BiasGradient::SumOfB;
}

/// The plain product whose result the kernels go on with.
static PlanKey getPlainKey(const PlanKey &key) {
  PlanKey plain = key;
  plain.epilog = FUSED_EPILOG_DEFAULT;
  plain.flags &= ~uint32_t(FUSED_MULTIPLY_MASK);
  plain.biasType = plain.auxType = plain.bgradType = FUSED_TYPE_NONE;
  plain.bias = plain.aux = plain.bgrad = {};
  if (sumsOperand(key))
    return plain;
  plain.cType = FUSED_TYPE_NONE;
  plain.cIsD = 0;
  plain.c = {};
  plain.dType = key.getComputeType();
  plain.d = {key.n, key.batch == 1 ? 0 : key.m * key.n};
  double one = 1;
  std::memcpy(&plain.alphaBits, &one, sizeof(one));
  plain.betaBits = 0;
  // C and D, whose bytes are cleared, are aligned to 16 bytes here.
  plain.alignments = (key.alignments & 0xffff) | 0x04040404040000;
  return plain;
}

bool SplitProduct::canExecute(const Device &device, const PlanKey &key) {
  if (sumsOperand(key) && !device.kernels.find(key.inputType))
    return false;
  bool isNarrow = fused_type_size(key.inputType) == 1;
  // The extra operands of a product of 8 bits into f32 are not of f32.
  return device.kernels.find(key.dType) &&
         (!isNarrow || key.dType != FUSED_F32);
}

bool SplitProduct::isNeededForEmptyD(const PlanKey &key) {
  return sumsOperand(key) && key.batch != 0 && key.k != 0 &&
         (key.getInfo().biasGradient == BiasGradient::SumOfA ? key.m : key.n) !=
             0;
}

SplitProduct::SplitProduct(Device &device, const PlanKey &key)
    : device(device), key(key), plainKey(getPlainKey(key)) {}

fused_status_t SplitProduct::plan(const char *location, int wanted) {
  if (key.isEmpty())
    return FUSED_OK;
  product =
      std::make_unique<LibraryProduct>(device, translateAnySum(plainKey),
                                       plainKey.getAlpha(), plainKey.getBeta());
  return product->plan(plainKey, SplitK::Allowed, location, wanted);
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

/// One execution: what it allocates lives until it is in the stream.
class SplitProduct::Execution {
public:
  Execution(SplitProduct &split, const fused_matmul_operands_t &operands,
            const char *location)
      : split(split), key(split.key), info(key.getInfo()), operands(operands),
        location(location), device(split.device),
        stream(static_cast<CUstream>(operands.stream)),
        accumulators(device, stream), partialSums(device, stream) {}

  fused_status_t run() {
    if (sumsOperand(key)) {
      if (fused_status_t status = multiply(operands))
        return status;
      return sumOperand();
    }
    size_t bytes = static_cast<size_t>(key.batch * key.m * key.n) *
                   fused_type_size(key.getComputeType());
    if (fused_status_t status = accumulators.allocate(bytes, location))
      return status;
    fused_matmul_operands_t plain = operands;
    plain.c = {};
    plain.d.data = reinterpret_cast<void *>(accumulators.get());
    if (fused_status_t status = multiply(plain))
      return status;
    return runTail();
  }

private:
  fused_status_t multiply(const fused_matmul_operands_t &plain) {
    if (!split.product)
      return FUSED_OK;
    return executeLibrary(device, *split.product, split.plainKey, plain,
                          location);
  }

  template <typename Parameters>
  fused_status_t launch(CUfunction function, Parameters parameters,
                        unsigned gridX, unsigned gridY, unsigned gridZ,
                        unsigned blockX, unsigned blockY) {
    CUresult result = launchKernel(device.cuda, function, parameters, gridX,
                                   gridY, gridZ, blockX, blockY, stream);
    return result ? failCuda(device.cuda, result, "cuLaunchKernel", location)
                  : fused_status_t(FUSED_OK);
  }

  /// Blocks of a loop over `count` elements.
  static unsigned getBlocks(int64_t count, int threads) {
    return static_cast<unsigned>(
        std::min<int64_t>(divideUp(count, threads), 1 << 16));
  }

  static DeviceMatrix describe(const fused_buffer_t &buffer,
                               const Strides &strides) {
    return {buffer.data, strides.row, strides.batch};
  }

  fused_status_t runTail() {
    TailParameters p = {};
    p.accumulators = {reinterpret_cast<void *>(accumulators.get()), key.n,
                      key.m * key.n};
    if (key.readsC())
      p.c = describe(operands.c, key.c);
    if (info.hasBias)
      p.bias = describe(operands.bias, key.bias);
    if (info.aux != Aux::None)
      p.aux = describe(operands.aux, key.aux);
    p.d = describe(operands.d, key.d);
    p.batches = key.batch;
    p.rows = key.m;
    p.columns = key.n;
    p.groups = info.aux == Aux::StoreMask ? getMaskRowBytes(key.n)
                                          : divideUp(key.n, 8);
    // Zero without operands, whatever alpha is.
    p.alpha = key.k == 0 ? 0 : key.getAlpha();
    p.beta = key.getBeta();
    p.activation = info.activation;
    p.auxKind = info.aux;
    p.multipliesMask = key.multipliesMask();
    p.vectorized = isVectorized(p);
    int64_t columnBlocks = divideUp(p.groups, tailWidth);
    // Enough blocks for any device, and few enough partial sums.
    int64_t chunks = std::clamp<int64_t>(
        1024 / std::max<int64_t>(1, columnBlocks * key.batch), 1, 256);
    p.rowsPerChunk = divideUp(divideUp(key.m, chunks), tailHeight) * tailHeight;
    p.chunks = divideUp(key.m, p.rowsPerChunk);
    bool sums = info.biasGradient == BiasGradient::SumOfD;
    if (sums)
      if (fused_status_t status =
              allocatePartialSums(p.chunks, key.n, p.partialSums))
        return status;
    if (fused_status_t status = launch(device.kernels.find(key.dType)->tail, p,
                                       static_cast<unsigned>(columnBlocks),
                                       static_cast<unsigned>(p.chunks),
                                       getBatchBlocks(), tailWidth, tailHeight))
      return status;
    return sums ? finish(p.partialSums, p.chunks, key.n)
                : fused_status_t(FUSED_OK);
  }

  bool isVectorized(const TailParameters &p) const {
    auto check = [](const DeviceMatrix &matrix, fused_type_t type) {
      int64_t size = static_cast<int64_t>(fused_type_size(type));
      return getAlignmentLog(matrix.data) == 4 && matrix.row * size % 16 == 0 &&
             matrix.batch * size % 16 == 0;
    };
    return check(p.accumulators, key.getComputeType()) &&
           check(p.c, key.cType) &&
           check({p.bias.data, 0, p.bias.batch}, key.biasType) &&
           (info.hasMask() || check(p.aux, key.auxType)) &&
           check(p.d, key.dType);
  }

  unsigned getBatchBlocks() const {
    return static_cast<unsigned>(std::min<int64_t>(key.batch, 1 << 15));
  }

  /// Sums A or B over K.
  fused_status_t sumOperand() {
    bool ofA = info.biasGradient == BiasGradient::SumOfA;
    bool transposed = ofA ? key.transposesA() : key.transposesB();
    SumParameters p = {};
    p.matrix = ofA ? describe(operands.a, key.a) : describe(operands.b, key.b);
    int64_t length = ofA ? key.m : key.n;
    bool overRows = ofA == transposed;
    p.rows = overRows ? key.k : length;
    p.columns = overRows ? length : key.k;
    return overRows ? sumOverRows(p, key.inputType)
                    : sumOverColumns(p, key.inputType);
  }

  fused_status_t sumOverRows(SumParameters p, fused_type_t type) {
    p.batches = key.batch;
    p.chunks = std::clamp<int64_t>(p.rows / 64, 1, 128);
    if (fused_status_t status =
            allocatePartialSums(p.chunks, p.columns, p.partialSums))
      return status;
    if (fused_status_t status =
            launch(device.kernels.find(type)->sumColumns, p,
                   static_cast<unsigned>(divideUp(p.columns, sumColumnsWidth)),
                   static_cast<unsigned>(p.chunks), getBatchBlocks(),
                   sumColumnsWidth, sumColumnsHeight))
      return status;
    return finish(p.partialSums, p.chunks, p.columns);
  }

  fused_status_t sumOverColumns(SumParameters p, fused_type_t type) {
    p.batches = key.batch;
    p.chunks = 1;
    if (fused_status_t status = allocatePartialSums(1, p.rows, p.partialSums))
      return status;
    if (fused_status_t status =
            launch(device.kernels.find(type)->sumRows, p,
                   getBlocks(key.batch * p.rows, 1), 1, 1, sumRowsThreads, 1))
      return status;
    return finish(p.partialSums, 1, p.rows);
  }

  fused_status_t allocatePartialSums(int64_t chunks, int64_t length,
                                     void *&address) {
    fused_status_t status =
        partialSums.allocate(static_cast<size_t>(key.batch * chunks * length) *
                                 fused_type_size(key.getComputeType()),
                             location);
    address = reinterpret_cast<void *>(partialSums.get());
    return status;
  }

  fused_status_t finish(const void *partial, int64_t chunks, int64_t length) {
    bool shared = key.batch > 1 && key.bgrad.batch == 0;
    FinishParameters p = {};
    p.partialSums = partial;
    p.vectors = shared ? 1 : key.batch;
    p.parts = shared ? chunks * key.batch : chunks;
    p.length = length;
    p.result = describe(operands.bgrad, key.bgrad);
    return launch(device.kernels.find(key.bgradType)->finishSums, p,
                  getBlocks(p.vectors * length, finishThreads), 1, 1,
                  finishThreads, 1);
  }

  SplitProduct &split;
  const PlanKey &key;
  const EpilogInfo &info;
  const fused_matmul_operands_t &operands;
  const char *location;
  Device &device;
  CUstream stream;
  Temporary accumulators, partialSums;
};

fused_status_t SplitProduct::execute(const fused_matmul_operands_t &operands,
                                     const char *location) {
  return Execution(*this, operands, location).run();
}
