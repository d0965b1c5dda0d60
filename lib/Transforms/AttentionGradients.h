//===- AttentionGradients.h - Attention of training steps -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_ATTENTIONGRADIENTS_H
#define FUSED_LIB_TRANSFORMS_ATTENTIONGRADIENTS_H

#include "FuseAttention.h"

#include "llvm/ADT/DenseSet.h"

namespace fused {

/// The operations of a backward pass that read the weights P of attention, or
/// compute them again from the scores: with the gradient G of the output, those
/// of the values P^T G, and of the weights G V^T; the gradient of the scores,
/// which rows compute; and with these, those of the queries and keys.
class AttentionGradients {
public:
  explicit AttentionGradients(AttentionMatch &attention)
      : attention(attention) {}

  /// Whether they are all that reads the scores, the weights and the rows.
  bool match();

  /// Replaces all products. False if there is no kernel for an operation.
  bool replace(mlir::RewriterBase &rewriter);

private:
  bool isStatistic(mlir::OpResult other);
  bool matchReaders();
  MatmulOp findProductOfHeads(mlir::Value matrices);
  bool matchRows();
  bool matchProducts();
  bool matchSum();
  bool isPower(mlir::Value value);
  bool isSame(mlir::Value value, mlir::Value original);
  bool isBilinear(mlir::Value value);
  bool findPoint();

  // What the operations compute.
  mlir::Value getYielded();
  bool isKnown(mlir::Value value);
  llvm::SmallVector<mlir::Operation *> collect(mlir::ValueRange values,
                                               bool knowsInvariants);
  void findInvariants();
  mlir::Value emitFactor(mlir::OpBuilder &builder,
                         const mlir::IRMapping &mapping, mlir::Value factor,
                         mlir::Value dot);
  void mapStatistics(mlir::OpBuilder &builder, mlir::IRMapping &mapping,
                     mlir::Value maximum, mlir::Value total);
  RowsOp createInvariants(mlir::RewriterBase &rewriter, AttentionOp op);
  llvm::SmallVector<mlir::Value> emitWeights(mlir::OpBuilder &builder,
                                             mlir::ValueRange arguments,
                                             bool ofKeys);
  AttentionGradientOp create(mlir::RewriterBase &rewriter, AttentionOp op,
                             RowsOp ofInvariants, bool ofKeys);

  AttentionMatch &attention;
  /// The rows that compute the gradients of the scores, maybe those of
  /// attention, and these gradients.
  RowsOp rows;
  mlir::OpResult result;
  MatmulOp ofWeights;
  std::optional<WeightedProduct> ofValues, ofQueries, ofKeys;
  /// In their body: the gradient of a weight, the score as the first product
  /// gives it, the weight, and statistics; null for those that are not read.
  mlir::BlockArgument gradient, scores, weight;
  llvm::SmallVector<mlir::BlockArgument> maxima, sums;
  /// The sum of each row, and the first operation that reads a gradient.
  ReduceOp sum;
  mlir::Operation *point = nullptr;
  /// Further operands of the rows.
  llvm::SmallVector<RegionExtra> extras;
  /// Values of this body and that of attention that are known to be the same.
  llvm::DenseSet<std::pair<mlir::Value, mlir::Value>> same;
  /// What the body computes once for all keys of a query.
  llvm::SetVector<mlir::Value> invariants;
};

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_ATTENTIONGRADIENTS_H
