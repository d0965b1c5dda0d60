//===- Expression.h - Scalar expressions over tensors -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_EXPRESSION_H
#define FUSED_ANALYSIS_EXPRESSION_H

#include "fused/Analysis/OperandSource.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/DenseMap.h"

namespace fused {

/// Along which dimensions of a product a tensor varies.
enum class LeafKind {
  /// One value for each column, like a bias.
  Vector,
  /// One value for each column of each batch.
  BatchVector,
  /// One value for several columns, or for each column of several batches: the
  /// columns or the batch consist of several dimensions, and it varies along
  /// some of them.
  RepeatedVector,
  /// One value for each element.
  Matrix,
  /// One value for each element, stored with columns before rows.
  TransposedMatrix,
  /// One value for each element of a product that the whole batch shares.
  SharedMatrix,
  /// One value for each element of some products: the batch consists of several
  /// dimensions, and it varies along consecutive ones.
  RepeatedMatrix,
  /// One value for each column of some rows: the rows consist of several
  /// dimensions, and it varies along some of them.
  RepeatedRows,
  /// One value for each row.
  RowValue,
  /// One value for everything, which the compiler does not know.
  Scalar,
  /// Anything else: permuted, strided, one value for each batch.
  Other
};

/// How a leaf varies along the product, and how many dimensions of its source
/// form each dimension of this vector or matrix; see Reshape.h.
struct LeafRole {
  LeafKind kind = LeafKind::Other;
  llvm::SmallVector<int64_t, 3> groups;
  /// How many consecutive products read each matrix of a repeated one.
  int64_t repeat = 1;
  /// It is a copy of the source, which the program has in this layout.
  bool isCopy = false;

  bool isMatrix() const {
    return kind == LeafKind::Matrix || kind == LeafKind::TransposedMatrix ||
           kind == LeafKind::SharedMatrix || kind == LeafKind::RepeatedMatrix ||
           kind == LeafKind::RepeatedRows;
  }
};

/// The product itself, or its transpose: op(B)^T op(A)^T.
enum class Orientation { Straight, Transposed };

/// The dimension of the product (counted from zero: batch if there is one, M,
/// N) that each dimension of a tensor belongs to.
using DimOwners = llvm::SmallVector<int64_t, 4>;

/// The dimensions of a product of `numDims`, in order.
DimOwners getOwnDims(int64_t numDims);

/// The owners in the transposed product, where M and N are exchanged.
DimOwners transposeOwners(llvm::ArrayRef<int64_t> owners, int64_t numDims);

/// True if a tensor of `type`, read through `read` and written through
/// `written`, keeps the order of the dimensions that have the same owner: what
/// they form together is the same dimension then. Both maps are permutations.
bool keepsOrder(llvm::ArrayRef<int64_t> owners, mlir::Type type,
                mlir::AffineMap read, mlir::AffineMap written);

/// How the dimensions of a tensor form those of a product.
struct Layout {
  /// Whether rows or columns come first.
  Orientation orientation = Orientation::Straight;
  /// How many dimensions of the tensor form each of those of the product in
  /// that orientation; see Reshape.h.
  llvm::SmallVector<int64_t, 3> groups;
};

/// The layout of a tensor with these owners; nothing if the dimensions of rows
/// and columns alternate.
std::optional<Layout> getLayout(llvm::ArrayRef<int64_t> owners,
                                int64_t numDims);

/// An index space in which scalars are computed: the dimensions of a tensor.
struct IndexSpace {
  DimOwners owners;
  mlir::RankedTensorType type;
};

/// A tensor or scalar that an expression reads.
struct ExpressionLeaf {
  /// Has a constant if it is a vector of that.
  OperandSource source;
  /// What the program reads itself: the source, or a copy of it.
  mlir::Value operand;
  IndexSpace space;
  LeafRole straight, transposed;

  /// True if it can be read in elements of `type`: those of the source, or
  /// those that it is widened to.
  bool hasType(mlir::Type type) const {
    return source.elementType == type ||
           mlir::getElementTypeOrSelf(source.value.getType()) == type;
  }

  const LeafRole &getRole(Orientation orientation) const {
    return orientation == Orientation::Straight ? straight : transposed;
  }

  /// What is read in an orientation: the source or a copy.
  mlir::Value getValue(Orientation orientation) const {
    return getRole(orientation).isCopy ? operand : source.value;
  }
};

/// A scalar value: the accumulator of a product (op(A) op(B), before alpha), a
/// leaf, a constant, a scaled sum that the product itself computes, a mask that
/// consists of booleans of the program, or an operation on other nodes.
struct ExpressionNode {
  enum class Kind {
    Accumulator,
    Leaf,
    Constant,
    Scale,
    Add,
    Not,
    And,
    Operation
  };

  explicit ExpressionNode(Kind kind, mlir::Operation *op = nullptr)
      : kind(kind), op(op) {}

