//===- ProductChoices.h - What was measured about products ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_PRODUCTCHOICES_H
#define FUSED_TRANSFORMS_PRODUCTCHOICES_H

#include "fused/Dialect/MatmulOp.h"
#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <optional>
#include <string>

namespace mlir {
class Pass;
} // namespace mlir

namespace fused {

struct FuseTailsOptions;
struct LegalizeOptions;

/// What a kernel of a product would take the place of: the product, its epilog,
/// and what computes on its result.
struct ProductGroup {
  /// What messages and files call it. Two groups with one name have the same
  /// program.
  std::string problem;
  /// A module with the group as its only function, after `fused-legalize` or
  /// before.
  std::string program;
  MatmulSizes sizes;
  /// What the rule chooses: the name of a tiling, or `kLibrary`.
  std::string untuned;
};

/// In place of a tiling: the product stays one of the library.
inline constexpr llvm::StringLiteral kLibrary = "library";

/// Knows what was measured. Passes ask it in place of the rule.
class ProductChoices {
public:
  virtual ~ProductChoices() = default;

  /// Measures the groups that are not known yet, if it measures at all. Before
  /// it asks for single ones, a pass tells of all that it sees.
  virtual void prepare(llvm::ArrayRef<ProductGroup> groups) = 0;

  /// The name of the tiling of the fastest kernel, or `kLibrary`; nothing if
  /// the rule is to decide.
  virtual std::optional<std::string> find(const ProductGroup &group) = 0;
};

/// The passes that make kernels of products, with choices, which may be null
/// and outlive the pass.
std::unique_ptr<mlir::Pass> createFuseTails(FuseTailsOptions options,
                                            ProductChoices *choices);
std::unique_ptr<mlir::Pass> createLegalize(LegalizeOptions options,
                                           ProductChoices *choices);

} // namespace fused

#endif // FUSED_TRANSFORMS_PRODUCTCHOICES_H
