//===- Table.h - A table of text --------------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_TABLE_H
#define FUSED_RUN_TABLE_H

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace fused::run {

/// Lines of cells, printed in columns as wide as their widest cell.
class Table {
public:
  explicit Table(std::vector<std::string> header) {
    lines.push_back(std::move(header));
  }
  /// Adds a line with as many cells as the header.
  void add(std::vector<std::string> line) { lines.push_back(std::move(line)); }
  void print(llvm::raw_ostream &os) const;

private:
  std::vector<std::vector<std::string>> lines;
};

/// `value` as by printf with `format`, which takes one double.
std::string formatNumber(const char *format, double value);

} // namespace fused::run

#endif // FUSED_RUN_TABLE_H
