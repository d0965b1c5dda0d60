//===- OperandSource.cpp - Where the elements of a tensor come from -------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/OperandSource.h"

#include "FloatValues.h"
#include "fused/Analysis/ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fused;

/// Longer chains are not traced to their end. This bounds the cost of each
/// trace.
static constexpr int maxSteps = 32;

/// Constants that are computed by more operations than this are not evaluated.
/// This bounds the cost of each evaluation.
static constexpr int maxEvaluated = 32;

bool fused::isReshape(Operation *op) {
  return isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op);
}

bool fused::isElementwise(linalg::LinalgOp op) {
  // What has no result only asserts. On tensors, each output is a result.
  if (!op.hasPureTensorSemantics() || op->getNumResults() == 0 ||
      op.getNumParallelLoops() != op.getNumLoops())
    return false;
  ArrayRef<Attribute> maps = op.getIndexingMaps().getValue();
  return llvm::all_of(maps.take_back(op->getNumResults()), [](Attribute map) {
    return cast<AffineMapAttr>(map).getValue().isPermutation();
  });
}

bool fused::isCopy(linalg::LinalgOp op) {
  if (!isElementwise(op) || op.getNumDpsInputs() != 1)
    return false;
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  while (Operation *conversion = yielded.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::TruncFOp>(conversion))
      return false;
    yielded = conversion->getOperand(0);
  }
  return yielded == op.getBlock()->getArgument(0);
}

Attribute fused::getConstant(Value value) {
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  if (!constant)
    return {};
  if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
    return splat.getSplatValue<Attribute>();
  return constant.getValue();
}

std::optional<double> fused::getConstantNumber(Value value) {
  Attribute constant = getConstant(value);
  if (auto number = dyn_cast_or_null<FloatAttr>(constant))
    return toDouble(number.getValue());
  if (auto number = dyn_cast_or_null<IntegerAttr>(constant))
    return number.getType().isInteger(1)
               ? number.getValue().getBoolValue()
               : number.getValue().signedRoundToDouble();
  return std::nullopt;
}

/// Steps through `op`, which yields an input or a scalar from outside as its
/// result number `index`, perhaps widened. Returns false if it does more.
static bool stepThroughCopy(linalg::LinalgOp op, unsigned index,
                            OperandSource &source) {
  if (!isElementwise(op))
    return false;
  AffineMap resultMap = op.getMatchingIndexingMap(op.getDpsInitOperand(index));
  AffineMap loops = inversePermutation(resultMap).compose(source.map);
  Value yielded = op.getBlock()->getTerminator()->getOperand(index);
  while (auto widen = yielded.getDefiningOp<arith::ExtFOp>())
    yielded = widen.getIn();
  auto argument = dyn_cast<BlockArgument>(yielded);
  if (argument && argument.getOwner() == op.getBlock()) {
    OpOperand &operand = op->getOpOperand(argument.getArgNumber());
    source.value = operand.get();
    source.map = op.getMatchingIndexingMap(&operand).compose(loops);
    return !op.isDpsInit(&operand) ||
           !operand.get().getDefiningOp<tensor::EmptyOp>();
  }
  Operation *definition = yielded.getDefiningOp();
  bool isInside = definition && definition->getBlock() == op.getBlock();
  if (isInside && !isa<arith::ConstantOp>(definition))
    return false;
  source.value = yielded;
  source.map = AffineMap::get(loops.getNumDims(), 0, yielded.getContext());
  return true;
}

/// For one group of dimensions that is reshaped to or from a single one: the
/// position in `group` of the only dimension that is not of size one, or -1 if
/// all are. Fails if there are several.
static FailureOr<int64_t> getOnlyDim(ArrayRef<int64_t> group,
                                     ArrayRef<int64_t> shape) {
  int64_t only = -1;
  for (auto [position, dim] : llvm::enumerate(group)) {
    if (shape[dim] == 1)
      continue;
    if (only != -1)
      return failure();
    only = position;
  }
  return only;
}

/// Steps through a reshape that only adds unit dimensions.
static bool stepThroughExpand(tensor::ExpandShapeOp op, OperandSource &source) {
  AffineExpr zero = getAffineConstantExpr(0, op.getContext());
  SmallVector<AffineExpr> results;
  for (const auto &group : op.getReassociationIndices()) {
    FailureOr<int64_t> only = getOnlyDim(group, op.getResultType().getShape());
    if (failed(only))
      return false;
    results.push_back(*only < 0 ? zero : source.map.getResult(group[*only]));
  }
  source.value = op.getSrc();
  source.map =
      AffineMap::get(source.map.getNumDims(), 0, results, op.getContext());
  return true;
}

/// Steps through a reshape that only drops unit dimensions.
static bool stepThroughCollapse(tensor::CollapseShapeOp op,
                                OperandSource &source) {
  AffineExpr zero = getAffineConstantExpr(0, op.getContext());
  SmallVector<AffineExpr> results(op.getSrcType().getRank(), zero);
  for (auto [index, group] : llvm::enumerate(op.getReassociationIndices())) {
    FailureOr<int64_t> only = getOnlyDim(group, op.getSrcType().getShape());
    if (failed(only))
      return false;
    if (*only >= 0)
      results[group[*only]] = source.map.getResult(index);
  }
  source.value = op.getSrc();
  source.map =
      AffineMap::get(source.map.getNumDims(), 0, results, op.getContext());
  return true;
}

