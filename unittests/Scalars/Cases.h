//===- Cases.h - Every operation at every type ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_CASES_H
#define FUSED_UNITTESTS_CASES_H

#include "Scalar.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/SmallVector.h"

namespace fused::scalars {

/// One operation with one choice of types and attributes.
struct Case {
  std::string operation;  ///< "math.exp".
  std::string attribute;  ///< "olt", "downward" or empty.
  std::string properties; ///< As in MLIR: "{predicate = 4 : i64}".
  llvm::SmallVector<const ScalarType *, 3> operands;
  llvm::SmallVector<const ScalarType *, 2> results;

  /// Returns "math.fpowi (f32, i64) -> f32".
  std::string getName() const;
};

/// Returns every case that the verifiers of `arith` and `math` accept. Sets
/// `unbuilt` to the operations without cases.
std::vector<Case> enumerateCases(mlir::MLIRContext &context,
                                 std::vector<std::string> &unbuilt);

/// Returns the text of the function `name`, which applies the operation to each
/// element of arrays of `size` elements.
std::string getFunction(const Case &scalarCase, llvm::StringRef name,
                        int64_t size);

} // namespace fused::scalars

#endif // FUSED_UNITTESTS_CASES_H
