//===- RowGroup.h - Operations that run over the same rows ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_ROWGROUP_H
#define FUSED_LIB_TRANSFORMS_ROWGROUP_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallBitVector.h"
#include <optional>

namespace fused {

/// Operations of one block that can run over one iteration space together: that
/// of the reduction with which the group starts.
class RowGroup {
public:
  /// The group of `op` alone; none unless `op` reduces along the last
  /// dimensions of one of its operands.
  static std::optional<RowGroup> create(mlir::linalg::GenericOp op);

  /// Adds members as long as there are any.
  void grow();

  /// True if fewer, but not too few, threads of a device have something to do
  /// than if the members ran on their own.
  bool isWorthwhile() const;

  /// The members in the order of their block.
  llvm::SmallVector<mlir::linalg::GenericOp> getMembers() const;

  /// True if a member computes `value`.
  bool contains(mlir::Value value) const;

  /// For each loop of a member, the dimension of the group.
  llvm::ArrayRef<unsigned> getDims(mlir::linalg::GenericOp member) const {
    return members.find(member)->second;
  }

  /// The indexing map of an operand of a member, from the dimensions of the
  /// group.
  mlir::AffineMap getMap(mlir::OpOperand &operand) const;

  unsigned getRank() const { return sizes.size(); }
  bool isReduced(unsigned dim) const { return reduced.test(dim); }

  /// The operations between the first and the last member, which must run after
  /// all members. None if one of them must run in between.
  std::optional<llvm::SmallVector<mlir::Operation *>> findFollowers() const;

private:
  using Dims = llvm::SmallVector<unsigned>;
  using PartialDims = llvm::SmallVector<std::optional<unsigned>>;

  bool add(mlir::linalg::GenericOp op);
  std::optional<Dims> matchDims(mlir::linalg::GenericOp op) const;
  bool bindMembers(mlir::linalg::GenericOp op, PartialDims &dims) const;
  void bindShared(mlir::linalg::GenericOp op, PartialDims &dims) const;
  void bindSizes(mlir::linalg::GenericOp op, PartialDims &dims) const;
  bool fits(mlir::linalg::GenericOp op, llvm::ArrayRef<unsigned> dims) const;
  bool capturesMember() const;
  llvm::SmallVector<mlir::linalg::GenericOp> findCandidates() const;

  llvm::MapVector<mlir::Operation *, Dims> members;
  /// The sizes of the dimensions, `ShapedType::kDynamic` where not known.
  llvm::SmallVector<int64_t> sizes;
  llvm::SmallBitVector reduced;
  /// The dimension along which rows lie in memory.
  unsigned inner = 0;
};

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_ROWGROUP_H
