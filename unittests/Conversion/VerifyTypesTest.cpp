//===- VerifyTypesTest.cpp - One pass on several modules ------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/ArithmeticPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;

namespace {

OwningOpRef<ModuleOp> makeModule(Type type) {
  OpBuilder builder(type.getContext());
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, loc);
  builder.setInsertionPointToStart(module->getBody());
  func::FuncOp::create(builder, loc, "f", builder.getFunctionType(type, {}))
      .setPrivate();
  return module;
}

TEST(VerifyTypes, RefusesEachModule) {
  MLIRContext context;
  context.loadDialect<func::FuncDialect>();
  PassManager manager(&context);
  manager.addPass(fused::createVerifyTypes());
  unsigned numErrors = 0;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &) {
    ++numErrors;
    return success();
  });
  auto isValid = [&](Type type) {
    OwningOpRef<ModuleOp> module = makeModule(type);
    return succeeded(manager.run(*module));
  };
  EXPECT_FALSE(isValid(Float128Type::get(&context)));
  EXPECT_FALSE(isValid(Float128Type::get(&context)));
  EXPECT_TRUE(isValid(Float32Type::get(&context)));
  EXPECT_EQ(numErrors, 2u);
}

} // namespace
