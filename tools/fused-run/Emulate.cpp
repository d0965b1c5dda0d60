//===- Emulate.cpp - Programs for devices without one -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

#include "fused/Compiler/Files.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

using namespace llvm;

Error fused::run::emulateDevices() {
  // The emulator is beside the folder of the program, in the build and when
  // installed.
  static int anchor;
  SmallString<256> library(sys::path::parent_path(sys::path::parent_path(
      sys::fs::getMainExecutable(/*argv0=*/nullptr, &anchor))));
  sys::path::append(library, "lib", "libFusedEmulator.so");
  if (!sys::fs::exists(library))
    return makeError("there is no emulator: %s is missing (the target "
                     "FusedEmulator of a build with CUDA's headers)",
                     library.c_str());
  for (const char *variable : {"FUSED_CUDA_DRIVER", "FUSED_CUBLASLT"})
    ::setenv(variable, library.c_str(), /*overwrite=*/1);
  // The host can no more touch memory of the device than it can elsewhere.
  ::setenv("FUSED_EMULATOR_PROTECT", "1", /*overwrite=*/0);
  // Makes the emulator provide the kernels of split products.
  ::setenv("FUSED_FAKE_KERNELS", "1", /*overwrite=*/1);
  return Error::success();
}
