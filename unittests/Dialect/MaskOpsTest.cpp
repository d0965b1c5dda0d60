//===- MaskOpsTest.cpp - Builders of fused.pack_mask and unpack_mask ------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/MaskOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace fused;

namespace {

class MaskOpsTest : public testing::Test {
protected:
  MaskOpsTest() : builder(&context), loc(builder.getUnknownLoc()) {
    context.loadDialect<FusedDialect, func::FuncDialect>();
    module = ModuleOp::create(builder, loc);
  }

  /// A tensor that is the argument of a new function, in which the builder
  /// then stands.
  Value createArgument(ArrayRef<int64_t> shape, Type elementType) {
    builder.setInsertionPointToStart(module->getBody());
    FunctionType type = builder.getFunctionType(
        RankedTensorType::get(shape, elementType), TypeRange());
    auto function = func::FuncOp::create(builder, loc, "f", type);
    Block *block = function.addEntryBlock();
    builder.setInsertionPointToStart(block);
    auto end = func::ReturnOp::create(builder, loc);
    builder.setInsertionPoint(end);
    return block->getArgument(0);
  }

  Type getTensorType(ArrayRef<int64_t> shape, Type elementType) {
    return RankedTensorType::get(shape, elementType);
  }

  MLIRContext context;
  OpBuilder builder;
  Location loc;
  OwningOpRef<ModuleOp> module;
};

TEST_F(MaskOpsTest, PackStatic) {
  Value bits = createArgument({3, 5, 131}, builder.getI1Type());
  auto pack = PackMaskOp::create(builder, loc, bits);
  EXPECT_EQ(pack.getResult().getType(),
            getTensorType({3, 5, 32}, builder.getI8Type()));
  EXPECT_TRUE(pack.getInit().getDefiningOp<tensor::EmptyOp>());
  EXPECT_TRUE(succeeded(verify(*module)));
}

TEST_F(MaskOpsTest, PackDynamic) {
  constexpr int64_t dynamic = ShapedType::kDynamic;
  Value bits = createArgument({dynamic, dynamic}, builder.getI1Type());
  auto pack = PackMaskOp::create(builder, loc, bits);
  EXPECT_EQ(pack.getResult().getType(),
            getTensorType({dynamic, dynamic}, builder.getI8Type()));
  auto empty = pack.getInit().getDefiningOp<tensor::EmptyOp>();
  ASSERT_TRUE(empty);
  auto width =
      empty.getDynamicSizes().back().getDefiningOp<affine::AffineApplyOp>();
  ASSERT_TRUE(width);
  SmallVector<Attribute> bytes;
  EXPECT_TRUE(succeeded(
      width.getAffineMap().constantFold(builder.getIndexAttr(131), bytes)));
  EXPECT_EQ(bytes, SmallVector<Attribute>{builder.getIndexAttr(32)});
  EXPECT_TRUE(succeeded(verify(*module)));
}

TEST_F(MaskOpsTest, UnpackMixedSizes) {
  constexpr int64_t dynamic = ShapedType::kDynamic;
  Value mask = createArgument({dynamic, 32}, builder.getI8Type());
  Value rows = tensor::DimOp::create(builder, loc, mask, 0);
  auto unpack = UnpackMaskOp::create(
      builder, loc, mask,
      ArrayRef<OpFoldResult>{rows, builder.getIndexAttr(131)});
  EXPECT_EQ(unpack.getResult().getType(),
            getTensorType({dynamic, 131}, builder.getI1Type()));
  EXPECT_TRUE(succeeded(verify(*module)));
}

TEST_F(MaskOpsTest, RowBytes) {
  createArgument({1, 1}, builder.getI1Type());
  for (int64_t n : {0, 1, 127, 128, 129, 512})
    EXPECT_EQ(getConstantIntValue(
                  createMaskRowBytes(builder, loc, builder.getIndexAttr(n))),
              getMaskRowBytes(n));
}

} // namespace
