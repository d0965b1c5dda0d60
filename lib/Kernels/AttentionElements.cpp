//===- AttentionElements.cpp - Elements in kernels of attention -----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionBlock.h"

#include "RoundedFunctions.h"
#include "SquareAccess.h"

#include "fused/Analysis/AttentionSupport.h"
#include "fused/Analysis/ProductSchedule.h"
#include "fused/Dialect/RowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fused;

static constexpr int64_t kRowBytes = AttentionTiles::kRowBytes;
static constexpr int64_t kPanelRows = AttentionTiles::kRows;

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

Value AttentionBlock::constant(double value) {
  return arith::ConstantOp::create(builder,
                                   builder.getF32FloatAttr(float(value)));
}

Value AttentionBlock::power(Value exponent) {
  Value scaled =
      arith::MulFOp::create(builder, exponent, constant(llvm::numbers::log2e));
  return LLVM::CallIntrinsicOp::create(builder, builder.getF32Type(),
                                       builder.getStringAttr(approximatePower),
                                       ValueRange{scaled})
      .getResult(0);
}

Value AttentionBlock::toIndex(Value number) {
  return arith::IndexCastUIOp::create(builder, builder.getIndexType(), number);
}

Value AttentionBlock::getFirstRow(const Origin &origin) {
  return builder.add(builder.add(origin.row, builder.mul(warp, 16)),
                     builder.div(lane, 4));
}

Value AttentionBlock::getColumn(Value step, int64_t index) {
  Value first = builder.add(builder.mul(step, tiles.stepColumns),
                            builder.mul(builder.rem(lane, 4), 2));
  return builder.add(first, index / 4 * 8 + index % 2);
}

/// The numbers of an element in all dimensions; without a step, that of the
/// column is null.
SmallVector<Value> AttentionBlock::getPoint(int64_t index, Value step,
                                            const Origin &origin) {
  SmallVector<Value> point = llvm::map_to_vector(
      origin.inBatch, [&](Value number) { return toIndex(number); });
  // There is no harm in another element beyond the end.
  auto clamp = [&](Value number, int64_t size, int64_t ofTile) {
    if (size % ofTile == 0)
      return number;
    return builder.createOrFold<arith::MinUIOp>(number,
                                                builder.number(size - 1));
  };
  Value row = builder.add(getFirstRow(origin), 8 * getRow(index));
  point.push_back(toIndex(clamp(row, tiles.rows, tiles.getTileRows())));
  point.push_back(step ? toIndex(clamp(getColumn(step, index), tiles.columns,
                                       tiles.stepColumns))
                       : Value());
  return point;
}

/// Of the elements that have the same of an operand with this map, one.
static int64_t getRepresentative(AffineMap map, int64_t index) {
  unsigned numDims = map.getNumDims();
  int64_t ofColumn = index / 4 * 4 + index % 2, ofRow = index / 2 % 2 * 2;
  return (map.isFunctionOfDim(numDims - 1) ? ofColumn : 0) +
         (map.isFunctionOfDim(numDims - 2) ? ofRow : 0);
}

/// Where a further operand is read at a point.
SmallVector<Value> AttentionBlock::getIndices(unsigned extra,
                                              ArrayRef<Value> point) {
  return llvm::map_to_vector(
      cast<AffineMapAttr>(maps[extra]).getValue().getResults(),
      [&](AffineExpr expr) {
        return point[cast<AffineDimExpr>(expr).getPosition()];
      });
}

/// The number of a further operand at a point.
Value AttentionBlock::loadNumber(unsigned extra, ArrayRef<Value> point) {
  return memref::LoadOp::create(builder, extras[extra],
                                getIndices(extra, point));
}

/// The numbers of a further operand for two neighbouring elements.
Value AttentionBlock::loadPair(unsigned extra, int64_t index, Value step,
                               const Origin &origin) {
  SmallVector<Value> point = getPoint(index, step, origin);
  // There is no harm in others behind the last column.
  point.back() = toIndex(builder.createOrFold<arith::MinUIOp>(
      getColumn(step, index), builder.number(tiles.columns - 2)));
  Type element = getElementTypeOrSelf(extras[extra]);
  return vector::LoadOp::create(
      builder, VectorType::get(2, element), extras[extra],
      getIndices(extra, point), /*nontemporal=*/false,
      llvm::Align(element.getIntOrFloatBitWidth() / 8 * 2));
}

