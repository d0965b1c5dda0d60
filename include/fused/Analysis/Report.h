//===- Report.h - What became of each product -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The coverage report: every product of a module with its epilog, or the reason
// why it has none, and its share of the floating-point operations. It describes
// the current state of the module and changes nothing. docs/Report.md describes
// the printed form and the members of the JSON form.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_REPORT_H
#define FUSED_ANALYSIS_REPORT_H

#include "fused/Analysis/Numerics.h"
#include "fused/Dialect/MatmulSizes.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir {
class Operation;
} // namespace mlir

namespace fused {

/// One product: a `fused.matmul`, or a contraction in linalg.
struct ReportedProduct {
  /// "layer.mlir:12:8", or "-" where the location is not one in a file.
  std::string location;
  /// The function that it is in.
  std::string function;
  /// None for a contraction that is not a product of two matrices.
  std::optional<MatmulSizes> sizes;
  /// The element types.
  std::string a, b, d;
  bool transposeA = false, transposeB = false;
  /// None for a contraction in linalg.
  std::optional<Epilog> epilog;
  double alpha = 1.0;
  bool hasC = false;
  /// A number that the program computes multiplies the product.
  bool isScaled = false;
  /// None if a size is not known.
  std::optional<double> flops;
  /// What the elementwise operations that follow read and write; see
  /// FollowingPass.h. None if a size is not known, or the product is not one on
  /// tensors.
  std::optional<double> bytesLeft;
  /// True if it is computed once in each call of a public function.
  bool runsOnce = false;
  /// The stable name of the reason why nothing, or nothing more, is fused; see
  /// FusionReasons.def. Empty if there is nothing more to fuse.
  llvm::StringRef reason;

  /// True if anything beside the product is part of it.
  bool isFused() const {
    return epilog &&
           (*epilog != Epilog::DEFAULT || alpha != 1.0 || hasC || isScaled);
  }
};

/// Operations of a kind, and those of them whose size is known.
struct ReportedOperations {
  unsigned number = 0;
  unsigned unknown = 0;
  double flops = 0.0;

  void add(std::optional<double> count) {
    ++number;
    unknown += !count;
    flops += count.value_or(0.0);
  }
};

struct Report {
  Numerics numerics = Numerics::Default;
  /// In the order of the module.
  std::vector<ReportedProduct> products;
  ReportedOperations productTotal;
  /// Operations that compute something and whose loops are all parallel.
  ReportedOperations elementwise;
  /// The others that compute with floating-point numbers: reductions.
  ReportedOperations others;

  double getFlops() const {
    return productTotal.flops + elementwise.flops + others.flops;
  }
  /// The flops of the products in one call, or none if that depends on a size
  /// or on control flow.
  std::optional<double> getProductFlopsPerCall() const;
};

/// Describes `module`, whose products have been fused under `numerics`, in time
/// proportional to its size.
Report collectReport(mlir::Operation *module, Numerics numerics);

/// Prints the report as a table and its totals.
void printReport(llvm::raw_ostream &os, const Report &report);

/// The report in version 1 of the schema.
llvm::json::Value toJSON(const Report &report);

} // namespace fused

#endif // FUSED_ANALYSIS_REPORT_H
