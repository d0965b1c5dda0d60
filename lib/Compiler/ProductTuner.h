//===- ProductTuner.h - Choosing kernels by measurement ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_COMPILER_PRODUCTTUNER_H
#define FUSED_LIB_COMPILER_PRODUCTTUNER_H

#include "fused/Compiler/Compiler.h"
#include "fused/Transforms/ProductChoices.h"

#include <map>

namespace fused {

/// Finds what the file of choices has for products. While tuning is on and
/// there is a device, compiles and measures what it lacks, in every way there
/// is, and adds what is fastest. Nothing that fails here fails a compilation:
/// then the rule decides.
class ProductTuner : public ProductChoices {
public:
  ProductTuner(const CompileOptions &options, Effort effort);

  /// True if there may be choices for a program that is compiled like this.
  static bool isNeeded(const CompileOptions &options);

  void prepare(llvm::ArrayRef<ProductGroup> groups) override;
  std::optional<std::string> find(const ProductGroup &group) override;

private:
  /// What is known about a problem.
  struct Knowledge {
    std::optional<std::string> choice;
    /// What the file has, which is no choice.
    std::string rejected;
  };
  Knowledge &lookUp(const ProductGroup &group);
  void measure(llvm::ArrayRef<ProductGroup> groups);

  CompileOptions options;
  Effort effort;
  std::string chip;
  bool measures = false;
  std::map<std::string, Knowledge> known;
};

} // namespace fused

#endif // FUSED_LIB_COMPILER_PRODUCTTUNER_H
