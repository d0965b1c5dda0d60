//===- PerturbRoundings.cpp - Round at random in double ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This pass implements Monte Carlo arithmetic. It multiplies each number that
// an operation rounds by a random number near 1, and rounds it to the type of
// the program. The random number is a hash of the number and of a seed, which
// is a global variable of the program.
//
//===----------------------------------------------------------------------===//

#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

#include <cmath>
#include <limits>

namespace fused {
#define GEN_PASS_DEF_PERTURBROUNDINGS
#include "fused/Transforms/ReferencePasses.h.inc"
} // namespace fused

using namespace mlir;

/// True for operations that round nothing: the result is one of the operands,
/// possibly in a wider type or with another sign.
static bool isExact(Operation *op) {
  return isa<arith::ConstantOp, arith::ExtFOp, arith::SelectOp, arith::NegFOp,
             arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
             arith::MinNumFOp, arith::BitcastOp, math::AbsFOp,
             math::CopySignOp>(op);
}

/// Returns the results that operations round.
static SmallVector<Value> findRounded(FunctionOpInterface function) {
  SmallVector<Value> rounded;
  function->walk([&](Operation *op) {
    if (!isa_and_present<arith::ArithDialect, math::MathDialect,
                         complex::ComplexDialect>(op->getDialect()) ||
        isExact(op))
      return;
    for (Value result : op->getResults())
      if (auto type = dyn_cast<FloatType>(result.getType()))
        if (type.getWidth() <= 64)
          rounded.push_back(result);
  });
  return rounded;
}

/// Rewrites all arithmetic on tensors to `linalg.generic`.
static LogicalResult generalize(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  SmallVector<linalg::SoftmaxOp> softmaxes;
  module->walk([&](linalg::SoftmaxOp op) {
    if (op.hasPureTensorSemantics())
      softmaxes.push_back(op);
  });
  for (linalg::SoftmaxOp op : softmaxes) {
    rewriter.setInsertionPoint(op);
    FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter);
    if (failed(results))
      return op.emitOpError("cannot be decomposed");
    rewriter.replaceOp(op, *results);
  }
  RewritePatternSet patterns(module.getContext());
  linalg::populateLinalgNamedOpsGeneralizationPatterns(patterns);
  linalg::populateElementwiseToLinalgConversionPatterns(patterns);
  walkAndApplyPatterns(module, std::move(patterns));
  return success();
}

namespace {
/// Creates the operations that perturb a number. They compute in f64.
class Perturber {
public:
  /// `seed` and `mask` have type i64.
  Perturber(ImplicitLocOpBuilder &builder, Value seed, Value mask)
      : builder(builder), seed(seed), mask(mask) {}

  /// Returns a number in f64 near `value`, which the program rounds to `type`.
  /// `number` identifies the operation. If `error` is given, the change may be
  /// as large as `error` even where rounding changes less.
  Value perturb(Value value, FloatType type, unsigned number, Value error) {
    double unit = std::ldexp(1.0, 1 - int(type.getFPMantissaWidth()));
    Value distance = mul(value, makeFloat(unit));
    Value isRounded = makeIsRounded(value, type);
    if (std::optional<double> spacing = getLeastSpacing(type)) {
      distance = arith::MaximumFOp::create(
          builder, math::AbsFOp::create(builder, distance),
          makeFloat(*spacing));
      isRounded = arith::OrIOp::create(builder, isRounded,
                                       makeIsNoMultiple(value, *spacing));
    }
    if (error)
      distance = arith::MaximumFOp::create(
          builder, math::AbsFOp::create(builder, distance), error);
    Value changed = arith::AddFOp::create(
        builder, value, mul(distance, makeRandom(value, number)));
    // Only numbers that the type has cancel as those of the program do.
    if (type.getFPMantissaWidth() <= 24)
      changed = round(changed, getPrecision(type));
    Value result = arith::SelectOp::create(builder, isRounded, changed, value);
    std::optional<double> limit = getLimit(type);
    return limit ? overflow(result, *limit) : result;
  }

private:
  Value makeFloat(double value) {
    return arith::ConstantOp::create(builder, builder.getF64FloatAttr(value));
  }
  Value makeInteger(uint64_t value) {
    return arith::ConstantOp::create(builder,
                                     builder.getI64IntegerAttr(int64_t(value)));
  }
  Value mul(Value a, Value b) { return arith::MulFOp::create(builder, a, b); }

