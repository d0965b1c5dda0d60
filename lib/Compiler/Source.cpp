//===- Source.cpp - Programs in MLIR ----------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Compiler/Source.h"

#include "fused/Compiler/Files.h"
#include "fused/InitAll.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace mlir;
using namespace fused;

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  fused::registerAllDialects(registry);
  return registry;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// "file:line:column" of a location in a file, or nothing.
static std::string describe(Location location) {
  auto place = location->findInstanceOf<FileLineColLoc>();
  if (!place)
    return "";
  return formatv("{0}:{1}:{2}", place.getFilename().getValue(), place.getLine(),
                 place.getColumn());
}

namespace {
struct RenderedText {
  std::string rendered;
  raw_string_ostream stream{rendered};
};
} // namespace

/// Takes the diagnostics of MLIR.
class Source::Printer : RenderedText, public SourceMgrDiagnosticHandler {
public:
  explicit Printer(Source &source)
      : SourceMgrDiagnosticHandler(source.sources, &source.context, stream),
        source(source) {
    setHandler([this](Diagnostic &diagnostic) { take(diagnostic); });
  }

private:
  void take(Diagnostic &diagnostic) {
    rendered.clear();
    emitDiagnostic(diagnostic);
    if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
      source.hasReported = true;
    if (!source.handler) {
      errs() << rendered;
      return;
    }
    std::lock_guard<std::mutex> lock(source.mutex);
    source.handler({diagnostic.getSeverity(), "",
                    describe(diagnostic.getLocation()), diagnostic.str(),
                    rendered});
    for (Diagnostic &note : diagnostic.getNotes())
      source.handler({mlir::DiagnosticSeverity::Note, "",
                      describe(note.getLocation()), note.str(), ""});
  }

  Source &source;
};

namespace {
/// Passes remarks to a handler.
class RemarkStreamer : public remark::detail::MLIRRemarkStreamerBase {
public:
  RemarkStreamer(const MessageHandler &handler, std::mutex &mutex)
      : handler(handler), mutex(mutex) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    std::string text;
    for (const remark::detail::Remark::Arg &argument : remark.getArgs())
      text += (text.empty() ? "" : ", ") + argument.key + ": " + argument.val;
    std::lock_guard<std::mutex> lock(mutex);
    handler({mlir::DiagnosticSeverity::Remark, remark.getRemarkName().str(),
             describe(remark.getLocation()), std::move(text), ""});
  }

private:
  const MessageHandler &handler;
  std::mutex &mutex;
};
} // namespace

Source::Source(MessageHandler handler)
    : handler(std::move(handler)), context(makeRegistry()) {
  // A diagnostic says what is wrong and where. The operation may be the whole
  // program, so it is not printed.
  context.printOpOnDiagnostic(false);
}

Source::~Source() = default;

Error Source::setHandlers() {
  printer = std::make_unique<Printer>(*this);
  if (!handler)
    return Error::success();
  remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.analysis =
      categories.failed = ".*";
  if (failed(remark::enableOptimizationRemarks(
          context, std::make_unique<RemarkStreamer>(handler, mutex),
          std::make_unique<remark::RemarkEmittingPolicyAll>(), categories)))
    return makeError("switching remarks on");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Refuses what cannot be MLIR: it neither is text nor starts like bytecode.
static Error checkContents(StringRef name, StringRef contents) {
  size_t offset = contents.find('\0');
  if (contents.starts_with("ML\xefR") ||
      (offset == StringRef::npos && json::isUTF8(contents, &offset)))
    return Error::success();
  return makeError("%s: is neither MLIR nor a compiled program: line %zu has "
                   "bytes that are not UTF-8 text",
                   name.str().c_str(),
                   contents.take_front(offset).count('\n') + 1);
}

Expected<std::unique_ptr<Source>>
Source::parse(std::unique_ptr<MemoryBuffer> buffer, MessageHandler handler) {
  std::string name = buffer->getBufferIdentifier().str();
  if (Error error = checkContents(name, buffer->getBuffer()))
    return error;
  std::unique_ptr<Source> source(new Source(std::move(handler)));
  source->sources.AddNewSourceBuffer(std::move(buffer), SMLoc());
  if (Error error = source->setHandlers())
    return error;
  ParserConfig config(&source->context);
  source->module = parseSourceFile<ModuleOp>(source->sources, config);
  if (!source->module)
    return source->makeError(name + ": parsing");
  for (auto inner : source->getModule().getOps<ModuleOp>()) {
    inner.emitError() << "a module inside of a module cannot be compiled: move "
                         "its functions into the outer one";
    return source->makeError(name + ": parsing");
  }
  return source;
}

Error Source::makeError(StringRef what) const {
  if (hasReported)
    return make_error<ReportedError>();
  return fused::makeError("%s failed", what.str().c_str());
}

/// Returns the public functions of `module` that have a body.
static SmallVector<FunctionOpInterface> getPublicFunctions(ModuleOp module) {
  SmallVector<FunctionOpInterface> functions;
  for (auto function : module.getOps<FunctionOpInterface>())
    if (function.isPublic() && !function.isExternal())
      functions.push_back(function);
  return functions;
}

static std::string listNames(ArrayRef<FunctionOpInterface> functions) {
  std::string names;
  ListSeparator separator;
  raw_string_ostream os(names);
  for (FunctionOpInterface function : functions)
    os << separator << function.getName();
  return names;
}

Error Source::selectEntry(StringRef entry) {
  SmallVector<FunctionOpInterface> functions = getPublicFunctions(getModule());
  if (functions.empty())
    return fused::makeError("there is no public function that has a body");
  StringRef wanted = entry.empty() ? "main" : entry;
  auto *found = find_if(functions, [&](FunctionOpInterface function) {
    return function.getName() == wanted;
  });
  if (found == functions.end() && entry.empty() && functions.size() == 1)
    found = functions.begin();
  if (found == functions.end())
    return fused::makeError("there is no public function '%s'; there is: %s",
                            wanted.str().c_str(), listNames(functions).c_str());
  for (FunctionOpInterface function : functions)
    if (function != *found)
      SymbolTable::setSymbolVisibility(function,
                                       SymbolTable::Visibility::Private);
  return Error::success();
}
