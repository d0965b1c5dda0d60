//===- PartialSums.cpp - The kernel that adds up partial sums -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartialSums.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fused;

void PartialSums::emit(DeviceBuilder &builder, gpu::GPUFuncOp kernel) {
  Value partial = kernel.getArgument(0), result = kernel.getArgument(1);
  ArrayRef<int64_t> shape = cast<MemRefType>(partial.getType()).getShape();
  int64_t numParts = shape[0], numColumns = shape[1];
  Type i32 = builder.getI32Type(), f32 = builder.getF32Type();
  auto toIndex = [&](Value value) -> Value {
    return arith::IndexCastUIOp::create(builder, builder.getIndexType(), value);
  };
  Value thread = NVVM::ThreadIdXOp::create(builder, i32);
  Value warp = builder.div(thread, kColumns);
  Value lane = builder.rem(thread, kColumns);
  Value column = builder.add(
      builder.mul(NVVM::BlockIdXOp::create(builder, i32), kColumns), lane);
  Value isInside = builder.compare(arith::CmpIPredicate::ult, column,
                                   builder.number(numColumns));
  // There is no harm in another column beyond the end.
  Value read = toIndex(builder.createOrFold<arith::MinUIOp>(
      column, builder.number(numColumns - 1)));
  Value zero = arith::ConstantOp::create(builder, builder.getZeroAttr(f32));
  int64_t numWarps = getWarps(numParts);
  // Zero beyond the last row.
  auto load = [&](Value part) -> Value {
    Value last = builder.number(numParts - 1);
    Value element = memref::LoadOp::create(
        builder, partial,
        ValueRange{toIndex(builder.createOrFold<arith::MinUIOp>(part, last)),
                   read});
    Value isPart = builder.compare(arith::CmpIPredicate::ule, part, last);
    return builder.createOrFold<arith::SelectOp>(isPart, element, zero);
  };
  auto add = [&](Value sum, Value element) {
    return builder.createOrFold<arith::AddFOp>(sum, element);
  };
  Value sum =
      builder
          .loop(warp, builder.number(numParts),
                builder.number(numWarps * kRows), zero,
                [&](Value part, ValueRange carried) {
                  SmallVector<Value> elements;
                  for (int64_t row = 0; row < kRows; ++row)
                    elements.push_back(load(builder.add(part, row * numWarps)));
                  Value total = carried.front();
                  for (Value element : elements)
                    total = add(total, element);
                  return SmallVector<Value>{total};
                })
          .front();

  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  Value shared = kernel.addWorkgroupAttribution(
      MemRefType::get({numWarps, kColumns}, f32, MemRefLayoutAttrInterface(),
                      space),
      builder.getLoc());
  memref::StoreOp::create(builder, sum, shared,
                          ValueRange{toIndex(warp), toIndex(lane)});
  gpu::BarrierOp::create(builder);
  Value isFirst = builder.isEqual(warp, 0);
  builder.branch(builder.createOrFold<arith::AndIOp>(isFirst, isInside), [&] {
    Value total = sum;
    for (int64_t other = 1; other < numWarps; ++other)
      total =
          add(total,
              memref::LoadOp::create(
                  builder, shared,
                  ValueRange{toIndex(builder.number(other)), toIndex(lane)}));
    Type type = cast<MemRefType>(result.getType()).getElementType();
    if (type != f32)
      total = arith::TruncFOp::create(builder, type, total);
    memref::StoreOp::create(builder, total, result, toIndex(column));
  });
}
