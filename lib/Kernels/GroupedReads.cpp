//===- GroupedReads.cpp - Reads of a body that are one access -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupedReads.h"

#include "Launch.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/SetVector.h"

#include <map>
#include <optional>
#include <vector>

using namespace mlir;
using namespace fused;

static constexpr int64_t kAccessBytes = 16;

/// The elements of 16 bytes of an array; 0 if there is no such number, or if
/// rows do not begin at multiples of it.
static int64_t getGroupSize(MemRefType type) {
  Type element = type.getElementType();
  int64_t bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
  if (bits < 8 || kAccessBytes * 8 % bits != 0 || type.getRank() == 0 ||
      !type.getLayout().isIdentity())
    return 0;
  int64_t size = kAccessBytes * 8 / bits, row = type.getShape().back();
  bool isWhole =
      type.getRank() == 1 || (!ShapedType::isDynamic(row) && row % size == 0);
  return isWhole ? size : 0;
}

namespace {
/// An index as the sum of a multiple of the size of a group and a number.
struct Position {
  Value multiple;
  int64_t number = 0;
};
} // namespace

static std::optional<Position> getPosition(Value index, int64_t size) {
  Position position = {index, 0};
  if (auto sum = index.getDefiningOp<arith::AddIOp>()) {
    std::optional<int64_t> number = getConstantIntValue(sum.getRhs());
    if (!number || *number < 0)
      return std::nullopt;
    position = {sum.getLhs(), *number};
  }
  auto product = position.multiple.getDefiningOp<arith::MulIOp>();
  if (!product)
    return std::nullopt;
  std::optional<int64_t> factor = getConstantIntValue(product.getRhs());
  if (!factor || *factor % size != 0)
    return std::nullopt;
  return position;
}

GroupedReads::GroupedReads(Operation *root) {
  root->walk([&](Block *block) { findInBlock(root, *block); });
}

void GroupedReads::findInBlock(Operation *root, Block &block) {
  // Groups that lack members, by their array, its indices but the last, the
  // multiple, and the first number.
  std::map<std::pair<std::vector<void *>, int64_t>, Group> begun;
  for (Operation &op : block) {
    auto load = dyn_cast<memref::LoadOp>(op);
    if (!load) {
      // The output may be the array that is read.
      if (!isMemoryEffectFree(&op))
        begun.clear();
      continue;
    }
    if (root->isAncestor(load.getMemRef().getParentBlock()->getParentOp()))
      continue;
    int64_t size = getGroupSize(load.getMemRefType());
    std::optional<Position> position;
    if (size > 1)
      position = getPosition(load.getIndices().back(), size);
    if (!position)
      continue;
    std::vector<void *> place = {load.getMemRef().getAsOpaquePointer()};
    for (Value index : load.getIndices().drop_back())
      place.push_back(index.getAsOpaquePointer());
    place.push_back(position->multiple.getAsOpaquePointer());
    int64_t lane = position->number % size;
    Group &group = begun[{place, position->number - lane}];
    group.resize(size);
    if (!group[lane])
      group[lane] = load;
    if (llvm::all_of(group, [](memref::LoadOp member) { return member; })) {
      groups.push_back(group);
      group.clear();
    }
  }
}

Value GroupedReads::createIsAligned(OpBuilder &builder, Location loc) const {
  llvm::SetVector<Value> arrays;
  for (const Group &group : groups)
    arrays.insert(group.front()->getOperand(0));
  Value bits = createIndex(builder, loc, 0);
  for (Value array : arrays) {
    Value address =
        memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, array);
    bits = builder.createOrFold<arith::OrIOp>(loc, bits, address);
  }
  bits = arith::RemUIOp::create(builder, loc, bits,
                                createIndex(builder, loc, kAccessBytes));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, bits,
                               createIndex(builder, loc, 0));
}

void GroupedReads::merge(OpBuilder &builder) {
  OpBuilder::InsertionGuard guard(builder);
  for (Group &group : groups) {
    memref::LoadOp first =
        *llvm::min_element(group, [](memref::LoadOp a, memref::LoadOp b) {
          return a->isBeforeInBlock(b);
        });
    // The index of lane 0 may come later in the block: it is made anew.
    builder.setInsertionPoint(first);
    Location loc = first.getLoc();
    int64_t size = group.size();
    Position position = *getPosition(first.getIndices().back(), size);
    SmallVector<Value> indices(first.getIndices());
    indices.back() = builder.createOrFold<arith::AddIOp>(
        loc, position.multiple,
        createIndex(builder, loc, position.number / size * size));
    auto type = VectorType::get(size, first.getType());
    Value vector = vector::LoadOp::create(
        builder, loc, type, first.getMemRef(), indices,
        /*nontemporal=*/false, llvm::MaybeAlign(kAccessBytes));
    SmallVector<Value> elements;
    for (int64_t lane = 0; lane < size; ++lane)
      elements.push_back(vector::ExtractOp::create(builder, loc, vector, lane));
    for (auto [load, element] : llvm::zip_equal(group, elements)) {
      load.replaceAllUsesWith(element);
      load.erase();
    }
  }
  groups.clear();
}
