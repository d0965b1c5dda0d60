//===- Report.cpp - What became of each product ---------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/Report.h"

#include "fused/Analysis/Contraction.h"
#include "fused/Analysis/EpilogDecision.h"
#include "fused/Analysis/FollowingPass.h"
#include "fused/Analysis/OperationCount.h"
#include "fused/Dialect/MatmulOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace fused;

/// "layer.mlir:12:8" of the first place that `location` names.
static std::string formatLocation(Location location) {
  auto place = location->findInstanceOf<FileLineColLoc>();
  if (!place)
    return "-";
  return (llvm::sys::path::filename(place.getFilename()) + ":" +
          Twine(place.getLine()) + ":" + Twine(place.getColumn()))
      .str();
}

static std::string formatElementType(Value value) {
  std::string text;
  llvm::raw_string_ostream(text) << getElementTypeOrSelf(value.getType());
  return text;
}

/// True if `op` is neither in a loop or branch nor in a function that may be
/// called any number of times.
static bool runsOncePerCall(Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op->getParentOp());
  return function && function.isPublic() &&
         function.getFunctionBody().hasOneBlock();
}

/// What a `fused.matmul` and a contraction have in common.
static ReportedProduct describe(Operation *op, Value a, Value b, Value d) {
  ReportedProduct product;
  product.location = formatLocation(op->getLoc());
  if (auto function = op->getParentOfType<FunctionOpInterface>())
    product.function = function.getName().str();
  product.a = formatElementType(a);
  product.b = formatElementType(b);
  product.d = formatElementType(d);
  product.runsOnce = runsOncePerCall(op);
  if (op->getNumResults() != 0)
    product.bytesLeft = findFollowingPass(op->getResult(0)).bytes;
  return product;
}

static ReportedProduct describe(MatmulOp op, Numerics numerics,
                                const OperationOrder &order) {
  ReportedProduct product = describe(op, op.getA(), op.getB(), op.getInit());
  product.sizes = op.getSizes();
  product.transposeA = op.getTransposeA();
  product.transposeB = op.getTransposeB();
  product.epilog = op.getEpilog();
  product.alpha = op.getAlpha().convertToDouble();
  product.hasC = bool(op.getC());
  product.isScaled = op.isScaled();
  product.flops = countFlops(*product.sizes);
  product.reason = explainProduct(op, numerics, order);
  return product;
}

/// The sizes of the product that a contraction is.
static MatmulSizes getSizes(linalg::LinalgOp op,
                            const Contraction &contraction) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  auto multiply = [&](ArrayRef<unsigned> loops) {
    int64_t size = 1;
    for (unsigned loop : loops) {
      if (ShapedType::isDynamic(ranges[loop]))
        return ShapedType::kDynamic;
      size *= ranges[loop];
    }
    return size;
  };
  MatmulSizes sizes;
  sizes.batch = multiply(contraction.batch);
  sizes.m = multiply(contraction.m);
  sizes.n = multiply(contraction.n);
  sizes.k = multiply(contraction.k);
  sizes.isBatched = !contraction.batch.empty();
  return sizes;
}

/// Describes a contraction that is still one, or nothing for other operations.
static std::optional<ReportedProduct> describeContraction(linalg::LinalgOp op,
                                                          Numerics numerics) {
  StringRef reason;
  FailureOr<Contraction> contraction = matchContraction(op, numerics, reason);
  if (failed(contraction) && reason.empty())
    return std::nullopt;
  ReportedProduct product =
      describe(op, op.getDpsInputOperand(0)->get(),
               op.getDpsInputOperand(1)->get(), op.getDpsInitOperand(0)->get());
  if (succeeded(contraction)) {
    product.sizes = getSizes(op, *contraction);
    product.flops = countFlops(*product.sizes);
    product.reason = "not-run";
    return product;
  }
  product.flops = countFlops(op);
  product.reason = reason;
  return product;
}

/// True if all loops are parallel and the body computes anything.
static bool computesElementwise(linalg::LinalgOp op) {
  return op.getNumParallelLoops() == op.getNumLoops() &&
         llvm::any_of(op.getBlock()->without_terminator(),
                      [](Operation &inner) {
                        return !isa<arith::ConstantOp, linalg::IndexOp>(inner);
                      });
}

static void addOperation(Report &report, linalg::LinalgOp op) {
  std::optional<double> flops = countFlops(op);
  if (computesElementwise(op))
    report.elementwise.add(flops);
  else if (flops != 0.0)
    report.others.add(flops);
}

Report fused::collectReport(Operation *module, Numerics numerics) {
  Report report;
  report.numerics = numerics;
  OperationOrder order(module);
  auto addProduct = [&](ReportedProduct product) {
    report.productTotal.add(product.flops);
    report.products.push_back(std::move(product));
  };
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto matmul = dyn_cast<MatmulOp>(op)) {
      addProduct(describe(matmul, numerics, order));
    } else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
      if (std::optional<ReportedProduct> product =
              describeContraction(linalgOp, numerics))
        addProduct(std::move(*product));
      else
        addOperation(report, linalgOp);
      return WalkResult::skip();
    } else if (std::optional<double> flops = countTensorFlops(op);
               flops != 0.0) {
      report.elementwise.add(flops);
    }
    return WalkResult::advance();
  });
  return report;
}

std::optional<double> Report::getProductFlopsPerCall() const {
  if (productTotal.unknown != 0 ||
      !llvm::all_of(products, [](const ReportedProduct &product) {
        return product.runsOnce;
      }))
    return std::nullopt;
  return productTotal.flops;
}
