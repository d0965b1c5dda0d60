//===- CudaToolkit.cpp - Where CUDA's compiler is -------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Pipelines/Pipelines.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

static bool isToolkit(StringRef folder) {
  SmallString<128> compiler(folder), library(folder);
  sys::path::append(compiler, "bin", "ptxas");
  sys::path::append(library, "nvvm", "libdevice", "libdevice.10.bc");
  return sys::fs::can_execute(compiler) && sys::fs::exists(library);
}

std::string fused::findCudaToolkit() {
  SmallVector<std::string> folders;
  for (const char *variable : {"CUDA_ROOT", "CUDA_HOME", "CUDA_PATH"})
    if (std::optional<std::string> folder = sys::Process::GetEnv(variable))
      folders.push_back(*folder);
  if (ErrorOr<std::string> compiler = sys::findProgramByName("ptxas")) {
    SmallString<128> path;
    if (!sys::fs::real_path(*compiler, path))
      folders.push_back(
          sys::path::parent_path(sys::path::parent_path(path)).str());
  }
  folders.push_back("/usr/local/cuda");
  for (const std::string &folder : folders)
    if (isToolkit(folder))
      return folder;
  return "";
}
