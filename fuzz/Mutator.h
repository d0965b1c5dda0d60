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

/// Makes mutants from the functions of MLIR files.
class Mutator {
public:
  /// Reads the files and folders that `options` names.
  static llvm::Expected<Mutator> create(const Options &options);

  /// Returns the text of a mutant, which the seed, the index and the files
  /// determine. It has functions with a few changes to tokens, types, shapes,
  /// maps, attributes, lines and regions. One mutant in four is made from a
  /// random program.
  std::string mutate(uint64_t index) const;

private:
  explicit Mutator(const Options &options) : options(options) {}
  void addFile(llvm::StringRef text);

  /// A function, and the text of its file outside functions.
  struct Piece {
    std::string aliases, text;
  };

  const Options &options;
  std::vector<Piece> pieces;
};

} // namespace fused::fuzz

#endif // FUSED_FUZZ_MUTATOR_H
