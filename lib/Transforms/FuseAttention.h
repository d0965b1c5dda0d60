//===- FuseAttention.h - Products around a softmax --------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_FUSEATTENTION_H
#define FUSED_LIB_TRANSFORMS_FUSEATTENTION_H

#include "fused/Dialect/AttentionOp.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Dialect/RowOps.h"
#include "mlir/IR/IRMapping.h"

#include <optional>

namespace fused {

/// The first tensor of which `value` is a reshape with the same last two
/// dimensions.
mlir::Value skipReshapesOfBatch(mlir::Value value);

/// What `value`, of known size, is a reshape of.
mlir::Value skipReshapes(mlir::Value value);

/// If `rows` is a reshape of matrices with `numRows` rows each, of how many of
/// these each of its matrices has the rows; else zero.
int64_t countMerged(mlir::Value rows, int64_t numRows, int64_t numColumns);

/// What reads `value`, or any reshape of it.
llvm::SmallVector<mlir::OpOperand *> findReaders(mlir::Value value);

/// Matrices of a batch with one dimension, at most, as those of a batch of
/// `shape`.
mlir::Value expandBatch(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value matrices, llvm::ArrayRef<int64_t> shape,
                        int64_t inner = 2);

/// What a number is before it is rounded and widened.
mlir::Value skipConversions(mlir::Value value);

/// True if `op` gives the product of its operands, times alpha. Maybe it adds C
/// then.
bool isPlainProduct(MatmulOp op, bool mayAddC = false);

/// The number of a loop in a region. The last two are in each other's place if
/// rows are keys.
mlir::Value createIndex(mlir::OpBuilder &builder, mlir::Location loc,
                        uint64_t loop, unsigned numLoops, bool ofKeys);

/// `number` of f32 times a constant.
mlir::Value scale(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value number, const llvm::APFloat &factor);

/// The operations of the body of `op` that compute `values` of what is known,
/// in order.
llvm::SmallVector<mlir::Operation *>
findOpsInside(RowsOp op, mlir::ValueRange values,
              llvm::function_ref<bool(mlir::Value)> isKnown);

/// A further operand of a region: what is at a point, by the dimensions of the
/// batch, query and key.
struct RegionExtra {
  mlir::Value operand;
  mlir::AffineMap map;
  /// The argument in the body of the rows, or null.
  mlir::BlockArgument argument;
};

/// A product by weights, on either side.
struct WeightedProduct {
  /// Of `op`, one of whose operands reads the weights through `use`.
  static std::optional<WeightedProduct> match(MatmulOp op,
                                              const mlir::OpOperand &use);

  /// The type of the elements that attention has to give, if the factor
  /// `alpha` is applied afterwards.
  mlir::Type getElementType(const llvm::APFloat &alpha);

  /// D, from what attention gives: transposed, times `alpha`, plus C.
  mlir::Value finish(mlir::RewriterBase &rewriter, mlir::Value result,
                     const llvm::APFloat &alpha);

  MatmulOp op;
  /// What the weights multiply, with a row for each of them.
  mlir::Value matrix;
  /// The weights are transposed, and the result is.
  bool usesTransposed, givesTransposed;
  /// The neighbours of a batch that are one matrix here: the heads of a group
  /// that share keys and values. If the weights are transposed, it sums over
  /// them; otherwise, it has the rows of all of them.
  int64_t heads = 1;
};

/// Two products and the softmax between them, which `rows` computes.
class AttentionMatch {
public:
  /// Whether `second` is the last product of one.
  static std::optional<AttentionMatch> match(MatmulOp second);

  /// True if nothing else reads the scores, weights or anything of the rows.
  bool isRead() const;

  /// Adds operands of the first product to `extras`. False if that fails.
  bool addOperandsOfFirst(mlir::RewriterBase &rewriter);

  /// The operation, with statistics or not.
  AttentionOp create(mlir::RewriterBase &rewriter, bool hasStatistics);

  /// What the second product gives, of the operation's output.
  mlir::Value createResult(mlir::RewriterBase &rewriter, AttentionOp op);

  /// The scores as the first product gives them, in the rows' type, of the
  /// accumulator and the numbers of `extras`. Rows are queries or keys.
  mlir::Value emitScores(mlir::OpBuilder &builder, mlir::Value accumulator,
                         mlir::ValueRange numbers, bool ofKeys);

  /// Matrices with the batch of the rows.
  mlir::Value expand(mlir::OpBuilder &builder, mlir::Value matrices);

  /// Likewise, of matrices with the rows of as many heads as the last product.
  mlir::Value expandHeads(mlir::OpBuilder &builder, mlir::Value matrices);

  MatmulOp first;
  RowsOp rows;
  WeightedProduct second;
  mlir::OpResult weights;
  /// In the body of the rows: the scores as the first product gives them and
  /// behind the region, their powers, the largest one and the sum of powers.
  mlir::BlockArgument scores;
  mlir::Value score, power, maximum, sum;
  llvm::SmallVector<mlir::Operation *> scoreOps;
  llvm::ArrayRef<int64_t> batchShape;
  llvm::SmallVector<RegionExtra> extras;

private:
  bool matchSecond(MatmulOp op);
  bool matchHeads(int64_t heads);
  llvm::SmallVector<int64_t> getGroupsOfHeads(mlir::Value matrices);
  mlir::Value getValues(mlir::OpBuilder &builder);
  bool matchSoftmax();
  bool matchRows();
  bool matchFirst();
  void addExtra(mlir::Value operand, llvm::ArrayRef<unsigned> dims);
  bool addC(mlir::RewriterBase &rewriter);
  bool addMask();
  mlir::Value emitC(mlir::OpBuilder &builder, mlir::ValueRange numbers,
                    bool ofKeys);

  /// How many dimensions of the batch are heads whose rows the last product has
  /// in one matrix.
  int64_t numHeadDims = 0;
  /// Of the numbers among `extras` that the first product adds. If `mask` is
  /// not null, it computes C from numbers of `extras` from `c` on.
  std::optional<size_t> c, bias;
  mlir::linalg::GenericOp mask;
};

/// Replaces the products of `attention`, and those of its gradients that read
/// its weights, if these are all that reads them. Returns whether it did.
bool fuseAttentionGradients(mlir::RewriterBase &rewriter,
                            AttentionMatch &attention);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_FUSEATTENTION_H
