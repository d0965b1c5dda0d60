//===- SquareAccess.cpp - A thread's elements of a square -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SquareAccess.h"

#include "fused/Analysis/ProductSchedule.h"
#include "fused/Analysis/ProductSupport.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fused;

/// Two neighbours as a vector, and back.
static Value pack(DeviceBuilder &builder, const std::array<Value, 2> &pair) {
  auto type = VectorType::get(2, pair.front().getType());
  Value vector = LLVM::PoisonOp::create(builder, type);
  for (auto [index, element] : llvm::enumerate(pair))
    vector = LLVM::InsertElementOp::create(builder, vector, element,
                                           builder.number(index));
  return vector;
}

static std::array<Value, 2> unpack(DeviceBuilder &builder, Value vector) {
  return {LLVM::ExtractElementOp::create(builder, vector, builder.number(0)),
          LLVM::ExtractElementOp::create(builder, vector, builder.number(1))};
}

SquareAccess::SquareAccess(DeviceBuilder &builder, Value thread, Value lane,
                           Value buffer)
    : builder(builder), lane(lane), buffer(buffer) {
  Value warp = builder.rem(builder.div(thread, 32), 4);
  firstRow = builder.mul(warp, 16);
}

//===----------------------------------------------------------------------===//
// 16 bits: four squares of 8 x 8 elements with one instruction
//===----------------------------------------------------------------------===//

/// The row of 128 bytes that this thread gives to the instruction, and the
/// place of 8 elements in it.
Value SquareAccess::getSquaresAddress(int64_t place, int64_t part) {
  Value row = builder.add(firstRow, builder.rem(lane, 16));
  Value start =
      builder.add(buffer, builder.mul(row, ProductSchedule::kRowBytes));
  Value column = builder.add(builder.div(lane, 16), 2 * part);
  column = builder.createOrFold<arith::XOrIOp>(column, builder.rem(row, 8));
  return builder.add(builder.add(start, builder.mul(column, 16)), place);
}

//===----------------------------------------------------------------------===//
// Other types: pairs of elements
//===----------------------------------------------------------------------===//

Value SquareAccess::getPairAddress(Value matrix, int64_t place, int64_t part,
                                   size_t pair) {
  int64_t bytes = getElementBytes(matrix);
  int64_t columns = ProductSchedule::getPanelColumns(matrix);
  int64_t rowBytes = columns * bytes;
  // 16 bytes of rows of 128 or 64 change places with the number of the row, or
  // with half of it.
  int64_t row = pair % 2 * 8, column = (2 * part + pair / 2) * 8;
  Value swizzle = builder.mul(builder.div(lane, 4 * 128 / rowBytes), 16);
  Value inRow = builder.createOrFold<arith::XOrIOp>(
      builder.mul(builder.rem(lane, 4), 2 * bytes), swizzle);
  inRow = builder.createOrFold<arith::XOrIOp>(
      inRow, builder.number(column % columns * bytes));
  int64_t panel = column / columns * ProductSchedule::kRows * rowBytes;
  Value ownRow = builder.add(firstRow, builder.div(lane, 4));
  Value start = builder.add(buffer, builder.mul(ownRow, rowBytes));
  return builder.add(builder.add(start, place + panel + row * rowBytes), inRow);
}

/// Booleans are bytes in memory.
static Type getStoredType(Type element) {
  return element.isInteger(1) ? IntegerType::get(element.getContext(), 8)
                              : element;
}

//===----------------------------------------------------------------------===//
// All types
//===----------------------------------------------------------------------===//

SquareAccess::Pairs SquareAccess::load(Value matrix, int64_t place,
                                       int64_t part) {
  Type element = getElementTypeOrSelf(matrix.getType());
  auto type = VectorType::get(2, getStoredType(element));
  Pairs pairs;
  if (getElementBytes(matrix) == 2) {
    SmallVector<Value> squares =
        builder.loadSquares(getSquaresAddress(place, part));
    for (auto [pair, square] : llvm::zip_equal(pairs, squares))
      pair = unpack(builder, LLVM::BitcastOp::create(builder, type, square));
    return pairs;
  }
  for (size_t pair = 0; pair < kPairs; ++pair) {
    Value pointer =
        builder.toPointer(getPairAddress(matrix, place, part, pair));
    pairs[pair] =
        unpack(builder, LLVM::LoadOp::create(builder, type, pointer,
                                             2 * getElementBytes(matrix)));
    if (element.isInteger(1))
      for (Value &bit : pairs[pair])
        bit = arith::TruncIOp::create(builder, element, bit);
  }
  return pairs;
}

void SquareAccess::store(Value matrix, int64_t place, int64_t part,
                         const Pairs &pairs) {
  if (getElementBytes(matrix) == 2) {
    auto squares =
        llvm::map_to_vector(pairs, [&](const std::array<Value, 2> &pair) {
          return LLVM::BitcastOp::create(builder, builder.getI32Type(),
                                         pack(builder, pair))
              .getResult();
        });
    return builder.storeSquares(getSquaresAddress(place, part), squares);
  }
  for (size_t pair = 0; pair < kPairs; ++pair) {
    Value pointer =
        builder.toPointer(getPairAddress(matrix, place, part, pair));
    LLVM::StoreOp::create(builder, pack(builder, pairs[pair]), pointer,
                          2 * getElementBytes(matrix));
  }
}
