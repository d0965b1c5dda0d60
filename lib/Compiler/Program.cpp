//===- Program.cpp - Compiled programs in memory ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Compiler/Program.h"

#include "OpenLibrary.h"

#include "fused/Compiler/Compiler.h"
#include "fused/Compiler/Files.h"
#include "fused/Transforms/ReferencePasses.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace fused;

static constexpr const char *moduleSymbol = "fused_module";

CompiledProgram::CompiledProgram() = default;

CompiledProgram::~CompiledProgram() = default;

Error CompiledProgram::setModule(const void *symbol) {
  module = static_cast<const fused_module_t *>(symbol);
  if (module->abi_version != FUSED_ABI_VERSION)
    return makeError("it was compiled for version %u of the runtime's ABI, "
                     "this is version %u",
                     module->abi_version, unsigned(FUSED_ABI_VERSION));
  if (module->num_functions != 0 && !module->functions)
    return makeError("its table of functions is missing");
  return Error::success();
}

/// Lets programs find the runtime and what it is linked with. The process may
/// have loaded these in a scope of their own, as Python does.
static Error addGenerators(orc::LLJIT &jit) {
  using Generator = orc::DynamicLibrarySearchGenerator;
  char prefix = jit.getDataLayout().getGlobalPrefix();
  std::string runtime =
      findLibraryOf(reinterpret_cast<const void *>(&fused_call));
  if (!runtime.empty()) {
    auto symbols = Generator::Load(runtime.c_str(), prefix);
    if (!symbols)
      return symbols.takeError();
    jit.getMainJITDylib().addGenerator(std::move(*symbols));
  }
  auto symbols = Generator::GetForCurrentProcess(prefix);
  if (!symbols)
    return symbols.takeError();
  jit.getMainJITDylib().addGenerator(std::move(*symbols));
  return Error::success();
}

Expected<std::unique_ptr<CompiledProgram>>
CompiledProgram::fromObject(std::unique_ptr<MemoryBuffer> object) {
  std::unique_ptr<CompiledProgram> program(new CompiledProgram);
  Expected<std::unique_ptr<orc::LLJIT>> jit = orc::LLJITBuilder().create();
  if (!jit)
    return jit.takeError();
  program->jit = std::move(*jit);

  // The session passes link errors to a handler. To the caller, it only says
  // "failed to materialize".
  std::string reason;
  orc::ExecutionSession &session = program->jit->getExecutionSession();
  session.setErrorReporter(
      [&reason](Error error) { reason = toString(std::move(error)); });
  scope_exit restore([&] {
    session.setErrorReporter(
        [](Error error) { consumeError(std::move(error)); });
  });

  if (Error error = addGenerators(*program->jit))
    return error;
  if (Error error = program->jit->addObjectFile(std::move(object)))
    return error;
  Expected<orc::ExecutorAddr> symbol = program->jit->lookup(moduleSymbol);
  if (!symbol) {
    std::string generic = toString(symbol.takeError());
    return makeError("%s", (reason.empty() ? generic : reason).c_str());
  }
  if (Error error = program->jit->initialize(program->jit->getMainJITDylib()))
    return error;
  // This does not run the constructors of object files.
  if (Expected<orc::ExecutorAddr> load = program->jit->lookup(choicesSymbol))
    load->toPtr<void (*)()>()();
  else
    consumeError(load.takeError());
  if (Error error = program->setModule(symbol->toPtr<const void *>()))
    return error;
  return program;
}

/// Checks that the loader can map all that the file promises, and that the file
/// exports the module's symbol. A truncated library would end this process, and
/// another library would run its constructors in it.
template <typename ELFT>
static Error checkElf(const object::ELFObjectFile<ELFT> &file) {
  const object::ELFFile<ELFT> &elf = file.getELFFile();
  auto segments = elf.program_headers();
  if (!segments)
    return segments.takeError();
  for (const auto &segment : *segments)
    if (segment.p_offset > elf.getBufSize() ||
        segment.p_filesz > elf.getBufSize() - segment.p_offset)
      return makeError("the file is truncated");
  auto sections = elf.sections();
  if (!sections)
    return sections.takeError();
  for (const object::ELFSymbolRef &symbol : file.getDynamicSymbolIterators()) {
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    if (*name != moduleSymbol)
      continue;
    Expected<uint32_t> flags = symbol.getFlags();
    if (!flags)
      return flags.takeError();
    if (!(*flags & object::SymbolRef::SF_Undefined))
      return Error::success();
  }
  return makeError("it does not export the symbol '%s'", moduleSymbol);
}

static Error checkSharedLibrary(MemoryBufferRef contents) {
  auto file = object::ObjectFile::createELFObjectFile(contents);
  if (!file)
    return file.takeError();
  Triple::ArchType own = Triple(sys::getProcessTriple()).getArch();
  if ((*file)->getArch() != own)
    return makeError("it is for %s, and this machine is %s",
                     Triple::getArchTypeName((*file)->getArch()).str().c_str(),
                     Triple::getArchTypeName(own).str().c_str());
  if (auto *elf = dyn_cast<object::ELF64LEObjectFile>(file->get()))
    return checkElf(*elf);
  return makeError("it is for another kind of machine");
}

Expected<std::unique_ptr<CompiledProgram>>
CompiledProgram::fromSharedLibrary(StringRef path, MemoryBufferRef contents) {
  if (Error error = checkSharedLibrary(contents))
    return error;
  Expected<std::unique_ptr<OpenLibrary>> library = OpenLibrary::open(path);
  if (!library)
    return library.takeError();
  std::unique_ptr<CompiledProgram> program(new CompiledProgram);
  program->library = std::move(*library);
  if (Error error = program->setModule(program->library->find(moduleSymbol)))
    return error;
  return program;
}

Expected<std::unique_ptr<CompiledProgram>>
CompiledProgram::load(StringRef path) {
  // The caller names the file. Devices may never end.
  sys::fs::file_status status;
  if (!sys::fs::status(path, status) && !sys::fs::is_regular_file(status) &&
      !sys::fs::is_directory(status))
    return makeError("it is not a regular file");
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(path);
  if (!buffer)
    return errorCodeToError(buffer.getError());
  if (Error error = checkCompiled((*buffer)->getBuffer()))
    return error;
  file_magic magic = identify_magic((*buffer)->getBuffer());
  if (magic == file_magic::elf_relocatable)
    return fromObject(std::move(*buffer));
  if (magic != file_magic::elf_shared_object)
    return makeError("it is no compiled program");
  return fromSharedLibrary(path, **buffer);
}

Expected<const fused_function_t *> CompiledProgram::find(StringRef name) const {
  std::string wanted(name.empty() ? "main" : name);
  if (const fused_function_t *function =
          fused_module_find(module, wanted.c_str()))
    return function;
  if (name.empty() && module->num_functions == 1)
    if (const fused_function_t *function =
            fused_module_find(module, module->functions[0].name))
      return function;
  return makeError("%s", fused_last_error());
}

Error CompiledProgram::setRoundings(uint64_t seed, double tanhError) {
  Expected<orc::ExecutorAddr> seedSymbol = jit->lookup(fused::roundingSeedName);
  if (!seedSymbol)
    return seedSymbol.takeError();
  Expected<orc::ExecutorAddr> errorSymbol = jit->lookup(fused::tanhErrorName);
  if (!errorSymbol)
    return errorSymbol.takeError();
  *seedSymbol->toPtr<uint64_t *>() = seed;
  *errorSymbol->toPtr<double *>() = tanhError;
  return Error::success();
}
