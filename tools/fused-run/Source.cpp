//===- Source.cpp - Programs in MLIR ----------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Source.h"

#include "Files.h"
#include "fused/InitAll.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace mlir;
using namespace fused::run;

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  fused::registerAllDialects(registry);
  return registry;
}

Source::Source() : context(makeRegistry()) {
  // A diagnostic says what is wrong and where. The operation may be the whole
  // program, so it is not printed.
  context.printOpOnDiagnostic(false);
}

/// True if `contents` may be MLIR: it is text, or starts like bytecode.
static bool mayBeMlir(StringRef contents) {
  return contents.starts_with("ML\xefR") ||
         (json::isUTF8(contents) && !contents.contains('\0'));
}

Expected<std::unique_ptr<Source>>
Source::parse(std::unique_ptr<MemoryBuffer> buffer) {
  std::string name = buffer->getBufferIdentifier().str();
  if (!mayBeMlir(buffer->getBuffer()))
    return fused::run::makeError("%s: is neither MLIR nor a compiled program",
                                 name.c_str());
  std::unique_ptr<Source> source(new Source);
  source->sources.AddNewSourceBuffer(std::move(buffer), SMLoc());
  source->printer.emplace(source->sources, &source->context, errs());
  // MLIR calls this handler first. It leaves each diagnostic to the printer.
  source->counter.emplace(
      &source->context, [source = source.get()](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          source->hasReported = true;
        return failure();
      });
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
  return fused::run::makeError("%s failed", what.str().c_str());
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
  if (functions.empty())
    return "none";
  std::string names;
  ListSeparator separator;
  raw_string_ostream os(names);
  for (FunctionOpInterface function : functions)
    os << separator << function.getName();
  return names;
}

Error Source::selectEntry(StringRef entry) {
  SmallVector<FunctionOpInterface> functions = getPublicFunctions(getModule());
  StringRef wanted = entry.empty() ? "main" : entry;
  auto *found = find_if(functions, [&](FunctionOpInterface function) {
    return function.getName() == wanted;
  });
  if (found == functions.end() && entry.empty() && functions.size() == 1)
    found = functions.begin();
  if (found == functions.end())
    return fused::run::makeError(
        "there is no public function '%s'; there is: %s", wanted.str().c_str(),
        listNames(functions).c_str());
  for (FunctionOpInterface function : functions)
    if (function != *found)
      SymbolTable::setSymbolVisibility(function,
                                       SymbolTable::Visibility::Private);
  return Error::success();
}
