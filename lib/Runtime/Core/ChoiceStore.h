//===- ChoiceStore.h - The choices that a process knows ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CORE_CHOICESTORE_H
#define FUSED_LIB_RUNTIME_CORE_CHOICESTORE_H

#include "ChoiceFile.h"

#include <mutex>
#include <optional>

#include <sys/stat.h>

namespace fused::runtime {

/// The choices of one file, those that could not be written to it yet, and
/// those that programs carry. Any thread may call its functions. No failure of
/// the file is one of theirs: it is kept for check().
class ChoiceStore {
public:
  /// From now on, `file` keeps the choices; none does if it is empty.
  void setFile(const std::string &file);
  /// Adds the text of a file, which a program carries.
  fused_status_t addText(const char *text);
  /// False if find() has nowhere to look.
  bool mayHaveChoices();

  /// The choice of the file for `key`, also if another process has just added
  /// it, or else that of a program.
  std::optional<std::string> find(const ChoiceKey &key);

  /// The choice for `problem` on any device whose description has `part`: that
  /// of the file before that of a program.
  std::optional<std::string> findAny(const std::string &problem,
                                     std::string_view part);

  /// Keeps a choice until the process ends, as if a program carried it.
  void remember(const ChoiceKey &key, const std::string &choice);

  /// False if add() has nowhere to write to.
  bool hasFile();

  /// Adds a choice to the file, if there is one. One that another process has
  /// added meanwhile stays, unless it is `rejected`.
  void add(const ChoiceKey &key, const std::string &choice,
           const std::optional<std::string> &rejected);

  /// Takes down that a choice of the file cannot be used.
  void reject(const ChoiceKey &key);

  /// Returns the first failure since the last call, with its message. A
  /// failure that repeats is returned once.
  fused_status_t check();

private:
  struct Pending {
    std::string choice;
    std::optional<std::string> rejected;
  };
  void reload();
  void writePending();
  void noteFailure(fused_status_t status);

  std::mutex mutex;
  std::string file;
  Choices choices, carried;
  /// What the file was when `choices` were read.
  struct stat read = {};
  std::map<ChoiceKey, Pending> pending;
  bool lastWriteFailed = false;
  fused_status_t failure = FUSED_OK;
  std::string message;
  /// The message that was returned last, which is not returned again.
  std::string told;
};

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CORE_CHOICESTORE_H
