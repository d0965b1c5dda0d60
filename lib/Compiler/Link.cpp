//===- Link.cpp - Compiled programs as files --------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file calls the system's compiler driver to link a shared library. It
// links in a temporary directory and then writes the library like any other
// result.
//
//===----------------------------------------------------------------------===//

#include "fused-runtime/fused_runtime.h"
#include "fused/Compiler/Compiler.h"
#include "fused/Compiler/Files.h"
#include "fused/Support/TemporaryFolder.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/xxhash.h"

#include <dlfcn.h>

using namespace llvm;
using namespace fused;

//===----------------------------------------------------------------------===//
// Checksums
//===----------------------------------------------------------------------===//

/// Marks the last 16 bytes of a file. The mark has 8 bytes. The other 8 are a
/// checksum of everything before the mark.
static constexpr StringLiteral checksumMark = "fusedsum";

static uint64_t computeChecksum(StringRef contents) {
  return xxh3_64bits(arrayRefFromStringRef(contents));
}

/// Writes `contents` and the checksum.
static Error writeWithChecksum(StringRef path, StringRef contents,
                               bool executable) {
  return writeFile(
      path,
      [&](raw_ostream &os) {
        os << contents << checksumMark;
        support::endian::write(os, computeChecksum(contents),
                               endianness::little);
      },
      executable);
}

Error fused::checkCompiled(StringRef contents) {
  size_t trailerSize = checksumMark.size() + sizeof(uint64_t);
  if (contents.size() < trailerSize)
    return Error::success();
  StringRef trailer = contents.take_back(trailerSize);
  if (!trailer.consume_front(checksumMark) ||
      support::endian::read64le(trailer.data()) ==
          computeChecksum(contents.drop_back(trailerSize)))
    return Error::success();
  return makeError("the file is damaged: its checksum is wrong");
}

//===----------------------------------------------------------------------===//
// Linking
//===----------------------------------------------------------------------===//

static Expected<std::string> findDriver() {
  for (const char *name : {"c++", "cc", "clang-22", "clang", "gcc"})
    if (ErrorOr<std::string> path = sys::findProgramByName(name))
      return *path;
  return makeError("no program to link with: install a C compiler (looked for "
                   "c++, cc, clang-22, clang and gcc)");
}

/// Runs a program. Its output goes to a file, whose text becomes the message of
/// the error if the program fails.
static Error runProgram(ArrayRef<std::string> arguments, StringRef logFile) {
  SmallVector<StringRef> references(arguments.begin(), arguments.end());
  std::string reason;
  int status =
      sys::ExecuteAndWait(arguments.front(), references, std::nullopt,
                          {std::nullopt, logFile, logFile},
                          /*SecondsToWait=*/0, /*MemoryLimit=*/0, &reason);
  if (status == 0)
    return Error::success();
  if (reason.empty())
    if (ErrorOr<std::unique_ptr<MemoryBuffer>> log =
            MemoryBuffer::getFile(logFile))
      reason = (*log)->getBuffer().trim().str();
  return makeError("%s failed: %s", arguments.front().c_str(), reason.c_str());
}

/// Returns the files of the libraries that a program needs, as this process has
/// loaded them. These are the fused runtime and, if the program has loops for
/// several threads, LLVM's OpenMP runtime.
static SmallVector<std::string> findLibraries(StringRef program) {
  SmallVector<std::string> paths = {
      findLibraryOf(reinterpret_cast<const void *>(&fused_call))};
  if (program.contains("__kmpc_"))
    paths.push_back(findLibraryOf(dlsym(RTLD_DEFAULT, "__kmpc_fork_call")));
  erase_if(paths, [](const std::string &path) { return path.empty(); });
  return paths;
}

/// Returns the command that links `object` with `libraries` to `library`.
static Expected<std::vector<std::string>>
makeCommand(StringRef object, StringRef library,
            ArrayRef<std::string> libraries) {
  Expected<std::string> driver = findDriver();
  if (!driver)
    return driver.takeError();
  std::vector<std::string> command = {
      *driver, "-shared", "-o", library.str(), object.str(), "-Wl,-z,defs"};
  for (const std::string &path : libraries) {
    command.push_back("-Wl,--as-needed," + path);
    command.push_back("-Wl,-rpath," + sys::path::parent_path(path).str());
  }
  command.push_back("-lm");
  return command;
}

/// Says that a folder is nearly full, which linkers do not say of the folder
/// that they write to. `size` is that of what is linked.
static std::string describeSpace(StringRef folder, uint64_t size) {
  ErrorOr<sys::fs::space_info> space = sys::fs::disk_space(folder);
  if (!space || space->available > 2 * size + (1 << 20))
    return "";
  return formatv(" (the temporary folder {0} has room for {1} bytes more)",
                 folder, space->available);
}

static Error linkSharedLibrary(StringRef path, MemoryBufferRef object) {
  if (Error error = fused::checkTemporaryFolder())
    return error;
  SmallString<128> directory;
  if (std::error_code code =
          sys::fs::createUniqueDirectory("fused-link", directory))
    return errorCodeToError(code);
  scope_exit cleanUp([&] { sys::fs::remove_directories(directory); });
  std::string objectFile = (directory + "/program.o").str();
  std::string library = (directory + "/program.so").str();
  if (Error error = writeFile(
          objectFile, [&](raw_ostream &os) { os << object.getBuffer(); }))
    return error;
  Expected<std::vector<std::string>> command =
      makeCommand(objectFile, library, findLibraries(object.getBuffer()));
  if (!command)
    return command.takeError();
  if (Error error = runProgram(*command, (directory + "/log").str()))
    return makeError("%s%s", toString(std::move(error)).c_str(),
                     describeSpace(directory, object.getBufferSize()).c_str());
  Expected<std::unique_ptr<MemoryBuffer>> linked = readFile(library);
  if (!linked)
    return linked.takeError();
  return writeWithChecksum(path, (*linked)->getBuffer(), /*executable=*/true);
}

Error fused::writeCompiled(StringRef path, MemoryBufferRef object) {
  if (path.ends_with(".o"))
    return writeWithChecksum(path, object.getBuffer(), /*executable=*/false);
  return linkSharedLibrary(path, object);
}
