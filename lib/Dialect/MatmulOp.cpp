//===- MatmulOp.cpp - fused.matmul: assembly, builders, interfaces --------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/MatmulOp.h"

#include "DestinationStyle.h"
#include "SavedMask.h"

#include "fused/Dialect/ElementTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

static ParseResult parseEpilog(OpAsmParser &parser, EpilogAttr &epilog) {
  StringRef name;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&name))
    return failure();
  std::optional<Epilog> value = symbolizeEpilog(name);
  if (!value)
    return parser.emitError(loc) << "unknown epilog '" << name << "'";
  epilog = EpilogAttr::get(parser.getContext(), *value);
  return success();
}

static void printEpilog(OpAsmPrinter &printer, MatmulOp, EpilogAttr epilog) {
  printer << stringifyEpilog(epilog.getValue());
}

/// Accepts `outs(%d : type)`, or `outs(%d, %extra : type, type)` where the
/// second is the aux or the bias gradient, as the epilog says.
static ParseResult
parseOuts(OpAsmParser &parser, EpilogAttr epilog,
          OpAsmParser::UnresolvedOperand &init, Type &initType,
          std::optional<OpAsmParser::UnresolvedOperand> &auxInit,
          Type &auxInitType,
          std::optional<OpAsmParser::UnresolvedOperand> &bgradInit,
          Type &bgradInitType) {
  if (parser.parseKeyword("outs") || parser.parseLParen() ||
      parser.parseOperand(init))
    return failure();
  bool hasExtra = succeeded(parser.parseOptionalComma());
  bool storesAux = epilog.getInfo().storesAux();
  auto &extra = storesAux ? auxInit : bgradInit;
  Type &extraType = storesAux ? auxInitType : bgradInitType;
  if (hasExtra) {
    extra.emplace();
    if (parser.parseOperand(*extra))
      return failure();
  }
  if (parser.parseColonType(initType))
    return failure();
  if (hasExtra && (parser.parseComma() || parser.parseType(extraType)))
    return failure();
  return parser.parseRParen();
}

static void printOuts(OpAsmPrinter &printer, MatmulOp, EpilogAttr, Value init,
                      Type initType, Value auxInit, Type auxInitType,
                      Value bgradInit, Type bgradInitType) {
  printer << "outs(" << init;
  for (Value extra : {auxInit, bgradInit})
    if (extra)
      printer << ", " << extra;
  printer << " : " << initType;
  for (Type type : {auxInitType, bgradInitType})
    if (type)
      printer << ", " << type;
  printer << ')';
}

#define GET_OP_CLASSES
#include "fused/Dialect/MatmulOp.cpp.inc"

void FusedDialect::registerMatmulOp() {
  addOperations<
#define GET_OP_LIST
#include "fused/Dialect/MatmulOp.cpp.inc"
      >();
  declarePromisedInterfaces<bufferization::BufferizableOpInterface, MatmulOp>();
}

//===----------------------------------------------------------------------===//
// Builder and accessors
//===----------------------------------------------------------------------===//

void MatmulOp::build(OpBuilder &builder, OperationState &state, Epilog epilog,
                     Value a, Value b, ValueRange outs,
                     const MatmulOptions &options) {
  Value extra = outs.size() > 1 ? outs[1] : Value();
  bool storesAux = getEpilogInfo(epilog).storesAux();
  SmallVector<Type> resultTypes;
  auto addResult = [&](Value out) {
    if (out && isa<RankedTensorType>(out.getType()))
      resultTypes.push_back(out.getType());
  };
  llvm::for_each(outs, addResult);
  addResult(options.amaxInit);
  build(builder, state, resultTypes,
        EpilogAttr::get(builder.getContext(), epilog),
        options.transposeA ? builder.getUnitAttr() : UnitAttr(),
        options.transposeB ? builder.getUnitAttr() : UnitAttr(),
        options.multiplyMask ? builder.getUnitAttr() : UnitAttr(),
        options.allowRoundedSteps ? builder.getUnitAttr() : UnitAttr(),
        options.allowAnyNanBit ? builder.getUnitAttr() : UnitAttr(),
        builder.getF64FloatAttr(options.alpha),
        builder.getF64FloatAttr(options.beta),
        builder.getI64IntegerAttr(options.c ? options.cRepeat : 1), a, b,
        options.c, options.bias, options.aux, options.aScale, options.bScale,
        options.dScale, outs.front(), storesAux ? extra : Value(),
        storesAux ? Value() : extra, options.amaxInit);
}

const EpilogInfo &MatmulOp::getInfo() { return getEpilogInfo(getEpilog()); }

int64_t MatmulOp::getMDimOfA() {
  int64_t rank = cast<ShapedType>(getA().getType()).getRank();
  return getTransposeA() ? rank - 1 : rank - 2;
}

int64_t MatmulOp::getNDimOfB() {
  int64_t rank = cast<ShapedType>(getB().getType()).getRank();
  return getTransposeB() ? rank - 2 : rank - 1;
}

