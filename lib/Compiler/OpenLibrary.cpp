//===- OpenLibrary.cpp - Shared libraries that are loaded -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenLibrary.h"

#include "fused/Compiler/Files.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>
#include <mutex>

using namespace llvm;
using namespace fused;

namespace {
/// The names of the libraries that are open.
class Names {
public:
  /// Returns a name for the file at `path`, which is no other file's.
  std::string take(StringRef path, sys::fs::UniqueID file) {
    std::lock_guard lock(mutex);
    std::string directory = sys::path::parent_path(path).str();
    for (;; directory += "/.") {
      SmallString<256> name(directory);
      sys::path::append(name, sys::path::filename(path));
      Entry &entry = entries.try_emplace(name, Entry{file, 0}).first->second;
      if (entry.file != file)
        continue;
      ++entry.count;
      return name.str().str();
    }
  }

  void release(StringRef name) {
    std::lock_guard lock(mutex);
    auto entry = entries.find(name);
    if (--entry->second.count == 0)
      entries.erase(entry);
  }

private:
  struct Entry {
    sys::fs::UniqueID file;
    unsigned count;
  };

  std::mutex mutex;
  StringMap<Entry> entries;
};
} // namespace

/// Never destroyed: programs may outlive what is.
static Names &getNames() {
  static auto *names = new Names;
  return *names;
}

Expected<std::unique_ptr<OpenLibrary>> OpenLibrary::open(StringRef path) {
  SmallString<256> absolute(path);
  if (std::error_code code = sys::fs::make_absolute(absolute))
    return errorCodeToError(code);
  sys::fs::UniqueID file;
  if (std::error_code code = sys::fs::getUniqueID(absolute, file))
    return errorCodeToError(code);
  std::string name = getNames().take(absolute, file);
  if (void *handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL))
    return std::unique_ptr<OpenLibrary>(
        new OpenLibrary(handle, std::move(name)));
  std::string reason = ::dlerror();
  getNames().release(name);
  return makeError("%s", reason.c_str());
}

OpenLibrary::~OpenLibrary() {
  ::dlclose(handle);
  getNames().release(name);
}

void *OpenLibrary::find(const char *symbol) const {
  return ::dlsym(handle, symbol);
}
