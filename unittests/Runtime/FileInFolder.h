//===- FileInFolder.h - A file in a temporary folder ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_RUNTIME_FILEINFOLDER_H
#define FUSED_UNITTESTS_RUNTIME_FILEINFOLDER_H

#include "gtest/gtest.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fused::test {

/// The name of a file, in a folder that is empty at first.
struct FileInFolder {
  std::string folder, file;

  void makeFolder(const char *nameOfFile) {
    std::string name = testing::TempDir() + "fused-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder = name;
    file = folder + "/" + nameOfFile;
  }
  void removeFolder() const { std::filesystem::remove_all(folder); }

  std::string read() const {
    std::ifstream in(file, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
  }
  void write(const std::string &text) const {
    std::ofstream(file, std::ios::binary) << text;
  }
};

} // namespace fused::test

#endif // FUSED_UNITTESTS_RUNTIME_FILEINFOLDER_H
