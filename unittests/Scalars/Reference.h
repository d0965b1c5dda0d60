//===- Reference.h - What operations compute --------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_REFERENCE_H
#define FUSED_UNITTESTS_REFERENCE_H

#include "Answer.h"

namespace fused::scalars {

using Results = llvm::SmallVector<Answer, 2>;

/// True if evaluate() supports the operation.
bool hasReference(llvm::StringRef operation);

/// Computes the results of an operation: functions in 80 bits, all other
/// operations by LLVM's arithmetic of any precision.
Results evaluate(const Case &scalarCase, llvm::ArrayRef<Bits> operands);

} // namespace fused::scalars

#endif // FUSED_UNITTESTS_REFERENCE_H
