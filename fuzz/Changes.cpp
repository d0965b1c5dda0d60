//===- Changes.cpp - Random changes of a program --------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Changes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>

using namespace llvm;
using namespace fused::fuzz;

static bool isElementType(StringRef name) {
  return StringSwitch<bool>(name)
      .Cases({"f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2", "tf32"}, true)
      .Cases({"i1", "i4", "i8", "i16", "i32", "i64", "i128", "index"}, true)
      .Default(false);
}

void Changes::changeType() {
  std::vector<Token> tokens = tokenize(text);
  std::vector<size_t> found = findAll(
      tokens, [](const Token &token) { return isElementType(token.text); });
  if (found.empty())
    return;
  const char *type = dice.pick(
      {"f16", "bf16", "f32", "f64", "i1", "i8", "i16", "i32", "i64", "index"});
  if (dice.chance(35))
    type = dice.pick({"f8E4M3FN",
                      "f8E5M2",
                      "f8E4M3",
                      "f8E4M3FNUZ",
                      "f4E2M1FN",
                      "f6E2M3FN",
                      "f8E8M0FNU",
                      "tf32",
                      "f80",
                      "f128",
                      "i4",
                      "i7",
                      "i33",
                      "i65",
                      "i128",
                      "i1024",
                      "ui8",
                      "si32",
                      "complex<f32>",
                      "complex<bf16>",
                      "complex<i32>",
                      "vector<4xf32>",
                      "vector<[4]xi8>",
                      "none",
                      "!llvm.ptr",
                      "tuple<f32>"});
  replace(tokens, pickFrom(found), type, dice.chance(75));
}

void Changes::changeNumber() {
  std::vector<Token> tokens = tokenize(text);
  std::vector<size_t> found = findAll(tokens, [](const Token &token) {
    return token.kind == TokenKind::Number || token.text == "?";
  });
  if (found.empty())
    return;
  const char *number = dice.pick(
      {"0", "1", "1", "2", "3", "4", "7", "16", "17", "33", "128", "?", "?"});
  if (dice.chance(15))
    number = dice.pick({"1000000", "2147483648", "4294967296",
                        "9223372036854775807", "9223372036854775808", "-1",
                        "1.0e+40", "0x7FC00000", "0.0"});
  replace(tokens, pickFrom(found), number, dice.chance(65));
}

/// Returns operations with the same types of operands and results.
static ArrayRef<const char *> getPeers(StringRef name) {
  static const char *const floats[] = {
      "arith.addf",     "arith.subf",     "arith.mulf",    "arith.divf",
      "arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf",
      "arith.remf",     "math.atan2",     "math.powf",     "math.copysign"};
  static const char *const integers[] = {
      "arith.addi",  "arith.subi",      "arith.muli",      "arith.divsi",
      "arith.divui", "arith.remsi",     "arith.remui",     "arith.andi",
      "arith.ori",   "arith.xori",      "arith.shli",      "arith.shrsi",
      "arith.shrui", "arith.maxsi",     "arith.minui",     "arith.ceildivsi",
      "math.ipowi",  "arith.ceildivui", "arith.floordivsi"};
  static const char *const functions[] = {
      "math.exp",   "math.tanh",  "math.erf",   "math.sqrt",      "math.rsqrt",
      "math.log",   "math.log1p", "math.exp2",  "math.expm1",     "math.sin",
      "math.cos",   "math.tan",   "math.atan",  "math.sinh",      "math.acos",
      "math.floor", "math.ceil",  "math.round", "math.roundeven", "math.trunc",
      "math.absf",  "arith.negf", "math.cbrt",  "math.asinh",     "math.erfc"};
  static const char *const casts[] = {
      "arith.extf",   "arith.truncf",  "arith.sitofp",    "arith.uitofp",
      "arith.fptosi", "arith.fptoui",  "arith.extsi",     "arith.extui",
      "arith.trunci", "arith.bitcast", "arith.index_cast"};
  static const char *const elementwise[] = {
      "linalg.add", "linalg.sub", "linalg.mul",  "linalg.div",
      "linalg.max", "linalg.min", "linalg.powf", "linalg.div_unsigned"};
  static const char *const products[] = {"linalg.matmul",
                                         "linalg.batch_matmul",
                                         "linalg.matmul_transpose_a",
                                         "linalg.matvec",
                                         "linalg.vecmat",
                                         "linalg.dot",
                                         "linalg.batch_reduce_matmul"};
  static const char *const slices[] = {"tensor.extract_slice",
                                       "tensor.insert_slice", "memref.subview"};
  for (ArrayRef<const char *> group :
       {ArrayRef<const char *>(floats), ArrayRef<const char *>(integers),
        ArrayRef<const char *>(functions), ArrayRef<const char *>(casts),
        ArrayRef<const char *>(elementwise), ArrayRef<const char *>(products),
        ArrayRef<const char *>(slices)})
    if (is_contained(group, name))
      return group;
  return {};
}

