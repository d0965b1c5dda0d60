//===- DropSigns.cpp - Integers without signs -----------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/ArithmeticPasses.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace fused {
#define GEN_PASS_DEF_DROPSIGNS
#include "fused/Conversion/ArithmeticPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct DropSigns : public fused::impl::DropSignsBase<DropSigns> {
  void runOnOperation() override;
};
} // namespace

void DropSigns::runOnOperation() {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](IntegerType type) -> Type {
    return IntegerType::get(type.getContext(), type.getWidth());
  });
  // The numbers of an array are not elements that a replacer sees.
  replacer.addReplacement([&](DenseIntElementsAttr array) -> Attribute {
    auto type = cast<ShapedType>(replacer.replace(array.getType()));
    return DenseElementsAttr::getFromRawBuffer(type, array.getRawData());
  });
  getOperation()->walk([&](Operation *op) {
    // Attributes of other operations may be unsigned by definition.
    bool replaceAttrs =
        isa<FunctionOpInterface>(op) || op->hasTrait<OpTrait::ConstantLike>();
    replacer.replaceElementsIn(op, replaceAttrs, /*replaceLocs=*/false,
                               /*replaceTypes=*/true);
  });
  getOperation()->walk([](UnrealizedConversionCastOp cast) {
    if (cast.getOperandTypes() != cast.getResultTypes())
      return;
    cast.replaceAllUsesWith(cast.getOperands());
    cast.erase();
  });
}
