//===- SupportTable.cpp - What a target executes --------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/SupportTable.h"

#include "fused/Dialect/ElementTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

static std::string spell(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

namespace {
/// A query in the language of a table.
struct Translation {
  Translation(const SupportQuery &query, bool toColumnMajor)
      : epilog(query.epilog), a(spell(query.a)), b(spell(query.b)),
        d(spell(query.d)), compute(spell(getComputeType(query.a))),
        extra(spell(getExtraElementType(query.a, query.d))),
        transposeA(query.transposeA), transposeB(query.transposeB) {
    if (!toColumnMajor)
      return;
    std::swap(a, b);
    std::swap(transposeA, transposeB);
    if (epilog == Epilog::BGRADA)
      epilog = Epilog::BGRADB;
    else if (epilog == Epilog::BGRADB)
      epilog = Epilog::BGRADA;
  }

  Epilog epilog;
  std::string a, b, d, compute, extra;
  bool transposeA, transposeB;
};
} // namespace

/// True if every size is known to be a multiple of `factor`.
static bool areMultiples(const SupportQuery &query, int64_t factor) {
  auto isMultiple = [&](int64_t size) {
    return factor == 1 || (!ShapedType::isDynamic(size) && size % factor == 0);
  };
  return isMultiple(query.sizes.m) && isMultiple(query.sizes.n) &&
         isMultiple(query.sizes.k) &&
         llvm::all_of(query.rowStrides, isMultiple);
}

StringRef SupportTable::findLack(const SupportQuery &query) const {
  Translation call(query, isColumnMajor);
  const EpilogInfo &info = getEpilogInfo(query.epilog);
  bool hasExtra = info.hasBias || info.hasBiasGradient() ||
                  (info.aux != Aux::None && !info.hasMask());
  StringRef lack;
  auto find = [&](const ProductSupport &product) -> StringRef {
    if (call.a != product.a || call.b != product.b || call.d != product.d ||
        call.compute != product.compute)
      return "unsupported-types";
    if (!product.epilogs.contains(call.epilog))
      return "unsupported-epilog";
    if (hasExtra && call.extra != product.bias)
      return "unsupported-types";
    if (query.multipliesMask && !multiplyMask)
      return "unsupported-mask";
    if (!product.transposes.contains(call.transposeA, call.transposeB) ||
        !epilogTransposes[static_cast<int32_t>(call.epilog)].contains(
            call.transposeA, call.transposeB))
      return "unsupported-layout";
    if (query.sizes.isBatched && !product.batch)
      return "unsupported-batch";
    if (!areMultiples(query, product.multipleOf))
      return "unsupported-size";
    return "";
  };
  // The product of these types that comes nearest says what is lacking.
  for (const ProductSupport &product : products) {
    StringRef answer = find(product);
    if (answer.empty())
      return answer;
    if (lack.empty() || lack == "unsupported-types")
      lack = answer;
  }
  return lack.empty() ? "unsupported-types" : lack;
}

std::string SupportTable::getName() const {
  return library + " " + version + " on " + chip;
}

//===----------------------------------------------------------------------===//
// The tables
//===----------------------------------------------------------------------===//

ArrayRef<SupportTable> fused::getSupportTables() {
  static const SmallVector<SupportTable, 0> tables = [] {
    constexpr std::pair<StringLiteral, StringLiteral> files[] = {
#include "SupportTables.inc"
    };
    SmallVector<SupportTable, 0> result;
    // docs/generated/Support.md is written from them in every build.
    for (auto [name, text] : files)
      result.push_back(llvm::cantFail(parseSupportTable(text, name)));
    return result;
  }();
  return tables;
}

unsigned fused::getComputeCapability(StringRef chip) {
  // Those that have what kernels and products need, and that LLVM and ptxas
  // know.
  constexpr unsigned devices[] = {80, 86, 87, 89, 90, 100, 103, 120, 121};
  unsigned number = 0;
  if (!chip.consume_front("sm_") || chip.consumeInteger(10, number) ||
      !llvm::is_contained(devices, number))
    return 0;
  bool isKnown = chip.empty() || (chip == "a" && number >= 90) ||
                 (chip == "f" && number >= 100);
  return isKnown ? number : 0;
}

/// The first whose products have operands of 8-bit floats.
static constexpr unsigned kFirstSmallFloats = 89;

void SupportTable::restrictTo(StringRef otherChip) {
  unsigned number = getComputeCapability(otherChip);
  if (number != 0 && number < kFirstSmallFloats)
    llvm::erase_if(products, [](const ProductSupport &product) {
      return StringRef(product.a).starts_with("f8");
    });
}

/// How far a table is from a chip: 0 if it is for it; none if it is for others.
static std::optional<unsigned> getDistance(const SupportTable &table,
                                           StringRef chip) {
  if (chip.empty() || table.chip == chip)
    return 0;
  unsigned a = getComputeCapability(table.chip), b = getComputeCapability(chip);
  if (a == 0 || b == 0)
    return std::nullopt;
  return 1 + (a < b ? b - a : a - b);
}

llvm::Expected<const SupportTable *>
fused::findSupportTable(StringRef target, StringRef chip, StringRef version) {
  const SupportTable *nearest = nullptr;
  unsigned least = 0;
  for (const SupportTable &table : getSupportTables()) {
    std::optional<unsigned> distance = getDistance(table, chip);
    if (!distance || table.target != target ||
        (!version.empty() && table.version != version) ||
        (nearest && *distance >= least))
      continue;
    nearest = &table;
    least = *distance;
  }
  if (nearest)
    return nearest;
  std::string message =
      "there is no support table for target '" + target.str() + "'";
  if (!chip.empty())
    message += ", chip '" + chip.str() + "'";
  if (!version.empty())
    message += ", library version '" + version.str() + "'";
  message += "; there are: ";
  llvm::raw_string_ostream os(message);
  llvm::interleave(
      getSupportTables(), os,
      [&](const SupportTable &table) {
        os << "target=" << table.target << " chip=" << table.chip
           << " library=" << table.version;
      },
      ", ");
  if (!chip.empty())
    os << "; other chips from sm_80 on have the nearest of these";
  return llvm::createStringError(message);
}
