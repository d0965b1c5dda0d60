//===- Remarks.cpp - What was fused, and why not --------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"

#include "fused/Analysis/FusionReasons.h"
#include "fused/Dialect/FusedDialect.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace fused;

static constexpr StringLiteral remarkCategory = "fused-epilog";

void fused::emitFused(Location loc, Epilog epilog) {
  remark::passed(loc,
                 remark::RemarkOpts::name("fused").category(remarkCategory))
      << remark::metric("epilog", stringifyEpilog(epilog));
}

void fused::emitMissed(Location loc, StringRef reason) {
  remark::missed(loc, remark::RemarkOpts::name(reason).category(remarkCategory))
      << remark::reason("{0}", describeReason(reason));
}
