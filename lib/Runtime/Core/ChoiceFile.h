//===- ChoiceFile.h - Measured choices in a file ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The file is text. Its first line is "fused choices 1". Every other line has
// four fields with tabs between them: a checksum of the other three in 16
// hexadecimal digits, the device with its libraries, the problem, and the
// choice. The fields are what messages call these things: nothing here depends
// on CUDA.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CORE_CHOICEFILE_H
#define FUSED_LIB_RUNTIME_CORE_CHOICEFILE_H

#include "fused-runtime/fused_runtime.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

namespace fused::runtime {

/// What a choice is for.
struct ChoiceKey {
  std::string device, problem;

  bool operator==(const ChoiceKey &other) const {
    return device == other.device && problem == other.problem;
  }
  bool operator<(const ChoiceKey &other) const {
    return std::tie(device, problem) < std::tie(other.device, other.problem);
  }
};
using Choices = std::map<ChoiceKey, std::string>;

/// A checksum that finds every change of one byte (FNV-1a, 64 bits).
uint64_t getChecksum(std::string_view bytes);
/// 16 hexadecimal digits.
std::string toHex(uint64_t number);

/// Adds the choices of a text to `choices`, and counts the lines that are
/// damaged, which are left out. FUSED_INVALID_ARGUMENT if the text is something
/// else, FUSED_VERSION_MISMATCH if it has another form. `file` is for messages.
fused_status_t parseChoices(const std::string &file, std::string_view text,
                            Choices &choices, int64_t &damaged);

/// The text of a file with `choices`. Leaves out what the form cannot hold:
/// fields with control characters, and lines of more than 4096 bytes.
std::string printChoices(const Choices &choices);

/// Reads a file, as parseChoices(). A file that is missing has no choices.
/// FUSED_LIBRARY_ERROR if it cannot be read or is none, such as a folder.
fused_status_t readChoices(const std::string &file, Choices &choices,
                           int64_t &damaged);

/// Replaces what a file has, which `change` gets, without the damaged lines;
/// makes the file if it is missing. Other processes and threads that do the
/// same wait, up to `patience` milliseconds. Readers see the old file or the
/// new one, and after a failure the old one. What is no file of choices, or may
/// not be written, is not touched.
fused_status_t changeChoices(const std::string &file, int patience,
                             const std::function<void(Choices &)> &change);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CORE_CHOICEFILE_H
