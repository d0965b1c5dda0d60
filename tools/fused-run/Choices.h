//===- Choices.h - Files of what tuning has chosen --------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_CHOICES_H
#define FUSED_RUN_CHOICES_H

#include "Options.h"

namespace fused::run {

/// Exports, clears or else prints the file of choices that `options` name.
/// Needs neither a program nor a device.
llvm::Error handleChoices(const Options &options);

/// Returns the text of the file whose choices the program is to carry. Fails if
/// it is damaged.
llvm::Expected<std::string> readEmbeddedChoices(const Options &options);

/// Prints a warning if there is no file to take choices from, and nothing that
/// would make it.
void warnAboutMissingChoices(const Options &options);

/// Prints a warning if choices could not be read or kept.
void warnAboutChoices();

} // namespace fused::run

#endif // FUSED_RUN_CHOICES_H
