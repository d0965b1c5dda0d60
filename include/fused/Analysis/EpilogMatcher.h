//===- EpilogMatcher.h - Which epilog an expression is ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_EPILOGMATCHER_H
#define FUSED_ANALYSIS_EPILOGMATCHER_H

#include "fused-runtime/EpilogSemantics.h"
#include "fused/Analysis/EpilogRegion.h"
#include "fused/Analysis/Numerics.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <memory>
#include <optional>

namespace fused {

/// A vector that is part of a bias: a leaf, and the number that it is
/// multiplied by.
struct BiasTerm {
  unsigned leaf;
  double factor = 1.0;
};

/// An epilog with its parameters, as a function of the accumulator, leaves and
/// a saved value: epilog(scales * alpha * accumulator + beta * c, bias, aux).
struct EpilogMatch {
  Epilog epilog = Epilog::DEFAULT;
  Orientation orientation = Orientation::Straight;
  double alpha = 1.0;
  double beta = 1.0;
  /// The bias is their sum. There is none without terms.
  llvm::SmallVector<BiasTerm, 1> bias;
  /// The leaves (a set of bits) that are numbers and may be terms of the bias.
  uint64_t addedNumbers = 0;
  /// The index of a leaf.
  std::optional<unsigned> c;
  /// At most two: those that A and B get.
  llvm::SmallVector<unsigned, 2> scales;
  /// The node that a gradient reads: the pre-activation of GELU; or, for ReLU,
  /// the bits of the mask, or a number that is compared with zero to get them.
  std::optional<unsigned> saved;
  std::optional<mlir::arith::CmpFPredicate> predicate;
  /// The bits multiply instead of selecting.
  bool multiplyMask = false;
  /// A D of 16 bits may be rounded at each step, because the program does this,
  /// too, or because the contract permits it.
  bool allowRoundedSteps = false;
};

/// The result for one exit: a match, or the stable name of the reason against
/// one.
struct EpilogAnswer {
  std::optional<EpilogMatch> match;
  llvm::StringRef reason;
};

/// Evaluates every node of a region over the same samples and compares exits
/// with the epilogs. docs/Recognition.md describes the samples and tolerances.
class EpilogMatcher {
public:
  /// Tracing saved values to their sources adds nodes to `region`.
  EpilogMatcher(EpilogRegion &region, Numerics numerics,
                const OperationOrder &order);
  ~EpilogMatcher();

  /// Compares one exit with every epilog, in time proportional to the number of
  /// samples.
  EpilogAnswer match(const RegionExit &exit);

private:
  struct Forward;
  EpilogAnswer matchForward(const RegionExit &exit);
  EpilogAnswer matchForward(const RegionExit &exit, uint64_t addedNumbers);
  /// Compares the values of `exit` with the epilogs of the operands of `match`.
  EpilogAnswer compare(const RegionExit &exit, EpilogMatch match,
                       bool hasSeveralMatrices, Forward &forward);
  /// The samples for operands with the roles of an orientation.
  Forward &getForward(Orientation orientation);

  EpilogRegion &region;
  Numerics numerics;
  const OperationOrder &order;
  std::unique_ptr<Forward> forward;
  /// Only where leaves are matrices in one orientation and vectors in the
  /// other.
  std::unique_ptr<Forward> transposed;
};

/// How a tensor relates to the pre-activation that it is computed from.
struct SavedForm {
  /// `Relu` or `Gelu`, if it is such an activation.
  Activation activation = Activation::None;
  /// The bits that RELU_AUX saves: x >= 0 or NaN. With fast numerics, x > 0
  /// counts as these, too.
  bool isReluMask = false;
  /// It has the same value if it is computed from max(x, 0).
  bool isOfRelu = false;
};

/// Classifies the results of a region that was grown from a pre-activation: one
/// answer for each of `region.tensors`.
llvm::SmallVector<SavedForm> classifySavedForms(const EpilogRegion &region,
                                                Numerics numerics);

/// The product whose result `leaf` is, if the region alone reads it, and if it
/// could as well compute the transpose; null otherwise.
MatmulOp findTransposableProduct(const EpilogRegion &region,
                                 const ExpressionLeaf &leaf);

} // namespace fused

#endif // FUSED_ANALYSIS_EPILOGMATCHER_H
