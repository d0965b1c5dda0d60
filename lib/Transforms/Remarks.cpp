//===- Remarks.cpp - What was fused, and why not --------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"

#include "fused/Analysis/FollowingPass.h"
#include "fused/Analysis/FusionReasons.h"
#include "fused/Analysis/OperationCount.h"
#include "fused/Dialect/FusedDialect.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Support/Table.h"
#include "mlir/IR/Remarks.h"
#include <mutex>

using namespace mlir;
using namespace fused;

static constexpr StringLiteral remarkCategory = "fused-epilog";

/// Several threads visit functions; the engine of remarks is made for one.
static std::mutex engineMutex;

void fused::emitFused(Location loc, Epilog epilog) {
  std::lock_guard<std::mutex> lock(engineMutex);
  remark::passed(loc,
                 remark::RemarkOpts::name("fused").category(remarkCategory))
      << remark::metric("epilog", stringifyEpilog(epilog));
}

void fused::emitMissed(MatmulOp product, StringRef reason) {
  std::lock_guard<std::mutex> lock(engineMutex);
  auto remark =
      remark::missed(product.getLoc(),
                     remark::RemarkOpts::name(reason).category(remarkCategory));
  if (!remark)
    return;
  remark << remark::reason("{0}", describeReason(reason));
  FollowingPass pass = findFollowingPass(product.getD());
  if (pass.bytes)
    remark << remark::metric("bytes", formatNumber("%.0f", *pass.bytes));
  // What it would take to compute a second time.
  if (std::optional<double> flops = countFlops(product.getSizes()))
    remark << remark::metric("flops", formatNumber("%.0f", *flops));
}

void fused::emitNotRaised(Location loc, StringRef reason, StringRef message) {
  std::lock_guard<std::mutex> lock(engineMutex);
  remark::missed(loc, remark::RemarkOpts::name(reason).category("fused-raise"))
      << message;
}
