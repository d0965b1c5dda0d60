//===- Report.cpp - What became of each product -----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "Files.h"
#include "Progress.h"
#include "Table.h"
#include "fused-runtime/fused_runtime.h"
#include "fused/Dialect/FusedDialect.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <mutex>

using namespace llvm;
using namespace fused::run;
using mlir::ShapedType;

namespace {

/// A remark of the fusing passes.
struct CollectedRemark {
  mlir::Location location;
  bool passed;
  std::string name;
  std::string message;
  bool used = false;
};

/// Keeps the remarks that are emitted while it is installed in a context.
class RemarkCollector : public mlir::remark::detail::MLIRRemarkStreamerBase {
public:
  explicit RemarkCollector(std::vector<CollectedRemark> &remarks)
      : remarks(remarks) {}

  void streamOptimizationRemark(
      const mlir::remark::detail::Remark &remark) override {
    CollectedRemark collected = {
        remark.getLocation(), remark.getRemarkType() == remarks::Type::Passed,
        remark.getRemarkName().str(),
        /*message=*/""};
    for (const mlir::remark::detail::Remark::Arg &argument : remark.getArgs())
      if (argument.key == "Reason" || argument.key == "Remark")
        collected.message +=
            (collected.message.empty() ? "" : "; ") + argument.val;
    std::lock_guard<std::mutex> lock(mutex);
    // A pattern may look at an operation, and say so, several times.
    if (none_of(remarks, [&](const CollectedRemark &other) {
          return other.location == collected.location &&
                 other.name == collected.name;
        }))
      remarks.push_back(std::move(collected));
  }

private:
  std::mutex mutex;
  std::vector<CollectedRemark> &remarks;
};

/// "file.mlir:12:8" of the first place that `location` names.
std::string formatLocation(mlir::Location location) {
  std::string text = "-";
  location->walk([&](mlir::Location inner) {
    auto place = dyn_cast<mlir::FileLineColLoc>(inner);
    if (!place)
      return mlir::WalkResult::advance();
    text = (sys::path::filename(place.getFilename()) + ":" +
            Twine(place.getLine()) + ":" + Twine(place.getColumn()))
               .str();
    return mlir::WalkResult::interrupt();
  });
  return text;
}

int64_t toSize(int64_t size) {
  return ShapedType::isDynamic(size) ? int64_t(FUSED_DYNAMIC) : size;
}

std::string formatType(mlir::Type type) {
  std::string text;
  raw_string_ostream(text) << getElementTypeOrSelf(type);
  return text;
}

/// The epilog, and what else the operation does to the accumulator.
std::string formatEpilog(fused::MatmulOp matmul) {
  std::string text = fused::stringifyEpilog(matmul.getEpilog()).str();
  if (matmul.getAlpha().convertToDouble() != 1)
    text += formatNumber(", alpha %g", matmul.getAlpha().convertToDouble());
  if (matmul.getC())
    text += ", c";
  return text;
}

/// The last remark about what is at `location` that was missed, or null.
const CollectedRemark *takeMissed(std::vector<CollectedRemark> &remarks,
                                  mlir::Location location) {
  const CollectedRemark *missed = nullptr;
  for (CollectedRemark &remark : remarks) {
    if (remark.location != location)
      continue;
    remark.used = true;
    if (!remark.passed)
      missed = &remark;
  }
  return missed;
}

/// True if `op` is neither in a loop or branch nor in a function that may be
/// called any number of times.
bool runsOncePerCall(mlir::Operation *op) {
  auto function = dyn_cast<mlir::FunctionOpInterface>(op->getParentOp());
  return function && function.isPublic() &&
         function.getFunctionBody().hasOneBlock();
}

Product makeProduct(fused::MatmulOp matmul,
                    std::vector<CollectedRemark> &remarks) {
  Product product;
  product.location = formatLocation(matmul.getLoc());
  if (auto function = matmul->getParentOfType<mlir::FunctionOpInterface>())
    product.function = function.getName().str();
  fused::MatmulSizes sizes = matmul.getSizes();
  product.batch = toSize(sizes.batch);
  product.m = toSize(sizes.m);
  product.n = toSize(sizes.n);
  product.k = toSize(sizes.k);
  product.types = formatType(matmul.getA().getType()) + " x " +
                  formatType(matmul.getB().getType()) + " -> " +
                  formatType(matmul.getInit().getType());
  product.epilog = formatEpilog(matmul);
  product.runsOnce = runsOncePerCall(matmul);
  const CollectedRemark *missed = takeMissed(remarks, matmul.getLoc());
  if (missed && matmul.getEpilog() == fused::Epilog::DEFAULT) {
    product.remark = missed->name;
    product.reason = missed->message;
  }
  return product;
}

/// "the product is returned [returned]".
std::string formatReason(const Product &product) {
  if (product.remark.empty())
    return "";
  return product.reason + (product.reason.empty() ? "[" : " [") +
         product.remark + "]";
}

std::string formatSize(int64_t size) {
  return size == FUSED_DYNAMIC ? "?" : std::to_string(size);
}

} // namespace

