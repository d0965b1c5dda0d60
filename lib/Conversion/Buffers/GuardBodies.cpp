//===- GuardBodies.cpp - Failures in the bodies of operations -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/FailureFlag.h"
#include "fused/Transforms/NormalizeIterators.h"

#include "fused/Analysis/IntegerRange.h"
#include "fused/Conversion/MemRefPasses.h"
#include "fused/Dialect/RowOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

namespace fused {
#define GEN_PASS_DEF_GUARDBODIES
#include "fused/Conversion/MemRefPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// True if the loop that `index` counts runs over dimension `dim` of `array`,
/// or over one that is known to be as long.
static bool countsDimension(Operation *index, Value array, int64_t dim) {
  Operation *op = index->getParentOp();
  std::optional<unsigned> loop;
  auto getMap = [&](OpOperand &operand) {
    auto rows = dyn_cast<RowsOp>(op);
    return rows ? rows.getMap(operand)
                : cast<linalg::LinalgOp>(op).getMatchingIndexingMap(&operand);
  };
  if (auto ofLinalg = dyn_cast<linalg::IndexOp>(index))
    loop = ofLinalg.getDim();
  else if (auto ofRows = dyn_cast<IndexOp>(index))
    loop = ofRows.getLoop();
  if (!loop)
    return false;
  return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    for (auto [position, expr] :
         llvm::enumerate(getMap(operand).getResults())) {
      auto counted = dyn_cast<AffineDimExpr>(expr);
      if (counted && counted.getPosition() == *loop &&
          ValueBoundsConstraintSet::compare(
              {operand.get(), static_cast<int64_t>(position)},
              ValueBoundsConstraintSet::EQ, {array, dim}))
        return true;
    }
    return false;
  });
}

/// True if it is known that an access lies within dimension `dim`.
static bool isWithin(memref::LoadOp load, int64_t dim) {
  Value index = load.getIndices()[dim];
  if (Operation *source = index.getDefiningOp())
    if (countsDimension(source, load.getMemref(), dim))
      return true;
  MemRefType type = load.getMemRefType();
  ConstantIntRanges range = getIndexRange(index, load);
  return !type.isDynamicDim(dim) && !range.smin().isNegative() &&
         range.smax().slt(type.getDimSize(dim));
}

/// True if all indices lie within the array, made in front of `load`. Null if
/// that is known.
static Value createIsWithin(OpBuilder &builder, memref::LoadOp load) {
  Value result;
  Location loc = load.getLoc();
  for (int64_t dim = 0; dim < load.getMemRefType().getRank(); ++dim) {
    if (isWithin(load, dim))
      continue;
    Value size =
        builder.createOrFold<memref::DimOp>(loc, load.getMemref(), dim);
    // A negative index is a large one without a sign.
    Value isLess = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, load.getIndices()[dim], size);
    result =
        result ? arith::AndIOp::create(builder, loc, result, isLess).getResult()
               : isLess;
  }
  return result;
}

