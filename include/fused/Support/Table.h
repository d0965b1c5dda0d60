//===- Table.h - A table of text --------------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_SUPPORT_TABLE_H
#define FUSED_SUPPORT_TABLE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <cassert>
#include <cstdio>
#include <string>
#include <vector>

namespace fused {

/// Lines of cells, printed in columns as wide as their widest cell.
class Table {
public:
  explicit Table(std::vector<std::string> header) {
    lines.push_back(std::move(header));
  }

  /// Adds a line with as many cells as the header.
  void add(std::vector<std::string> line) { lines.push_back(std::move(line)); }

  void print(llvm::raw_ostream &os) const {
    std::vector<size_t> widths(lines.front().size(), 0);
    for (const std::vector<std::string> &line : lines) {
      assert(line.size() == widths.size() && "a line lacks a cell");
      for (size_t i = 0; i < line.size(); ++i)
        widths[i] = std::max(widths[i], line[i].size());
    }
    for (const std::vector<std::string> &line : lines) {
      std::string text;
      for (size_t i = 0; i < line.size(); ++i)
        text += line[i] + std::string(widths[i] - line[i].size() + 2, ' ');
      os << llvm::StringRef(text).rtrim(' ') << '\n';
    }
  }

private:
  std::vector<std::vector<std::string>> lines;
};

/// `value` as by printf with `format`, which takes one double.
inline std::string formatNumber(const char *format, double value) {
  char text[64];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

} // namespace fused

#endif // FUSED_SUPPORT_TABLE_H
