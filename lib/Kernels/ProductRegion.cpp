//===- ProductRegion.cpp - What follows a product -------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductKernel.h"
#include "SquareAccess.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Loads the elements of a row, or of a column, of the vectors that have one
/// for each, and what all rows of a product have in common. There is no harm in
/// another element beyond the end.
IRMapping ProductKernel::loadVectors(bool ofRow, Value batch, Value index) {
  IRMapping mapping;
  auto toIndex = [&](Value value) -> Value {
    return arith::IndexCastUIOp::create(builder, builder.getIndexType(), value);
  };
  Value last = builder.number((ofRow ? schedule.m : schedule.n) - 1);
  Value inside = toIndex(builder.createOrFold<arith::MinUIOp>(index, last));
  for (auto [number, extra] : llvm::enumerate(op.getExtras())) {
    AffineMap map = op.getMapOfExtra(number);
    if (map.getNumResults() == 0 || op.readsMatrix(number) ||
        op.dependsOnColumn(map) == ofRow)
      continue;
    SmallVector<Value> indices;
    for (unsigned i = 0; i < map.getNumResults(); ++i)
      indices.push_back(
          map.getDimPosition(i) + 3 == op.getRank() ? toIndex(batch) : inside);
    mapping.map(
        op.getBodyBlock()->getArgument(number + 1),
        memref::LoadOp::create(builder, arguments.extras[number], indices));
  }
  return mapping;
}