void Changes::changeOperation() {
  std::vector<Token> tokens = tokenize(text);
  std::vector<size_t> found = findAll(
      tokens, [](const Token &token) { return !getPeers(token.text).empty(); });
  if (found.empty())
    return;
  size_t position = pickFrom(found);
  ArrayRef<const char *> peers = getPeers(tokens[position].text);
  replace(tokens, position, peers[dice.below(unsigned(peers.size()))],
          dice.chance(30));
}

/// Changes a loop in a map to another loop, a constant or a sum.
void Changes::changeMap() {
  std::vector<Token> tokens = tokenize(text);
  std::vector<size_t> found = findAll(tokens, [](const Token &token) {
    return token.text.size() == 2 && token.text[0] == 'd' &&
           isDigit(token.text[1]);
  });
  if (found.empty())
    return;
  replace(
      tokens, pickFrom(found),
      dice.pick({"d0", "d1", "d2", "d0", "d1", "0", "1", "d0 + 1", "d0 + d1",
                 "d0 * 2", "-d1", "d0 floordiv 2", "d1 mod 2", "s0"}),
      dice.chance(10));
}

void Changes::changeIterator() {
  std::vector<Token> tokens = tokenize(text);
  std::vector<size_t> found = findAll(tokens, [](const Token &token) {
    return token.text == "\"parallel\"" || token.text == "\"reduction\"";
  });
  if (found.empty())
    return;
  size_t position = pickFrom(found);
  replace(tokens, position,
          tokens[position].text == "\"parallel\"" ? "\"reduction\""
                                                  : "\"parallel\"",
          false);
}

/// Replaces a value by another one.
void Changes::changeValue() {
  std::vector<Token> tokens = tokenize(text);
  std::vector<size_t> found = findAll(tokens, [](const Token &token) {
    return token.kind == TokenKind::Value;
  });
  if (found.empty())
    return;
  std::string by = tokens[pickFrom(found)].text;
  replace(tokens, pickFrom(found), by, dice.chance(5));
}

void Changes::changeToken() {
  std::vector<Token> tokens = tokenize(text);
  std::vector<Token> others =
      tokenize(dice.chance(50) ? StringRef(text) : other);
  size_t position = dice.below(unsigned(tokens.size()));
  switch (dice.below(4)) {
  case 0:
    tokens.erase(tokens.begin() + long(position));
    break;
  case 1:
    tokens.insert(tokens.begin() + long(position), tokens[position]);
    break;
  case 2:
    std::swap(tokens[position], tokens[dice.below(unsigned(tokens.size()))]);
    break;
  default: {
    std::vector<size_t> same = findAll(others, [&](const Token &token) {
      return token.kind == tokens[position].kind;
    });
    if (!same.empty())
      tokens[position] = others[pickFrom(same)];
  }
  }
  text = join(tokens);
}

void Changes::changeLines() {
  SmallVector<StringRef> parts;
  StringRef(text).split(parts, '\n');
  std::vector<std::string> lines(parts.begin(), parts.end());
  SmallVector<StringRef> others;
  other.split(others, '\n');
  size_t from = dice.below(unsigned(lines.size())),
         to = dice.below(unsigned(lines.size()));
  switch (dice.below(5)) {
  case 0:
    lines.erase(lines.begin() + long(from));
    break;
  case 1:
    lines.insert(lines.begin() + long(from), std::string(lines[from]));
    break;
  case 2:
    std::swap(lines[from], lines[to]);
    break;
  case 3:
    lines.insert(lines.begin() + long(to), std::string(lines[from]));
    break;
  default:
    lines.insert(lines.begin() + long(to),
                 others[dice.below(unsigned(others.size()))].str());
  }
  text = llvm::join(lines, "\n");
}

/// Returns the position after the brace that closes the one at `open`.
static size_t findEnd(StringRef text, size_t open) {
  unsigned depth = 0;
  for (size_t i = open; i < text.size(); ++i) {
    depth += text[i] == '{';
    depth -= text[i] == '}';
    if (depth == 0)
      return i + 1;
  }
  return text.size();
}

/// Empties a region, doubles it, or replaces it by another region.
void Changes::changeRegion() {
  std::vector<size_t> opens;
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '{')
      opens.push_back(i);
  if (opens.empty())
    return;
  size_t first = pickFrom(opens), second = pickFrom(opens);
  size_t end = findEnd(text, first);
  std::string region = text.substr(first, end - first);
  switch (dice.below(3)) {
  case 0:
    text.replace(first, end - first, "{}");
    break;
  case 1:
    text.insert(end, dice.chance(50) ? region : " else " + region);
    break;
  default:
    text.replace(second, findEnd(text, second) - second, region);
  }
}

void Changes::change() {
  if (text.size() < 2)
    return;
  unsigned number = dice.below(100);
  if (number < 24)
    return changeType();
  if (number < 46)
    return changeNumber();
  if (number < 60)
    return changeOperation();
  if (number < 68)
    return changeMap();
  if (number < 74)
    return changeIterator();
  if (number < 84)
    return changeValue();
  if (number < 90)
    return changeToken();
  if (number < 96)
    return changeLines();
  changeRegion();
}
