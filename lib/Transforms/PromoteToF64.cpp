//===- PromoteToF64.cpp - Evaluate a program in double ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Retypes a module in place: attributes and types by an AttrTypeReplacer, then
// the conversions between floats that have become identities are dropped, and
// bitcasts get the types of the program back.
//
//===----------------------------------------------------------------------===//

#include "Decompose.h"

#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/ReferencePasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"

namespace fused {
#define GEN_PASS_DEF_PROMOTETOF64
#include "fused/Transforms/ReferencePasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {

bool isNarrowFloat(Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  return floatType && floatType.getWidth() < 64;
}

bool isWideFloat(Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  return floatType && floatType.getWidth() > 64;
}

/// True if `type` is or contains a floating-point type that satisfies `test`.
bool containsFloat(Type type, function_ref<bool(Type)> test) {
  return type
      .walk([&](Type inner) {
        return test(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool containsAnyFloat(TypeRange types) {
  return llvm::any_of(types, [](Type type) {
    return containsFloat(type,
                         [](Type inner) { return isa<FloatType>(inner); });
  });
}

/// Converts exactly: every value of a narrower format is one of f64.
APFloat toDouble(APFloat value) {
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value;
}

APInt toDoubleBits(const APFloat &value) {
  return toDouble(value).bitcastToAPInt();
}

DenseElementsAttr promoteElements(DenseElementsAttr elements) {
  auto f64 = Float64Type::get(elements.getContext());
  if (isa<FloatType>(elements.getElementType()))
    return elements.mapValues(f64, toDoubleBits);

  SmallVector<std::complex<APFloat>> values;
  for (const std::complex<APFloat> &value :
       elements.getValues<std::complex<APFloat>>())
    values.emplace_back(toDouble(value.real()), toDouble(value.imag()));
  ShapedType type = elements.getType().clone(ComplexType::get(f64));
  if (elements.isSplat())
    values.resize(1, values.front());
  return DenseElementsAttr::get(type, values);
}

bool holdsNarrowFloats(ShapedType type) {
  Type element = type.getElementType();
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  return isNarrowFloat(element);
}

void addReplacements(AttrTypeReplacer &replacer) {
  replacer.addReplacement([](FloatType type) -> std::optional<Type> {
    if (isNarrowFloat(type))
      return Float64Type::get(type.getContext());
    return std::nullopt;
  });
  using Replacement = std::optional<std::pair<Attribute, WalkResult>>;
  replacer.addReplacement([](FloatAttr attr) -> Replacement {
    if (!isNarrowFloat(attr.getType()))
      return std::nullopt;
    Attribute promoted = FloatAttr::get(Float64Type::get(attr.getContext()),
                                        toDouble(attr.getValue()));
    return std::make_pair(promoted, WalkResult::skip());
  });
  replacer.addReplacement([](DenseElementsAttr attr) -> Replacement {
    if (!holdsNarrowFloats(attr.getType()))
      return std::nullopt;
    Attribute promoted = promoteElements(attr);
    return std::make_pair(promoted, WalkResult::skip());
  });
  replacer.addReplacement([](DenseResourceElementsAttr attr) -> Replacement {
    if (!holdsNarrowFloats(attr.getType()))
      return std::nullopt;
    auto raw = DenseElementsAttr::getFromRawBuffer(
        attr.getType(), attr.getRawHandle().getBlob()->getData());
    Attribute promoted = promoteElements(raw);
    return std::make_pair(promoted, WalkResult::skip());
  });
  // An array of numbers that belongs to an operation, not to the program.
  replacer.addReplacement([](DenseArrayAttr attr) -> Replacement {
    return std::make_pair(Attribute(attr), WalkResult::skip());
  });
}

/// Says why `attr` cannot be promoted, or returns an empty string.
StringRef whyNotPromotable(Attribute attr) {
  if (auto sparse = dyn_cast<SparseElementsAttr>(attr))
    if (holdsNarrowFloats(sparse.getType()))
      return "has a sparse constant";
  auto resource = dyn_cast<DenseResourceElementsAttr>(attr);
  if (!resource || !holdsNarrowFloats(resource.getType()))
    return "";
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  if (!blob)
    return "has a constant without its data";
  bool isSplat;
  if (!DenseElementsAttr::isValidRawBuffer(resource.getType(), blob->getData(),
                                           isSplat))
    return "has a constant of another size than its type";
  return "";
}

/// True if `op` gives floats another meaning than their value, their bits, and
/// is not one that restoreBitcast() can keep.
bool looksAtBits(Operation *op) {
  if (isa<arith::BitcastOp>(op))
    return false;
  StringRef name = op->getName().stripDialect();
  bool reinterprets = name == "bitcast" || name == "scaling_extf" ||
                      name == "scaling_truncf" || name == "view" ||
                      name == "type_cast";
  return reinterprets && (containsAnyFloat(op->getOperandTypes()) ||
                          containsAnyFloat(op->getResultTypes()));
}

/// Checks that `op` means the same on doubles, or emits why not.
LogicalResult checkPromotable(Operation *op) {
  if (looksAtBits(op))
    return op->emitOpError("looks at the bits of a floating-point number, so "
                           "the program cannot be evaluated in double");
  auto isWide = [](Type type) { return containsFloat(type, isWideFloat); };
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (llvm::any_of(op->getResultTypes(), isWide) ||
      (function && llvm::any_of(function.getArgumentTypes(), isWide)))
    return op->emitOpError("computes in a type wider than double, so the "
                           "program cannot be evaluated in double");
  if (function && function.isExternal() &&
      (containsAnyFloat(function.getArgumentTypes()) ||
       containsAnyFloat(function.getResultTypes())))
    return op->emitOpError("takes or gives floating-point numbers but is "
                           "defined elsewhere, so the program cannot be "
                           "evaluated in double");
  for (NamedAttribute attr : op->getAttrs())
    if (StringRef reason = whyNotPromotable(attr.getValue()); !reason.empty())
      return op->emitOpError(reason)
             << ", so the program cannot be evaluated in double";
  return success();
}

/// Drops `arith.extf` and `arith.truncf` from f64 to f64.
void dropIdentity(Operation *op) {
  if (!isa<arith::ExtFOp, arith::TruncFOp>(op) ||
      op->getOperand(0).getType() != op->getResult(0).getType())
    return;
  op->getResult(0).replaceAllUsesWith(op->getOperand(0));
  op->erase();
}

/// A bitcast and its types in the program.
struct Bitcast {
  arith::BitcastOp op;
  Type from, to;
};

/// The bitcasts between numbers of which one is a narrow float.
SmallVector<Bitcast> findBitcasts(ModuleOp module) {
  SmallVector<Bitcast> bitcasts;
  module.walk([&](arith::BitcastOp op) {
    Type from = op.getIn().getType(), to = op.getType();
    if (containsFloat(from, isNarrowFloat) || containsFloat(to, isNarrowFloat))
      bitcasts.push_back({op, from, to});
  });
  return bitcasts;
}

/// Rounds to the program's type, takes the bits, and widens: of the bitcast's
/// own types, which have been replaced, one or both are f64 now.
void restoreBitcast(const Bitcast &bitcast) {
  arith::BitcastOp op = bitcast.op;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value value = op.getIn();
  if (value.getType() != bitcast.from)
    value = arith::TruncFOp::create(builder, loc, bitcast.from, value);
  if (value.getType() != bitcast.to)
    value = arith::BitcastOp::create(builder, loc, bitcast.to, value);
  if (value.getType() != op.getType())
    value = arith::ExtFOp::create(builder, loc, op.getType(), value);
  op.replaceAllUsesWith(value);
  op.erase();
}

/// Decomposes products with scales, which are never numbers of f64.
void decomposeScaled(ModuleOp module) {
  SmallVector<MatmulOp> scaled;
  module.walk([&](MatmulOp op) {
    if (op.isScaled())
      scaled.push_back(op);
  });
  IRRewriter rewriter(module.getContext());
  for (MatmulOp op : scaled)
    decompose(rewriter, op, DecomposedPart::All);
}

struct PromoteToF64 : public fused::impl::PromoteToF64Base<PromoteToF64> {
  using PromoteToF64Base::PromoteToF64Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    WalkResult checked = module.walk([](Operation *op) {
      return failed(checkPromotable(op)) ? WalkResult::interrupt()
                                         : WalkResult::advance();
    });
    if (checked.wasInterrupted())
      return signalPassFailure();
    decomposeScaled(module);
    SmallVector<Bitcast> bitcasts = findBitcasts(module);
    AttrTypeReplacer replacer;
    addReplacements(replacer);
    replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
    module.walk(dropIdentity);
    for (const Bitcast &bitcast : bitcasts)
      restoreBitcast(bitcast);
  }
};

} // namespace