  /// Creates a random number between -1 and 1.
  Value makeRandom(Value value, unsigned number) {
    Type i64 = builder.getI64Type();
    Value bits = arith::BitcastOp::create(builder, i64, value);
    bits = arith::AndIOp::create(builder, bits, mask);
    bits = arith::XOrIOp::create(builder, bits, seed);
    bits = arith::AddIOp::create(
        builder, bits, makeInteger((number + 1) * 0x9e3779b97f4a7c15));
    // These are the last steps of SplitMix64.
    for (auto [shift, factor] : {std::pair(30, 0xbf58476d1ce4e5b9),
                                 std::pair(27, 0x94d049bb133111eb)}) {
      Value high = arith::ShRUIOp::create(builder, bits, makeInteger(shift));
      bits = arith::XOrIOp::create(builder, bits, high);
      bits = arith::MulIOp::create(builder, bits, makeInteger(factor));
    }
    Value random = arith::SIToFPOp::create(builder, builder.getF64Type(), bits);
    return mul(random, makeFloat(0x1p-63));
  }

  /// True if `value` and `other` are different and neither is NaN.
  Value makeDiffers(Value value, Value other) {
    return arith::CmpFOp::create(builder, arith::CmpFPredicate::ONE, value,
                                 other);
  }

  /// Returns how many digits numbers of `type` have. A number in f64 does not
  /// tell whether it was rounded to f64, so f64 counts as f32.
  static int getPrecision(FloatType type) {
    return std::min(24, int(type.getFPMantissaWidth()));
  }

  /// Rounds `value` to `precision` digits by Veltkamp's splitting. Is NaN where
  /// `value` is not finite.
  Value round(Value value, int precision) {
    Value product = mul(value, makeFloat(std::ldexp(1.0, 53 - precision) + 1));
    Value rest = arith::SubFOp::create(builder, product, value);
    return arith::SubFOp::create(builder, product, rest);
  }

  /// True if `value` is finite and has more digits than `type`.
  Value makeIsRounded(Value value, FloatType type) {
    return makeDiffers(value, round(value, getPrecision(type)));
  }

  /// Returns the distance between the smallest numbers of a type of small
  /// range.
  static std::optional<double> getLeastSpacing(FloatType type) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    int exponent = llvm::APFloat::semanticsMinExponent(semantics);
    if (exponent < -100)
      return std::nullopt;
    return std::ldexp(1.0, exponent + 1 - int(type.getFPMantissaWidth()));
  }

  /// Returns the least number that a type of small range rounds to infinity.
  static std::optional<double> getLimit(FloatType type) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    int exponent = llvm::APFloat::semanticsMaxExponent(semantics);
    if (exponent > 100 || !llvm::APFloat::semanticsHasInf(semantics))
      return std::nullopt;
    return std::ldexp(2.0, exponent) -
           std::ldexp(1.0, exponent - int(type.getFPMantissaWidth()));
  }

  /// Returns infinity of the sign of `value` from `limit` on.
  Value overflow(Value value, double limit) {
    Value magnitude = math::AbsFOp::create(builder, value);
    Value isLarge = arith::CmpFOp::create(builder, arith::CmpFPredicate::OGE,
                                          magnitude, makeFloat(limit));
    Value infinity = math::CopySignOp::create(
        builder, makeFloat(std::numeric_limits<double>::infinity()), value);
    return arith::SelectOp::create(builder, isLarge, infinity, value);
  }

  /// True if `value` is not a multiple of `spacing`.
  Value makeIsNoMultiple(Value value, double spacing) {
    Value large = makeFloat(std::ldexp(1.5 * spacing, 52));
    Value sum = arith::AddFOp::create(builder, value, large);
    return makeDiffers(value, arith::SubFOp::create(builder, sum, large));
  }

  ImplicitLocOpBuilder &builder;
  Value seed, mask;
};

