//===- Compiler.cpp - From MLIR to programs, in C -------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused-c/Compiler.h"

#include "fused/Compiler/Compiler.h"
#include "fused/Compiler/Files.h"
#include "fused/Compiler/Program.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/TargetSelect.h"

#include <mutex>

using namespace llvm;
using namespace fused;

struct FusedProgram {
  std::unique_ptr<CompiledProgram> program;
  /// What there is of a program that was compiled.
  std::unique_ptr<MemoryBuffer> object;
  std::string json, table;
  std::vector<std::string> argumentNames;
};

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static FusedSeverity getSeverity(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    return FusedSeverityError;
  case mlir::DiagnosticSeverity::Warning:
    return FusedSeverityWarning;
  case mlir::DiagnosticSeverity::Note:
    return FusedSeverityNote;
  case mlir::DiagnosticSeverity::Remark:
    return FusedSeverityRemark;
  }
  llvm_unreachable("unknown severity");
}

namespace {
/// Whom to tell.
struct Listener {
  FusedMessageCallback callback;
  void *userData;

  void tell(const Message &message) const {
    if (!callback)
      return;
    FusedMessage converted = {getSeverity(message.severity),
                              message.name.c_str(), message.location.c_str(),
                              message.text.c_str(), message.rendered.c_str()};
    callback(&converted, userData);
  }

  /// Tells of an error that was not reported yet.
  void tell(Error error) const {
    handleAllErrors(
        std::move(error), [](const ReportedError &) {},
        [&](const ErrorInfoBase &info) {
          tell(Message{mlir::DiagnosticSeverity::Error, "", "", info.message(),
                       ""});
        });
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static void initialize() {
  static std::once_flag once;
  std::call_once(once, [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
  });
}

static StringRef get(const char *text, const char *other) {
  return text ? text : other;
}

static Expected<CompileOptions> convert(const FusedCompileOptions &options) {
  auto target =
      StringSwitch<std::optional<fused::Target>>(get(options.target, "cpu"))
          .Case("cpu", fused::Target::Cpu)
          .Case("cuda", fused::Target::Cuda)
          .Default(std::nullopt);
  if (!target)
    return makeError("unknown target '%s': there are cpu and cuda",
                     options.target);
  std::optional<Numerics> numerics =
      symbolizeNumerics(get(options.numerics, "default"));
  if (!numerics)
    return makeError("unknown numerics '%s': there are strict, default and "
                     "fast",
                     options.numerics);
  if (options.emulate && *target != fused::Target::Cuda)
    return makeError("only programs for the target cuda can be emulated");
  if (!get(options.chip, "").empty() && *target != fused::Target::Cuda)
    return makeError("only programs for the target cuda have a chip");
  CompileOptions converted;
  converted.target = *target;
  converted.numerics = *numerics;
  converted.cpu = get(options.cpu, "host").str();
  converted.chip = get(options.chip, "").str();
  converted.emulate = options.emulate;
  return converted;
}

/// The names that locations give the arguments of the public function, which
/// is the only one after Source::selectEntry().
static std::vector<std::string> getArgumentNames(Source &source) {
  std::vector<std::string> names;
  for (auto function : source.getModule().getOps<mlir::FunctionOpInterface>()) {
    if (!function.isPublic() || function.isExternal())
      continue;
    for (mlir::BlockArgument argument : function.getArguments()) {
      auto name = dyn_cast<mlir::NameLoc>(argument.getLoc());
      names.push_back(name ? name.getName().str() : "");
    }
  }
  return names;
}

static Expected<std::unique_ptr<FusedProgram>>
compile(StringRef mlir, StringRef name, const FusedCompileOptions &options,
        MessageHandler handler) {
  Expected<CompileOptions> converted = convert(options);
  if (!converted)
    return converted.takeError();
  Expected<std::unique_ptr<Source>> source = Source::parse(
      MemoryBuffer::getMemBufferCopy(mlir, name), std::move(handler));
  if (!source)
    return source.takeError();
  if (Error error = (*source)->selectEntry(get(options.entry, "")))
    return error;
  Expected<std::unique_ptr<Compiler>> compiler = Compiler::create(*converted);
  if (!compiler)
    return compiler.takeError();
  auto result = std::make_unique<FusedProgram>();
  result->argumentNames = getArgumentNames(**source);
  Report report;
  Expected<std::unique_ptr<MemoryBuffer>> object =
      (*compiler)->compile(**source, Lowering::Fused, &report);
  if (!object)
    return object.takeError();
  result->object = std::move(*object);
  result->json = formatv("{0}", toJSON(report)).str();
  raw_string_ostream table(result->table);
  printReport(table, report);
  Expected<std::unique_ptr<CompiledProgram>> program =
      CompiledProgram::fromObject(MemoryBuffer::getMemBuffer(
          *result->object, /*RequiresNullTerminator=*/false));
  if (!program)
    return program.takeError();
  result->program = std::move(*program);
  return result;
}

FusedProgram *fusedCompile(MlirStringRef mlir, MlirStringRef name,
                           const FusedCompileOptions *options,
                           FusedMessageCallback callback, void *userData) {
  initialize();
  Listener listener = {callback, userData};
  Expected<std::unique_ptr<FusedProgram>> program = compile(
      unwrap(mlir), unwrap(name), options ? *options : FusedCompileOptions(),
      [=](const Message &message) { listener.tell(message); });
  if (program)
    return program->release();
  listener.tell(program.takeError());
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

FusedProgram *fusedProgramLoad(MlirStringRef path,
                               FusedMessageCallback callback, void *userData) {
  initialize();
  Expected<std::unique_ptr<CompiledProgram>> loaded =
      CompiledProgram::load(unwrap(path));
  if (!loaded) {
    Listener{callback, userData}.tell(
        addSubject(unwrap(path), loaded.takeError()));
    return nullptr;
  }
  auto *program = new FusedProgram();
  program->program = std::move(*loaded);
  return program;
}

MlirLogicalResult fusedProgramSave(const FusedProgram *program,
                                   MlirStringRef path,
                                   FusedMessageCallback callback,
                                   void *userData) {
  Error error = program->object
                    ? writeCompiled(unwrap(path), *program->object)
                    : makeError("a program that was loaded cannot be saved: "
                                "copy its file");
  if (!error)
    return mlirLogicalResultSuccess();
  Listener{callback, userData}.tell(std::move(error));
  return mlirLogicalResultFailure();
}

const fused_module_t *fusedProgramGetModule(const FusedProgram *program) {
  return &program->program->getModule();
}

MlirStringRef fusedProgramGetReport(const FusedProgram *program,
                                    FusedReportFormat format) {
  return wrap(
      StringRef(format == FusedReportTable ? program->table : program->json));
}

MlirStringRef fusedProgramGetArgumentName(const FusedProgram *program,
                                          intptr_t index) {
  if (index < 0 || size_t(index) >= program->argumentNames.size())
    return wrap(StringRef());
  return wrap(StringRef(program->argumentNames[size_t(index)]));
}

void fusedProgramDestroy(FusedProgram *program) { delete program; }
