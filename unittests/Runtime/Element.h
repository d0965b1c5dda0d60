//===- Element.h - Element types in plain arithmetic ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Written apart from the runtime's conversions, and slowly: with ldexp and
// frexp instead of bits.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_RUNTIME_ELEMENT_H
#define FUSED_UNITTESTS_RUNTIME_ELEMENT_H

#include "fused-runtime/fused_runtime.h"

namespace fused::test {

/// The value of the element at `address`; of a byte for FUSED_I8.
double readElement(fused_type_t type, const void *address);

/// Rounds `value` to nearest even and stores it.
void writeElement(fused_type_t type, void *address, double value);

/// Half the distance from 1 to the next number.
double getUnitRoundoff(fused_type_t type);

/// The smallest positive number.
double getSmallest(fused_type_t type);

} // namespace fused::test

#endif // FUSED_UNITTESTS_RUNTIME_ELEMENT_H
