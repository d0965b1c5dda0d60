//===- GroupReduction.cpp - Reductions across threads ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupReduction.h"

#include "Launch.h"
#include "Schedule.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fused;

Type fused::getAccumulatorType(Type element) {
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() >= 32)
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

Value fused::createNeutral(OpBuilder &builder, Location loc,
                           arith::AtomicRMWKind kind, Type element) {
  Type type = getAccumulatorType(element);
  if (isa<FloatType>(type))
    return arith::getIdentityValue(kind, type, builder, loc);
  auto narrow = cast<IntegerAttr>(
      arith::getIdentityValueAttr(kind, element, builder, loc));
  unsigned width = type.getIntOrFloatBitWidth();
  bool isSigned =
      kind == arith::AtomicRMWKind::maxs || kind == arith::AtomicRMWKind::mins;
  APInt value =
      isSigned ? narrow.getValue().sext(width) : narrow.getValue().zext(width);
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, value));
}

Value fused::createNarrow(OpBuilder &builder, Location loc, Value value,
                          Type element) {
  if (value.getType() == element)
    return value;
  if (isa<FloatType>(element))
    return arith::TruncFOp::create(builder, loc, element, value);
  return arith::TruncIOp::create(builder, loc, element, value);
}

/// The value of the thread that is `distance` away.
static Value createShuffle(OpBuilder &builder, Location loc, Value value,
                           int64_t distance) {
  Value width = arith::ConstantIntOp::create(builder, loc, kWarp, 32);
  Value offset = arith::ConstantIntOp::create(builder, loc, distance, 32);
  return gpu::ShuffleOp::create(builder, loc, value, offset, width,
                                gpu::ShuffleMode::XOR)
      .getShuffleResult();
}

/// Combines over groups of `threads` threads of a warp, or all of a warp if
/// there are more, as a butterfly: two threads combine the same two values, so
/// that all end with the same bits. `most`: a bound on `threads`.
static void createButterfly(OpBuilder &builder, Location loc,
                            MutableArrayRef<Partial> partials, Value threads,
                            int64_t most) {
  for (int64_t distance = most / 2; distance >= 1; distance /= 2) {
    Value isInGroup = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::ult, createIndex(builder, loc, distance),
        threads);
    if (getConstantIntValue(isInGroup) == 0)
      continue;
    for (Partial &partial : partials) {
      Value other = createShuffle(builder, loc, partial.value, distance);
      Value joined = arith::getReductionOp(partial.kind, builder, loc,
                                           partial.value, other);
      if (partial.flags)
        joined.getDefiningOp()->setAttr("fastmath", partial.flags);
      partial.value = builder.createOrFold<arith::SelectOp>(
          loc, isInGroup, joined, partial.value);
    }
  }
}

/// Combines over groups of several warps what each warp has.
static void joinWarps(OpBuilder &builder, Location loc,
                      MutableArrayRef<Partial> partials, Value threads,
                      Value thread, int64_t mostWarps) {
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
  Value warps = builder.createOrFold<arith::ShRUIOp>(
      loc, threads, createIndex(builder, loc, llvm::ConstantLog2<kWarp>()));
  Value first = builder.createOrFold<arith::SubIOp>(
      loc, warp, createModulo(builder, loc, warp, warps));
  Value place = builder.createOrFold<arith::AddIOp>(
      loc, first, createModulo(builder, loc, lane, warps));
  for (Partial &partial : partials)
    partial.value = memref::LoadOp::create(builder, loc, partial.shared, place);
  createButterfly(
      builder, loc, partials, warps,
      std::min(mostWarps, getConstantIntValue(warps).value_or(mostWarps)));
}

void fused::createGroupReduction(OpBuilder &builder, Location loc,
                                 MutableArrayRef<Partial> partials,
                                 Value threads, Value thread,
                                 int64_t blockSize) {
  int64_t mostWarps = blockSize / kWarp;
  std::optional<int64_t> known = getConstantIntValue(threads);
  createButterfly(builder, loc, partials, threads,
                  std::min(kWarp, known.value_or(kWarp)));
  if (known) {
    if (*known > kWarp)
      joinWarps(builder, loc, partials, threads, thread, mostWarps);
    return;
  }
  // The same for all threads of the block, so that all meet at the barrier.
  Value hasWarps =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, threads,
                            createIndex(builder, loc, kWarp));
  SmallVector<Type> types;
  SmallVector<Value> before;
  for (Partial &partial : partials) {
    types.push_back(partial.value.getType());
    before.push_back(partial.value);
  }
  auto branch = scf::IfOp::create(builder, loc, types, hasWarps,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, loc, before);
  builder.setInsertionPointToStart(branch.thenBlock());
  joinWarps(builder, loc, partials, threads, thread, mostWarps);
  SmallVector<Value> joined;
  for (Partial &partial : partials)
    joined.push_back(partial.value);
  scf::YieldOp::create(builder, loc, joined);
  for (auto [partial, result] : llvm::zip_equal(partials, branch.getResults()))
    partial.value = result;
}
