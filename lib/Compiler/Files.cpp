//===- Files.cpp - Reading and writing files --------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Compiler/Files.h"

#include "fused/Support/StandardOutput.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

#include <dlfcn.h>

using namespace llvm;
using namespace fused;

char ReportedError::ID = 0;

Error fused::addSubject(const Twine &subject, Error error) {
  if (error.isA<ReportedError>())
    return error;
  return createStringError(inconvertibleErrorCode(),
                           subject + ": " + toString(std::move(error)));
}

std::string fused::findLibraryOf(const void *address) {
  Dl_info info;
  SmallString<256> path;
  if (!address || !::dladdr(address, &info) ||
      sys::fs::real_path(info.dli_fname, path))
    return "";
  return path.str().str();
}

/// Reads a pipe or a device. Some devices never end.
static Expected<std::unique_ptr<MemoryBuffer>> readStream(sys::fs::file_t file,
                                                          StringRef name) {
  constexpr size_t chunk = size_t(1) << 16, limit = size_t(1) << 30;
  SmallVector<char, 0> contents;
  while (contents.size() <= limit) {
    size_t size = contents.size();
    contents.resize_for_overwrite(size + chunk);
    Expected<size_t> read = sys::fs::readNativeFile(
        file, MutableArrayRef(contents).drop_front(size));
    if (!read)
      return read.takeError();
    contents.truncate(size + *read);
    if (*read == 0)
      return std::make_unique<SmallVectorMemoryBuffer>(std::move(contents),
                                                       name);
  }
  return makeError("has more than 1 GiB, and is not a regular file");
}

/// Reads a file that may be of any kind.
static Expected<std::unique_ptr<MemoryBuffer>> readAny(StringRef path) {
  if (path == "-")
    return readStream(sys::fs::getStdinHandle(), "<stdin>");
  sys::fs::file_status status;
  if (sys::fs::status(path, status) || sys::fs::is_regular_file(status) ||
      sys::fs::is_directory(status))
    return errorOrToExpected(MemoryBuffer::getFile(path));
  Expected<sys::fs::file_t> file = sys::fs::openNativeFileForRead(path);
  if (!file)
    return file.takeError();
  scope_exit close([&] { sys::fs::closeFile(*file); });
  return readStream(*file, path);
}

Expected<std::unique_ptr<MemoryBuffer>> fused::readFile(StringRef path) {
  Expected<std::unique_ptr<MemoryBuffer>> buffer = readAny(path);
  if (!buffer)
    return addSubject(path, buffer.takeError());
  return buffer;
}

/// Writes to the open file `descriptor`, and closes it if it is `owned`.
static Error writeDescriptor(int descriptor, bool owned,
                             function_ref<void(raw_ostream &)> write) {
  raw_fd_ostream os(descriptor, owned);
  write(os);
  os.flush();
  Error error = errorCodeToError(os.error());
  // An error that stays set would end the process when the stream is destroyed.
  os.clear_error();
  return error;
}

/// Writes to a device or a pipe, which a regular file must not replace.
static Error writeSpecialFile(StringRef path,
                              function_ref<void(raw_ostream &)> write) {
  int descriptor;
  if (std::error_code code =
          sys::fs::openFileForWrite(path, descriptor, sys::fs::CD_OpenExisting))
    return errorCodeToError(code);
  return writeDescriptor(descriptor, /*owned=*/true, write);
}

static Error writeRegularFile(StringRef path,
                              function_ref<void(raw_ostream &)> write,
                              bool executable) {
  unsigned mode = sys::fs::all_read | sys::fs::all_write;
  if (executable)
    mode |= sys::fs::all_exe;
  Expected<sys::fs::TempFile> temporary =
      sys::fs::TempFile::create(path + ".%%%%%%%%.tmp", mode);
  if (!temporary)
    return temporary.takeError();
  if (Error error = writeDescriptor(temporary->FD, /*owned=*/false, write))
    return joinErrors(std::move(error), temporary->discard());
  return temporary->keep(path);
}

Error fused::writeFile(StringRef path, function_ref<void(raw_ostream &)> write,
                       bool executable) {
  if (path == "-") {
    write(outs());
    return flushStandardOutput();
  }
  sys::fs::file_status status;
  bool exists = !sys::fs::status(path, status);
  if (exists && sys::fs::is_directory(status))
    return makeError("%s: is a directory", path.str().c_str());
  bool special = exists && !sys::fs::is_regular_file(status);
  Error error = special ? writeSpecialFile(path, write)
                        : writeRegularFile(path, write, executable);
  if (error)
    return addSubject("cannot write " + path, std::move(error));
  return Error::success();
}

Error fused::checkOutputFile(StringRef path) {
  if (path == "-")
    return Error::success();
  if (sys::fs::is_directory(path))
    return makeError("%s: is a directory", path.str().c_str());
  StringRef folder = sys::path::parent_path(path);
  if (!folder.empty() && !sys::fs::is_directory(folder))
    return makeError("cannot write %s: there is no folder '%s'",
                     path.str().c_str(), folder.str().c_str());
  return Error::success();
}

Error fused::checkOutputFolder(StringRef path) {
  // The first of these folders that exists.
  StringRef existing = path;
  while (!existing.empty() && !sys::fs::exists(existing))
    existing = sys::path::parent_path(existing);
  std::string folder = existing.empty() ? "." : existing.str();
  if (!sys::fs::is_directory(folder))
    return makeError("cannot write to the folder %s: '%s' is no folder",
                     path.str().c_str(), folder.c_str());
  if (std::error_code code =
          sys::fs::access(folder, sys::fs::AccessMode::Write))
    return makeError("cannot write to the folder %s: '%s': %s",
                     path.str().c_str(), folder.c_str(),
                     code.message().c_str());
  return Error::success();
}
