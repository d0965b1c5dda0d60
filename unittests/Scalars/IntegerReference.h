//===- IntegerReference.h - What operations on integers compute -*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_INTEGERREFERENCE_H
#define FUSED_UNITTESTS_INTEGERREFERENCE_H

#include "Reference.h"

namespace fused::scalars {

/// True for operations on integers alone.
bool isIntegerOperation(llvm::StringRef operation);

/// Computes the results of such an operation.
Results evaluateIntegers(const Case &scalarCase, llvm::ArrayRef<Bits> operands);

} // namespace fused::scalars

#endif // FUSED_UNITTESTS_INTEGERREFERENCE_H