struct PerturbRoundings
    : public fused::impl::PerturbRoundingsBase<PerturbRoundings> {
  using PerturbRoundingsBase::PerturbRoundingsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(generalize(module)))
      return signalPassFailure();
    unsigned number = 0;
    for (auto function : llvm::to_vector(module.getOps<FunctionOpInterface>()))
      if (!function.isExternal())
        perturb(function, number);
    Builder builder(&getContext());
    declare(module, fused::roundingSeedName, builder.getI64IntegerAttr(0));
    declare(module, fused::tanhErrorName, builder.getF64FloatAttr(0));
  }

private:
  MemRefType getType(Type element) { return MemRefType::get({}, element); }

  void declare(ModuleOp module, const char *name, TypedAttr value) {
    OpBuilder builder(module.getBodyRegion());
    auto initial = DenseElementsAttr::get(
        RankedTensorType::get({}, value.getType()), Attribute(value));
    memref::GlobalOp::create(builder, module.getLoc(), name,
                             /*sym_visibility=*/nullptr,
                             getType(value.getType()), initial,
                             /*constant=*/false, /*alignment=*/nullptr);
  }

  Value load(ImplicitLocOpBuilder &builder, const char *name, Type element) {
    Value global = memref::GetGlobalOp::create(builder, getType(element), name);
    return memref::LoadOp::create(builder, global);
  }

  void perturb(FunctionOpInterface function, unsigned &number) {
    SmallVector<Value> rounded = findRounded(function);
    if (rounded.empty())
      return;
    auto builder = ImplicitLocOpBuilder::atBlockBegin(
        function.getLoc(), &function.getFunctionBody().front());
    Value seed = load(builder, fused::roundingSeedName, builder.getI64Type());
    // The mask has all bits set for odd seeds and none for even ones.
    Value one =
              arith::ConstantOp::create(builder, builder.getI64IntegerAttr(1)),
          zero =
              arith::ConstantOp::create(builder, builder.getI64IntegerAttr(0));
    Value isOdd = arith::AndIOp::create(builder, seed, one);
    Value mask = arith::SubIOp::create(builder, zero, isOdd);
    Value tanhError;
    if (llvm::any_of(rounded, isTanh))
      tanhError = load(builder, fused::tanhErrorName, builder.getF64Type());
    for (Value value : rounded)
      perturb(value, {seed, mask, isTanh(value) ? tanhError : Value()},
              number++);
  }

  static bool isTanh(Value value) {
    return isa<math::TanhOp>(value.getDefiningOp());
  }

  struct Settings {
    Value seed, mask, error;
  };

  void perturb(Value value, Settings settings, unsigned number) {
    auto type = cast<FloatType>(value.getType());
    SmallVector<OpOperand *> uses =
        llvm::to_vector(llvm::make_pointer_range(value.getUses()));
    ImplicitLocOpBuilder builder(value.getLoc(), &getContext());
    builder.setInsertionPointAfterValue(value);
    Value wide = value;
    if (type.getWidth() < 64)
      wide = arith::ExtFOp::create(builder, builder.getF64Type(), wide);
    Value changed = Perturber(builder, settings.seed, settings.mask)
                        .perturb(wide, type, number, settings.error);
    if (type.getWidth() < 64)
      changed = arith::TruncFOp::create(builder, type, changed);
    for (OpOperand *use : uses)
      use->set(changed);
  }
};

} // namespace
