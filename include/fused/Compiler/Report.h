//===- Report.h - What became of each product -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_COMPILER_REPORT_H
#define FUSED_COMPILER_REPORT_H

#include "fused/Analysis/Report.h"
#include "fused/Compiler/Source.h"

namespace fused {

/// Fuses a copy of the program and returns the report on it.
llvm::Expected<Report> reportFusion(Source &source, Numerics numerics);

} // namespace fused

#endif // FUSED_COMPILER_REPORT_H