/// Loads numbers that depend on the column, or all others.
void AttentionBlock::load(bool ofColumns, int64_t numElements, Value step,
                          const Origin &origin) {
  loaded.resize(extras.size());
  for (auto [extra, map, numbers] :
       llvm::enumerate(maps.getAsValueRange<AffineMapAttr>(), loaded)) {
    bool isOfColumn = map.isFunctionOfDim(map.getNumDims() - 1);
    if (!isa<MemRefType>(extras[extra].getType()) || isOfColumn != ofColumns ||
        llvm::is_contained(tiles.sharedExtras, extra))
      continue;
    numbers.clear();
    bool arePairs = ofColumns && readsPairs(extras[extra], map);
    for (int64_t index = 0; index < numElements; ++index) {
      if (getRepresentative(map, index) != index || numbers.contains(index))
        continue;
      if (!arePairs) {
        numbers[index] = loadNumber(extra, getPoint(index, step, origin));
        continue;
      }
      auto pair = vector::ToElementsOp::create(
          builder, loadPair(extra, index, step, origin));
      numbers[index] = pair.getResult(0);
      numbers[index + 1] = pair.getResult(1);
    }
  }
}

void AttentionBlock::loadRows(const Origin &origin) {
  // Two rows have all of them.
  load(/*ofColumns=*/false, /*numElements=*/4, Value(), origin);
}

void AttentionBlock::loadColumns(Value step, const Origin &origin) {
  load(/*ofColumns=*/true, tiles.stepColumns / 2, step, origin);
}

/// Where this thread's column of a step is, for the operand `number` of those
/// that are shared.
Value AttentionBlock::getSharedAddress(Value step, size_t number) {
  int64_t bytes = 4 * tiles.stepColumns;
  Value ofStep = builder.mul(builder.rem(step, 2),
                             int64_t(tiles.sharedExtras.size()) * bytes);
  return builder.add(builder.add(shared, ofStep), int64_t(number) * bytes);
}

SmallVector<Value> AttentionBlock::loadShared(Value step,
                                              const Origin &origin) {
  SmallVector<Value> numbers;
  if (tiles.sharedExtras.empty())
    return numbers;
  // There is no harm in another one behind the last column.
  Value column = builder.createOrFold<arith::MinUIOp>(
      builder.add(builder.mul(step, tiles.stepColumns),
                  builder.rem(thread, tiles.stepColumns)),
      builder.number(tiles.columns - 1));
  SmallVector<Value> point = getPoint(/*index=*/0, Value(), origin);
  point.back() = toIndex(column);
  for (unsigned extra : tiles.sharedExtras)
    numbers.push_back(loadNumber(extra, point));
  return numbers;
}

void AttentionBlock::storeShared(ArrayRef<Value> numbers, Value step) {
  if (numbers.empty())
    return;
  // Others have the same columns.
  Value inConsumer = builder.rem(thread, 128);
  Value isFirst = builder.compare(arith::CmpIPredicate::ult, inConsumer,
                                  builder.number(tiles.stepColumns));
  builder.branch(isFirst, [&] {
    for (auto [index, number] : llvm::enumerate(numbers)) {
      Value address = builder.add(getSharedAddress(step, index),
                                  builder.mul(inConsumer, 4));
      LLVM::StoreOp::create(builder, number, builder.toPointer(address));
    }
  });
}

void AttentionBlock::readShared(Value step) {
  auto type = VectorType::get(2, builder.getF32Type());
  for (auto [number, extra] : llvm::enumerate(tiles.sharedExtras)) {
    Value first = builder.add(getSharedAddress(step, number),
                              builder.mul(builder.rem(lane, 4), 8));
    // Two neighbours of each 8 columns, which both rows have.
    for (int64_t index = 0; index < tiles.stepColumns / 2; index += 4) {
      Value address = builder.add(first, index / 4 * 32);
      Value pair =
          LLVM::LoadOp::create(builder, type, builder.toPointer(address), 8);
      auto parts = vector::ToElementsOp::create(builder, pair);
      loaded[extra][index] = parts.getResult(0);
      loaded[extra][index + 1] = parts.getResult(1);
    }
  }
}