/// Computes the region at one element. Returns what it yields.
SmallVector<Value> ProductKernel::computeElement(Value accumulator,
                                                 ArrayRef<Value> matrices,
                                                 const IRMapping &row,
                                                 const IRMapping &column) {
  Block *body = op.getBodyBlock();
  IRMapping mapping(common);
  for (const IRMapping *vectors : {&row, &column})
    for (auto [from, to] : vectors->getValueMap())
      mapping.map(from, to);
  mapping.map(body->getArgument(0), accumulator);
  unsigned next = 0;
  for (unsigned number = 0; number < op.getExtras().size(); ++number)
    if (op.readsMatrix(number))
      mapping.map(body->getArgument(number + 1), matrices[next++]);
  for (Operation &inside : body->without_terminator())
    builder.clone(inside, mapping);
  return llvm::map_to_vector(
      body->getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

ProductKernel::Line ProductKernel::getLine(bool isRow, Value batch,
                                           Value index) {
  int64_t size = isRow ? schedule.m : schedule.n;
  int64_t tile = isRow ? schedule.getTileRows() : schedule.columns;
  Value isInside = size % tile == 0
                       ? arith::ConstantIntOp::create(builder, 1, 1).getResult()
                       : builder.compare(arith::CmpIPredicate::ult, index,
                                         builder.number(size));
  return {index, loadVectors(isRow, batch, index), isInside};
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Adds an element of a line to a sum over lines, if it is inside.
void ProductKernel::addTo(Value &sum, Value element, const Line &line) {
  Value zero = arith::ConstantOp::create(
      builder, builder.getZeroAttr(element.getType()));
  Value added = builder.select(line.isInside, element, zero);
  sum = sum ? builder.createOrFold<arith::AddFOp>(sum, added) : added;
}

/// Stores a partial sum of an output, of a product of a batch.
void ProductKernel::store(Value element, Value partial, Value part, Value batch,
                          Value index) {
  int64_t size = cast<MemRefType>(partial.getType()).getDimSize(1);
  index = builder.add(index, builder.mul(batch, size / schedule.batch));
  auto toIndex = [&](Value value) -> Value {
    return arith::IndexCastUIOp::create(builder, builder.getIndexType(), value);
  };
  memref::StoreOp::create(builder, element, partial,
                          ValueRange{toIndex(part), toIndex(index)});
}

/// Stores the sums over the columns of a tile, in the rows of this thread,
/// three other lanes of which have other columns.
void ProductKernel::storeSumsOfColumns(const Sums &sums, Value partial,
                                       ArrayRef<Line> rows, Value tile,
                                       Value batch) {
  Value isFirst = builder.isEqual(builder.rem(lane, 4), 0);
  for (auto [sum, row] : llvm::zip_equal(sums, rows)) {
    Value total = sum;
    for (int64_t bit : {1, 2})
      total = builder.createOrFold<arith::AddFOp>(total,
                                                  builder.exchange(total, bit));
    builder.branch(
        builder.createOrFold<arith::AndIOp>(isFirst, row.isInside),
        [&, index = row.index] { store(total, partial, tile, batch, index); });
  }
}

/// Stores the sums over the rows of this warp, in 64 columns from `column` on.
/// Lanes share out the columns: each gives away half of those it has, three
/// times, and is left with two.
void ProductKernel::storeSumsOfRows(Sums sums, Value partial, Value part,
                                    Value batch, Value column) {
  for (int64_t half = sums.size() / 2, bit = 16; half >= 2;
       half /= 2, bit /= 2) {
    Value isUpper = builder.compare(
        arith::CmpIPredicate::ne,
        builder.createOrFold<arith::AndIOp>(lane, builder.number(bit)),
        builder.number(0));
    for (int64_t i = 0; i < half; ++i) {
      Value given = builder.select(isUpper, sums[i], sums[i + half]);
      Value kept = builder.select(isUpper, sums[i + half], sums[i]);
      sums[i] = builder.createOrFold<arith::AddFOp>(
          kept, builder.exchange(given, bit));
    }
  }
  column = builder.add(column, builder.mul(builder.div(lane, 4), 8));
  column = builder.add(column, builder.mul(builder.rem(lane, 4), 2));
  auto storeBoth = [&] {
    for (int64_t i : {0, 1})
      store(sums[i], partial, part, batch, builder.add(column, i));
  };
  if (schedule.n % schedule.columns == 0)
    return storeBoth();
  // Rows of 16 bytes have an even number of elements.
  builder.branch(builder.compare(arith::CmpIPredicate::ult, column,
                                 builder.number(schedule.n)),
                 storeBoth);
}

//===----------------------------------------------------------------------===//
// Squares and tiles
//===----------------------------------------------------------------------===//

/// Computes a square of 64 x 64 elements, of which a thread has 2 neighbours in
/// each of 8 groups of columns, in 2 rows. Adds to `sums`, one for each output
/// that is a sum.
void ProductKernel::storeSquare(Value chunk, Value product, int64_t firstColumn,
                                ArrayRef<Line> rows, ArrayRef<Line> columns,
                                ArrayRef<Sums *> sums) {
  SquareAccess access(builder, thread, lane, chunk);
  SmallVector<std::pair<Value, int64_t>> read, written;
  for (Value extra : op.getMatrixExtras())
    read.push_back({extra, places.extras[read.size()]});
  for (Value output : op.getMatrixOutputs())
    written.push_back({output, places.outputs[written.size()]});
  for (int64_t part = 0; part < SquareAccess::kParts; ++part) {
    auto elements =
        llvm::map_to_vector(read, [&](std::pair<Value, int64_t> matrix) {
          return access.load(matrix.first, matrix.second, part);
        });
    SmallVector<SquareAccess::Pairs> results(written.size());
    for (size_t pair = 0; pair < SquareAccess::kPairs; ++pair) {
      int64_t group = 2 * part + pair / 2, isSecond = pair % 2;
      SmallVector<Value> yielded[2];
      for (int64_t i = 0; i < 2; ++i) {
        auto matrices = llvm::map_to_vector(
            elements,
            [&](const SquareAccess::Pairs &pairs) { return pairs[pair][i]; });
        int64_t index = firstColumn / 2 + group * 4 + isSecond * 2 + i;
        Value accumulator =
            LLVM::ExtractValueOp::create(builder, product, index);
        yielded[i] =
            computeElement(accumulator, matrices, rows[isSecond].vectors,
                           columns[2 * group + i].vectors);
      }
      unsigned matrix = 0, sum = 0;
      for (unsigned output = 0; output < op.getOutputs().size(); ++output) {
        if (!op.isSum(output)) {
          results[matrix++][pair] = {yielded[0][output], yielded[1][output]};
          continue;
        }
        Sums &own = *sums[sum++];
        for (int64_t i = 0; i < 2; ++i) {
          int64_t column = 2 * group + i;
          if (op.isSumOfColumns(output))
            addTo(own[isSecond], yielded[i][output], columns[column]);
          else
            addTo(own[column], yielded[i][output], rows[isSecond]);
        }
      }
    }
    for (auto [matrix, pairs] : llvm::zip_equal(written, results))
      access.store(matrix.first, matrix.second, part, pairs);
  }
}

ProductKernel::Place ProductKernel::storeTile(Value consumer, Value tile,
                                              ArrayRef<Value> products,
                                              Place place) {
  Origin origin = getOrigin(consumer, tile);
  // The elements of a thread, in each square.
  Value warp = builder.rem(builder.div(thread, 32), 4);
  Value row = builder.add(origin.row, builder.mul(warp, 16));
  row = builder.add(row, builder.div(lane, 4));
  Value column =
      builder.add(origin.column, builder.mul(builder.rem(lane, 4), 2));
  SmallVector<SmallVector<Line>> rows(schedule.groups);
  for (int64_t group = 0; group < schedule.groups; ++group)
    for (int64_t half : {0, 8}) {
      Value own = builder.add(row, group * ProductSchedule::kRows + half);
      rows[group].push_back(getLine(/*isRow=*/true, origin.batch, own));
    }
  // Each warp has a part of the sums, of a row of the partial ones.
  Value part = builder.add(
      builder.mul(builder.div(origin.row, schedule.getRowsOfPart() * 4), 4),
      warp);
  struct Output {
    Value partial;
    bool isOfColumns;
  };
  SmallVector<Output> outputs;
  for (auto [index, argument] : llvm::enumerate(arguments.outputs))
    if (op.isSum(index))
      outputs.push_back({argument, op.isSumOfColumns(index)});
  SmallVector<SmallVector<Sums>> ofColumns(
      schedule.groups, SmallVector<Sums>(outputs.size(), Sums(2)));
  for (int64_t first = 0; first < schedule.columns;
       first += ProductSchedule::kDepth) {
    SmallVector<Line> columns;
    for (int64_t group = 0; group < ProductSchedule::kDepth; group += 8)
      for (int64_t i : {0, 1})
        columns.push_back(getLine(/*isRow=*/false, origin.batch,
                                  builder.add(column, first + group + i)));
    SmallVector<Sums> ofRows(outputs.size(), Sums(columns.size()));
    for (auto [product, ownRows, ofOwnRows] :
         llvm::zip_equal(products, rows, ofColumns)) {
      SmallVector<Sums *> sums;
      for (size_t i = 0; i < outputs.size(); ++i)
        sums.push_back(outputs[i].isOfColumns ? &ofOwnRows[i] : &ofRows[i]);
      Value chunk = getBuffer(consumer, place.slot);
      builder.wait(getBarrier(ofConsumer(ready, consumer, 8), place.slot),
                   place.parity);
      storeSquare(chunk, product, first, ownRows, columns, sums);
      builder.fenceCopies();
      builder.arrive(getBarrier(ofConsumer(written, consumer, 8), place.slot));
      place = advance(place, schedule.buffers);
    }
    for (auto [output, sums] : llvm::zip_equal(outputs, ofRows))
      if (!output.isOfColumns)
        storeSumsOfRows(sums, output.partial, part, origin.batch,
                        builder.add(origin.column, first));
  }
  Value ofTile = builder.div(origin.column, schedule.columns);
  for (auto [ownRows, ofOwnRows] : llvm::zip_equal(rows, ofColumns))
    for (auto [output, sums] : llvm::zip_equal(outputs, ofOwnRows))
      if (output.isOfColumns)
        storeSumsOfColumns(sums, output.partial, ownRows, ofTile, origin.batch);
  return place;
}
