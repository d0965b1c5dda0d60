//===- Report.h - What became of each product -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_REPORT_H
#define FUSED_RUN_REPORT_H

#include "Options.h"
#include "Source.h"
#include "llvm/Support/JSON.h"

#include <vector>

namespace fused::run {

/// One matrix product of a program.
struct Product {
  std::string location;
  std::string function;
  int64_t batch, m, n, k; ///< FUSED_DYNAMIC where not known.
  std::string types;      ///< "bf16 x bf16 -> bf16".
  std::string epilog;     ///< With " + c" and the like; "-" if not a product
                          ///< of the dialect.
  std::string remark;     ///< Stable name of the reason why not more is fused.
  std::string reason;     ///< The reason as a sentence.
  bool runsOnce;          ///< In each call of the program.
};

/// Fuses a copy of the program and lists its products in program order,
/// followed by those that could not even be raised.
llvm::Expected<std::vector<Product>> findProducts(Source &source,
                                                  const Options &options);

/// Multiplications and additions of one call of the program, or 0 if a size, or
/// how often a product is computed, is not known.
double countFlops(llvm::ArrayRef<Product> products);

void printProducts(llvm::raw_ostream &os, llvm::ArrayRef<Product> products);
llvm::json::Value toJson(llvm::ArrayRef<Product> products);

} // namespace fused::run

#endif // FUSED_RUN_REPORT_H
