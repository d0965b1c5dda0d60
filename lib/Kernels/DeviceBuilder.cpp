//===- DeviceBuilder.cpp - Instructions of Hopper devices -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceBuilder.h"

#include "Launch.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Arithmetic and control flow
//===----------------------------------------------------------------------===//

Value DeviceBuilder::number(int64_t value) {
  return arith::ConstantIntOp::create(*this, value, 32);
}

Value DeviceBuilder::add(Value a, Value b) {
  return createOrFold<arith::AddIOp>(a, b);
}

Value DeviceBuilder::mul(Value a, int64_t b) {
  return createOrFold<arith::MulIOp>(a, number(b));
}

Value DeviceBuilder::div(Value a, int64_t b) {
  return createOrFold<arith::DivUIOp>(a, number(b));
}

Value DeviceBuilder::rem(Value a, int64_t b) {
  return createOrFold<arith::RemUIOp>(a, number(b));
}

Value DeviceBuilder::compare(arith::CmpIPredicate predicate, Value a, Value b) {
  return createOrFold<arith::CmpIOp>(predicate, a, b);
}

Value DeviceBuilder::isEqual(Value a, int64_t b) {
  return compare(arith::CmpIPredicate::eq, a, number(b));
}

Value DeviceBuilder::select(Value condition, Value a, Value b) {
  return createOrFold<arith::SelectOp>(condition, a, b);
}

Value DeviceBuilder::getSharedMemory() {
  auto space =
      gpu::AddressSpaceAttr::get(getContext(), gpu::AddressSpace::Workgroup);
  auto type = MemRefType::get({ShapedType::kDynamic}, getI8Type(),
                              MemRefLayoutAttrInterface(), space);
  Value memory = gpu::DynamicSharedMemoryOp::create(*this, type);
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(*this, memory);
  return arith::IndexCastUIOp::create(*this, getI32Type(), address);
}

Value DeviceBuilder::getWarp(Value thread) {
  return NVVM::ShflOp::create(*this, getI32Type(), number(-1), div(thread, 32),
                              number(0), number(31), NVVM::ShflKind::idx,
                              /*return_value_and_is_valid=*/UnitAttr());
}

Value DeviceBuilder::exchange(Value value, int64_t bit) {
  return NVVM::ShflOp::create(*this, value.getType(), number(-1), value,
                              number(bit), number(31), NVVM::ShflKind::bfly,
                              /*return_value_and_is_valid=*/UnitAttr());
}

Value DeviceBuilder::hide(Value number) {
  return LLVM::InlineAsmOp::create(
             *this, TypeRange{number.getType()}, ValueRange{number},
             /*asm_string=*/"xor.b32 $0, $1, 0x0;", /*constraints=*/"=r,r",
             /*has_side_effects=*/false, /*is_align_stack=*/false,
             LLVM::tailcallkind::TailCallKind::None,
             /*asm_dialect=*/LLVM::AsmDialectAttr(),
             /*operand_attrs=*/ArrayAttr())
      .getResult(0);
}

SmallVector<Value>
DeviceBuilder::loop(Value from, Value to, Value step, ValueRange carried,
                    function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto loop =
      scf::ForOp::create(*this, from, to, step, carried,
                         [](OpBuilder &, Location, Value, ValueRange) {});
  InsertionGuard guard(*this);
  if (!loop.getBody()->empty())
    loop.getBody()->back().erase();
  setInsertionPointToEnd(loop.getBody());
  SmallVector<Value> results =
      body(loop.getInductionVar(), loop.getRegionIterArgs());
  scf::YieldOp::create(*this, results);
  return llvm::to_vector_of<Value>(loop.getResults());
}

void DeviceBuilder::branch(Value condition, function_ref<void()> ifTrue,
                           function_ref<void()> ifFalse) {
  createBranch(*this, getLoc(), condition, ifTrue, ifFalse);
}

SmallVector<Value>
DeviceBuilder::choose(Value condition, TypeRange types,
                      function_ref<SmallVector<Value>()> ifTrue,
                      function_ref<SmallVector<Value>()> ifFalse) {
  auto branch = scf::IfOp::create(*this, types, condition,
                                  /*withElseRegion=*/true);
  InsertionGuard guard(*this);
  setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(*this, ifTrue());
  setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(*this, ifFalse());
  return llvm::to_vector_of<Value>(branch.getResults());
}

