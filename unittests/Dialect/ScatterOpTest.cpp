//===- ScatterOpTest.cpp - Builder and accessors of fused.scatter ---------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/ScatterOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace fused;

namespace {

class ScatterOpTest : public testing::Test {
protected:
  ScatterOpTest() : builder(&context), loc(builder.getUnknownLoc()) {
    context.loadDialect<FusedDialect, arith::ArithDialect>();
    module = ModuleOp::create(builder, loc);
    builder.setInsertionPointToStart(module->getBody());
  }

  Value createTensor(ArrayRef<int64_t> shape, Type elementType) {
    return tensor::EmptyOp::create(builder, loc, shape, elementType);
  }

  /// Four updates of an array of 9 x 5 elements.
  ScatterOp createScatter(ArrayRef<int64_t> window,
                          ArrayRef<int64_t> dimensions, bool unique,
                          bool adds) {
    SmallVector<int64_t> updates = {4};
    llvm::append_range(updates, window);
    return ScatterOp::create(
        builder, loc,
        createTensor({4, static_cast<int64_t>(dimensions.size())},
                     builder.getI32Type()),
        createTensor(updates, builder.getF32Type()),
        createTensor({9, 5}, builder.getF32Type()), dimensions, unique,
        [&](OpBuilder &inside, Location, Value oldNumber, Value newNumber) {
          return adds ? arith::AddFOp::create(inside, loc, oldNumber, newNumber)
                            .getResult()
                      : newNumber;
        });
  }

  MLIRContext context;
  OpBuilder builder;
  Location loc;
  OwningOpRef<ModuleOp> module;
};

TEST_F(ScatterOpTest, SumOfRows) {
  ScatterOp op = createScatter({1, 5}, {0}, /*unique=*/false, /*adds=*/true);
  EXPECT_TRUE(succeeded(verify(*module)));
  EXPECT_EQ(op.getResult().getType(), op.getInit().getType());
  EXPECT_FALSE(op.getUnique());
  EXPECT_FALSE(op.isAssignment());
  EXPECT_TRUE(op.hasDisjointWindows());
  EXPECT_EQ(op.getComponent(0), std::optional<unsigned>(0));
  EXPECT_EQ(op.getComponent(1), std::nullopt);
  EXPECT_TRUE(op.getCombined().getDefiningOp<arith::AddFOp>());
}

TEST_F(ScatterOpTest, AssignmentOfWindows) {
  ScatterOp op = createScatter({2, 3}, {1, 0}, /*unique=*/true, /*adds=*/false);
  EXPECT_TRUE(succeeded(verify(*module)));
  EXPECT_TRUE(op.getUnique());
  EXPECT_TRUE(op.isAssignment());
  EXPECT_FALSE(op.hasDisjointWindows());
  EXPECT_EQ(op.getComponent(0), std::optional<unsigned>(1));
  EXPECT_EQ(op.getWindowShape(), ArrayRef<int64_t>({2, 3}));
  EXPECT_FALSE(op.callsFunctions());
}

} // namespace
