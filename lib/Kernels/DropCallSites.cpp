//===- DropCallSites.cpp - Places of inlined operations -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Kernels/BinaryPasses.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Location.h"

namespace fused {
#define GEN_PASS_DEF_DROPCALLSITES
#include "fused/Kernels/BinaryPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct DropCallSites : public fused::impl::DropCallSitesBase<DropCallSites> {
  void runOnOperation() override;
};
} // namespace

void DropCallSites::runOnOperation() {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](CallSiteLoc loc) {
    LocationAttr place = loc;
    while (auto call = dyn_cast<CallSiteLoc>(place))
      place = call.getCallee();
    return place;
  });
  replacer.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/false,
                                        /*replaceLocs=*/true);
}
