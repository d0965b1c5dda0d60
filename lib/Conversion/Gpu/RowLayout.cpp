//===- RowLayout.cpp - How threads share rows -----------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowLayout.h"

#include "Element.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fused;

/// Elements of each array that a thread should have, and those that it may
/// have, in registers.
static constexpr int64_t kElements = 16, kMaxElements = 32;
/// The logarithm of the threads of a block.
static constexpr int64_t kMaxShift = llvm::ConstantLog2<kBlockSize>();

static int64_t getFewChunks(int64_t width) {
  return std::max<int64_t>(kElements / width, 1);
}

/// Rows of a known length: as few threads as can keep them in registers.
static RowLayout chooseLayout(OpBuilder &builder, Location loc, int64_t length,
                              int64_t width) {
  int64_t wanted = llvm::divideCeil(std::max<int64_t>(length, 1), kElements);
  int64_t threads =
      std::min<int64_t>(llvm::PowerOf2Ceil(uint64_t(wanted)), kBlockSize);
  RowLayout layout;
  layout.threads = createIndex(builder, loc, threads);
  layout.shift = createIndex(builder, loc, llvm::Log2_64(uint64_t(threads)));
  layout.chunks = llvm::divideCeil(length, threads * width);
  layout.loops = length == 0 || layout.chunks * width > kMaxElements;
  if (layout.loops)
    layout.chunks = getFewChunks(width);
  return layout;
}

/// The logarithm of the fewest threads whose registers have room for a row, if
/// each takes `elements`.
static Value chooseShift(OpBuilder &builder, Location loc, Value length,
                         int64_t elements) {
  constexpr int64_t fewest = 2;
  Value shift = createIndex(builder, loc, kMaxShift);
  for (int64_t candidate = kMaxShift - 1; candidate >= fewest; --candidate) {
    Value fits =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule, length,
                              createIndex(builder, loc, elements << candidate));
    shift = arith::SelectOp::create(
        builder, loc, fits, createIndex(builder, loc, candidate), shift);
  }
  return shift;
}

/// Rows of an unknown length: those that are too long for the registers of a
/// block, or have no elements, are left to loops.
SmallVector<RowVariant> fused::chooseRowVariants(OpBuilder &builder,
                                                 Location loc, Value length,
                                                 int64_t width, bool areShort) {
  if (std::optional<int64_t> known = getConstantIntValue(length))
    return {{chooseLayout(builder, loc, *known, width), Value()}};
  int64_t chunks = getFewChunks(width), elements = chunks * width;
  Value shift = chooseShift(builder, loc, length, elements);
  Value threads =
      arith::ShLIOp::create(builder, loc, createIndex(builder, loc, 1), shift);
  RowLayout inRegisters = {threads, shift, chunks, /*loops=*/false};
  if (areShort)
    return {{inRegisters, Value()}};
  Value last = builder.createOrFold<arith::SubIOp>(
      loc, length, createIndex(builder, loc, 1));
  Value fits =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, last,
                            createIndex(builder, loc, kBlockSize * elements));
  RowLayout inLoops = {createIndex(builder, loc, kBlockSize),
                       createIndex(builder, loc, kMaxShift), chunks,
                       /*loops=*/true};
  return {{inRegisters, fits}, {inLoops, Value()}};
}

Value fused::createRowsPerBlock(OpBuilder &builder, Location loc,
                                const RowLayout &layout) {
  return builder.createOrFold<arith::ShRUIOp>(
      loc, createIndex(builder, loc, kBlockSize), layout.shift);
}

Value fused::createModulo(OpBuilder &builder, Location loc, Value value,
                          Value power) {
  Value mask = builder.createOrFold<arith::SubIOp>(
      loc, power, createIndex(builder, loc, 1));
  return builder.createOrFold<arith::AndIOp>(loc, value, mask);
}
