//===- OpenLibrary.h - Shared libraries that are loaded ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_COMPILER_OPENLIBRARY_H
#define FUSED_LIB_COMPILER_OPENLIBRARY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace fused {

/// A shared library in this process. The loader knows libraries by their names,
/// and gives the one that it has even if another file has taken its place. This
/// class gives such a file another name.
class OpenLibrary {
public:
  static llvm::Expected<std::unique_ptr<OpenLibrary>>
  open(llvm::StringRef path);

  OpenLibrary(const OpenLibrary &) = delete;
  OpenLibrary &operator=(const OpenLibrary &) = delete;
  ~OpenLibrary();

  /// The address of a symbol, or null.
  void *find(const char *symbol) const;

private:
  OpenLibrary(void *handle, std::string name)
      : handle(handle), name(std::move(name)) {}

  void *handle;
  std::string name;
};

} // namespace fused

#endif // FUSED_LIB_COMPILER_OPENLIBRARY_H
