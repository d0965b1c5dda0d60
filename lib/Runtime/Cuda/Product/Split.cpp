//===- Split.cpp - Products followed by kernels of our own ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Split.h"

#include "../../Core/Error.h"

#include <algorithm>

using namespace fused;
using namespace fused::runtime;

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
    : device(device), key(key), accumulatesInD(mayAccumulateInD(key)),
      plainKey(getPlainKey(key, accumulatesInD)) {}

fused_status_t SplitProduct::planProduct(const char *location, int wanted) {
  product =
      std::make_unique<LibraryProduct>(device, translateAnySum(plainKey),
                                       plainKey.getAlpha(), plainKey.getBeta());
  return product->plan(plainKey, SplitK::Allowed, location, wanted);
}

fused_status_t SplitProduct::plan(const char *location, int wanted) {
  if (key.isEmpty())
    return FUSED_OK;
  if (fused_status_t status = planProduct(location, wanted))
    return status;
  if (accumulatesInD && product->mayScaleOperand(plainKey)) {
    accumulatesInD = false;
    plainKey = getPlainKey(key, accumulatesInD);
    if (fused_status_t status = planProduct(location, wanted))
      return status;
  }
  if (!hasTail())
    return FUSED_OK;
  CUresult result = findTail(device.cuda, device.kernels, key.getInfo(),
                             key.dType, accumulatesInD, tail);
  return result ? failCuda(device.cuda, result, "cuModuleGetFunction", location)
                : fused_status_t(FUSED_OK);
}

