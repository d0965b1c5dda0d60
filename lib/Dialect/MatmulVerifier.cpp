//===- MatmulVerifier.cpp - What makes a fused.matmul valid ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/MatmulOp.h"

#include "DestinationStyle.h"

#include "fused/Dialect/ElementTypes.h"
#include "fused/Dialect/ShapedValue.h"
using namespace mlir;
using namespace fused;

namespace {
/// An operand with the name it has in diagnostics.
struct NamedOperand {
  StringLiteral name;
  Value value;
};
} // namespace

/// Checks that there are exactly the operands that the epilog requires.
static LogicalResult verifyPresence(MatmulOp op) {
  const EpilogInfo &info = op.getInfo();
  auto check = [&](NamedOperand operand, bool wanted) -> LogicalResult {
    if (wanted == bool(operand.value))
      return success();
    return op.emitOpError("epilog '")
           << info.name << "' " << (wanted ? "needs" : "has no") << " "
           << operand.name;
  };
  return success(
      succeeded(check({"bias", op.getBias()}, info.hasBias)) &&
      succeeded(check({"aux", op.getAux()}, info.loadsAux())) &&
      succeeded(check({"aux output", op.getAuxInit()}, info.storesAux())) &&
      succeeded(check({"bias gradient output", op.getBgradInit()},
                      info.hasBiasGradient())));
}

static LogicalResult verifyShape(MatmulOp op, NamedOperand operand,
                                 ArrayRef<int64_t> expected) {
  return verifyShape(op, operand.name, operand.value, expected);
}

static LogicalResult verifyElementType(MatmulOp op, NamedOperand operand,
                                       Type expected) {
  if (!operand.value ||
      getShapedType(operand.value).getElementType() == expected)
    return success();
  return op.emitOpError(operand.name) << " should have elements of " << expected
                                      << ", but is " << operand.value.getType();
}

/// Checks that each product of the batch has a matrix of C.
static LogicalResult verifyC(MatmulOp op, const MatmulSizes &sizes) {
  int64_t repeat = op.getCRepeat();
  if (!op.getC() && repeat != 1)
    return op.emitOpError("has c_repeat, but no C");
  if (!op.getC())
    return success();
  int64_t m = sizes.m, n = sizes.n;
  ShapedType c = getShapedType(op.getC());
  bool isShared = sizes.isBatched && c.getRank() == 2;
  if ((isShared || !sizes.isBatched) && repeat != 1)
    return op.emitOpError("c_repeat needs a batch of matrices of C");
  if (isShared)
    return verifyShape(op, {"C", op.getC()}, {m, n});
  if (!op.repeatsC())
    return verifyShape(op, {"C", op.getC()},
                       sizes.isBatched ? SmallVector<int64_t>{sizes.batch, m, n}
                                       : SmallVector<int64_t>{m, n});
  int64_t matrices = c.getDimSize(0);
  if (failed(verifyShape(op, {"C", op.getC()}, {matrices, m, n})))
    return failure();
  bool isKnown =
      !ShapedType::isDynamic(matrices) && !ShapedType::isDynamic(sizes.batch);
  if (!isKnown)
    return op.emitOpError("c_repeat needs a batch of known size");
  if (repeat < 1 || matrices < 1 || sizes.batch % matrices != 0 ||
      sizes.batch / matrices % repeat != 0)
    return op.emitOpError()
           << "cannot share " << matrices << " matrices of C, each repeated "
           << repeat << " times, among a batch of " << sizes.batch;
  return success();
}

/// Checks that the sizes of A, B and the outputs agree.
static LogicalResult verifyShapes(MatmulOp op) {
  ShapedType a = getShapedType(op.getA()), b = getShapedType(op.getB());
  ShapedType d = getShapedType(op.getInit());
  if (d.getRank() != std::max(a.getRank(), b.getRank()))
    return op.emitOpError("output should have rank ")
           << std::max(a.getRank(), b.getRank()) << ", but is " << d;
  MatmulSizes sizes = op.getSizes();
  SmallVector<int64_t> batch;
  if (sizes.isBatched)
    batch.push_back(sizes.batch);
  auto batched = [&](ArrayRef<int64_t> shape) {
    SmallVector<int64_t> result(batch);
    llvm::append_range(result, shape);
    return result;
  };
  auto operandShape = [&](ShapedType type, bool transposed, int64_t rows,
                          int64_t columns) {
    SmallVector<int64_t> shape = type.getRank() == 3
                                     ? SmallVector<int64_t>(batch)
                                     : SmallVector<int64_t>();
    shape.push_back(transposed ? columns : rows);
    shape.push_back(transposed ? rows : columns);
    return shape;
  };
  int64_t m = sizes.m, n = sizes.n, k = sizes.k;
  if (failed(verifyShape(op, {"A", op.getA()},
                         operandShape(a, op.getTransposeA(), m, k))) ||
      failed(verifyShape(op, {"B", op.getB()},
                         operandShape(b, op.getTransposeB(), k, n))) ||
      failed(verifyShape(op, {"output", op.getInit()}, batched({m, n}))) ||
      failed(verifyC(op, sizes)))
    return failure();

  // Vectors may be shared by the batch.
  ShapedType bias;
  if (op.getBias())
    bias = getShapedType(op.getBias());
  if (bias && failed(verifyShape(op, {"bias", op.getBias()},
                                 bias.getRank() == 1 ? SmallVector<int64_t>{n}
                                                     : batched({n}))))
    return failure();
  bool sumsA = op.getInfo().biasGradient == BiasGradient::SumOfA;
  if (failed(verifyShape(op, {"bias gradient", op.getBgradInit()},
                         batched({sumsA ? m : n}))))
    return failure();

  int64_t auxColumns = n;
  if (op.getInfo().hasMask())
    auxColumns = ShapedType::isDynamic(n) ? n : getMaskRowBytes(n);
  return success(succeeded(verifyShape(op, {"aux", op.getAux()},
                                       batched({m, auxColumns}))) &&
                 succeeded(verifyShape(op, {"aux output", op.getAuxInit()},
                                       batched({m, auxColumns}))));
}