Value DeviceBuilder::toPointer(Value address) {
  auto space = unsigned(NVVM::NVVMMemorySpace::Shared);
  return LLVM::IntToPtrOp::create(
      *this, LLVM::LLVMPointerType::get(getContext(), space), address);
}

Value DeviceBuilder::toClusterPointer(Value address) {
  auto space = unsigned(NVVM::NVVMMemorySpace::SharedCluster);
  return LLVM::IntToPtrOp::create(
      *this, LLVM::LLVMPointerType::get(getContext(), space), address);
}

Value DeviceBuilder::toPointerOf(Value address, Value rank) {
  auto space = unsigned(NVVM::NVVMMemorySpace::SharedCluster);
  return NVVM::MapaOp::create(*this,
                              LLVM::LLVMPointerType::get(getContext(), space),
                              toPointer(address), rank);
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

void DeviceBuilder::initBarrier(Value barrier, int64_t arrivals) {
  NVVM::MBarrierInitOp::create(*this, toPointer(barrier), number(arrivals),
                               /*predicate=*/Value());
}

void DeviceBuilder::arrive(Value barrier) {
  NVVM::MBarrierArriveOp::create(*this, getI64Type(), toPointer(barrier),
                                 /*count=*/Value());
}

void DeviceBuilder::arriveAt(Value barrier, Value rank) {
  NVVM::MBarrierArriveOp::create(*this, /*res=*/Type(),
                                 toPointerOf(barrier, rank), /*count=*/Value());
}

void DeviceBuilder::arriveAndExpect(Value barrier, Value bytes) {
  NVVM::MBarrierArriveExpectTxOp::create(
      *this, /*res=*/Type(), toPointer(barrier), bytes, NVVM::MemScopeKind::CTA,
      /*relaxed=*/false, /*predicate=*/Value());
}

void DeviceBuilder::wait(Value barrier, Value parity) {
  // How long an attempt may take; there is another one after it.
  constexpr int64_t nanoseconds = 10000000;
  NVVM::MBarrierTryWaitParityOp::create(*this, toPointer(barrier), parity,
                                        number(nanoseconds));
}

void DeviceBuilder::syncCluster() {
  arriveInCluster();
  waitInCluster();
}

void DeviceBuilder::arriveInCluster() {
  NVVM::ClusterArriveOp::create(*this, /*aligned=*/UnitAttr());
}

void DeviceBuilder::waitInCluster() {
  NVVM::ClusterWaitOp::create(*this, /*aligned=*/UnitAttr());
}

void DeviceBuilder::setRegisters(int64_t count, bool increase) {
  NVVM::SetMaxRegisterOp::create(*this, count,
                                 increase
                                     ? NVVM::SetMaxRegisterAction::increase
                                     : NVVM::SetMaxRegisterAction::decrease);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// From the dimension whose elements are neighbours on.
static SmallVector<Value> getCoordinates(Value column, Value row,
                                         ArrayRef<Value> batch) {
  SmallVector<Value> coordinates = {column, row};
  llvm::append_range(coordinates, llvm::reverse(batch));
  return coordinates;
}

void DeviceBuilder::loadTile(Value address, Value map, Value column, Value row,
                             ArrayRef<Value> batch, Value barrier,
                             int64_t mask) {
  Value blocks;
  if (mask != 0)
    blocks = arith::ConstantIntOp::create(*this, mask, 16);
  NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp::create(
      *this, toClusterPointer(address), map, getCoordinates(column, row, batch),
      toPointer(barrier), /*im2colOffsets=*/ValueRange(), blocks,
      /*l2CacheHint=*/Value(), NVVM::TMALoadMode::TILE, /*isCTAOnly=*/false,
      /*group=*/NVVM::CTAGroupKindAttr(), /*predicate=*/Value());
}

void DeviceBuilder::storeTile(Value address, Value map, Value column, Value row,
                              ArrayRef<Value> batch) {
  NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp::create(
      *this, map, toPointer(address), getCoordinates(column, row, batch),
      /*l2CacheHint=*/Value(), NVVM::TMAStoreMode::TILE,
      /*predicate=*/Value());
}

void DeviceBuilder::commitStores() {
  NVVM::CpAsyncBulkCommitGroupOp::create(*this);
}

void DeviceBuilder::waitForStores() {
  NVVM::CpAsyncBulkWaitGroupOp::create(*this, /*group=*/0, getUnitAttr());
}

void DeviceBuilder::fenceCopies() {
  NVVM::FenceProxyOp::create(
      *this, NVVM::ProxyKind::async_shared,
      NVVM::SharedSpaceAttr::get(getContext(), NVVM::SharedSpace::shared_cta));
}

SmallVector<Value> DeviceBuilder::loadSquares(Value address) {
  Type word = getI32Type();
  auto type =
      LLVM::LLVMStructType::getLiteral(getContext(), {word, word, word, word});
  Value squares = NVVM::LdMatrixOp::create(
      *this, type, toPointer(address), /*num=*/4, NVVM::MMALayout::row,
      NVVM::LdStMatrixShapeAttr::get(getContext(), 8, 8),
      NVVM::LdStMatrixEltType::B16);
  SmallVector<Value> result;
  for (int64_t i = 0; i < 4; ++i)
    result.push_back(LLVM::ExtractValueOp::create(*this, squares, i));
  return result;
}

void DeviceBuilder::storeSquares(Value address, ValueRange squares) {
  NVVM::StMatrixOp::create(*this, toPointer(address), squares,
                           NVVM::MMALayout::row,
                           NVVM::LdStMatrixShapeAttr::get(getContext(), 8, 8),
                           NVVM::LdStMatrixEltType::B16);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

Value DeviceBuilder::describe(Value address, int64_t groupBytes) {
  // In units of 16 bytes: the address, the distance of groups of columns from
  // bit 16 on, that of groups of 8 rows from bit 32 on, and from bit 62 on the
  // swizzle of 128 bytes (PTX ISA, matrix descriptors of wgmma). From bit 24
  // on, an address has the number of the block in its cluster.
  constexpr int64_t ofBlock = (1 << 18) - 1;
  constexpr int64_t rowGroupBytes = 8 * 128;
  int64_t constant =
      (groupBytes / 16) << 16 | (rowGroupBytes / 16) << 32 | int64_t(1) << 62;
  address = createOrFold<arith::AndIOp>(address, number(ofBlock));
  Value units = arith::ExtUIOp::create(
      *this, getI64Type(), createOrFold<arith::ShRUIOp>(address, number(4)));
  return createOrFold<arith::OrIOp>(
      units, Value(arith::ConstantIntOp::create(*this, constant, 64)));
}

Type DeviceBuilder::getAccumulatorType(int64_t columns) {
  return LLVM::LLVMStructType::getLiteral(
      getContext(), SmallVector<Type>(columns / 2, getF32Type()));
}

Value DeviceBuilder::multiply(Value accumulator, Value a, Value b,
                              int64_t columns, Type element, bool transposeA,
                              bool transposeB) {
  // Zeros that were written between products would be waited for.
  auto scale =
      accumulator ? NVVM::WGMMAScaleOut::one : NVVM::WGMMAScaleOut::zero;
  if (!accumulator)
    accumulator =
        LLVM::PoisonOp::create(*this, getAccumulatorType(columns)).getResult();
  NVVM::WGMMATypes type =
      element.isBF16() ? NVVM::WGMMATypes::bf16 : NVVM::WGMMATypes::f16;
  // A is in rows along K, and B in columns, unless they are transposed.
  return NVVM::WgmmaMmaAsyncOp::create(
      *this, accumulator.getType(), accumulator, a, b,
      NVVM::MMAShapeAttr::get(getContext(), 64, columns, 16), type, type,
      NVVM::WGMMATypes::f32, scale, NVVM::WGMMAScaleIn::one,
      NVVM::WGMMAScaleIn::one,
      transposeA ? NVVM::MMALayout::col : NVVM::MMALayout::row,
      transposeB ? NVVM::MMALayout::col : NVVM::MMALayout::row,
      NVVM::MMAIntOverflowAttr());
}

void DeviceBuilder::fenceProducts() {
  NVVM::WgmmaFenceAlignedOp::create(*this);
}

void DeviceBuilder::commitProducts() {
  NVVM::WgmmaGroupSyncAlignedOp::create(*this);
}

void DeviceBuilder::waitForProducts(int64_t pending) {
  NVVM::WgmmaWaitGroupSyncOp::create(*this, uint64_t(pending));
}
