//===- MaskBits.cpp - The bits of a ReLU mask in linalg -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MaskBits.h"

#include "fused-runtime/EpilogSemantics.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fused;

AffineMap fused::getMaskByteMap(MLIRContext *context, int64_t rank) {
  SmallVector<AffineExpr> results;
  for (int64_t i = 0; i < rank; ++i)
    results.push_back(getAffineDimExpr(i, context));
  results.back() = results.back().floorDiv(8);
  return AffineMap::get(rank, 0, results, context);
}

Value fused::createMaskBit(OpBuilder &builder, Location loc, Value byte,
                           int64_t rank) {
  Value column = linalg::IndexOp::create(builder, loc, rank - 1);
  Value seven = arith::ConstantIndexOp::create(builder, loc, 7);
  Value position = arith::AndIOp::create(builder, loc, column, seven);
  Value shift =
      arith::IndexCastOp::create(builder, loc, byte.getType(), position);
  Value shifted = arith::ShRUIOp::create(builder, loc, byte, shift);
  return arith::TruncIOp::create(builder, loc, builder.getI1Type(), shifted);
}

namespace {
/// Writes the body of the operation that packs a mask.
class ByteBuilder {
public:
  ByteBuilder(OpBuilder &builder, Location loc, Value matrix, Value numColumns,
              GetBit getBit)
      : builder(builder), loc(loc), matrix(matrix), numColumns(numColumns),
        getBit(getBit) {}

  /// The byte at the current index, of type `byteType`.
  Value create(Type byteType) {
    auto type = cast<ShapedType>(matrix.getType());
    for (int64_t i = 0; i < type.getRank(); ++i)
      indices.push_back(linalg::IndexOp::create(builder, loc, i));
    Value first =
        arith::MulIOp::create(builder, loc, indices.back(), createIndex(8));
    int64_t columns = type.getShape().back();
    bool hasPadding =
        ShapedType::isDynamic(columns) || columns % kMaskRowBits != 0;
    Value byte;
    for (int64_t bit = 0; bit < 8; ++bit) {
      Value column =
          arith::AddIOp::create(builder, loc, first, createIndex(bit));
      Value isSet = hasPadding ? readPadded(column) : read(column);
      Value wide = arith::ExtUIOp::create(builder, loc, byteType, isSet);
      Value shift = arith::ConstantOp::create(
          builder, loc, builder.getIntegerAttr(byteType, bit));
      Value moved = arith::ShLIOp::create(builder, loc, wide, shift);
      byte = byte ? arith::OrIOp::create(builder, loc, byte, moved) : moved;
    }
    return byte;
  }

private:
  Value createIndex(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  /// The bit of an existing column.
  Value read(Value column) {
    indices.back() = column;
    Value element =
        isa<MemRefType>(matrix.getType())
            ? memref::LoadOp::create(builder, loc, matrix, indices).getResult()
            : tensor::ExtractOp::create(builder, loc, matrix, indices)
                  .getResult();
    return getBit(builder, element);
  }

  /// The bit of any column. Nothing is read past the last one.
  Value readPadded(Value column) {
    Value isInside = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, column, numColumns);
    Value last =
        arith::SubIOp::create(builder, loc, numColumns, createIndex(1));
    Value bit = read(arith::MinUIOp::create(builder, loc, column, last));
    return arith::AndIOp::create(builder, loc, bit, isInside);
  }

  OpBuilder &builder;
  Location loc;
  Value matrix, numColumns;
  GetBit getBit;
  SmallVector<Value> indices;
};
} // namespace

linalg::GenericOp fused::createMask(OpBuilder &builder, Location loc,
                                    Value matrix, Value init, GetBit getBit) {
  int64_t rank = cast<ShapedType>(matrix.getType()).getRank();
  Value numColumns = linalg::createOrFoldDimOp(builder, loc, matrix, rank - 1);
  TypeRange results =
      isa<RankedTensorType>(init.getType()) ? TypeRange(init) : TypeRange();
  return linalg::GenericOp::create(
      builder, loc, results, ValueRange(), init,
      builder.getMultiDimIdentityMap(rank),
      SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
      [&](OpBuilder &inner, Location, ValueRange arguments) {
        ByteBuilder bytes(inner, loc, matrix, numColumns, getBit);
        linalg::YieldOp::create(inner, loc,
                                bytes.create(arguments[0].getType()));
      });
}
