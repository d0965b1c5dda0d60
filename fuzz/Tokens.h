//===- Tokens.h - The tokens of a program -----------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_TOKENS_H
#define FUSED_FUZZ_TOKENS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace fused::fuzz {

enum class TokenKind { Space, Name, Value, Number, String, Other };

struct Token {
  TokenKind kind;
  std::string text;
};

/// Splits a program of any validity; join() makes it whole again.
std::vector<Token> tokenize(llvm::StringRef text);

std::string join(llvm::ArrayRef<Token> tokens);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_TOKENS_H