  Kind kind;
  mlir::Operation *op;
  llvm::SmallVector<unsigned, 3> operands;
  unsigned leaf = 0;
  double constant = 0.0;
  mlir::Type type;
  /// The leaves that it depends on, as a set of bits. All leaves after the
  /// first 63 share one bit.
  uint64_t leaves = 0;
  bool dependsOnAccumulator = false;
  /// It is the accumulator times something, plus something, and neither of
  /// these depends on the accumulator.
  bool isLinear = false;
  /// The most roundings to a 16-bit type between the inputs and here.
  unsigned roundings = 0;
  /// The number of these roundings that the node itself makes.
  unsigned ownRoundings = 0;
  /// The bits of the narrowest type, other than 16 bits, to which a conversion
  /// rounds the value or one that it depends on; and those of the conversion of
  /// the node itself.
  unsigned narrowest = 64;
  unsigned ownNarrowest = 64;
};

/// Scalar operations in the bodies of elementwise operations, as one directed
/// acyclic graph.
class Expression {
public:
  /// The most leaves and nodes of an expression, before leaves are expanded and
  /// after: an epilog and its derivative have fewer in any spelling known; the
  /// bounds keep recognition linear in the size of the module.
  static constexpr unsigned maxLeaves = 64;
  static constexpr unsigned maxNodes = 256;
  static constexpr unsigned maxExpandedNodes = 768;

  using Scalars = llvm::DenseMap<mlir::Value, unsigned>;

  explicit Expression(int64_t numDims = 0) : numDims(numDims) {}

  /// Takes a maximum or minimum with the largest finite number of its type as
  /// one with infinity.
  void setClampAtLargest(bool value) { clampAtLargest = value; }

  /// Takes constants that are added to a linear node as vectors along N that
  /// could have any elements: they may be part of a bias.
  void setVectorsForConstants(bool value) { vectorsForConstants = value; }

  /// True if there are such constants.
  bool hasConstantVectors() const { return constantVectors; }

  unsigned addNode(ExpressionNode node);
  unsigned addConstant(double value, mlir::Type type);

  /// The node of a tensor or scalar that is read at `map` from `space`.
  unsigned addLeaf(mlir::Value value, mlir::AffineMap map,
                   const IndexSpace &space);

  /// The same for a bias, which remains a vector if all its elements are one
  /// constant.
  unsigned addBias(mlir::Value value, mlir::AffineMap map,
                   const IndexSpace &space);

  /// The leaf that `operand` of `op` is, where `op` writes its results at
  /// `resultMap` from its loops, and these are read at `map` from `space`.
  unsigned addOperand(mlir::linalg::LinalgOp op, mlir::OpOperand &operand,
                      mlir::AffineMap resultMap, mlir::AffineMap map,
                      const IndexSpace &space);

  /// The node of `inner`, in the body of an elementwise operation, over
  /// `scalars`. Adds the node to `scalars`. Values from outside the body become
  /// leaves. Returns nothing if the value cannot be evaluated.
  std::optional<unsigned> addScalar(mlir::Operation *inner, Scalars &scalars,
                                    const IndexSpace &space);

  /// Replaces a leaf by the expression of the elementwise operation that
  /// produces it, and returns the node of that. Returns nothing if another
  /// operation produces it, or if the expression is too large.
  std::optional<unsigned> expandLeaf(unsigned node);

  /// The node by which `expandLeaf` has replaced a leaf.
  std::optional<unsigned> getExpansion(unsigned node) const {
    auto entry = expanded.find(node);
    return entry == expanded.end() ? std::nullopt : entry->second;
  }

  /// The leaves that a node is computed from without expanding any.
  llvm::SmallVector<unsigned> getLeaves(unsigned node) const;

  bool isTooLarge() const {
    return nodes.size() >= maxNodes || leaves.size() >= maxLeaves;
  }

  llvm::SmallVector<ExpressionLeaf> leaves;
  /// Operands come before their users, except for expansions of leaves.
  llvm::SmallVector<ExpressionNode> nodes;

private:
  unsigned addLeafNode(unsigned leaf);
  unsigned addConstantVector(double constant, mlir::Value value,
                             const IndexSpace &space);
  std::optional<unsigned> addOuter(mlir::Value value, const IndexSpace &space);
  bool isLinear(const ExpressionNode &node) const;
  void readAddedConstants(ExpressionNode &node, const IndexSpace &space);
  void widenClamp(ExpressionNode &node);

  int64_t numDims;
  bool clampAtLargest = false;
  bool vectorsForConstants = false;
  bool constantVectors = false;
  /// Nodes that do not depend on the accumulator, by their operation and
  /// operands.
  llvm::DenseMap<llvm::hash_code, llvm::SmallVector<unsigned, 1>> known;
  llvm::DenseMap<unsigned, std::optional<unsigned>> expanded;
};

} // namespace fused

#endif // FUSED_ANALYSIS_EXPRESSION_H
