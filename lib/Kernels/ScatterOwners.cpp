//===- ScatterOwners.cpp - Updates in order, of many windows --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterOwners.h"

#include "GroupReduction.h"
#include "Launch.h"
#include "Schedule.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fused;

/// How many elements of a window each thread of a warp keeps.
static int64_t chooseWidth(Value windowSize) {
  constexpr int64_t mostElements = 8, usualElements = 4;
  std::optional<int64_t> size = getConstantIntValue(windowSize);
  if (!size)
    return usualElements;
  return std::clamp<int64_t>(llvm::divideCeil(*size, kWarp), 1, mostElements);
}

OwnerKernels::OwnerKernels(OpBuilder &builder, ScatterOp op)
    : ScatterKernels(builder, op), width(chooseWidth(windowSize)) {
  chooseSlots();
}

void OwnerKernels::emit() {
  emitSlots();
  if (op.isAssignment())
    emitAssignment();
  else
    emitOwners();
  for (Value memory : memories)
    memref::DeallocOp::create(builder, loc, memory);
}

//===----------------------------------------------------------------------===//
// The last update
//===----------------------------------------------------------------------===//

void OwnerKernels::emitAssignment() {
  Value total = builder.createOrFold<arith::MulIOp>(
      loc, windows.getNumUpdates(), windowSize);
  emitThreads(total, [&](Value linear) {
    Value update =
        builder.createOrFold<arith::DivUIOp>(loc, linear, windowSize);
    Value rest = builder.createOrFold<arith::RemUIOp>(loc, linear, windowSize);
    emitIfInside(update, [&](ValueRange starts) {
      Value last = memref::LoadOp::create(
          builder, loc, slots, getLastPlace(findSlot(update, starts)));
      Value isLast = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::eq, last, createNumber(update));
      emitIf(isLast,
             [&] { updateElement(update, starts, createPosition(rest)); });
    });
  });
}

//===----------------------------------------------------------------------===//
// All updates
//===----------------------------------------------------------------------===//

/// One warp for each part of each window.
void OwnerKernels::emitOwners() {
  Value perPart = createIndex(builder, loc, kWarp * width);
  Value parts = createCeilDiv(builder, loc, windowSize, perPart);
  Value warps =
      builder.createOrFold<arith::MulIOp>(loc, windows.getNumUpdates(), parts);
  Value warpSize = createIndex(builder, loc, kWarp);
  Value threads = builder.createOrFold<arith::MulIOp>(loc, warps, warpSize);
  // All threads of a warp come to the same places.
  emitThreads(threads, [&](Value linear) {
    Value warp = builder.createOrFold<arith::DivUIOp>(loc, linear, warpSize);
    Value lane = builder.createOrFold<arith::RemUIOp>(loc, linear, warpSize);
    emitOwner(builder.createOrFold<arith::DivUIOp>(loc, warp, parts),
              builder.createOrFold<arith::RemUIOp>(loc, warp, parts), lane);
  });
}

void OwnerKernels::emitOwner(Value update, Value part, Value lane) {
  SmallVector<Value> components = windows.createIndices(builder, update);
  SmallVector<Value> starts = windows.createStarts(builder, components);
  emitIf(windows.createIsInside(builder, starts), [&] {
    Value slot = findSlot(update, starts);
    Value first = memref::LoadOp::create(builder, loc, slots, slot);
    Value isFirst = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, first, createNumber(update));
    emitIf(isFirst,
           [&] { combineAll(update, slot, components, starts, part, lane); });
  });
}

/// Combines the updates of a slot, the first of which is `update`.
void OwnerKernels::combineAll(Value update, Value slot, ValueRange components,
                              ValueRange starts, Value part, Value lane) {
  SmallVector<Element> elements;
  SmallVector<Value> numbers;
  for (int64_t i = 0; i < width; ++i) {
    elements.push_back(createElement(part, i, lane));
    numbers.push_back(loadElement(elements.back(), starts));
  }
  Value last = memref::LoadOp::create(builder, loc, slots, getLastPlace(slot));
  last = arith::IndexCastOp::create(builder, loc, builder.getIndexType(), last);
  Value end = builder.createOrFold<arith::AddIOp>(loc, last,
                                                  createIndex(builder, loc, 1));
  auto loop = scf::ForOp::create(
      builder, loc, update, end, createIndex(builder, loc, kWarp), numbers,
      [&](OpBuilder &, Location, Value first, ValueRange before) {
        Value found = findEqual(first, end, lane, components);
        scf::YieldOp::create(builder, loc,
                             combineFound(first, found, elements, before));
      });
  for (auto [element, number] : llvm::zip_equal(elements, loop.getResults()))
    emitIf(element.isInWindow, [&, &element = element, number = number] {
      memref::StoreOp::create(builder, loc, number, op.getInit(),
                              createTarget(starts, element.position));
    });
}

