//===- Changes.h - Random changes of a program ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes are made to the text, so that they break rules that only the parser
// and the verifier enforce. The most frequent changes keep most programs valid,
// such as replacing a type everywhere.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_CHANGES_H
#define FUSED_FUZZ_CHANGES_H

#include "Options.h"
#include "Tokens.h"

namespace fused::fuzz {

/// Changes one program.
class Changes {
public:
  Changes(Dice &dice, std::string text, llvm::StringRef other)
      : dice(dice), text(std::move(text)), other(other) {}

  void change();
  const std::string &getText() const { return text; }

private:
  void changeType();
  void changeNumber();
  void changeOperation();
  void changeMap();
  void changeIterator();
  void changeValue();
  void changeToken();
  void changeLines();
  void changeRegion();
  /// Returns the positions of tokens for which `test` holds.
  template <typename Test>
  static std::vector<size_t> findAll(llvm::ArrayRef<Token> tokens, Test test) {
    std::vector<size_t> found;
    for (size_t i = 0; i < tokens.size(); ++i)
      if (test(tokens[i]))
        found.push_back(i);
    return found;
  }
  size_t pickFrom(llvm::ArrayRef<size_t> positions) {
    return positions[dice.below(unsigned(positions.size()))];
  }
  /// Replaces one token, or all equal tokens.
  void replace(std::vector<Token> &tokens, size_t position,
               const std::string &by, bool everywhere) {
    std::string old = tokens[position].text;
    for (size_t i = 0; i < tokens.size(); ++i)
      if (i == position || (everywhere && tokens[i].text == old))
        tokens[i].text = by;
    text = join(tokens);
  }

  Dice &dice;
  std::string text;
  llvm::StringRef other; ///< Another program, from which changes take parts.
};

} // namespace fused::fuzz

#endif // FUSED_FUZZ_CHANGES_H
