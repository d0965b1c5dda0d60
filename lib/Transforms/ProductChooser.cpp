//===- ProductChooser.cpp - Kernel or library -----------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductChooser.h"

#include "OutlineProduct.h"

#include "fused/Analysis/ProductSchedule.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace fused;

/// The rule.
static bool prefersKernel(const ProductCandidate &candidate) {
  return candidate.estimate &&
         isKernelFaster(candidate.op, candidate.work, *candidate.estimate);
}

LogicalResult fused::verifyTiling(MLIRContext *context, StringRef pass,
                                  StringRef tiling) {
  if (tiling.empty() || ProductTiling::parse(tiling))
    return success();
  auto names = llvm::map_range(getTilings(), [](const ProductTiling &known) {
    return "\"" + known.getName() + "\"";
  });
  return emitError(UnknownLoc::get(context))
         << pass << ": no kernel has the tiling \"" << tiling
         << "\"; there are: " << llvm::join(names, ", ");
}

/// What files call a group: for readers, and a fingerprint of all of it.
static std::string describe(MatmulOp op, unsigned numOps, Numerics numerics,
                            StringRef program) {
  auto print = [](Value matrix, bool isTransposed) {
    return llvm::formatv("{0}{1}", getElementTypeOrSelf(matrix.getType()),
                         isTransposed ? "^T" : "");
  };
  MatmulSizes sizes = op.getSizes();
  return llvm::formatv(
             "kernel or library: {0} {1} x {2} -> {3}, M = {4}, N = {5}, K = "
             "{6}, {7} operations, numerics {8}, program {9:x-16}",
             stringifyEpilog(op.getEpilog()),
             print(op.getA(), op.getTransposeA()),
             print(op.getB(), op.getTransposeB()), print(op.getD(), false),
             sizes.m, sizes.n, sizes.k, numOps, stringifyNumerics(numerics),
             llvm::xxh3_64bits(program))
      .str();
}

ProductGroup ProductChooser::makeGroup(const ProductCandidate &candidate) {
  MatmulOp op = candidate.op;
  ProductGroup group;
  bool isStrict = numerics == Numerics::Strict;
  SmallVector<Operation *> ops = collectGroup(op, candidate.tails, isStrict);
  group.program = outline(ops);
  group.problem = describe(op, ops.size(), numerics, group.program);
  group.sizes = op.getSizes();
  group.untuned = prefersKernel(candidate)
                      ? chooseTiling(candidate.work).getName()
                      : kLibrary.str();
  return group;
}

void ProductChooser::prepare(ArrayRef<ProductCandidate> candidates) {
  choices->prepare(
      llvm::map_to_vector(candidates, [&](const ProductCandidate &candidate) {
        return makeGroup(candidate);
      }));
}

std::optional<std::string>
ProductChooser::choose(const ProductCandidate &candidate) {
  if (!tiling.empty())
    return tiling;
  std::optional<std::string> choice;
  if (choices)
    choice = choices->find(makeGroup(candidate));
  if (choice && *choice == kLibrary)
    return std::nullopt;
  if (choice)
    return choice;
  return prefersKernel(candidate) ? std::optional(std::string()) : std::nullopt;
}
