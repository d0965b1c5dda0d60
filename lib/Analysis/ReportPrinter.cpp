//===- ReportPrinter.cpp - The report as text and as JSON -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/FusionReasons.h"
#include "fused/Analysis/Report.h"
#include "fused/Dialect/FusedDialect.h"
#include "fused/Support/Table.h"
#include "llvm/ADT/STLExtras.h"

using namespace fused;
using mlir::ShapedType;
namespace json = llvm::json;

/// The part of all operations, or none if there are none.
static std::optional<double> getShare(const Report &report, double flops) {
  double total = report.getFlops();
  return total > 0.0 ? std::optional(flops / total) : std::nullopt;
}

static size_t countFused(const Report &report) {
  return llvm::count_if(report.products, [](const ReportedProduct &product) {
    return product.isFused();
  });
}

static size_t countWithEpilog(const Report &report) {
  return llvm::count_if(report.products, [](const ReportedProduct &product) {
    return product.epilog && *product.epilog != Epilog::DEFAULT;
  });
}

static unsigned countUnknown(const Report &report) {
  return report.productTotal.unknown + report.elementwise.unknown +
         report.others.unknown;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string formatSize(int64_t size) {
  return ShapedType::isDynamic(size) ? "?" : std::to_string(size);
}

/// Three digits and a prefix: "16.8 M".
static std::string formatCount(double flops) {
  static constexpr const char *formats[] = {"%.3g",   "%.3g k", "%.3g M",
                                            "%.3g G", "%.3g T", "%.3g P"};
  size_t index = 0;
  // 999.5 would be printed as 1e+03.
  while (flops >= 999.5 && index + 1 < std::size(formats)) {
    flops /= 1000.0;
    ++index;
  }
  return formatNumber(formats[index], flops);
}

static std::string formatShare(const Report &report, double flops) {
  std::optional<double> share = getShare(report, flops);
  return share ? formatNumber("%.1f %%", 100.0 * *share) : "-";
}

/// The epilog, and what else the operation does to the accumulator.
static std::string formatEpilog(const ReportedProduct &product) {
  if (!product.epilog)
    return "-";
  std::string text = stringifyEpilog(*product.epilog).str();
  if (product.alpha != 1.0)
    text += formatNumber(", alpha %g", product.alpha);
  if (product.isScaled)
    text += ", scaled";
  if (product.hasC)
    text += ", c";
  return text;
}

/// "the product is returned [returned]".
static std::string formatReason(const ReportedProduct &product) {
  if (product.reason.empty())
    return "";
  return (describeReason(product.reason) + " [" + product.reason + "]").str();
}

static void addLine(Table &table, const Report &report,
                    const ReportedProduct &product) {
  auto size = [&](int64_t MatmulSizes::*member) {
    return product.sizes ? formatSize((*product.sizes).*member)
                         : std::string("-");
  };
  table.add({product.location, product.function,
             product.flops ? formatCount(*product.flops) : "?",
             product.flops ? formatShare(report, *product.flops) : "?",
             size(&MatmulSizes::batch), size(&MatmulSizes::m),
             size(&MatmulSizes::n), size(&MatmulSizes::k),
             product.a + " x " + product.b + " -> " + product.d,
             formatEpilog(product),
             product.bytesLeft ? formatCount(*product.bytesLeft) : "?",
             formatReason(product)});
}

void fused::printReport(llvm::raw_ostream &os, const Report &report) {
  Table table({"location", "function", "flops", "share", "batch", "M", "N", "K",
               "types", "epilog", "bytes left", "reason"});
  for (const ReportedProduct &product : report.products)
    addLine(table, report, product);
  if (!report.products.empty())
    table.print(os);
  os << countFused(report) << " of " << report.products.size()
     << " products fused, " << countWithEpilog(report)
     << " with an epilog other than default\n";
  os << "products have " << formatCount(report.productTotal.flops)
     << " floating-point operations, "
     << formatShare(report, report.productTotal.flops) << " of all\n";
  os << report.elementwise.number << " elementwise operations left, "
     << formatShare(report, report.elementwise.flops) << "\n";
  if (unsigned unknown = countUnknown(report))
    os << unknown << " of unknown size, counted as nothing\n";
  size_t repeated =
      llvm::count_if(report.products, [](const ReportedProduct &product) {
        return !product.runsOnce;
      });
  if (repeated)
    os << repeated
       << " products in a loop, a branch or a private function, counted once\n";
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static json::Value toJSON(std::optional<double> value) {
  return value ? json::Value(*value) : json::Value(nullptr);
}

static json::Value toJSON(const Report &report,
                          const ReportedProduct &product) {
  auto size = [&](int64_t MatmulSizes::*member) -> json::Value {
    if (!product.sizes || ShapedType::isDynamic((*product.sizes).*member))
      return nullptr;
    return (*product.sizes).*member;
  };
  bool hasReason = !product.reason.empty();
  return json::Object{
      // Names of files and functions may be any bytes.
      {"location", json::fixUTF8(product.location)},
      {"function", json::fixUTF8(product.function)},
      {"batch", size(&MatmulSizes::batch)},
      {"m", size(&MatmulSizes::m)},
      {"n", size(&MatmulSizes::n)},
      {"k", size(&MatmulSizes::k)},
      {"a", product.a},
      {"b", product.b},
      {"d", product.d},
      {"transpose_a", product.transposeA},
      {"transpose_b", product.transposeB},
      {"epilog", product.epilog ? json::Value(stringifyEpilog(*product.epilog))
                                : json::Value(nullptr)},
      {"alpha", product.alpha},
      {"scaled", product.isScaled},
      {"c", product.hasC},
      {"flops", toJSON(product.flops)},
      {"share",
       toJSON(product.flops ? getShare(report, *product.flops) : std::nullopt)},
      {"bytes_left", toJSON(product.bytesLeft)},
      {"runs_once", product.runsOnce},
      {"reason",
       hasReason ? json::Value(product.reason) : json::Value(nullptr)},
      {"sentence", hasReason ? json::Value(describeReason(product.reason))
                             : json::Value(nullptr)}};
}

static json::Value toJSON(const Report &report,
                          const ReportedOperations &operations) {
  return json::Object{{"number", operations.number},
                      {"unknown_size", operations.unknown},
                      {"flops", operations.flops},
                      {"share", toJSON(getShare(report, operations.flops))}};
}

json::Value fused::toJSON(const Report &report) {
  json::Array products;
  for (const ReportedProduct &product : report.products)
    products.push_back(::toJSON(report, product));
  return json::Object{{"version", 1},
                      {"numerics", stringifyNumerics(report.numerics)},
                      {"products", std::move(products)},
                      {"fused", countFused(report)},
                      {"with_epilog", countWithEpilog(report)},
                      {"flops", report.getFlops()},
                      {"product_total", ::toJSON(report, report.productTotal)},
                      {"elementwise", ::toJSON(report, report.elementwise)},
                      {"others", ::toJSON(report, report.others)}};
}
