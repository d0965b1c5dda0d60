//===- MutantCompiler.cpp - The pipelines for mutants -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MutantCompiler.h"

#include "fused/Compiler/Compiler.h"
#include "fused/InitAll.h"
#include "fused/Pipelines/Pipelines.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"

#include <algorithm>
#include <cstring>
#include <unistd.h>

using namespace llvm;
using namespace fused;
using namespace fused::fuzz;

void MutantState::setStage(StringRef text) {
  size_t length = std::min(text.size(), sizeof(stage) - 1);
  std::memcpy(stage, text.data(), length);
  stage[length] = 0;
}

/// Records a finding and ends the process.
[[noreturn]] static void stop(MutantState &state, StringRef reason) {
  size_t length = std::min(reason.size(), sizeof(state.reason) - 1);
  std::memcpy(state.reason, reason.data(), length);
  state.reason[length] = 0;
  errs().flush();
  _exit(EXIT_FAILURE);
}

namespace {

/// Records which pass runs, and verifies the IR after it.
class Watch : public mlir::PassInstrumentation {
public:
  Watch(MutantState *&state, const char *target)
      : state(state), target(target) {}

  void runBeforePass(mlir::Pass *pass, mlir::Operation *) override {
    StringRef name = pass->getArgument();
    if (state && !name.empty())
      state->setStage((Twine(target) + ": " + name).str());
  }
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override {
    if (!state || pass->getArgument().empty())
      return;
    mlir::ScopedDiagnosticHandler handler(
        op->getContext(), [](mlir::Diagnostic &diagnostic) {
          errs() << diagnostic.getLocation() << ": " << diagnostic << "\n";
          return success();
        });
    if (failed(mlir::verify(op)))
      stop(*state, "left invalid IR");
  }

private:
  MutantState *&state;
  const char *target;
};

} // namespace

static mlir::DialectRegistry makeRegistry() {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllToLLVMIRTranslations(registry);
  fused::registerAllDialects(registry);
  return registry;
}

MutantCompiler::MutantCompiler()
    : context(makeRegistry(), mlir::MLIRContext::Threading::DISABLED) {
  context.printOpOnDiagnostic(false);
  context.loadAllAvailableDialects();
  context.getDiagEngine().registerHandler([this](mlir::Diagnostic &diagnostic) {
    numErrors += diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
    return success();
  });
}

/// `format` is the format of kernels. "isa" needs no ptxas.
void MutantCompiler::addPipeline(Target target, StringRef format) {
  mlir::OpPassManager whole("builtin.module");
  ToLLVMOptions options;
  options.target = target;
  buildToLLVMPipeline(whole, options);
  std::string text;
  raw_string_ostream os(text);
  whole.printAsTextualPipeline(os);
  StringRef passes(text);
  passes.consume_front("builtin.module(");
  passes.consume_back(")");
  std::string changed = passes.str();
  if (size_t at = changed.find("format=bin"); at != std::string::npos)
    changed.replace(at, 10, "format=" + format.str());
  auto manager =
      std::make_unique<mlir::PassManager>(&context, "builtin.module");
  if (failed(mlir::parsePassPipeline(changed, *manager)))
    report_fatal_error("a pipeline cannot be read back");
  manager->enableVerifier(false);
  manager->addInstrumentation(
      std::make_unique<Watch>(state, target == Target::Cpu ? "cpu" : "cuda"));
  // Running on an empty module builds the patterns of all passes.
  mlir::OwningOpRef<mlir::ModuleOp> empty =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  (void)manager->run(*empty);
  managers.push_back(std::move(manager));
}

std::unique_ptr<MutantCompiler> MutantCompiler::create() {
  mlir::registerAllPasses();
  fused::registerAllPasses();
  std::unique_ptr<MutantCompiler> compiler(new MutantCompiler);
  compiler->addPipeline(Target::Cpu, "isa");
  compiler->addPipeline(Target::Cuda, "isa");
  compiler->addPipeline(Target::Cuda, "bin");
  return compiler;
}

void MutantCompiler::run(mlir::PassManager &manager, mlir::Operation *module,
                         const char *name) {
  mlir::OwningOpRef<mlir::Operation *> copy = module->clone();
  numErrors = 0;
  bool isCuda = StringRef(name) == "cuda";
  if (succeeded(manager.run(*copy)))
    ++state->numbers.compiled[isCuda];
  else if (numErrors == 0)
    stop(*state, "failed without a diagnostic");
}

/// Compiles to machine code.
static void compileToCode(const std::string &text, bool isOptimized,
                          MutantState &state) {
  state.setStage("cpu: code");
  CompileOptions options;
  options.cpu = "host";
  Expected<std::unique_ptr<fused::Source>> source =
      fused::Source::parse(MemoryBuffer::getMemBufferCopy(text, "mutant.mlir"));
  if (!source)
    return consumeError(source.takeError());
  (*source)->getContext().disableMultithreading();
  Expected<std::unique_ptr<fused::Compiler>> compiler = fused::Compiler::create(
      options, {isOptimized ? 3u : 0u, /*openmp=*/true});
  if (!compiler)
    return consumeError(compiler.takeError());
  consumeError(
      (*compiler)->compile(**source, fused::Lowering::Fused).takeError());
}

void MutantCompiler::compile(const std::string &text, uint64_t index,
                             MutantState &shared) {
  state = &shared;
  state->index = index;
  state->before = state->numbers;
  state->setStage("parsing");
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module)
    return;
  ++state->numbers.valid;
  run(*managers[0], *module, "cpu");
  bool isWhole = index % 16 == 0;
  run(*managers[isWhole ? 2 : 1], *module, "cuda");
  if (isWhole)
    compileToCode(text, index % 64 == 0, *state);
}

/// Removes the operations of our dialect from the program, because upstream's
/// parser would fail at the first of them before it reaches the text that it
/// crashes at. Replaces each by an unknown operation with the same results.
static std::string dropOurs(StringRef text) {
  auto getIndent = [](StringRef line) {
    return line.size() - line.ltrim().size();
  };
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  std::string result;
  for (size_t i = 0; i < lines.size(); ++i) {
    size_t at = lines[i].find("fused.");
    StringRef before = lines[i].take_front(at);
    if (at == StringRef::npos ||
        !(before.trim().empty() || before.rtrim().ends_with("="))) {
      result += lines[i].str() + "\n";
      continue;
    }
    size_t indent = getIndent(lines[i]);
    std::string operation = lines[i].str();
    while (i + 1 < lines.size() && getIndent(lines[i + 1]) > indent)
      operation += " " + lines[++i].str();
    auto [body, types] = StringRef(operation).rsplit("->");
    result +=
        before.str() + "\"unknown\"() : () -> (" + types.trim().str() + ")\n";
  }
  return result;
}

void fused::fuzz::parseAsUpstream(const std::string &text) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  mlir::parseSourceString<mlir::ModuleOp>(dropOurs(text), &context);
}