/// One of the elements that a thread keeps. If it is beyond the window, its
/// position is that of the last one.
OwnerKernels::Element OwnerKernels::createElement(Value part, int64_t number,
                                                  Value lane) {
  Value linear = builder.createOrFold<arith::MulIOp>(
      loc, part, createIndex(builder, loc, kWarp * width));
  linear = builder.createOrFold<arith::AddIOp>(
      loc, linear, createIndex(builder, loc, kWarp * number));
  linear = builder.createOrFold<arith::AddIOp>(loc, linear, lane);
  Value isInWindow = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, linear, windowSize);
  Value last = builder.createOrFold<arith::SubIOp>(
      loc, windowSize, createIndex(builder, loc, 1));
  linear = builder.createOrFold<arith::MinUIOp>(loc, linear, last);
  return {isInWindow, createPosition(linear)};
}

/// The old number. What is beyond the window is not read: another thread
/// writes it.
Value OwnerKernels::loadElement(const Element &element, ValueRange starts) {
  Type type = getElementTypeOrSelf(op.getInit().getType());
  auto branch = scf::IfOp::create(
      builder, loc, element.isInWindow,
      [&](OpBuilder &, Location) {
        Value number = memref::LoadOp::create(
            builder, loc, op.getInit(), createTarget(starts, element.position));
        scf::YieldOp::create(builder, loc, number);
      },
      [&](OpBuilder &, Location) {
        Value zero =
            arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
        scf::YieldOp::create(builder, loc, zero);
      });
  return branch.getResult(0);
}

/// Compares the 32 updates from `first` on, one in each thread of the warp.
/// Bit i is set if update `first` + i is before `end` and has these components.
Value OwnerKernels::findEqual(Value first, Value end, Value lane,
                              ValueRange components) {
  Type bits = builder.getI32Type();
  Value update = builder.createOrFold<arith::AddIOp>(loc, first, lane);
  Value isEqual = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                        update, end);
  update = arith::SelectOp::create(builder, loc, isEqual, update, first);
  for (auto [component, other] :
       llvm::zip_equal(components, windows.createIndices(builder, update))) {
    Value isSame = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         component, other);
    isEqual = arith::AndIOp::create(builder, loc, isEqual, isSame);
  }
  Value bit = arith::ExtUIOp::create(builder, loc, bits, isEqual);
  Value shift = arith::IndexCastOp::create(builder, loc, bits, lane);
  Partial found = {arith::AtomicRMWKind::ori,
                   arith::ShLIOp::create(builder, loc, bit, shift),
                   /*shared=*/Value()};
  createGroupReduction(builder, loc, found,
                       {createIndex(builder, loc, kWarp), lane, kBlockSize});
  return found.value;
}

/// Combines the updates whose bits are set with the numbers of a thread, the
/// lowest bit first.
SmallVector<Value> OwnerKernels::combineFound(Value first, Value found,
                                              ArrayRef<Element> elements,
                                              ValueRange numbers) {
  SmallVector<Value> carried = {found};
  llvm::append_range(carried, numbers);
  auto loop = scf::WhileOp::create(
      builder, loc, ValueRange(carried).getTypes(), carried,
      [&](OpBuilder &, Location, ValueRange values) {
        Value zero = arith::ConstantIntOp::create(builder, loc, 0, 32);
        Value isLeft = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::ne, values[0], zero);
        scf::ConditionOp::create(builder, loc, isLeft, values);
      },
      [&](OpBuilder &, Location, ValueRange values) {
        Value lowest =
            math::CountTrailingZerosOp::create(builder, loc, values[0]);
        lowest = arith::IndexCastUIOp::create(builder, loc,
                                              builder.getIndexType(), lowest);
        Value update = arith::AddIOp::create(builder, loc, first, lowest);
        Value one = arith::ConstantIntOp::create(builder, loc, 1, 32);
        Value less = arith::SubIOp::create(builder, loc, values[0], one);
        SmallVector<Value> next = {
            arith::AndIOp::create(builder, loc, values[0], less)};
        for (auto [element, number] :
             llvm::zip_equal(elements, values.drop_front()))
          next.push_back(windows.createCombined(
              builder, number, loadUpdate(update, element.position)));
        scf::YieldOp::create(builder, loc, next);
      });
  return llvm::to_vector_of<Value>(loop.getResults().drop_front());
}
