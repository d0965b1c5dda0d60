//===- SplitShape.cpp - What a split product consists of ------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitShape.h"

#include "Translate.h"

#include <algorithm>

using namespace fused;
using namespace fused::runtime;

bool fused::runtime::sumsOperand(const PlanKey &key) {
  BiasGradient sum = key.getInfo().biasGradient;
  return sum == BiasGradient::SumOfA || sum == BiasGradient::SumOfB;
}

bool fused::runtime::mayAccumulateInD(const PlanKey &key) {
  // The tail scales the accumulators alone.
  if (hasDeviceAlpha(key) && (key.readsC() || sumsOperand(key)))
    return false;
  if (sumsOperand(key) || key.dType == key.getComputeType())
    return true;
  if (fused_type_size(key.dType) != 2 || hasDeviceAlpha(key))
    return false;
  // A number and its rounding are both NaN, or both at least zero, or not. A
  // mask tells -0 from what was rounded to it, and an infinity times zero is
  // NaN.
  Epilog epilog = key.getInfo().epilog;
  bool isSame = epilog == Epilog::RELU ||
                (epilog == Epilog::DRELU && !key.multipliesMask());
  return isSame || key.allowsRoundedSteps();
}

PlanKey fused::runtime::getPlainKey(const PlanKey &key, bool accumulatesInD) {
  PlanKey plain = key;
  plain.epilog = FUSED_EPILOG_DEFAULT;
  plain.flags &= ~uint32_t(FUSED_MULTIPLY_MASK);
  if (hasDeviceAlpha(key))
    plain.flags &= ~uint32_t(FUSED_SCALE_A | FUSED_SCALE_B);
  plain.biasType = plain.auxType = plain.bgradType = FUSED_TYPE_NONE;
  plain.bias = plain.aux = plain.bgrad = {};
  // Zero without operands, whatever alpha is.
  if (key.hasZeroProduct())
    plain.alphaBits = 0;
  if (accumulatesInD)
    return plain;
  plain.cType = FUSED_TYPE_NONE;
  plain.cIsD = 0;
  plain.c = {};
  plain.dType = key.getComputeType();
  int64_t row = divideUp(key.n, groupSize) * groupSize;
  plain.d = {row, key.batch == 1 ? 0 : key.m * row};
  if (!key.hasZeroProduct()) {
    double one = 1;
    std::memcpy(&plain.alphaBits, &one, sizeof(one));
  }
  plain.betaBits = 0;
  // C and D, whose bytes are cleared, are aligned to 16 bytes here.
  plain.alignments = (key.alignments & 0xffff) | 0x04040404040000;
  return plain;
}

bool fused::runtime::prefersSplit(const PlanKey &key) {
  constexpr int64_t minElements = 1 << 18, maxElementsOfGelu = 1 << 22;
  const EpilogInfo &info = key.getInfo();
  if (info.biasGradient == BiasGradient::SumOfD)
    return true;
  // cuBLASLt has a kernel of its own for these sums, too, but where rows are
  // not aligned, an algorithm that is slower than that of a plain product.
  if (sumsOperand(key))
    return fused_type_size(key.inputType) == 2 && !hasAlignedRows(key);
  // Such masks need a second kernel anyway. But a rounded sum with the bias may
  // have another sign, and cuBLASLt's own epilog does not round it.
  bool isRounded = info.hasBias && key.dType != key.getComputeType();
  if (info.aux == Aux::StoreMask)
    return mayAccumulateInD(key) && !isRounded &&
           (leavesMaskPadding(key) || leavesNanBits(key));
  if (fused_type_size(key.dType) != 2 || !mayAccumulateInD(key))
    return false;
  int64_t elements = key.m * key.n * key.batch;
  if (info.activation == Activation::ReluGradient)
    return elements >= minElements;
  return info.activation == Activation::GeluGradient &&
         elements >= minElements && elements <= maxElementsOfGelu;
}

bool fused::runtime::maySplitPay(const PlanKey &key) {
  // cuBLASLt has fewer kernels with GELU than without.
  return key.getInfo().activation == Activation::Gelu &&
         fused_type_size(key.dType) == 2 && mayAccumulateInD(key);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// The least power of two that is not less than `value`.
static int64_t roundUpToPower(int64_t value) {
  int64_t power = 1;
  while (power < value)
    power *= 2;
  return power;
}

BlockShape fused::runtime::getColumnShape(int64_t rows, int64_t groups,
                                          int64_t batches, bool sums) {
  // What one chunk may have in one block, in eight rows of each thread.
  constexpr int64_t maxRowsOfOneChunk = 1024;
  constexpr int64_t maxChunks = 256, maxRowsInTurn = 4;
  rows = std::max<int64_t>(rows, 1); // A sum may have no terms.
  int64_t width = std::min<int64_t>(32, roundUpToPower(groups));
  bool isOneChunk = sums && rows <= maxRowsOfOneChunk;
  if (isOneChunk)
    width = std::min(
        width,
        std::max<int64_t>(2, roundUpToPower(divideUp(blockThreads, rows))));
  int64_t height = blockThreads / width;
  // A device runs this many threads at a time, and further ones afterwards.
  int64_t inTurn =
      std::clamp<int64_t>(rows * groups * batches >> 16, 1, maxRowsInTurn);
  int64_t most = sums ? maxChunks : 1 << 15;
  int64_t chunks =
      isOneChunk ? 1 : std::min(most, divideUp(rows, height * inTurn));
  BlockShape shape;
  shape.width = static_cast<int>(width);
  shape.height = static_cast<int>(height);
  shape.perChunk = divideUp(divideUp(rows, chunks), height) * height;
  shape.chunks = divideUp(rows, shape.perChunk);
  return shape;
}

BlockShape fused::runtime::getRowShape(int64_t groups) {
  constexpr int64_t groupsInTurn = 4, maxChunks = 256;
  groups = std::max<int64_t>(groups, 1);
  int64_t width = std::min<int64_t>(
      blockThreads, roundUpToPower(divideUp(groups, groupsInTurn)));
  int64_t chunks = std::clamp<int64_t>(
      groups / (2 * groupsInTurn * blockThreads), 1, maxChunks);
  BlockShape shape;
  shape.width = static_cast<int>(width);
  shape.height = static_cast<int>(blockThreads / width);
  shape.perChunk = divideUp(groups, chunks);
  shape.chunks = divideUp(groups, shape.perChunk);
  return shape;
}