std::optional<double> SplitProduct::estimate() const {
  if (!product || !accumulatesInD)
    return std::nullopt;
  auto plain = product->estimate(0);
  if (!plain)
    return std::nullopt;
  // The kernel reads and writes D, and stores what the epilog saves. It takes
  // as long as the compiler expects of such kernels (FuseTails.cpp).
  size_t size = 2 * fused_type_size(key.dType);
  if (key.getInfo().storesAux())
    size += fused_type_size(key.auxType);
  double bytes =
      double(key.batch) * double(key.m) * double(key.n) * double(size);
  return *plain + 2.39 + bytes / 3.03e6;
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
        temporary(device, stream) {}

  /// Multiplies, and computes the epilog but for the sums of an operand.
  fused_status_t multiplyWithTail() {
    if (!split.hasTail())
      return multiply(operands);
    TailParameters p = describeTail();
    BlockShape shape = getColumnShape(p.rows, p.groups, p.batches, sumsD());
    p.rowsPerChunk = shape.perChunk;
    p.access = getAccess(p, shape);
    size_t accumulatorBytes = 0;
    fused_matmul_operands_t plain = operands;
    if (hasDeviceAlpha(key))
      plain.a_scale = plain.b_scale = nullptr;
    if (!split.accumulatesInD) {
      plain.c = {};
      accumulatorBytes = static_cast<size_t>(key.batch * key.m) *
                         static_cast<size_t>(split.plainKey.d.row) *
                         fused_type_size(key.getComputeType());
    }
    if (fused_status_t status =
            allocate(accumulatorBytes, sumsD() ? shape.chunks : 0, key.n))
      return status;
    if (accumulatorBytes != 0)
      plain.d.data = reinterpret_cast<void *>(temporary.get());
    p.accumulators = describe(plain.d, split.plainKey.d);
    if (fused_status_t status = multiply(plain))
      return status;
    return runTail(p, shape);
  }

  /// Sums A or B over K.
  fused_status_t sumOperand() {
    bool ofA = info.biasGradient == BiasGradient::SumOfA;
    bool transposed = ofA ? key.transposesA() : key.transposesB();
    SumParameters p = {};
    p.matrix = ofA ? describe(operands.a, key.a) : describe(operands.b, key.b);
    p.vectorized = isVectorized(p.matrix, key.inputType);
    int64_t length = ofA ? key.m : key.n;
    bool overRows = ofA == transposed;
    p.batches = key.batch;
    p.rows = overRows ? key.k : length;
    p.columns = overRows ? length : key.k;
    int64_t groups = divideUp(p.columns, groupSize);
    BlockShape shape =
        overRows ? getColumnShape(p.rows, groups, p.batches, /*sums=*/true)
                 : getRowShape(groups);
    p.perChunk = shape.perChunk;
    if (fused_status_t status = allocate(0, shape.chunks, length))
      return status;
    p.sums = getSumTarget(shape.chunks, length);
    const TypeKernels &kernels = *device.kernels.find(key.inputType);
    fused_status_t status =
        overRows ? launch(kernels.sumColumns, p,
                          static_cast<unsigned>(divideUp(groups, shape.width)),
                          static_cast<unsigned>(shape.chunks),
                          getBlocks(key.batch), shape.width, shape.height)
                 : launch(kernels.sumRows, p,
                          getBlocks(divideUp(key.batch * p.rows, shape.height)),
                          static_cast<unsigned>(shape.chunks), 1, shape.width,
                          shape.height);
    return status ? status : finish(shape.chunks, length);
  }

private:
  bool sumsD() const { return info.biasGradient == BiasGradient::SumOfD; }

  fused_status_t multiply(const fused_matmul_operands_t &plain) {
    if (!split.product)
      return FUSED_OK;
    return executeLibrary(device, *split.product, split.plainKey, plain,
                          location);
  }

  template <typename Parameters>
  fused_status_t launch(CUfunction function, Parameters parameters,
                        unsigned gridX, unsigned gridY, unsigned gridZ,
                        int blockX, int blockY) {
    CUresult result = launchKernel(device.cuda, function, parameters, gridX,
                                   gridY, gridZ, static_cast<unsigned>(blockX),
                                   static_cast<unsigned>(blockY), stream);
    return result ? failCuda(device.cuda, result, "cuLaunchKernel", location)
                  : fused_status_t(FUSED_OK);
  }

  /// Blocks of a loop over `count` of what a block has.
  static unsigned getBlocks(int64_t count) {
    return static_cast<unsigned>(std::min<int64_t>(count, 1 << 15));
  }

  static DeviceMatrix describe(const fused_buffer_t &buffer,
                               const Strides &strides) {
    return {buffer.data, strides.row, strides.batch};
  }

  static bool isVectorized(const DeviceMatrix &matrix, fused_type_t type) {
    int64_t size = static_cast<int64_t>(fused_type_size(type));
    return getAlignmentLog(matrix.data) == 4 && matrix.row * size % 16 == 0 &&
           matrix.batch * size % 16 == 0;
  }

  //===--------------------------------------------------------------------===//
  // Tails
  //===--------------------------------------------------------------------===//

  /// All but the accumulators, the sums and how the rows are divided.
  TailParameters describeTail() const {
    TailParameters p = {};
    p.d = describe(operands.d, key.d);
    p.alpha = p.beta = 1;
    if (hasDeviceAlpha(key)) {
      p.aScale = operands.a_scale;
      p.bScale = operands.b_scale;
    }
    if (!split.accumulatesInD) {
      if (key.readsC())
        p.c = describe(operands.c, key.c);
      // Zero without operands, whatever alpha is.
      p.alpha = key.hasZeroProduct() ? 0 : key.getAlpha();
      p.beta = key.getBeta();
    }
    if (info.hasBias)
      p.bias = describe(operands.bias, key.bias);
    if (info.aux != Aux::None)
      p.aux = describe(operands.aux, key.aux);
    p.batches = key.batch;
    p.rows = key.m;
    p.columns = key.n;
    p.groups = info.aux == Aux::StoreMask ? getMaskRowBytes(key.n)
                                          : divideUp(key.n, groupSize);
    p.multipliesMask = key.multipliesMask();
    return p;
  }

  Access getAccess(const TailParameters &p, const BlockShape &shape) const {
    bool isVector =
        key.n % groupSize == 0 && isVectorized(p.d, key.dType) &&
        isVectorized(p.c, key.cType) &&
        isVectorized({p.bias.data, 0, p.bias.batch}, key.biasType) &&
        (info.hasMask() || isVectorized(p.aux, key.auxType));
    return isVector                     ? Access::Vector
           : shape.width == warpThreads ? Access::Interleaved
                                        : Access::Scalar;
  }

  fused_status_t runTail(TailParameters p, const BlockShape &shape) {
    if (sumsD())
      p.sums = getSumTarget(shape.chunks, key.n);
    if (fused_status_t status =
            launch(split.tail, p,
                   static_cast<unsigned>(divideUp(p.groups, shape.width)),
                   static_cast<unsigned>(shape.chunks), getBlocks(key.batch),
                   shape.width, shape.height))
      return status;
    return sumsD() ? finish(shape.chunks, key.n) : fused_status_t(FUSED_OK);
  }

  //===--------------------------------------------------------------------===//
  // Sums
  //===--------------------------------------------------------------------===//

  bool sharesSum() const { return key.batch > 1 && key.bgrad.batch == 0; }
  /// Partial sums of each element of the bias gradient.
  int64_t getParts(int64_t chunks) const {
    return sharesSum() ? chunks * key.batch : chunks;
  }

  /// Allocates accumulators, and behind them partial sums if there are any.
  fused_status_t allocate(size_t accumulatorBytes, int64_t chunks,
                          int64_t length) {
    partialSums = accumulatorBytes;
    size_t bytes = accumulatorBytes;
    if (getParts(chunks) > 1)
      bytes += static_cast<size_t>(key.batch * chunks * length) *
               fused_type_size(key.getComputeType());
    return bytes != 0 ? temporary.allocate(bytes, location)
                      : fused_status_t(FUSED_OK);
  }

  void *getPartialSums() const {
    return reinterpret_cast<void *>(temporary.get() + partialSums);
  }

  /// The partial sums, as [batch][chunk][element]; or the bias gradient.
  SumTarget getSumTarget(int64_t chunks, int64_t length) const {
    if (getParts(chunks) > 1)
      return {{getPartialSums(), length, chunks * length}, true};
    return {{operands.bgrad.data, 0, key.bgrad.batch},
            key.bgradType == key.getComputeType()};
  }

  fused_status_t finish(int64_t chunks, int64_t length) {
    if (getParts(chunks) == 1)
      return FUSED_OK;
    FinishParameters p = {};
    p.partialSums = getPartialSums();
    p.vectors = sharesSum() ? 1 : key.batch;
    p.parts = getParts(chunks);
    p.length = length;
    p.result = describe(operands.bgrad, key.bgrad);
    return launch(device.kernels.find(key.bgradType)->finishSums, p,
                  static_cast<unsigned>(divideUp(length, finishWidth)),
                  getBlocks(p.vectors), 1, finishWidth, finishHeight);
  }

  SplitProduct &split;
  const PlanKey &key;
  const EpilogInfo &info;
  const fused_matmul_operands_t &operands;
  const char *location;
  Device &device;
  CUstream stream;
  Temporary temporary;
  size_t partialSums = 0; ///< Behind the beginning of `temporary`.
};

fused_status_t SplitProduct::execute(const fused_matmul_operands_t &operands,
                                     const char *location) {
  if (fused_status_t status =
          Execution(*this, operands, location).multiplyWithTail())
    return status;
  return sumsOperand(key) ? Execution(*this, operands, location).sumOperand()
                          : fused_status_t(FUSED_OK);
}
