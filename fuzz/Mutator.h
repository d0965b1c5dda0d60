//===- Mutator.h - Programs with something changed --------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_MUTATOR_H
#define FUSED_FUZZ_MUTATOR_H

#include "Options.h"

namespace fused::fuzz {

/// The functions of MLIR files, from which mutants are made.
class Mutator {
public:
  /// Reads the files, and those in the folders, that `options` names.
  static llvm::Expected<Mutator> create(const Options &options);

  /// The text of a mutant, a function of the seed, its index and the files:
  /// functions with up to a few changes to tokens, types, shapes, maps,
  /// attributes, lines and regions. One in four is of a random program.
  std::string mutate(uint64_t index) const;

private:
  explicit Mutator(const Options &options) : options(options) {}
  void addFile(llvm::StringRef text);

  /// A function, and what its file has beside functions.
  struct Piece {
    std::string aliases, text;
  };

  const Options &options;
  std::vector<Piece> pieces;
};

} // namespace fused::fuzz

#endif // FUSED_FUZZ_MUTATOR_H
