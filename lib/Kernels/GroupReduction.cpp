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
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
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

/// Gives what each warp has to the other warps of the block.
static void storeInBlock(OpBuilder &builder, Location loc,
                         ArrayRef<Partial> partials, Value warp, Value lane) {
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        lane, createIndex(builder, loc, 0));
  createBranch(builder, loc, isFirst, [&] {
    for (const Partial &partial : partials)
      memref::StoreOp::create(builder, loc, partial.value, partial.shared,
                              warp);
  });
  gpu::BarrierOp::create(builder, loc);
}

/// Gives what each warp has to all blocks of the cluster. No block reads what
/// another one has, so each can end after this.
static void storeInCluster(OpBuilder &builder, Location loc,
                           ArrayRef<Partial> partials, Value warp, Value lane,
                           int64_t cluster) {
  Value isStoring =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, lane,
                            createIndex(builder, loc, cluster));
  MLIRContext *context = builder.getContext();
  auto ofBlock = LLVM::LLVMPointerType::get(
      context, unsigned(NVVM::NVVMMemorySpace::Shared));
  auto ofCluster = LLVM::LLVMPointerType::get(
      context, unsigned(NVVM::NVVMMemorySpace::SharedCluster));
  createBranch(builder, loc, isStoring, [&] {
    Value block =
        arith::IndexCastUIOp::create(builder, loc, builder.getI32Type(), lane);
    for (const Partial &partial : partials) {
      Type type = partial.value.getType();
      Value address = memref::ExtractAlignedPointerAsIndexOp::create(
          builder, loc, partial.shared);
      Value offset = builder.createOrFold<arith::MulIOp>(
          loc, warp,
          createIndex(builder, loc, type.getIntOrFloatBitWidth() / 8));
      address = arith::AddIOp::create(builder, loc, address, offset);
      address = arith::IndexCastUIOp::create(builder, loc, builder.getI64Type(),
                                             address);
      Value here = LLVM::IntToPtrOp::create(builder, loc, ofBlock, address);
      Value there = NVVM::MapaOp::create(builder, loc, ofCluster, here, block);
      LLVM::StoreOp::create(builder, loc, partial.value, there);
    }
  });
  NVVM::ClusterArriveOp::create(builder, loc, builder.getUnitAttr());
  NVVM::ClusterWaitOp::create(builder, loc, builder.getUnitAttr());
}

/// Each thread loads what one warp has of those from `first` on, or of several
/// if there are more than threads of a warp.
static void loadWarps(OpBuilder &builder, Location loc,
                      MutableArrayRef<Partial> partials, Value first,
                      Value place, int64_t warps) {
  for (Partial &partial : partials) {
    Value total;
    for (int64_t before = 0; before < warps; before += kWarp) {
      Value index = builder.createOrFold<arith::AddIOp>(
          loc, builder.createOrFold<arith::AddIOp>(loc, first, place),
          createIndex(builder, loc, before));
      Value value = memref::LoadOp::create(builder, loc, partial.shared, index);
      if (!total) {
        total = value;
        continue;
      }
      total = arith::getReductionOp(partial.kind, builder, loc, total, value);
      if (partial.flags)
        total.getDefiningOp()->setAttr("fastmath", partial.flags);
    }
    partial.value = total;
  }
}

/// Combines over groups of several warps what each warp has.
static void joinWarps(OpBuilder &builder, Location loc,
                      MutableArrayRef<Partial> partials,
                      const ThreadGroup &group) {
  Value warpSize = createIndex(builder, loc, kWarp);
  Value warp =
      builder.createOrFold<arith::DivUIOp>(loc, group.thread, warpSize);
  Value lane =
      builder.createOrFold<arith::RemUIOp>(loc, group.thread, warpSize);
  if (group.cluster == 1)
    storeInBlock(builder, loc, partials, warp, lane);
  else
    storeInCluster(builder, loc, partials, warp, lane, group.cluster);
  // Each warp combines what the warps of its group have.
  Value warps = builder.createOrFold<arith::ShRUIOp>(
      loc, group.threads,
      createIndex(builder, loc, llvm::ConstantLog2<kWarp>()));
  Value first = builder.createOrFold<arith::SubIOp>(
      loc, warp, createModulo(builder, loc, warp, warps));
  Value place = createModulo(builder, loc, lane, warps);
  int64_t mostWarps = group.cluster * group.blockSize / kWarp;
  mostWarps =
      std::min(mostWarps, getConstantIntValue(warps).value_or(mostWarps));
  loadWarps(builder, loc, partials, first, place, mostWarps);
  createButterfly(builder, loc, partials, warps, std::min(kWarp, mostWarps));
}

void fused::createGroupReduction(OpBuilder &builder, Location loc,
                                 MutableArrayRef<Partial> partials,
                                 const ThreadGroup &group) {
  std::optional<int64_t> known = getConstantIntValue(group.threads);
  createButterfly(builder, loc, partials, group.threads,
                  std::min(kWarp, known.value_or(kWarp)));
  if (known) {
    if (*known > kWarp)
      joinWarps(builder, loc, partials, group);
    return;
  }
  // The same for all threads of the block, so that all meet at the barrier.
  Value hasWarps =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt,
                            group.threads, createIndex(builder, loc, kWarp));
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
  joinWarps(builder, loc, partials, group);
  SmallVector<Value> joined;
  for (Partial &partial : partials)
    joined.push_back(partial.value);
  scf::YieldOp::create(builder, loc, joined);
  for (auto [partial, result] : llvm::zip_equal(partials, branch.getResults()))
    partial.value = result;
}