SmallVector<Value> AttentionBlock::computeRegion(ValueRange products,
                                                 int64_t index, Value step,
                                                 const Origin &origin) {
  return computeRegion(
      products, getPoint(index, step, origin), [&](unsigned extra) {
        AffineMap map = cast<AffineMapAttr>(maps[extra]).getValue();
        return loaded[extra].at(getRepresentative(map, index));
      });
}

SmallVector<Value> AttentionBlock::computeRegion(ValueRange products,
                                                 ArrayRef<Value> point) {
  return computeRegion(products, point, [&](unsigned extra) {
    return loadNumber(extra, point);
  });
}

/// Computes the region at a point, with the numbers of further operands there.
SmallVector<Value>
AttentionBlock::computeRegion(ValueRange products, ArrayRef<Value> point,
                              function_ref<Value(unsigned)> getNumber) {
  IRMapping mapping(common);
  Block &body = op->getRegion(0).front();
  auto arguments = body.getArguments();
  mapping.map(arguments.take_front(products.size()), products);
  for (auto [index, argument] :
       llvm::enumerate(arguments.drop_front(products.size()))) {
    Value extra = extras[index];
    mapping.map(argument,
                isa<MemRefType>(extra.getType()) ? getNumber(index) : extra);
  }
  for (Operation &inside : body.without_terminator()) {
    auto exp = dyn_cast<math::ExpOp>(inside);
    if (auto number = dyn_cast<IndexOp>(inside))
      mapping.map(number.getResult(), point[number.getLoop()]);
    else if (exp && exp.getType().isF32() && isApproximate(exp))
      mapping.map(exp.getResult(),
                  power(mapping.lookupOrDefault(exp.getOperand())));
    else
      builder.clone(inside, mapping);
  }
  return llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value yielded) { return mapping.lookupOrDefault(yielded); });
}

Value AttentionBlock::selectColumn(Value column, Value value, Value otherwise) {
  if (tiles.columns % tiles.stepColumns == 0)
    return value;
  Value isColumn = builder.compare(arith::CmpIPredicate::ult, column,
                                   builder.number(tiles.columns));
  return builder.select(isColumn, value, otherwise);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

SmallVector<Value> AttentionBlock::getElements(Value sums, int64_t columns) {
  SmallVector<Value> elements;
  for (int64_t index = 0; index < columns / 2; ++index)
    elements.push_back(LLVM::ExtractValueOp::create(builder, sums, index));
  return elements;
}

void AttentionBlock::storeSquares(Value address, Value matrix,
                                  ArrayRef<Value> elements) {
  auto wideType = VectorType::get(2, builder.getF32Type());
  auto type = VectorType::get(2, getElementTypeOrSelf(matrix));
  bool isRounded = type != wideType;
  // Copies do not store columns behind the last one.
  Value nothing = constant(0);
  // Two neighbours are rounded by one instruction.
  auto getPair = [&](size_t first) -> std::array<Value, 2> {
    SmallVector<Value> pair;
    for (size_t index : {first, first + 1})
      pair.push_back(index < elements.size() ? elements[index] : nothing);
    if (!isRounded)
      return {pair[0], pair[1]};
    Value rounded = arith::TruncFOp::create(
        builder, type, vector::FromElementsOp::create(builder, wideType, pair));
    auto parts = vector::ToElementsOp::create(builder, rounded);
    return {parts.getResult(0), parts.getResult(1)};
  };
  constexpr size_t perPart = 2 * SquareAccess::kPairs;
  constexpr size_t perSquare = SquareAccess::kParts * perPart;
  size_t end = llvm::alignTo(elements.size(), perSquare);
  for (size_t first = 0; first < end; first += perPart) {
    Value square =
        builder.add(address, int64_t(first / perSquare) *
                                 ProductSchedule::getSquareBytes(matrix));
    SquareAccess access(builder, thread, lane, square);
    SquareAccess::Pairs pairs;
    for (auto [index, pair] : llvm::enumerate(pairs))
      pair = getPair(first + 2 * index);
    access.store(matrix, /*place=*/0, first % perSquare / perPart, pairs);
  }
}

void AttentionBlock::copyRows(Value address, const Matrix &output,
                              const Origin &origin) {
  int64_t panelColumns = ProductSchedule::getPanelColumns(output.memory);
  for (int64_t panel = 0; panel * panelColumns < output.getColumns(); ++panel)
    builder.storeTile(builder.add(address, panel * kPanelRows * kRowBytes),
                      output.map, builder.number(panel * panelColumns),
                      origin.row, origin.batch);
}
