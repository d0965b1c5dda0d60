//===- SupportDoc.cpp - Writes docs/generated/Support.md ------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints, as Markdown, the tables of docs/support as the compiler reads them.
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/SupportTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fused;

static llvm::raw_ostream &os() { return llvm::outs(); }

/// "TN, TT", or "any".
static void print(const TransposeSet &set) {
  if (llvm::all_of(set.members, [](bool member) { return member; })) {
    os() << "any";
    return;
  }
  bool isFirst = true;
  for (auto [name, member] : llvm::zip_equal(TransposeSet::names, set.members))
    if (member)
      os() << (std::exchange(isFirst, false) ? "" : ", ") << name;
}

/// One line for each product, one column for each epilog.
static void printProducts(const SupportTable &table) {
  os() << "| A, B | D | compute | bias | operands | multiple of | batch |";
  for (const EpilogInfo &info : epilogTable)
    os() << " `" << info.name << "` |";
  os() << "\n|---|---|---|---|---|---|---|";
  for (int i = 0; i < numEpilogs; ++i)
    os() << "---|";
  for (const ProductSupport &product : table.products) {
    os() << "\n| " << product.a << ", " << product.b << " | " << product.d
         << " | " << product.compute << " | " << product.bias << " | ";
    print(product.transposes);
    os() << " | " << product.multipleOf << " | "
         << (product.batch ? "yes" : "no") << " |";
    for (const EpilogInfo &info : epilogTable)
      os() << (product.epilogs.contains(info.epilog) ? " yes |" : " |");
  }
  os() << "\n\n";
}

static void printTable(const SupportTable &table) {
  os() << "## " << table.getName() << "\n\nTarget `" << table.target
       << "`, measured on " << table.device << ", " << table.date << ". "
       << (table.isColumnMajor ? "Matrices are column-major.\n\n"
                               : "Matrices are row-major, as in the "
                                 "dialect.\n\n");
  printProducts(table);
  for (const EpilogInfo &info : epilogTable) {
    const TransposeSet &transposes =
        table.epilogTransposes[static_cast<int32_t>(info.epilog)];
    if (llvm::is_contained(transposes.members, false)) {
      os() << "* `" << info.name << "`: operands ";
      print(transposes);
      os() << " alone.\n";
    }
  }
  os() << "* `multiply_mask`: " << (table.multiplyMask ? "yes" : "no") << ".\n";
  os() << "* `shared_c`: " << (table.sharedC ? "yes" : "no") << ".\n";
  for (const std::string &note : table.notes)
    os() << "* " << note << "\n";
  os() << "\n";
}

int main() {
  os() << "<!-- Written by docs/generate/SupportDoc.cpp from docs/support; do "
          "not edit. -->\n\n"
          "# What the targets execute\n\n"
          "`fused-legalize` decomposes what is not in the table of its target. "
          "The tables are the files of\n`docs/support`, which are compiled in; "
          "a new one is a new file there, and `fused-legalize=table=FILE` "
          "reads\none without a new build.\n\n"
          "* Operands are written as the library has them: T for a transposed "
          "A or B. In column-major tables they,\n  `bgrada` and `bgradb` are "
          "those of the transpose of the product that the dialect has\n  "
          "(`fused/Analysis/SupportTable.h`): TN is `transpose_b` alone, and "
          "`bgrada` is the dialect's `bgradb`.\n"
          "* Sizes M, N and K, and strides of rows, have to be multiples of "
          "the number that is given.\n"
          "* Bias is the type of bias, bias gradient and saved "
          "pre-activation.\n"
          "* Batch says whether several such products are one call.\n"
          "* `multiply_mask` is the flag of `fused.matmul`.\n"
          "* `shared_c`: a batch of products may add one matrix. A C with more "
          "matrices than one, and fewer than products, is added after the "
          "product.\n\n";
  for (const SupportTable &table : getSupportTables())
    printTable(table);
  return 0;
}