/// Lets a load take place only where `isAllowed`. The rest of the body goes on
/// with any number.
static void guardLoad(IRRewriter &rewriter, memref::LoadOp load,
                      Value isAllowed) {
  Location loc = load.getLoc();
  MemRefType type = load.getMemRefType();
  rewriter.setInsertionPoint(load);
  TypedAttr zero = rewriter.getZeroAttr(type.getElementType());
  bool hasElements =
      type.hasStaticShape() && !llvm::is_contained(type.getShape(), 0);
  if (hasElements || !zero) {
    Value first = arith::ConstantIndexOp::create(rewriter, loc, 0);
    SmallVector<Value> indices;
    for (Value index : load.getIndices())
      indices.push_back(
          arith::SelectOp::create(rewriter, loc, isAllowed, index, first));
    rewriter.modifyOpInPlace(load,
                             [&] { load.getIndicesMutable().assign(indices); });
    return;
  }
  auto branch = scf::IfOp::create(rewriter, loc, type.getElementType(),
                                  isAllowed, /*withElseRegion=*/true);
  OpBuilder inElse = branch.getElseBodyBuilder();
  scf::YieldOp::create(
      inElse, loc, arith::ConstantOp::create(inElse, loc, zero).getResult());
  rewriter.replaceAllUsesWith(load.getResult(), branch.getResult(0));
  OpBuilder inThen = branch.getThenBodyBuilder();
  load->moveBefore(branch.thenBlock(), branch.thenBlock()->end());
  scf::YieldOp::create(inThen, loc, load.getResult());
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

namespace {
/// One structured operation whose body can fail, and its assertions, in order.
struct FallibleBody {
  Operation *op;
  SmallVector<cf::AssertOp> assertions;
  /// What the flag is when each fails.
  SmallVector<int64_t> codes;
};

struct GuardBodies : public fused::impl::GuardBodiesBase<GuardBodies> {
  using Base::Base;
  void runOnOperation() override;

private:
  std::optional<FallibleBody> guard(IRRewriter &rewriter, Operation *op);
  Value getFlag(func::FuncOp function, MemRefType type);
  void createDeviceFlag(ArrayRef<FallibleBody> bodies, MemRefType type);
  void report(IRRewriter &rewriter, FallibleBody &body);

  DenseMap<Operation *, Value> flags;
  /// The name of the flag of a program for devices.
  StringAttr deviceFlag;
};
} // namespace

/// Guards what the body of an operation reads, and collects what can fail.
std::optional<FallibleBody> GuardBodies::guard(IRRewriter &rewriter,
                                               Operation *op) {
  SmallVector<memref::LoadOp> loads;
  Region &region = op->getRegion(0);
  region.walk([&](memref::LoadOp load) { loads.push_back(load); });
  for (memref::LoadOp load : loads) {
    rewriter.setInsertionPoint(load);
    Value isAllowed = createIsWithin(rewriter, load);
    if (!isAllowed)
      continue;
    cf::AssertOp::create(rewriter, load.getLoc(), isAllowed,
                         "an index lies outside of the array");
    guardLoad(rewriter, load, isAllowed);
  }
  FallibleBody body = {op, {}, {}};
  region.walk(
      [&](cf::AssertOp assertion) { body.assertions.push_back(assertion); });
  if (body.assertions.empty())
    return std::nullopt;
  return body;
}

/// The flag that is 0 until an assertion fails: on the stack of the host, or
/// what the runtime has for a program for devices.
Value GuardBodies::getFlag(func::FuncOp function, MemRefType type) {
  Value &flag = flags[function];
  if (flag)
    return flag;
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  Location loc = function.getLoc();
  if (target == Target::Cuda) {
    flag = memref::GetGlobalOp::create(builder, loc, type, deviceFlag);
    return flag;
  }
  flag = memref::AllocaOp::create(builder, loc, type);
  Value zero = arith::ConstantIntOp::create(builder, loc, 0, 32);
  memref::StoreOp::create(builder, loc, zero, flag);
  return flag;
}

/// Declares the flag of a program for devices, with what its values mean.
void GuardBodies::createDeviceFlag(ArrayRef<FallibleBody> bodies,
                                   MemRefType type) {
  ModuleOp module = getOperation();
  OpBuilder builder(module.getContext());
  auto global = memref::GlobalOp::create(
      builder, module.getLoc(), kFailureFlagName,
      /*sym_visibility=*/builder.getStringAttr("private"), type,
      /*initial_value=*/builder.getUnitAttr(), /*constant=*/false,
      /*alignment=*/IntegerAttr());
  SmallVector<Attribute> failures;
  for (const FallibleBody &body : bodies)
    for (cf::AssertOp assertion : body.assertions) {
      failures.push_back(assertion.getMsgAttr());
      failures.push_back(LocationAttr(assertion.getLoc()));
    }
  global->setAttr(kFailuresAttr, builder.getArrayAttr(failures));
  deviceFlag = SymbolTable(module).insert(global);
}

/// Makes assertions set the flag; on the host, the flag is looked at after the
/// operation.
void GuardBodies::report(IRRewriter &rewriter, FallibleBody &body) {
  auto type = MemRefType::get({}, rewriter.getI32Type());
  Value flag = getFlag(body.op->getParentOfType<func::FuncOp>(), type);
  Value looked;
  if (target == Target::Cpu) {
    rewriter.setInsertionPointAfter(body.op);
    looked = memref::LoadOp::create(rewriter, body.op->getLoc(), flag);
  }
  for (auto [assertion, code] : llvm::zip_equal(body.assertions, body.codes)) {
    Location loc = assertion.getLoc();
    if (looked) {
      Value number = arith::ConstantIntOp::create(rewriter, loc, code, 32);
      Value holds = arith::CmpIOp::create(
          rewriter, loc, arith::CmpIPredicate::ne, looked, number);
      cf::AssertOp::create(rewriter, loc, holds, assertion.getMsg());
    }
    OpBuilder inside(assertion);
    Value yes = arith::ConstantIntOp::create(inside, loc, 1, 1);
    Value fails = arith::XOrIOp::create(inside, loc, assertion.getArg(), yes);
    auto branch = scf::IfOp::create(inside, loc, fails,
                                    /*withElseRegion=*/false);
    OpBuilder then = branch.getThenBodyBuilder();
    Value number = arith::ConstantIntOp::create(then, loc, code, 32);
    memref::AtomicRMWOp::create(then, loc, arith::AtomicRMWKind::maxu, number,
                                flag, ValueRange());
    rewriter.eraseOp(assertion);
  }
}

void GuardBodies::runOnOperation() {
  flags.clear();
  IRRewriter rewriter(&getContext());
  SmallVector<Operation *> ops;
  for (auto function : getOperation().getOps<func::FuncOp>())
    function.walk([&](DestinationStyleOpInterface op) {
      if (isa<linalg::LinalgOp, RowsOp>(*op) && !isOnTensors(op))
        ops.push_back(op);
    });
  SmallVector<FallibleBody> bodies;
  int64_t code = 0;
  for (Operation *op : ops)
    if (std::optional<FallibleBody> body = guard(rewriter, op)) {
      code += body->assertions.size();
      bodies.push_back(std::move(*body));
    }
  if (bodies.empty())
    return;
  if (target == Target::Cuda)
    createDeviceFlag(bodies, MemRefType::get({}, rewriter.getI32Type()));
  // The largest number stays: that of what comes first in the program.
  for (FallibleBody &body : bodies) {
    for (size_t i = 0; i < body.assertions.size(); ++i)
      body.codes.push_back(code--);
    report(rewriter, body);
  }
}