double fused::run::countFlops(ArrayRef<Product> products) {
  double sum = 0;
  for (const Product &product : products) {
    if (!product.runsOnce ||
        is_contained({product.batch, product.m, product.n, product.k},
                     int64_t(FUSED_DYNAMIC)))
      return 0;
    sum += 2.0 * double(product.batch) * double(product.m) * double(product.n) *
           double(product.k);
  }
  return sum;
}

Expected<std::vector<Product>>
fused::run::findProducts(Source &source, const Options &options) {
  Progress progress("fusing");
  std::vector<CollectedRemark> remarks;
  mlir::MLIRContext &context = source.getContext();
  mlir::remark::RemarkCategories categories;
  // `all` alone enables none of the kinds.
  categories.passed = categories.missed = categories.failed = ".*";
  if (failed(mlir::remark::enableOptimizationRemarks(
          context, std::make_unique<RemarkCollector>(remarks),
          std::make_unique<mlir::remark::RemarkEmittingPolicyAll>(),
          categories)))
    return source.makeError("collecting remarks");

  mlir::OwningOpRef<mlir::ModuleOp> module = source.getModule().clone();
  mlir::PassManager manager(&context);
  fused::FuseProductsOptions pipeline;
  pipeline.numerics = options.numerics;
  fused::buildFuseProductsPipeline(manager, pipeline);
  bool succeeded = mlir::succeeded(manager.run(*module));
  context.setRemarkEngine(nullptr);
  if (!succeeded)
    return source.makeError("fusing");

  std::vector<Product> products;
  module->walk([&](fused::MatmulOp matmul) {
    products.push_back(makeProduct(matmul, remarks));
  });
  for (const CollectedRemark &remark : remarks)
    if (!remark.used && !remark.passed)
      products.push_back({formatLocation(remark.location), "", 0, 0, 0, 0, "-",
                          "-", remark.name, remark.message,
                          /*runsOnce=*/false});
  return products;
}

void fused::run::printProducts(raw_ostream &os, ArrayRef<Product> products) {
  Table table(
      {"location", "batch", "M", "N", "K", "types", "epilog", "reason"});
  unsigned numFused = 0;
  for (const Product &product : products) {
    bool isProduct = product.epilog != "-";
    numFused += isProduct && product.epilog != "default";
    auto size = [&](int64_t value) {
      return isProduct ? formatSize(value) : std::string("-");
    };
    table.add({product.location, size(product.batch), size(product.m),
               size(product.n), size(product.k), product.types, product.epilog,
               formatReason(product)});
  }
  table.print(os);
  os << numFused << " of " << products.size() << " products fused\n";
}

json::Value fused::run::toJson(ArrayRef<Product> products) {
  json::Array list;
  for (const Product &product : products) {
    json::Object object{
        {"location", product.location}, {"function", product.function},
        {"types", product.types},       {"epilog", product.epilog},
        {"remark", product.remark},     {"reason", product.reason}};
    if (product.epilog != "-") {
      object["batch"] = product.batch;
      object["m"] = product.m;
      object["n"] = product.n;
      object["k"] = product.k;
    }
    list.push_back(std::move(object));
  }
  return list;
}
