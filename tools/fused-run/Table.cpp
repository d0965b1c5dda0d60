//===- Table.cpp - A table of text ------------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Table.h"

#include <cassert>
#include <cstdio>

using namespace llvm;
using namespace fused::run;

void Table::print(raw_ostream &os) const {
  std::vector<size_t> widths(lines.front().size(), 0);
  for (const std::vector<std::string> &line : lines) {
    assert(line.size() == widths.size() && "a line lacks a cell");
    for (size_t i = 0; i < line.size(); ++i)
      widths[i] = std::max(widths[i], line[i].size());
  }
  for (const std::vector<std::string> &line : lines) {
    for (size_t i = 0; i + 1 < line.size(); ++i)
      (os << line[i]).indent(unsigned(widths[i] - line[i].size() + 2));
    os << line.back() << '\n';
  }
}

std::string fused::run::formatNumber(const char *format, double value) {
  char text[64];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}