/// The first of the sizes that is known.
static int64_t firstStatic(std::initializer_list<int64_t> sizes) {
  for (int64_t size : sizes)
    if (!ShapedType::isDynamic(size))
      return size;
  return ShapedType::kDynamic;
}

MatmulSizes MatmulOp::getSizes() {
  auto a = cast<ShapedType>(getA().getType());
  auto b = cast<ShapedType>(getB().getType());
  auto d = cast<ShapedType>(getInit().getType());
  int64_t rankA = a.getRank(), rankB = b.getRank(), rankD = d.getRank();
  int64_t mDim = getMDimOfA(), nDim = getNDimOfB();
  int64_t kDimOfA = 2 * rankA - 3 - mDim, kDimOfB = 2 * rankB - 3 - nDim;
  MatmulSizes sizes;
  sizes.m = firstStatic({a.getDimSize(mDim), d.getDimSize(rankD - 2)});
  sizes.n = firstStatic({b.getDimSize(nDim), d.getDimSize(rankD - 1)});
  sizes.k = firstStatic({a.getDimSize(kDimOfA), b.getDimSize(kDimOfB)});
  sizes.isBatched = rankA == 3 || rankB == 3;
  if (sizes.isBatched)
    sizes.batch =
        firstStatic({rankA == 3 ? a.getDimSize(0) : ShapedType::kDynamic,
                     rankB == 3 ? b.getDimSize(0) : ShapedType::kDynamic,
                     rankD == 3 ? d.getDimSize(0) : ShapedType::kDynamic});
  return sizes;
}

Value MatmulOp::getD() {
  return getResults().empty() ? Value() : getResults().front();
}

Value MatmulOp::getAuxResult() {
  return getResults().size() > 1 && getAuxInit() ? getResults()[1] : Value();
}

Value MatmulOp::getBiasGradient() {
  return getResults().size() > 1 && getBgradInit() ? getResults()[1] : Value();
}

Value MatmulOp::getAmax() {
  return getAmaxInit() && !getResults().empty() ? getResults().back() : Value();
}

bool MatmulOp::repeatsC() {
  if (!getC())
    return false;
  auto c = cast<ShapedType>(getC().getType());
  if (c.getRank() != 3)
    return false;
  MatmulSizes sizes = getSizes();
  bool isKnown = !c.isDynamicDim(0) && !ShapedType::isDynamic(sizes.batch);
  return getCRepeat() != 1 || (isKnown && c.getDimSize(0) != sizes.batch);
}

bool MatmulOp::isScaled() {
  return getAScale() || getBScale() || getDScale() || getAmaxInit();
}

Type MatmulOp::getComputeType() {
  return ::fused::getComputeType(
      cast<ShapedType>(getA().getType()).getElementType());
}

MatmulOptions MatmulOp::getOptions() {
  MatmulOptions options;
  options.transposeA = getTransposeA();
  options.transposeB = getTransposeB();
  options.multiplyMask = getMultiplyMask();
  options.allowRoundedSteps = getAllowRoundedSteps();
  options.allowAnyNanBit = getAllowAnyNanBit();
  options.alpha = getAlpha().convertToDouble();
  options.beta = getBeta().convertToDouble();
  options.cRepeat = getCRepeat();
  options.c = getC();
  options.bias = getBias();
  options.aux = getAux();
  options.aScale = getAScale();
  options.bScale = getBScale();
  options.dScale = getDScale();
  options.amaxInit = getAmaxInit();
  return options;
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

MutableOperandRange MatmulOp::getDpsInitsMutable() {
  auto [start, length] = getODSOperandIndexAndLength(8);
  unsigned end = getOperation()->getNumOperands();
  assert(length == 1 && "there is always an output");
  return MutableOperandRange(getOperation(), start, end - start);
}

Speculation::Speculatability MatmulOp::getSpeculatability() {
  return hasPureTensorSemantics() ? Speculation::Speculatable
                                  : Speculation::NotSpeculatable;
}

void MatmulOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  getOperandEffects(*this, effects);
}

LogicalResult
MatmulOp::reifyResultShapes(OpBuilder &builder,
                            ReifiedRankedShapedTypeDims &reifiedShapes) {
  return reifyShapesOfInits(*this, builder, reifiedShapes);
}

void MatmulOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  if (Value aux = getAuxResult())
    setNameFn(aux, getInfo().hasMask() ? "mask" : "preactivation");
  if (Value gradient = getBiasGradient())
    setNameFn(gradient, "bias_gradient");
  if (Value amax = getAmax())
    setNameFn(amax, "amax");
}

//===----------------------------------------------------------------------===//
// SavedMask.h
//===----------------------------------------------------------------------===//

Value fused::findOutputWithMask(Value mask) {
  auto product = mask.getDefiningOp<MatmulOp>();
  bool isSaved =
      product && product.getInfo().hasMask() && mask == product.getAuxResult();
  return isSaved ? product.getInit() : Value();
}
