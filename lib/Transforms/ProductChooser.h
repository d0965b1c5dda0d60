//===- ProductChooser.h - Kernel or library ---------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_PRODUCTCHOOSER_H
#define FUSED_LIB_TRANSFORMS_PRODUCTCHOOSER_H

#include "fused/Analysis/Numerics.h"
#include "fused/Analysis/ProductRule.h"
#include "fused/Transforms/ProductChoices.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fused {

/// A product that could become a kernel.
struct ProductCandidate {
  MatmulOp op;
  llvm::SmallVector<mlir::linalg::GenericOp> tails;
  /// Of the kernel.
  ProductWork work;
  /// What the library, with its epilog or other kernels behind it, takes beside
  /// the plain product, in microseconds. Nothing if the rule has no kernel for
  /// such products.
  std::optional<double> estimate;
};

/// Fails with an error if the option `tiling` of a pass is neither empty nor
/// the name of one.
mlir::LogicalResult verifyTiling(mlir::MLIRContext *context,
                                 llvm::StringRef pass, llvm::StringRef tiling);

/// Decides which products become kernels: by the tiling that all should have,
/// by what was measured, or by the rule.
class ProductChooser {
public:
  /// `tiling` is the name of one or empty, and `choices` may be null.
  ProductChooser(mlir::StringRef tiling, ProductChoices *choices,
                 Numerics numerics)
      : tiling(tiling), choices(choices), numerics(numerics) {}

  /// True if all products that can be kernels are to have one tiling.
  bool hasTiling() const { return !tiling.empty(); }
  /// True if there may be kernels where the rule has none.
  bool looksBeyondRule() const { return choices || hasTiling(); }

  /// Tells the choices, which must not be null, of `candidates`.
  void prepare(llvm::ArrayRef<ProductCandidate> candidates);

  /// Nothing for the library; else the name of a tiling, or an empty one if
  /// that follows from the rule.
  std::optional<std::string> choose(const ProductCandidate &candidate);

private:
  ProductGroup makeGroup(const ProductCandidate &candidate);

  std::string tiling;
  ProductChoices *choices;
  Numerics numerics;
};

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_PRODUCTCHOOSER_H
