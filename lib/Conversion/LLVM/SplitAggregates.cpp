//===- SplitAggregates.cpp - Structures in memory as their parts ----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartAddress.h"

#include "fused/Conversion/LLVMPasses.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace fused {
#define GEN_PASS_DEF_SPLITAGGREGATES
#include "fused/Conversion/LLVMPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
struct SplitAggregates
    : public fused::impl::SplitAggregatesBase<SplitAggregates> {
  void runOnOperation() override;
};
} // namespace

using Position = SmallVector<int64_t>;

/// Appends the positions of the scalars in a type.
static void findScalars(Type type, Position &position,
                        SmallVectorImpl<Position> &positions) {
  auto visit = [&](int64_t index, Type part) {
    position.push_back(index);
    findScalars(part, position, positions);
    position.pop_back();
  };
  if (auto structure = dyn_cast<LLVM::LLVMStructType>(type)) {
    for (auto [index, part] : llvm::enumerate(structure.getBody()))
      visit(index, part);
  } else if (auto array = dyn_cast<LLVM::LLVMArrayType>(type)) {
    for (unsigned index = 0; index < array.getNumElements(); ++index)
      visit(index, array.getElementType());
  } else {
    positions.push_back(position);
  }
}

/// True for a plain access of a structure.
template <typename Access> static bool isSplittable(Access op, Type type) {
  auto structure = dyn_cast<LLVM::LLVMStructType>(type);
  return structure && !structure.isOpaque() && !structure.isPacked() &&
         !op.getVolatile_() && !op.getAlignment() &&
         op.getOrdering() == LLVM::AtomicOrdering::not_atomic;
}

/// Stores each scalar of a structure by itself.
static void split(LLVM::StoreOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type type = op.getValue().getType();
  SmallVector<Position> positions;
  Position position;
  findScalars(type, position, positions);
  for (const Position &scalar : positions) {
    Value value =
        builder.createOrFold<LLVM::ExtractValueOp>(loc, op.getValue(), scalar);
    if (isa_and_present<LLVM::PoisonOp, LLVM::UndefOp>(value.getDefiningOp()))
      continue;
    LLVM::StoreOp::create(
        builder, loc, value,
        createPartAddress(builder, loc, type, op.getAddr(), scalar));
  }
  op.erase();
}

/// Loads the parts of a structure by themselves, if nothing else is used.
static void split(LLVM::LoadOp op) {
  if (!llvm::all_of(op->getUsers(), llvm::IsaPred<LLVM::ExtractValueOp>))
    return;
  OpBuilder builder(op);
  llvm::MapVector<ArrayRef<int64_t>, Value> parts;
  for (Operation *user : llvm::make_early_inc_range(op->getUsers())) {
    auto extract = cast<LLVM::ExtractValueOp>(user);
    Value &part = parts[extract.getPosition()];
    if (!part)
      part = LLVM::LoadOp::create(builder, op.getLoc(), extract.getType(),
                                  createPartAddress(builder, op.getLoc(),
                                                    op.getType(), op.getAddr(),
                                                    extract.getPosition()));
    extract.replaceAllUsesWith(part);
    extract.erase();
  }
  op.erase();
}

void SplitAggregates::runOnOperation() {
  SmallVector<LLVM::StoreOp> stores;
  getOperation().walk([&](LLVM::StoreOp op) {
    if (isSplittable(op, op.getValue().getType()))
      stores.push_back(op);
  });
  for (LLVM::StoreOp op : stores)
    split(op);
  SmallVector<LLVM::LoadOp> loads;
  getOperation().walk([&](LLVM::LoadOp op) {
    if (isSplittable(op, op.getType()))
      loads.push_back(op);
  });
  for (LLVM::LoadOp op : loads)
    split(op);
}
