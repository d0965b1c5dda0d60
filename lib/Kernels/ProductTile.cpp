//===- ProductTile.cpp - The warpgroups of a product that multiply --------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductKernel.h"
#include "SquareAccess.h"

#include "fused/Analysis/ProductSupport.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

/// Tells the warp that fills the ring, in all blocks that write to it.
void ProductKernel::release(Value slot) {
  Value barrier = getBarrier(emptied, slot);
  Value number = builder.rem(thread, 128);
  if (schedule.cluster == 1)
    return builder.branch(builder.isEqual(number, 0),
                          [&] { builder.arrive(barrier); });
  Value isOne = builder.compare(arith::CmpIPredicate::ult, number,
                                builder.number(schedule.cluster));
  builder.branch(isOne, [&] { builder.arriveAt(barrier, number); });
}

/// Multiplies a tile. Returns a structure of accumulators for each group of 64
/// rows.
SmallVector<Value> ProductKernel::multiplyTile(Value consumer, Place &place) {
  constexpr int64_t groupBytes = ProductSchedule::kSquareBytes;
  Type element = cast<MemRefType>(op.getA().getType()).getElementType();
  auto type = LLVM::LLVMStructType::getLiteral(
      builder.getContext(),
      SmallVector<Type>(schedule.columns / 2, builder.getF32Type()));
  SmallVector<Value> carried = {place.slot, place.parity};
  for (int64_t i = 0; i < schedule.groups; ++i)
    carried.push_back(LLVM::ZeroOp::create(builder, type));

  auto [firstStep, endOfSteps] = getSteps();
  // LLVM would write the first step once more: twice the code, and waits that
  // ptxas inserts where accumulators become zero between products.
  Value first = builder.hide(firstStep);
  auto multiplyStep = [&](Value step, ValueRange carried) {
    Place place = {carried[0], carried[1]};
    SmallVector<Value> sums(carried.drop_front(2));
    builder.wait(getBarrier(filled, place.slot), place.parity);
    Value a =
        builder.add(ring, builder.mul(place.slot, schedule.getStageBytes()));
    Value b = builder.add(a, schedule.getBytesOfA());
    if (!schedule.takesTurns)
      a = builder.add(a, builder.mul(consumer, schedule.groups * groupBytes));
    builder.fenceProducts();
    // 16 elements along K are 32 bytes of a row, or 16 rows of 128 bytes.
    for (int64_t depth = 0; depth < ProductSchedule::kDepth; depth += 16) {
      Value partOfB = builder.add(b, depth * (op.getTransposeB() ? 2 : 128));
      for (auto [group, sum] : llvm::enumerate(sums)) {
        Value partOfA = builder.add(
            a, group * groupBytes + depth * (op.getTransposeA() ? 128 : 2));
        sum = builder.multiply(sum, builder.describe(partOfA, groupBytes),
                               builder.describe(partOfB, groupBytes),
                               schedule.columns, element, op.getTransposeA(),
                               op.getTransposeB());
      }
    }
    builder.commitProducts();
    // Those of the step before are complete.
    builder.waitForProducts(1);
    Value isFirst = builder.compare(arith::CmpIPredicate::eq, step, first);
    Place previous = advance(place, schedule.stages, schedule.stages - 1);
    builder.branch(isFirst, [] {}, [&] { release(previous.slot); });
    place = advance(place, schedule.stages);
    SmallVector<Value> results = {place.slot, place.parity};
    llvm::append_range(results, sums);
    return results;
  };
  SmallVector<Value> results = builder.loop(
      firstStep, endOfSteps, builder.number(1), carried, multiplyStep);
  place = {results[0], results[1]};
  return SmallVector<Value>(ArrayRef(results).drop_front(2));
}

//===----------------------------------------------------------------------===//
// Parts of K
//===----------------------------------------------------------------------===//

/// How many accumulators are stored at a time.
static constexpr int64_t kVector = 4;

/// Where the first block has the first vector of this thread, of the part of
/// another block.
Value ProductKernel::getPartAddress(Value block) {
  Value before = builder.mul(builder.add(block, -1), schedule.getTileBytes());
  Value number = builder.rem(thread, 128);
  return builder.add(builder.add(parts, before),
                     builder.mul(number, 4 * kVector));
}

/// Stores the accumulators in the memory of the first block.
void ProductKernel::givePart(ArrayRef<Value> products) {
  Value there =
      builder.toPointerOf(getPartAddress(part), /*rank=*/builder.number(0));
  auto type = VectorType::get(kVector, builder.getF32Type());
  int32_t offset = 0;
  for (Value product : products)
    for (int64_t i = 0; i < schedule.columns / 2; i += kVector) {
      Value vector = LLVM::PoisonOp::create(builder, type);
      for (int64_t j = 0; j < kVector; ++j)
        vector = LLVM::InsertElementOp::create(
            builder, vector,
            LLVM::ExtractValueOp::create(builder, product, i + j),
            builder.number(j));
      Value place =
          LLVM::GEPOp::create(builder, there.getType(), builder.getI8Type(),
                              there, ArrayRef<LLVM::GEPArg>{offset});
      LLVM::StoreOp::create(builder, vector, place, /*alignment=*/4 * kVector);
      offset += 128 * 4 * kVector;
    }
}

