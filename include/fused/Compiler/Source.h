//===- Source.h - Programs in MLIR ------------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_COMPILER_SOURCE_H
#define FUSED_COMPILER_SOURCE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <functional>
#include <mutex>

namespace fused {

/// A diagnostic or a remark of the compiler.
struct Message {
  mlir::DiagnosticSeverity severity;
  std::string name;     ///< Of a remark; see docs/Recognition.md.
  std::string location; ///< "file:line:column", or empty.
  std::string text;
  std::string rendered; ///< Of a diagnostic: the message as it is printed.
};

/// Takes messages of several threads, one after the other.
using MessageHandler = std::function<void(const Message &)>;

/// A program in MLIR, with its context.
class Source {
public:
  ~Source();

  /// Parses text or bytecode. Passes diagnostics and remarks to `handler`. If
  /// there is none, prints diagnostics to stderr.
  static llvm::Expected<std::unique_ptr<Source>>
  parse(std::unique_ptr<llvm::MemoryBuffer> buffer,
        MessageHandler handler = nullptr);

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
  class Printer;

  explicit Source(MessageHandler handler);
  llvm::Error setHandlers();

  MessageHandler handler;
  std::mutex mutex; ///< Of the handler.
  mlir::MLIRContext context;
  llvm::SourceMgr sources;
  std::unique_ptr<Printer> printer;
  bool hasReported = false;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace fused

#endif // FUSED_COMPILER_SOURCE_H
