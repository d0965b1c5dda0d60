//===- FusedDialect.cpp - The dialect and its attribute -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/FusedDialect.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fused;

#include "fused/Dialect/FusedDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "fused/Dialect/FusedAttrs.cpp.inc"

namespace {
/// Functions with operations of the dialect can be inlined, and functions can
/// be inlined into regions of theirs.
struct FusedInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void FusedDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "fused/Dialect/FusedAttrs.cpp.inc"
      >();
  addInterfaces<FusedInlinerInterface>();
  registerAttentionOp();
  registerMaskOps();
  registerMatmulOp();
  registerPermuteOp();
  registerProductOp();
  registerRowOps();
  registerScatterOp();
}

StringRef fused::stringifyEpilog(Epilog epilog) {
  return getEpilogInfo(epilog).name;
}

std::optional<Epilog> fused::symbolizeEpilog(StringRef name) {
  const auto *row =
      llvm::find_if(epilogTable, [&](auto &info) { return name == info.name; });
  if (row == std::end(epilogTable))
    return std::nullopt;
  return row->epilog;
}

const EpilogInfo &EpilogAttr::getInfo() const {
  return getEpilogInfo(getValue());
}

/// Accepts `<relu_bias>`.
Attribute EpilogAttr::parse(AsmParser &parser, Type) {
  StringRef name;
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&name))
    return {};
  std::optional<Epilog> epilog = symbolizeEpilog(name);
  if (!epilog) {
    parser.emitError(loc) << "unknown epilog '" << name << "'";
    return {};
  }
  if (parser.parseGreater())
    return {};
  return EpilogAttr::get(parser.getContext(), *epilog);
}

void EpilogAttr::print(AsmPrinter &printer) const {
  printer << '<' << stringifyEpilog(getValue()) << '>';
}
