//===- NumberBuilder.h - Arithmetic on numbers and vectors ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_ARITHMETIC_NUMBERBUILDER_H
#define FUSED_LIB_CONVERSION_ARITHMETIC_NUMBERBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

namespace fused {

/// Builds arithmetic on numbers, or on vectors of as many as `like` has.
class NumberBuilder {
public:
  NumberBuilder(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type like)
      : builder(builder), loc(loc), like(like) {}

  mlir::Type getType(mlir::Type element) const {
    auto shaped = mlir::dyn_cast<mlir::ShapedType>(like);
    return shaped ? shaped.clone(element) : element;
  }
  mlir::Type getInteger(unsigned width) const {
    return getType(builder.getIntegerType(width));
  }
  mlir::Type getF32() const { return getType(builder.getF32Type()); }
  mlir::Type getF64() const { return getType(builder.getF64Type()); }

  /// An integer of the type of `number`.
  mlir::Value constant(mlir::Value number, const llvm::APInt &value) {
    mlir::Type element = mlir::getElementTypeOrSelf(number.getType());
    return splat(number.getType(), mlir::IntegerAttr::get(element, value));
  }
  mlir::Value constant(mlir::Value number, uint64_t value) {
    unsigned width =
        mlir::getElementTypeOrSelf(number.getType()).getIntOrFloatBitWidth();
    return constant(number, llvm::APInt(width, value));
  }
  /// An f32.
  mlir::Value constant(float value) {
    return splat(getF32(), builder.getF32FloatAttr(value));
  }
  mlir::Value zero(mlir::Type type) {
    return mlir::arith::ConstantOp::create(builder, loc,
                                           builder.getZeroAttr(type));
  }
  template <typename OpType, typename... Args> mlir::Value apply(Args... args) {
    return OpType::create(builder, loc, args...);
  }
  mlir::Value compare(mlir::arith::CmpFPredicate predicate, mlir::Value a,
                      mlir::Value b) {
    return apply<mlir::arith::CmpFOp>(predicate, a, b);
  }
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value a,
                      mlir::Value b) {
    return apply<mlir::arith::CmpIOp>(predicate, a, b);
  }

private:
  mlir::Value splat(mlir::Type type, mlir::TypedAttr attr) {
    if (auto shaped = mlir::dyn_cast<mlir::ShapedType>(type))
      attr = mlir::DenseElementsAttr::get(shaped, mlir::Attribute(attr));
    return mlir::arith::ConstantOp::create(builder, loc, attr);
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::Type like;
};

} // namespace fused

#endif // FUSED_LIB_CONVERSION_ARITHMETIC_NUMBERBUILDER_H
