//===- Errors.h - Exceptions ------------------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_PYTHON_ERRORS_H
#define FUSED_PYTHON_ERRORS_H

#include "fused-runtime/fused_runtime.h"

#include <string>

namespace fused::python {

/// Throws fused.Error with the message of the call that failed.
void check(fused_status_t status);

/// Warns of what is wrong with the file of choices, once for each failure.
void warnAboutChoices();

[[noreturn]] void throwTypeError(const std::string &message);
[[noreturn]] void throwValueError(const std::string &message);

} // namespace fused::python

#endif // FUSED_PYTHON_ERRORS_H
