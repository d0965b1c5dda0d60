//===- Report.cpp - What became of each product -----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Compiler/Report.h"

#include "fused/Pipelines/Pipelines.h"
#include "mlir/Pass/PassManager.h"

using namespace llvm;
using namespace fused;

Expected<Report> fused::reportFusion(Source &source, Numerics numerics) {
  mlir::OwningOpRef<mlir::ModuleOp> module = source.getModule().clone();
  mlir::PassManager manager(&source.getContext());
  FuseProductsOptions pipeline;
  pipeline.numerics = numerics;
  buildFuseProductsPipeline(manager, pipeline);
  if (failed(manager.run(*module)))
    return source.makeError("fusing");
  return collectReport(*module, numerics);
}
