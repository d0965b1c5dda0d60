//===- Source.h - Programs in MLIR ------------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_SOURCE_H
#define FUSED_RUN_SOURCE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <optional>

namespace fused::run {

/// A program in MLIR, with its context. Prints the diagnostics of MLIR to
/// stderr.
class Source {
public:
  /// Parses text or bytecode.
  static llvm::Expected<std::unique_ptr<Source>>
  parse(std::unique_ptr<llvm::MemoryBuffer> buffer);

  mlir::ModuleOp getModule() { return *module; }
  mlir::MLIRContext &getContext() { return context; }

  /// Makes all functions private but `entry`. If `entry` is empty, keeps main
  /// or the only public function. If there is no such function, fails and lists
  /// the functions.
  llvm::Error selectEntry(llvm::StringRef entry);

  /// Makes the error of a failure in MLIR. If MLIR has emitted a diagnostic, it
  /// is a ReportedError; otherwise its message says that `what` failed.
  llvm::Error makeError(llvm::StringRef what) const;

private:
  Source();

  mlir::MLIRContext context;
  llvm::SourceMgr sources;
  std::optional<mlir::SourceMgrDiagnosticHandler> printer;
  std::optional<mlir::ScopedDiagnosticHandler> counter;
  bool hasReported = false;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace fused::run

#endif // FUSED_RUN_SOURCE_H