static bool step(OperandSource &source) {
  Operation *definition = source.value.getDefiningOp();
  if (!definition)
    return false;
  unsigned index = cast<OpResult>(source.value).getResultNumber();
  return llvm::TypeSwitch<Operation *, bool>(definition)
      .Case<linalg::LinalgOp>(
          [&](auto op) { return stepThroughCopy(op, index, source); })
      .Case<tensor::ExpandShapeOp>(
          [&](auto op) { return stepThroughExpand(op, source); })
      .Case<tensor::CollapseShapeOp>(
          [&](auto op) { return stepThroughCollapse(op, source); })
      .Case<tensor::CastOp>([&](auto op) {
        if (!isa<RankedTensorType>(op.getSource().getType()))
          return false;
        source.value = op.getSource();
        return true;
      })
      .Default([](Operation *) { return false; });
}

/// Traces a value as far as operations only copy it, to the last that
/// `isWanted` accepts.
static OperandSource trace(Value value, AffineMap map,
                           function_ref<bool(const OperandSource &)> isWanted) {
  OperandSource source;
  source.value = value;
  source.map = map;
  source.elementType = getElementTypeOrSelf(value.getType());
  OperandSource next = source;
  for (int i = 0; i < maxSteps; ++i) {
    next.isUsedOnce &= next.value.hasOneUse();
    if (!step(next))
      break;
    if (isWanted(next))
      source = next;
  }
  source.isUsedOnce &= source.value.hasOneUse();
  source.constant = getConstantNumber(source.value);
  return source;
}

static bool isAny(const OperandSource &) { return true; }

/// `value` in elements of type `type`; integers are taken as they are.
static double roundToType(Type type, double value) {
  auto floatType = dyn_cast<FloatType>(type);
  return floatType ? roundTo(floatType.getFloatSemantics(), value) : value;
}

namespace {
/// Evaluates tensors and scalars that are computed from constants.
class ConstantEvaluator {
public:
  /// The value of a scalar, or of each element of a tensor.
  std::optional<double> evaluate(Value value);

private:
  /// The value of a scalar in the body of `op`.
  std::optional<double> evaluateInside(linalg::LinalgOp op, Value scalar);

  int left = maxEvaluated;
};
} // namespace

std::optional<double> ConstantEvaluator::evaluate(Value value) {
  if (std::optional<double> number = getConstantNumber(value))
    return number;
  Operation *definition = value.getDefiningOp();
  if (!definition || !isa<RankedTensorType>(value.getType()) || left-- == 0)
    return std::nullopt;
  if (isReshape(definition) ||
      isa<tensor::CastOp, tensor::ExtractSliceOp>(definition))
    return evaluate(definition->getOperand(0));
  auto op = dyn_cast<linalg::LinalgOp>(definition);
  if (!op || !isElementwise(op))
    return std::nullopt;
  unsigned index = cast<OpResult>(value).getResultNumber();
  return evaluateInside(op, op.getBlock()->getTerminator()->getOperand(index));
}

std::optional<double> ConstantEvaluator::evaluateInside(linalg::LinalgOp op,
                                                        Value scalar) {
  auto argument = dyn_cast<BlockArgument>(scalar);
  if (argument && argument.getOwner() == op.getBlock())
    return evaluate(op->getOperand(argument.getArgNumber()));
  if (std::optional<double> number = getConstantNumber(scalar))
    return number;
  Operation *definition = scalar.getDefiningOp();
  if (!definition || definition->getBlock() != op.getBlock() || left-- == 0)
    return std::nullopt;
  SmallVector<double> operands;
  for (Value operand : definition->getOperands()) {
    std::optional<double> value = evaluateInside(op, operand);
    if (!value)
      return std::nullopt;
    operands.push_back(*value);
  }
  SmallVector<ArrayRef<double>> samples;
  for (const double &operand : operands)
    samples.push_back(operand);
  double result = 0.0;
  if (!evaluateScalarOp(definition, samples, result))
    return std::nullopt;
  return roundToType(scalar.getType(), result);
}

OperandSource fused::traceOperand(Value value, AffineMap map) {
  OperandSource source = trace(value, map, isAny);
  if (!source.constant)
    source.constant = getKnownNumber(source.value);
  return source;
}

std::optional<double> fused::getKnownNumber(Value value) {
  return ConstantEvaluator().evaluate(value);
}

OperandSource fused::traceOperand(Value tensor) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  return traceOperand(
      tensor, AffineMap::getMultiDimIdentityMap(rank, tensor.getContext()));
}

OperandSource fused::tracePermuted(Value tensor) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  return trace(tensor,
               AffineMap::getMultiDimIdentityMap(rank, tensor.getContext()),
               [](const OperandSource &source) {
                 return source.map.isProjectedPermutation();
               });
}

Value fused::getFilledWith(Value array) {
  auto fill = array.getDefiningOp<linalg::FillOp>();
  if (!fill)
    return {};
  Value number = fill.getInputs().front();
  return number.getType() == getElementTypeOrSelf(array) ? number : Value();
}

bool fused::isKnownZero(Value value) { return getKnownNumber(value) == 0.0; }
