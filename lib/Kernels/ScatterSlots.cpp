//===- ScatterSlots.cpp - The first and last updates of windows -----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "ScatterOwners.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fused;

/// Decides how many slots there are: one for each place that a window can have,
/// unless most of them would stay empty. Then they are those of a table that
/// is found by the place, and at most half full.
void OwnerKernels::chooseSlots() {
  constexpr int64_t fewPlaces = 65536, placesPerUpdate = 8;
  constexpr int64_t mostSmall = int64_t(1) << 29;
  SmallVector<unsigned> moved(op.getDimensions().begin(),
                              op.getDimensions().end());
  numSlots = createProduct(builder, loc, windows.getArraySizes(), moved);
  std::optional<int64_t> places = getConstantIntValue(numSlots);
  std::optional<int64_t> updates = getConstantIntValue(windows.getNumUpdates());
  bool isSmall = updates && *updates <= mostSmall;
  numberType = builder.getIntegerType(isSmall ? 32 : 64);
  isTable = !places || !isSmall ||
            *places > std::max(fewPlaces, placesPerUpdate * *updates);
  if (!isTable)
    return;
  numSlots = builder.createOrFold<arith::MulIOp>(loc, windows.getNumUpdates(),
                                                 createIndex(builder, loc, 2));
  numSlots = builder.createOrFold<arith::AddIOp>(loc, numSlots,
                                                 createIndex(builder, loc, 1));
}

/// Allocates memory for the time of the kernels.
Value OwnerKernels::allocate(Value size, Type type) {
  std::optional<int64_t> known = getConstantIntValue(size);
  Value memory = memref::AllocOp::create(
      builder, loc,
      MemRefType::get({known.value_or(ShapedType::kDynamic)}, type),
      known ? ValueRange() : ValueRange(size));
  memories.push_back(memory);
  return memory;
}

/// The same, with -1 in each element.
Value OwnerKernels::allocateNone(Value size, Type type) {
  Value memory = allocate(size, type);
  emitThreads(size, [&](Value place) {
    Value none = arith::ConstantOp::create(builder, loc,
                                           builder.getIntegerAttr(type, -1));
    memref::StoreOp::create(builder, loc, none, memory, place);
  });
  return memory;
}

/// Finds the first and the last update of each slot. As a number without a
/// sign, -1 is the largest one.
void OwnerKernels::emitSlots() {
  Value both = builder.createOrFold<arith::MulIOp>(
      loc, numSlots, createIndex(builder, loc, 2));
  slots = allocateNone(both, numberType);
  if (isTable) {
    keys = allocateNone(numSlots, builder.getI64Type());
    slotOfUpdate = allocate(windows.getNumUpdates(), numberType);
  }
  emitThreads(windows.getNumUpdates(), [&](Value update) {
    emitIfInside(update, [&](ValueRange starts) {
      Value slot = createPlace(starts);
      if (isTable) {
        slot = insertKey(slot);
        memref::StoreOp::create(builder, loc, createNumber(slot), slotOfUpdate,
                                update);
      }
      Value number = createNumber(update);
      memref::AtomicRMWOp::create(builder, loc, arith::AtomicRMWKind::minu,
                                  number, slots, slot);
      memref::AtomicRMWOp::create(builder, loc, arith::AtomicRMWKind::maxs,
                                  number, slots, getLastPlace(slot));
    });
  });
}

/// The number of the place of a window among all that it can have.
Value OwnerKernels::createPlace(ValueRange starts) {
  Value place = createIndex(builder, loc, 0);
  for (int64_t dim : op.getDimensions()) {
    place = builder.createOrFold<arith::MulIOp>(loc, place,
                                                windows.getArraySizes()[dim]);
    place = builder.createOrFold<arith::AddIOp>(loc, place, starts[dim]);
  }
  return place;
}

/// The slot of an update that is not skipped, after `emitSlots`.
Value OwnerKernels::findSlot(Value update, ValueRange starts) {
  if (!isTable)
    return createPlace(starts);
  Value slot = memref::LoadOp::create(builder, loc, slotOfUpdate, update);
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(), slot);
}

Value OwnerKernels::createNumber(Value index) {
  return arith::IndexCastOp::create(builder, loc, numberType, index);
}

/// Where the last update of a slot is.
Value OwnerKernels::getLastPlace(Value slot) {
  return builder.createOrFold<arith::AddIOp>(loc, numSlots, slot);
}

/// Writes `key` to the element of `keys` unless that has one, atomically, and
/// returns what the element had.
Value OwnerKernels::exchangeKey(Value slot, Value key) {
  Type integer = builder.getI64Type();
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, keys);
  Value offset =
      arith::MulIOp::create(builder, loc, slot, createIndex(builder, loc, 8));
  address = arith::AddIOp::create(builder, loc, address, offset);
  address = arith::IndexCastOp::create(builder, loc, integer, address);
  address = LLVM::IntToPtrOp::create(builder, loc, pointer, address);
  Value none = arith::ConstantIntOp::create(builder, loc, -1, 64);
  Value exchanged = LLVM::AtomicCmpXchgOp::create(
      builder, loc, address, none, key, LLVM::AtomicOrdering::monotonic,
      LLVM::AtomicOrdering::monotonic);
  return LLVM::ExtractValueOp::create(builder, loc, exchanged, 0);
}

/// Finds the slot of a place in the table, or gives it the next one that is
/// empty. There are always some.
Value OwnerKernels::insertKey(Value place) {
  Type integer = builder.getI64Type(), index = builder.getIndexType();
  Value key = arith::IndexCastOp::create(builder, loc, integer, place);
  // The high half of a product with 2^64 divided by the golden ratio.
  Value factor = arith::ConstantIntOp::create(
      builder, loc, static_cast<int64_t>(0x9E3779B97F4A7C15), 64);
  Value half = arith::ConstantIntOp::create(builder, loc, 32, 64);
  Value mixed = arith::MulIOp::create(builder, loc, key, factor);
  mixed = arith::ShRUIOp::create(builder, loc, mixed, half);
  Value first = arith::IndexCastOp::create(builder, loc, index, mixed);
  first = arith::RemUIOp::create(builder, loc, first, numSlots);
  auto search = scf::WhileOp::create(
      builder, loc, index, first,
      [&](OpBuilder &, Location, ValueRange slot) {
        Value had = exchangeKey(slot[0], key);
        Value none = arith::ConstantIntOp::create(builder, loc, -1, 64);
        Value isFull = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::ne, had, none);
        Value isOther = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::ne, had, key);
        Value goesOn = arith::AndIOp::create(builder, loc, isFull, isOther);
        scf::ConditionOp::create(builder, loc, goesOn, slot);
      },
      [&](OpBuilder &, Location, ValueRange slot) {
        Value next = arith::AddIOp::create(builder, loc, slot[0],
                                           createIndex(builder, loc, 1));
        Value isEnd = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::eq, next, numSlots);
        next = arith::SelectOp::create(builder, loc, isEnd,
                                       createIndex(builder, loc, 0), next);
        scf::YieldOp::create(builder, loc, next);
      });
  return search.getResult(0);
}
