//===- Mutator.cpp - Programs with something changed ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutator.h"

#include "Changes.h"

#include "fused/Compiler/Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <algorithm>

using namespace llvm;
using namespace fused::fuzz;

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

void Mutator::addFile(StringRef text) {
  SmallVector<StringRef> sections;
  text.split(sections, "// -----");
  for (StringRef section : sections) {
    Piece piece;
    std::vector<std::string> functions;
    SmallVector<StringRef> lines;
    section.split(lines, '\n');
    std::string indent;
    bool isInside = false;
    for (StringRef line : lines) {
      StringRef trimmed = line.ltrim();
      if (trimmed.starts_with("//"))
        continue;
      if (!isInside && trimmed.starts_with("func.func")) {
        isInside = true;
        indent = line.take_front(line.size() - trimmed.size()).str();
        functions.emplace_back();
      }
      if (isInside) {
        functions.back() += line.str() + "\n";
        isInside = line.rtrim() != indent + "}";
      } else if (line.starts_with("#") || line.starts_with("!")) {
        piece.aliases += line.str() + "\n";
      }
    }
    for (std::string &function : functions) {
      piece.text = std::move(function);
      pieces.push_back(piece);
    }
  }
}

static Expected<std::vector<std::string>>
listFiles(ArrayRef<std::string> roots) {
  std::vector<std::string> files;
  for (const std::string &root : roots) {
    if (!sys::fs::is_directory(root)) {
      files.push_back(root);
      continue;
    }
    std::error_code code;
    for (sys::fs::recursive_directory_iterator it(root, code), end;
         it != end && !code; it.increment(code))
      if (StringRef(it->path()).ends_with(".mlir"))
        files.push_back(it->path());
    if (code)
      return fused::makeError("%s: %s", root.c_str(), code.message().c_str());
  }
  // File systems list folders in different orders.
  sort(files);
  return files;
}

Expected<Mutator> Mutator::create(const Options &options) {
  Expected<std::vector<std::string>> files = listFiles(options.mutated);
  if (!files)
    return files.takeError();
  Mutator mutator(options);
  for (const std::string &file : *files) {
    Expected<std::unique_ptr<MemoryBuffer>> buffer = fused::readFile(file);
    if (!buffer)
      return buffer.takeError();
    mutator.addFile((*buffer)->getBuffer());
  }
  if (mutator.pieces.empty())
    return fused::makeError("there is no function in the files to mutate");
  return mutator;
}

//===----------------------------------------------------------------------===//
// Mutants
//===----------------------------------------------------------------------===//

std::string Mutator::mutate(uint64_t index) const {
  Dice dice(options.seed ^ 0x6d7574616e74, index, Meaning::Written);
  auto pickPiece = [&]() -> Piece {
    if (dice.chance(25))
      return {"", generate(options.seed, index, options.family).text};
    return pieces[dice.below(unsigned(pieces.size()))];
  };
  Piece piece = pickPiece(), other = pickPiece();
  Changes changes(dice, piece.aliases + piece.text, other.text);
  unsigned count = 1 + dice.below(dice.chance(70) ? 2 : 5);
  for (unsigned i = 0; i < count; ++i)
    changes.change();
  return changes.getText();
}