static LogicalResult verifyTypes(MatmulOp op) {
  Type a = getShapedType(op.getA()).getElementType();
  Type b = getShapedType(op.getB()).getElementType();
  Type d = getShapedType(op.getInit()).getElementType();
  Epilog epilog = op.getEpilog();
  if (failed(verifyElementTypes(epilog, a, b, d,
                                [&] { return op.emitOpError(); })))
    return failure();
  Type extra = getExtraElementType(a, d);
  Type aux =
      op.getInfo().hasMask() ? IntegerType::get(op.getContext(), 8) : extra;
  return success(
      succeeded(verifyElementType(op, {"C", op.getC()}, getCElementType(d))) &&
      succeeded(verifyElementType(op, {"bias", op.getBias()}, extra)) &&
      succeeded(verifyElementType(op, {"aux", op.getAux()}, aux)) &&
      succeeded(verifyElementType(op, {"aux output", op.getAuxInit()}, aux)) &&
      succeeded(
          verifyElementType(op, {"bias gradient", op.getBgradInit()}, extra)));
}

/// Checks that the flags concern the epilog.
static LogicalResult verifyFlags(MatmulOp op) {
  const EpilogInfo &info = op.getInfo();
  if (op.getMultiplyMask() && info.activation != Activation::ReluGradient)
    return op.emitOpError("epilog '")
           << info.name << "' has no mask to multiply by";
  if (op.getAllowRoundedSteps() && !info.hasRoundableSteps() && !op.getC())
    return op.emitOpError("epilog '")
           << info.name << "' has no steps that could be rounded";
  if (op.getAllowAnyNanBit() && info.aux != Aux::StoreMask)
    return op.emitOpError("epilog '") << info.name << "' saves no mask";
  return success();
}

static LogicalResult verifyScaling(MatmulOp op) {
  if (!op.getC() && !op.getBeta().isExactlyValue(1.0))
    return op.emitOpError("has beta, but no C");
  if (!op.getAlpha().isFinite() || !op.getBeta().isFinite())
    return op.emitOpError("alpha and beta should be finite");
  if (getShapedType(op.getInit()).getElementType().isInteger(32) &&
      !(op.getAlpha().isExactlyValue(1.0) && op.getBeta().isExactlyValue(1.0)))
    return op.emitOpError("a product into i32 has neither alpha nor beta");
  return success();
}

/// Checks that the scales of A and B have the type in which the product is
/// computed, and that D is of 8-bit floating-point elements where it has one.
static LogicalResult verifyScales(MatmulOp op) {
  auto checkFactor = [&](NamedOperand scale) -> LogicalResult {
    if (!scale.value || op.getComputeType().isF32())
      return success();
    return op.emitOpError()
           << scale.name << " needs a product that is computed in f32, not in "
           << op.getComputeType();
  };
  auto checkResult = [&](NamedOperand scalar) -> LogicalResult {
    if (!scalar.value || isFloat8(getShapedType(op.getInit()).getElementType()))
      return success();
    return op.emitOpError()
           << scalar.name
           << " needs a D of 8-bit floating-point elements, but it is "
           << op.getInit().getType();
  };
  return success(succeeded(checkFactor({"a_scale", op.getAScale()})) &&
                 succeeded(checkFactor({"b_scale", op.getBScale()})) &&
                 succeeded(checkResult({"d_scale", op.getDScale()})) &&
                 succeeded(checkResult({"amax", op.getAmaxInit()})));
}

LogicalResult MatmulOp::verify() {
  return success(
      succeeded(verifyPresence(*this)) && succeeded(verifyFlags(*this)) &&
      succeeded(verifyForm(*this)) && succeeded(verifyUnitStrides(*this)) &&
      succeeded(verifyTypes(*this)) && succeeded(verifyShapes(*this)) &&
      succeeded(verifyScaling(*this)) && succeeded(verifyScales(*this)));
}
