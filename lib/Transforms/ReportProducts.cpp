//===- ReportProducts.cpp - What became of each product -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/Report.h"
#include "fused/Transforms/ProductPasses.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"

namespace fused {
#define GEN_PASS_DEF_REPORTPRODUCTS
#include "fused/Transforms/ProductPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
struct ReportProductsPass
    : fused::impl::ReportProductsBase<ReportProductsPass> {
  using ReportProductsBase::ReportProductsBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    Report report = collectReport(getOperation(), numerics);
    if (output.empty()) {
      print(llvm::errs(), report);
      return;
    }
    std::error_code error;
    llvm::ToolOutputFile file(output, error, llvm::sys::fs::OF_Text);
    if (error)
      return fail(error);
    print(file.os(), report);
    file.os().flush();
    if (file.os().has_error()) {
      error = file.os().error();
      file.os().clear_error();
      return fail(error);
    }
    file.keep();
  }

private:
  void fail(std::error_code error) {
    // Not by the operation, which the diagnostic would print: it is the whole
    // program.
    emitError(getOperation()->getLoc())
        << getArgument() << ": " << output << ": " << error.message();
    signalPassFailure();
  }
  void print(raw_ostream &os, const Report &report) {
    if (format == ReportFormat::Text)
      printReport(os, report);
    else
      os << toJSON(report) << '\n';
  }
};
} // namespace
