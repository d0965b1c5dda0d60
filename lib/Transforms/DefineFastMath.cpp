//===- DefineFastMath.cpp - Replace the poison of fast-math -----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Transforms/ReferencePasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <cmath>

namespace fused {
#define GEN_PASS_DEF_DEFINEFASTMATH
#include "fused/Transforms/ReferencePasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {

using Flags = arith::FastMathFlags;

/// `value` as a number of `element`, which is a float or an integer.
TypedAttr getElement(Type element, double value) {
  auto floatType = dyn_cast<FloatType>(element);
  if (!floatType)
    return IntegerAttr::get(element, value > 0 ? 1 : 0);
  APFloat number(value);
  bool losesInfo;
  number.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return FloatAttr::get(element, number);
}

/// `element` as a value of the type of `like`: a scalar, or a vector or tensor
/// of it.
Value makeLike(OpBuilder &builder, Value like, TypedAttr element) {
  Location loc = like.getLoc();
  auto shaped = dyn_cast<ShapedType>(like.getType());
  if (!shaped)
    return arith::ConstantOp::create(builder, loc, element);
  if (shaped.hasStaticShape())
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(shaped.clone(element.getType()), element));
  Value scalar = arith::ConstantOp::create(builder, loc, element);
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < shaped.getRank(); ++dim)
    if (shaped.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(builder, loc, like, dim));
  return tensor::SplatOp::create(builder, loc, scalar,
                                 shaped.clone(element.getType()), sizes);
}

/// True where `value` violates `flags`. A number that is as large as the
/// largest of its type may overflow.
Value makeIsExcluded(OpBuilder &builder, Value value, Flags flags) {
  Location loc = value.getLoc();
  auto type = cast<FloatType>(getElementTypeOrSelf(value));
  Value excluded;
  auto add = [&](arith::CmpFPredicate predicate, Value bound) {
    Value holds = arith::CmpFOp::create(builder, loc, predicate, value, bound);
    excluded =
        excluded ? arith::OrIOp::create(builder, loc, excluded, holds) : holds;
  };
  if (arith::bitEnumContainsAll(flags, Flags::nnan))
    add(arith::CmpFPredicate::UNO, value);
  if (arith::bitEnumContainsAll(flags, Flags::ninf)) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    for (bool negative : {false, true}) {
      auto largest =
          FloatAttr::get(type, APFloat::getLargest(semantics, negative));
      add(negative ? arith::CmpFPredicate::OLE : arith::CmpFPredicate::OGE,
          makeLike(builder, value, largest));
    }
  }
  return excluded;
}

/// True for scalars and vectors and tensors of known rank whose elements
/// satisfy `test`.
template <typename Test> bool isMadeOf(Type type, Test test) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.hasRank() && isa<VectorType, RankedTensorType>(type) &&
           test(shaped.getElementType());
  return test(type);
}

/// Gives `op` the result `value` where `flags` leave it undefined.
void replacePoison(Operation *op, Flags flags, double value) {
  auto isFloat = [](Type type) {
    return isMadeOf(type, llvm::IsaPred<FloatType>);
  };
  auto isNumber = [](Type type) {
    return isMadeOf(type, llvm::IsaPred<FloatType, IntegerType>);
  };
  if (op->getNumResults() != 1 || !isNumber(op->getResult(0).getType()))
    return;
  auto uses = llvm::to_vector(
      llvm::map_range(op->getUses(), [](OpOperand &use) { return &use; }));
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Value result = op->getResult(0), excluded;
  SmallVector<Value> values(op->getOperands());
  values.push_back(result);
  for (Value number : values) {
    if (!isFloat(number.getType()))
      continue;
    Value holds = makeIsExcluded(builder, number, flags);
    excluded =
        excluded ? arith::OrIOp::create(builder, op->getLoc(), excluded, holds)
                 : holds;
  }
  if (!excluded)
    return;
  Value other = makeLike(builder, result,
                         getElement(getElementTypeOrSelf(result), value));
  Value defined =
      arith::SelectOp::create(builder, op->getLoc(), excluded, other, result);
  for (OpOperand *use : uses)
    use->set(defined);
}

struct DefineFastMath : public fused::impl::DefineFastMathBase<DefineFastMath> {
  using DefineFastMathBase::DefineFastMathBase;

  void runOnOperation() override {
    SmallVector<arith::ArithFastMathInterface> operations;
    getOperation()->walk([&](arith::ArithFastMathInterface op) {
      arith::FastMathFlagsAttr flags = op.getFastMathFlagsAttr();
      if (flags && flags.getValue() != Flags::none)
        operations.push_back(op);
    });
    for (arith::ArithFastMathInterface op : operations) {
      Flags flags = op.getFastMathFlagsAttr().getValue();
      op->setAttr(op.getFastMathAttrName(),
                  arith::FastMathFlagsAttr::get(&getContext(), Flags::none));
      if (!std::isnan(value) &&
          arith::bitEnumContainsAny(flags, Flags::nnan | Flags::ninf))
        replacePoison(op, flags, value);
    }
  }
};

} // namespace
