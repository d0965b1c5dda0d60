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
#include "fused/Analysis/Report.h"

namespace fused::run {

/// Fuses a copy of the program and returns the report on it.
llvm::Expected<Report> reportFusion(Source &source, const Options &options);

} // namespace fused::run

#endif // FUSED_RUN_REPORT_H
