//===- Tokens.cpp - The tokens of a program -------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tokens.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace fused::fuzz;

std::vector<Token> fused::fuzz::tokenize(StringRef text) {
  std::vector<Token> tokens;
  auto isWord = [](char c) {
    return isAlnum(c) || c == '_' || c == '.' || c == '$';
  };
  while (!text.empty()) {
    char c = text.front();
    TokenKind kind = TokenKind::Other;
    size_t length = 1;
    auto extend = [&](auto test) {
      while (length < text.size() && test(text[length]))
        ++length;
    };
    if (isSpace(c)) {
      kind = TokenKind::Space;
      extend([](char c) { return isSpace(c); });
    } else if (c == '"') {
      kind = TokenKind::String;
      size_t end = text.find('"', 1);
      length = end == StringRef::npos ? text.size() : end + 1;
    } else if (isDigit(c)) {
      kind = TokenKind::Number;
      // Each size of a shape is a token.
      extend([](char c) { return isDigit(c) || c == '.'; });
    } else if (c == '%' || c == '@' || c == '#' || c == '!' || c == '^') {
      kind = TokenKind::Value;
      extend(isWord);
    } else if (isWord(c)) {
      kind = TokenKind::Name;
      // An `x` between two sizes is a token.
      bool isSeparator = c == 'x' && !tokens.empty() &&
                         (tokens.back().kind == TokenKind::Number ||
                          tokens.back().text == "?");
      if (!isSeparator)
        extend(isWord);
    }
    tokens.push_back({kind, text.take_front(length).str()});
    text = text.drop_front(length);
  }
  return tokens;
}

std::string fused::fuzz::join(ArrayRef<Token> tokens) {
  std::string text;
  for (const Token &token : tokens)
    text += token.text;
  return text;
}
