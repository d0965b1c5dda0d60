//===- Subgroup.cpp - Reductions across threads ---------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Subgroup.h"

#include "Element.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fused;

Type fused::getAccumulatorType(Type element) {
  if (element.getIntOrFloatBitWidth() >= 32)
    return element;
  Builder builder(element.getContext());
  return isa<FloatType>(element) ? Type(builder.getF32Type())
                                 : Type(builder.getI32Type());
}

Value fused::createWiden(OpBuilder &builder, Location loc,
                         arith::AtomicRMWKind kind, Value element) {
  Type type = getAccumulatorType(element.getType());
  if (type == element.getType())
    return element;
  if (isa<FloatType>(type))
    return arith::ExtFOp::create(builder, loc, type, element);
  if (kind == arith::AtomicRMWKind::maxs || kind == arith::AtomicRMWKind::mins)
    return arith::ExtSIOp::create(builder, loc, type, element);
  return arith::ExtUIOp::create(builder, loc, type, element);
}

Value fused::createNarrow(OpBuilder &builder, Location loc, Value value,
                          Type element) {
  if (value.getType() == element)
    return value;
  if (isa<FloatType>(element))
    return arith::TruncFOp::create(builder, loc, element, value);
  return arith::TruncIOp::create(builder, loc, element, value);
}

/// Combines over groups of `threads` threads of a warp, as a butterfly: two
/// threads combine the same two values, so that all end with the same bits.
static void createButterfly(OpBuilder &builder, Location loc,
                            MutableArrayRef<Partial> partials,
                            int64_t threads) {
  Value width = arith::ConstantIntOp::create(builder, loc, kWarp, 32);
  for (int64_t distance = threads / 2; distance >= 1; distance /= 2) {
    Value offset = arith::ConstantIntOp::create(builder, loc, distance, 32);
    for (Partial &partial : partials) {
      Value other = gpu::ShuffleOp::create(builder, loc, partial.value, offset,
                                           width, gpu::ShuffleMode::XOR)
                        .getShuffleResult();
      partial.value = arith::getReductionOp(partial.kind, builder, loc,
                                            partial.value, other);
    }
  }
}

void fused::createGroupReduction(OpBuilder &builder, Location loc,
                                 MutableArrayRef<Partial> partials,
                                 int64_t threads, Value thread) {
  createButterfly(builder, loc, partials, std::min(threads, kWarp));
  if (threads <= kWarp)
    return;
  Value warpSize = createIndex(builder, loc, kWarp);
  Value warp = builder.createOrFold<arith::DivUIOp>(loc, thread, warpSize);
  Value lane = builder.createOrFold<arith::RemUIOp>(loc, thread, warpSize);
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        lane, createIndex(builder, loc, 0));
  auto branch =
      scf::IfOp::create(builder, loc, isFirst, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    for (Partial &partial : partials)
      memref::StoreOp::create(builder, loc, partial.value, partial.shared,
                              warp);
  }
  gpu::BarrierOp::create(builder, loc);
  // Each warp combines what the warps of its group have.
  Value warps = createIndex(builder, loc, threads / kWarp);
  Value first = builder.createOrFold<arith::DivUIOp>(loc, warp, warps);
  first = builder.createOrFold<arith::MulIOp>(loc, first, warps);
  Value place = builder.createOrFold<arith::RemUIOp>(loc, lane, warps);
  place = builder.createOrFold<arith::AddIOp>(loc, first, place);
  for (Partial &partial : partials)
    partial.value = memref::LoadOp::create(builder, loc, partial.shared, place);
  createButterfly(builder, loc, partials, threads / kWarp);
}