/// Adds what the other blocks have stored, always in the same order.
SmallVector<Value> ProductKernel::addParts(ArrayRef<Value> products) {
  SmallVector<Value> sums(products);
  auto type = VectorType::get(kVector, builder.getF32Type());
  for (int64_t other = 1; other < schedule.split; ++other) {
    Value here = builder.toPointer(getPartAddress(builder.number(other)));
    int32_t offset = 0;
    for (Value &sum : sums)
      for (int64_t i = 0; i < schedule.columns / 2; i += kVector) {
        Value place =
            LLVM::GEPOp::create(builder, here.getType(), builder.getI8Type(),
                                here, ArrayRef<LLVM::GEPArg>{offset});
        Value vector = LLVM::LoadOp::create(builder, type, place,
                                            /*alignment=*/4 * kVector);
        for (int64_t j = 0; j < kVector; ++j) {
          Value added = arith::AddFOp::create(
              builder, LLVM::ExtractValueOp::create(builder, sum, i + j),
              LLVM::ExtractElementOp::create(builder, vector,
                                             builder.number(j)));
          sum = LLVM::InsertValueOp::create(builder, sum, added, i + j);
        }
        offset += 128 * 4 * kVector;
      }
  }
  return sums;
}

/// Adds up the parts of a tile, the only one of the cluster, in the first block
/// and stores it there.
void ProductKernel::joinParts(Value consumer, Value tile,
                              ArrayRef<Value> products, Place place) {
  Value isFirst = builder.isEqual(part, 0);
  builder.branch(isFirst, [] {}, [&] { givePart(products); });
  builder.arriveInCluster();
  builder.waitInCluster();
  builder.branch(isFirst,
                 [&] { storeTile(consumer, tile, addParts(products), place); });
}

void ProductKernel::computeTiles(Value consumer) {
  // Constants, and numbers that all elements need.
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op.getBody(), captured);
  for (Value constant : captured)
    common.map(constant,
               builder.clone(*constant.getDefiningOp())->getResult(0));
  for (auto [index, extra] : llvm::enumerate(op.getExtras())) {
    Value argument = arguments.extras[index];
    auto type = dyn_cast<MemRefType>(extra.getType());
    if (type && type.getRank() != 0)
      continue;
    if (type)
      argument = memref::LoadOp::create(builder, argument, ValueRange());
    common.map(op.getBodyBlock()->getArgument(index + 1), argument);
  }

  Value zero = builder.number(0), one = builder.number(1);
  Place ringPlace = {zero, zero};
  Value turn = zero;
  if (schedule.takesTurns) {
    // The second consumer begins behind the first tile; the first one takes the
    // first turn.
    Value isFirst = builder.isEqual(consumer, 0);
    Place second = advance(ringPlace, schedule.stages, schedule.getSteps());
    ringPlace = {builder.select(isFirst, zero, second.slot),
                 builder.select(isFirst, zero, second.parity)};
    turn = builder.select(isFirst, one, zero);
  }
  builder.loop(
      getFirstTile(consumer), builder.number(schedule.getTiles()),
      getTileStep(), {ringPlace.slot, ringPlace.parity, zero, zero, turn},
      [&](Value tile, ValueRange carried) {
        Place ringPlace = {carried[0], carried[1]};
        Place square = {carried[2], carried[3]};
        Value turn = carried[4];
        // Whoever waits has to know in which of two phases a slot is.
        if (schedule.takesTurns)
          builder.wait(getBarrier(turns, consumer), turn);
        SmallVector<Value> products = multiplyTile(consumer, ringPlace);
        Value isLeader = builder.isEqual(builder.rem(thread, 128), 0);
        if (schedule.takesTurns)
          builder.branch(isLeader, [&] {
            Value other = builder.createOrFold<arith::XOrIOp>(consumer, one);
            builder.arrive(getBarrier(turns, other));
          });
        builder.waitForProducts(0);
        release(advance(ringPlace, schedule.stages, schedule.stages - 1).slot);
        if (schedule.takesTurns)
          ringPlace = advance(ringPlace, schedule.stages, schedule.getSteps());
        if (schedule.split == 1)
          square = storeTile(consumer, tile, products, square);
        else
          joinParts(consumer, tile, products, square);
        turn = builder.createOrFold<arith::XOrIOp>(turn, one);
        return SmallVector<Value>{ringPlace.slot, ringPlace.parity, square.slot,
                                  square.parity, turn};
      });
}

//===----------------------------------------------------------------------===//
// The region
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

/// Adds an element of a line to a sum over lines, if it is inside.
void ProductKernel::addTo(Value &sum, Value element, const Line &line) {
  Value zero = arith::ConstantOp::create(
      builder, builder.getZeroAttr(element.getType()));
  Value added = builder.select(line.isInside, element, zero);
  sum = sum ? builder.createOrFold<arith::AddFOp>(sum, added) : added;
}

/// The number of the lane whose number differs in `bit`.
Value ProductKernel::exchange(Value number, int64_t bit) {
  return NVVM::ShflOp::create(builder, number.getType(), builder.number(-1),
                              number, builder.number(bit), builder.number(31),
                              NVVM::ShflKind::bfly,
                              /*return_value_and_is_valid=*/UnitAttr());
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
      total = builder.createOrFold<arith::AddFOp>(total, exchange(total, bit));
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
      sums[i] = builder.createOrFold<arith::AddFOp>(kept, exchange(given, bit));
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
