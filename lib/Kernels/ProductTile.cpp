//===- ProductTile.cpp - The warpgroups of a product that multiply --------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductKernel.h"

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
  Type type = builder.getAccumulatorType(schedule.columns);
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
